import type { WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'

/** A schedule in the form: the value apart from whether there is one, raw numbers as text. */
export type ScheduleDraft = Omit<WeeklySchedule, 'unused' | 'value'> & {
  has_value: boolean
  value: NonNullable<WeeklySchedule['value']>
  unused: string[]
}

const NO_VALUE: ScheduleDraft['value'] = {
  offset: 2,
  names: { en: '', zh: '', pl: '' },
  read: 'raw',
  unit: '°C',
  decimals: 0,
  min: 10,
  max: 30,
  step: null,
}

export const scheduleDraftOf = ({ value, unused, ...schedule }: WeeklySchedule): ScheduleDraft => ({
  ...schedule,
  has_value: value !== null,
  value: value ?? NO_VALUE,
  unused: unused.map(String),
})

/** What the draft is saved as; a text that is no number becomes none, which the schema names. */
export const scheduleOf = ({ has_value, value, unused, ...draft }: ScheduleDraft): unknown => ({
  ...draft,
  value: has_value ? value : null,
  unused: unused.map((text) => (text === '' ? Number.NaN : Number(text))),
})
