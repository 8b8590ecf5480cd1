import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../../messages/messages.ts'
import { DateTimeField, RadioGroupField, SelectField } from '../../../ui/field.tsx'
import css from './control.module.css'

/** When a change is sent, and how long it waits for a unit that is off line then; null = now. */
export type When = { at_ms: number | null; wait_minutes: number } | null

/** How long a command waits, as offered, minutes; 0 = it is given up. */
const WAITS = [0, 60, 12 * 60, 24 * 60, LIMITS.scheduled_wait_max_minutes]
const LATER: When = { at_ms: null, wait_minutes: 12 * 60 }

/** Sends now, or at a time. */
export const ReviewWhen = ({ value, onChange }: { value: When; onChange: (value: When) => void }) => {
  const t = useMessages('device-detail')
  return (
    <div className={css.when}>
      <RadioGroupField
        label={t(($) => $.schedule.when)}
        inline
        value={value === null ? 'now' : 'later'}
        options={[
          { value: 'now', label: t(($) => $.schedule.now) },
          { value: 'later', label: t(($) => $.schedule.later) },
        ]}
        onChange={(choice) => onChange(choice === 'now' ? null : LATER)}
      />
      {value !== null && (
        <>
          <DateTimeField
            label={t(($) => $.schedule.time)}
            required
            value={value.at_ms}
            onChange={(at_ms) => onChange({ ...value, at_ms })}
          />
          <SelectField
            label={t(($) => $.schedule.offline)}
            value={String(value.wait_minutes)}
            options={WAITS.map((minutes) => ({
              value: String(minutes),
              label:
                minutes === 0
                  ? t(($) => $.schedule.give_up)
                  : minutes < 1_440 * 2
                    ? t(($) => $.schedule.wait_hours, { count: minutes / 60 })
                    : t(($) => $.schedule.wait_days, { count: minutes / 1_440 }),
            }))}
            onChange={(minutes) => onChange({ ...value, wait_minutes: Number(minutes ?? 0) })}
          />
        </>
      )}
    </div>
  )
}
