import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import { type AlarmRule, RULE_NOTIFY_BY } from '@heatfleet/contract/alarm-rules/rule.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { MultiSelectField } from '../../ui/field-multi-select.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { RuleDraft } from './rule-draft.ts'

/** Notification and automatic processing of the alarms of a rule. */
export function AfterFields({ form, named }: { form: Form<RuleDraft>; named: AlarmRule['notify_policies'] }) {
  const t = useMessages('alarm-rules')
  const enabled = usePermission('alarm-rule:edit')
  const policies = useRead(api.alarmRulePolicies, undefined, { enabled })
  const { notify } = form.values
  // One that is named already stays, whoever sees it.
  const offered = new Map([
    ...named.map(({ policy_id, policy_name }) => [policy_id, policy_name] as const),
    ...(policies.data ?? []).map(
      ({ policy_id, policy_name, agent_name }) =>
        [policy_id, [policy_name, agent_name].filter((part) => part !== '').join(' · ')] as const,
    ),
  ])
  return (
    <>
      <RadioGroupField
        label={t(($) => $.form.notify)}
        options={RULE_NOTIFY_BY.map((value) => ({ value, label: t(($) => $.form.notify_by[value]) }))}
        value={notify.by}
        onChange={(by) => form.set('notify', { ...notify, by })}
        error={notify.by === 'policies' ? undefined : form.error('notify')}
      />
      {notify.by === 'policies' && (
        <MultiSelectField
          required
          label={t(($) => $.form.notify_policies)}
          hint={t(($) => $.form.notify_policies_hint)}
          loading={enabled && policies.isPending}
          max={ALARM_RULE_LIMITS.notify_policies_max}
          options={[...offered].map(([value, label]) => ({ value, label }))}
          value={notify.policy_ids}
          onChange={(policy_ids) => form.set('notify', { ...notify, policy_ids })}
          error={form.error('notify')}
        />
      )}
      <NumberField
        label={t(($) => $.form.process)}
        hint={t(($) => $.form.process_hint)}
        unit="min"
        decimals={0}
        min={1}
        max={ALARM_RULE_LIMITS.minutes_max}
        {...form.field('process_minutes')}
      />
    </>
  )
}
