import { MuteDraft } from '@heatfleet/contract/alarm-rules/mutes.ts'
import type { AlarmRule } from '@heatfleet/contract/alarm-rules/rule.ts'
import { ALARM_TYPE_NAMES, type AlarmType } from '@heatfleet/contract/alarms/types.ts'
import { api } from '@heatfleet/contract/api.ts'
import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { PICKER_STALE_MS, useDeviceGroupNames } from '../../cloud/picker-reads.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { SelectField, TextField, TreeSelectField } from '../../ui/field.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { formatTime } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { MUTE_TIME, type MuteTimeDraft, MuteTimeFields, muteTimeOf, useMuteEnd } from '../alarms/public.ts'

const WAYS = ['rule', 'type', 'code', 'all'] as const
const PLACES = ['all', 'mac', 'group', 'agent'] as const
type Draft = MuteTimeDraft & {
  what: (typeof WAYS)[number]
  where: (typeof PLACES)[number]
  rule_id: number | undefined
  type: AlarmType
  code: string
  mac: string
  group_id: number | undefined
  agent_id: number | undefined
}

const startDraft = (rule: AlarmRule | null): Draft => ({
  ...MUTE_TIME,
  what: rule === null ? 'type' : 'rule',
  where: 'all',
  rule_id: rule?.rule_id,
  type: 'offline',
  code: '',
  mac: '',
  group_id: undefined,
  agent_id: undefined,
})

/** What is not chosen is null; what is chosen and empty breaks the rule of its field. */
const bodyOf = ({ what, where, rule_id, type, code, mac, group_id, agent_id }: Draft): object => ({
  rule_id: what === 'rule' ? (rule_id ?? 0) : null,
  type: what === 'type' ? type : null,
  code: what === 'code' ? code : null,
  mac: where === 'mac' ? (normalizeDeviceId(mac) ?? '') : null,
  group_id: where === 'group' ? (group_id ?? 0) : null,
  agent_id: where === 'agent' ? (agent_id ?? 0) : null,
})

/** Mutes a rule, a type or a fault code; everywhere or at some units. Mounted = open. */
export function MuteForm({ rule, onClose }: { rule: AlarmRule | null; onClose: () => void }) {
  const t = useMessages('alarm-rules')
  const alarms = useMessages('alarms')
  const lang = useLanguage()
  const notify = useNotify()
  const create = useChange(api.alarmMuteCreate)
  const endOf = useMuteEnd()
  const form = useForm({
    schema: MuteDraft,
    initial: startDraft(rule),
    toBody: (draft) => ({ ...bodyOf(draft), ...muteTimeOf(draft, endOf) }),
    onSave: (body) => create.mutateAsync({ body }),
    onSaved: () => {
      notify.success(t(($) => $.mutes.done, { time: formatTime(endOf(form.values.length), lang, 'exact') }))
      onClose()
    },
  })
  const { what, where } = form.values
  return (
    <FormDrawer
      form={form}
      title={rule === null ? t(($) => $.mutes.title) : t(($) => $.mutes.title_rule, { name: rule.rule_name })}
      save={t(($) => $.mutes.save)}
      onClose={onClose}
    >
      {rule === null && (
        <SelectField
          label={t(($) => $.mutes.what)}
          value={what}
          options={WAYS.map((way) => ({ value: way, label: t(($) => $.mutes.ways[way]) }))}
          onChange={(next) => next !== undefined && form.set('what', next)}
        />
      )}
      {rule === null && what === 'rule' && <RuleField field={form.field('rule_id')} />}
      {what === 'type' && (
        <SelectField
          label={t(($) => $.mutes.type)}
          required
          value={form.values.type}
          options={ALARM_TYPE_NAMES.map((type) => ({ value: type, label: alarms(($) => $.types[type]) }))}
          onChange={(next) => next !== undefined && form.set('type', next)}
          error={form.error('type')}
        />
      )}
      {what === 'code' && <TextField label={t(($) => $.mutes.code)} required maxLength={40} {...form.field('code')} />}
      <SelectField
        label={t(($) => $.mutes.where)}
        value={where}
        options={PLACES.map((place) => ({ value: place, label: t(($) => $.mutes.places[place]) }))}
        onChange={(next) => next !== undefined && form.set('where', next)}
        error={what === 'all' && where === 'all' ? form.error('type') : undefined}
      />
      {where === 'mac' && <TextField label={t(($) => $.mutes.mac)} required maxLength={20} {...form.field('mac')} />}
      {where === 'group' && <GroupField field={form.field('group_id')} />}
      {where === 'agent' && <AgentField field={form.field('agent_id')} />}
      <MuteTimeFields
        values={form.values}
        endOf={endOf}
        onReason={(reason) => form.set('reason', reason)}
        onLength={(length) => form.set('length', length)}
        errors={{ reason: form.error('reason'), until: form.error('until') }}
      />
    </FormDrawer>
  )
}

type NumberFieldOf = {
  value: number | undefined
  onChange: (value: number | undefined) => void
  error: string | undefined
}

function RuleField({ field }: { field: NumberFieldOf }) {
  const t = useMessages('alarm-rules')
  const rules = useRead(api.alarmRuleList, { query: { size: 200 } }, { staleTime: PICKER_STALE_MS }).data
  return (
    <SelectField
      label={t(($) => $.mutes.rule)}
      required
      search
      loading={rules === undefined}
      options={(rules?.list ?? []).map(({ rule_id, rule_name }) => ({ value: rule_id, label: rule_name }))}
      {...field}
    />
  )
}

function GroupField({ field }: { field: NumberFieldOf }) {
  const t = useMessages('alarm-rules')
  const groups = useDeviceGroupNames().data
  return (
    <SelectField
      label={t(($) => $.mutes.group)}
      required
      search
      loading={groups === undefined}
      options={(groups ?? []).map(({ group_id, group_name }) => ({ value: group_id, label: group_name }))}
      {...field}
    />
  )
}

function AgentField({ field }: { field: NumberFieldOf }) {
  const t = useMessages('alarm-rules')
  const agents = useDistributorChoices(null)
  return <TreeSelectField label={t(($) => $.mutes.agent)} required options={agents} {...field} />
}
