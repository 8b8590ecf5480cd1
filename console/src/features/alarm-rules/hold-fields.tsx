import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import {
  CheckboxGroupField,
  NumberField,
  RadioGroupField,
  SelectField,
  SwitchField,
  TextField,
} from '../../ui/field.tsx'
import { FormGrid } from '../../ui/form.tsx'
import type { Form } from '../../ui/use-form.ts'
import css from './alarm-rules.module.css'
import { ALL_DAYS, type RuleDraft } from './rule-draft.ts'
import { dayNames } from './sentence.ts'

const HOLDS = ['at_once', 'duration', 'repeat'] as const
const { minutes_max, repeat_max } = ALARM_RULE_LIMITS

/** When a condition is an alarm and when it ends, how bad it is, and at which times. */
export function HoldFields({ form }: { form: Form<RuleDraft> }) {
  const t = useMessages('alarm-rules')
  const alarms = useMessages('alarms')
  const { hold, severity } = form.values
  const change = (some: Partial<RuleDraft['hold']>) => form.set('hold', { ...hold, ...some })
  return (
    <>
      <RadioGroupField
        inline
        label={t(($) => $.form.hold)}
        value={hold.by}
        onChange={(by) => change({ by })}
        options={HOLDS.map((by) => ({ value: by, label: t(($) => $.form.holds[by]) }))}
        error={form.error('hold')}
      />
      <FormGrid least_px={200}>
        {hold.by === 'repeat' && (
          <NumberField
            label={t(($) => $.form.times)}
            required
            min={2}
            max={repeat_max}
            value={hold.times}
            onChange={(times) => change({ times })}
          />
        )}
        {hold.by !== 'at_once' && (
          <NumberField
            label={t(($) => (hold.by === 'repeat' ? $.form.within : $.form.at_least))}
            required
            unit="min"
            min={1}
            max={minutes_max}
            value={hold.minutes}
            onChange={(minutes) => change({ minutes })}
          />
        )}
        <NumberField
          label={t(($) => $.form.clear_minutes)}
          hint={t(($) => $.form.clear_minutes_hint)}
          unit="min"
          min={0}
          max={minutes_max}
          {...form.field('clear_minutes')}
        />
        <SelectField
          label={t(($) => $.form.severity)}
          required
          value={severity}
          options={SEVERITIES.map((one) => ({ value: one, label: alarms(($) => $.severities[one]) }))}
          onChange={(next) => next !== undefined && form.set('severity', next)}
        />
        <NumberField
          label={t(($) => $.form.cool_down)}
          hint={t(($) => $.form.cool_down_hint)}
          unit="min"
          min={0}
          max={minutes_max}
          {...form.field('cool_down_minutes')}
        />
      </FormGrid>
      <ScheduleFields form={form} />
    </>
  )
}

function ScheduleFields({ form }: { form: Form<RuleDraft> }) {
  const t = useMessages('alarm-rules')
  const lang = useLanguage()
  const { schedule } = form.values
  const change = (some: Partial<RuleDraft['schedule']>) => form.set('schedule', { ...schedule, ...some })
  const names = dayNames(lang)
  return (
    <>
      <SwitchField
        label={t(($) => $.form.schedule)}
        hint={schedule.on ? t(($) => $.form.schedule_hint, { zone: schedule.time_zone }) : undefined}
        checked={schedule.on}
        onChange={(on) => change({ on })}
      />
      {schedule.on && (
        <div className={css.schedule}>
          <CheckboxGroupField
            inline
            label={t(($) => $.form.days)}
            value={schedule.days}
            options={ALL_DAYS.map((day) => ({ value: day, label: names[day - 1] ?? '' }))}
            onChange={(days) => change({ days })}
            error={form.error('schedule')}
          />
          <FormGrid least_px={140}>
            <TextField
              label={t(($) => $.form.from)}
              placeholder="08:00"
              maxLength={5}
              value={schedule.from}
              onChange={(from) => change({ from })}
            />
            <TextField
              label={t(($) => $.form.to)}
              placeholder="18:00"
              maxLength={5}
              hint={schedule.to <= schedule.from ? t(($) => $.form.over_midnight) : undefined}
              value={schedule.to}
              onChange={(to) => change({ to })}
            />
          </FormGrid>
        </div>
      )}
    </>
  )
}
