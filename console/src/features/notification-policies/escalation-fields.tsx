import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import css from './notifications.module.css'

/** A step as it is typed. */
export type Step = { after_minutes: number; levels_up: number }

const LEVELS = [0, 1, 2, 3] as const
const FIRST: Step = { after_minutes: 30, levels_up: 1 }

/** Who is told next while nobody accepts an alarm. */
export function EscalationFields(props: {
  steps: readonly Step[]
  error: string | undefined
  onChange: (steps: Step[]) => void
}) {
  const t = useMessages('notification-policies')
  const { steps, error, onChange } = props
  const change = (index: number, some: Partial<Step>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...some } : step)))
  const last = steps.at(-1)
  const next =
    last === undefined ? FIRST : { after_minutes: last.after_minutes * 2, levels_up: Math.min(3, last.levels_up + 1) }
  return (
    <fieldset className={css.group}>
      <legend>{t(($) => $.policy.escalation)}</legend>
      {steps.map((step, index) => (
        // Steps have no names of their own, and only the last ones come and go.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={css.step}>
          <NumberField
            label={`${t(($) => $.step, { step: index + 1 })}: ${t(($) => $.policy.after)}`}
            unit="min"
            min={1}
            max={NOTIFICATION_LIMITS.escalation_minutes_max}
            value={step.after_minutes}
            error={index === 0 ? error : undefined}
            onChange={(minutes) => change(index, { after_minutes: minutes ?? 0 })}
          />
          <SelectField
            label={`${t(($) => $.step, { step: index + 1 })}: ${t(($) => $.policy.levels)}`}
            value={step.levels_up}
            options={LEVELS.map((level) => ({
              value: level as number,
              label: t(($) => $.policy.level[level]),
            }))}
            onChange={(level) => change(index, { levels_up: level ?? 1 })}
          />
          <Button
            kind="text"
            icon={CloseIcon}
            label={t(($) => $.policy.remove_step, { step: index + 1 })}
            onClick={() => onChange(steps.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {steps.length < NOTIFICATION_LIMITS.escalation_steps_max && (
        <div>
          <Button icon={PlusIcon} onClick={() => onChange([...steps, next])}>
            {t(($) => $.policy.add_step)}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
