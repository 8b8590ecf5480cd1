import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import { RULE_TARGETS } from '@heatfleet/contract/alarm-rules/rule.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { PICKER_STALE_MS } from '../../cloud/picker-reads.ts'
import { useMessages } from '../../messages/messages.ts'
import { RadioGroupField, SelectField, TextAreaField, TreeSelectField } from '../../ui/field.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { RuleDraft } from './rule-draft.ts'

/** Which units of the product. */
export function TargetFields({ form, wrong }: { form: Form<RuleDraft>; wrong: string | undefined }) {
  const t = useMessages('alarm-rules')
  const { target } = form.values
  const change = (some: Partial<RuleDraft['target']>) => form.set('target', { ...target, ...some })
  const agents = useDistributorChoices(null)
  const groups = useRead(api.deviceGroupNames, undefined, {
    enabled: target.by === 'group',
    staleTime: PICKER_STALE_MS,
  }).data
  const error = form.error('target')
  return (
    <>
      <RadioGroupField
        inline
        label={t(($) => $.form.by)}
        value={target.by}
        onChange={(by) => change({ by })}
        options={RULE_TARGETS.map((by) => ({ value: by, label: t(($) => $.form.ways[by]) }))}
        error={target.by === 'product' ? error : undefined}
      />
      {target.by === 'agent' && (
        <TreeSelectField
          label={t(($) => $.form.agent)}
          required
          options={agents}
          value={target.agent_id}
          onChange={(agent_id) => change({ agent_id })}
          error={error}
        />
      )}
      {target.by === 'group' && (
        <SelectField
          label={t(($) => $.form.group)}
          required
          search
          loading={groups === undefined}
          value={target.group_id}
          options={(groups ?? []).map(({ group_id, group_name }) => ({ value: group_id, label: group_name }))}
          hint={groups?.length === 0 ? t(($) => $.form.no_groups) : undefined}
          onChange={(group_id) => change({ group_id })}
          error={error}
        />
      )}
      {target.by === 'devices' && (
        <TextAreaField
          label={t(($) => $.form.macs)}
          required
          rows={4}
          hint={t(($) => $.form.macs_hint, { max: ALARM_RULE_LIMITS.devices_max })}
          value={target.macs}
          onChange={(macs) => change({ macs })}
          error={wrong ?? error}
        />
      )}
    </>
  )
}
