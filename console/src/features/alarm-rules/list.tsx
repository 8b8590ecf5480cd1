import { ALARM_RULE_SORTS, type AlarmRule } from '@heatfleet/contract/alarm-rules/rule.ts'
import { api } from '@heatfleet/contract/api.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { useCallback } from 'react'
import { CutText, productColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { defaultParam } from '../../ui/filter-bar-params.ts'
import { formatTime } from '../../ui/format.ts'
import { BellIcon, BoltIcon, CloseIcon, CopyIcon, EditIcon, ListIcon } from '../../ui/icons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { StateChip } from '../../ui/status.tsx'
import { SeverityChip } from '../alarms/public.ts'
import { useRuleSentence } from './sentence.ts'

/** Parts of the screen. */
export const RULE_TABS = ['rules', 'mutes', 'types'] as const
export type RuleAction = 'edit' | 'copy' | 'switch' | 'mute' | 'delete'
type Given = { onAction: (rule: AlarmRule, action: RuleAction) => void }

const { list, column, filter } = listOf(api.alarmRuleList, 'alarm-rules', (given: Given) => ({
  ...given,
  scopeText: useScopeText(),
  alarms: useMessages('alarms'),
}))

/** Alarm rules (product 3.40). */
export const alarmRules = list({
  name: 'alarm-rules',
  needs: 'alarm-rule:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ rule_id }) => String(rule_id),
  title: ({ rule_name }) => rule_name,
  shares_address: true,
  summary: ({ t }, count) => t(($) => $.count, { count }),
  never: ({ t }) => ({ title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  sorts: ALARM_RULE_SORTS,
  sorted: { by: 'rule_name', order: 'asc' },
  also: { tab: defaultParam(RULE_TABS, 'rules') },
  filters: {
    rule_name: filter.text(60),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product) }),
    severity: filter.choice(SEVERITIES).text(({ alarms }, code) => alarms(($) => $.severities[code])),
    enabled: filter.either(({ t }) => t(($) => $.enabled, { returnObjects: true })),
  },
  columns: {
    rule_name: column.text(190, { fixed: 'start', always: true }),
    product: productColumn(130),
    scope: column.textOf(150, (rule, { scopeText }) => scopeText(rule)),
    condition: column.custom(320, (rule) => <Sentence rule={rule} />, { grows: true }),
    severity: column.custom(112, ({ severity }) => <SeverityChip severity={severity} />),
    enabled: column.custom(84, ({ enabled }, { t }) => (
      <StateChip tone={enabled ? 'ok' : 'neutral'} shape={enabled ? 'filled' : 'hollow'}>
        {t(($) => (enabled ? $.enabled.yes : $.enabled.no))}
      </StateChip>
    )),
    fired: column.number(130),
    active: column.number(96, { by_default: false }),
    muted: column.textOf(128, ({ muted_until }, { t, lang }) =>
      muted_until === null ? '' : t(($) => $.muted_until, { time: formatTime(muted_until, lang, 'exact') }),
    ),
    owner: column.textOf(
      130,
      ({ agent_id, agent_name, lock }, { t }) =>
        agent_id !== null ? agent_name : t(($) => (lock === 'not_own' ? $.owner.other : $.owner.manufacturer)),
      { by_default: false },
    ),
    updated_by: column.text(118),
    updated_at: column.age(104, { by_default: false }),
    actions: column.actions((rule, given) => <RuleMenu rule={rule} {...given} />),
  },
})

function Sentence({ rule }: { rule: AlarmRule }) {
  const sentenceOf = useRuleSentence()
  const { definition } = useDefinition(rule.product_key)
  return <CutText text={sentenceOf(rule, definition)} />
}

/** Which units a rule is about. */
const useScopeText = () => {
  const t = useMessages('alarm-rules')
  return useCallback(
    ({ target, target_name, agent_id }: AlarmRule): string => {
      if (target === null) return t(($) => $.scope.gone)
      switch (target.by) {
        case 'product':
          return t(($) => (agent_id === null ? $.scope.product : $.scope.product_own))
        case 'agent':
          return t(($) => $.scope.agent, { name: target_name })
        case 'group':
          return t(($) => $.scope.group, { name: target_name })
        case 'devices':
          return t(($) => $.scope.devices, { count: target.macs.length })
        default:
          return target satisfies never
      }
    },
    [t],
  )
}

function RuleMenu({ rule, onAction }: { rule: AlarmRule } & Given) {
  const t = useMessages('alarm-rules')
  const locked = rule.lock === 'not_own' ? t(($) => $.not_own) : undefined
  const missing_permission = {
    edit: useMissingPermission('alarm-rule:edit'),
    enable: useMissingPermission('alarm-rule:enable'),
    mute: useMissingPermission('alarm:mute'),
  }
  return (
    <RowActions
      label={t(($) => $.actions_of, { name: rule.rule_name })}
      items={[
        {
          key: 'edit',
          label: t(($) => (locked === undefined && missing_permission.edit === undefined ? $.edit : $.show)),
          icon: EditIcon,
          onSelect: () => onAction(rule, 'edit'),
        },
        {
          key: 'switch',
          label: t(($) => (rule.enabled ? $.disable : $.enable)),
          icon: BoltIcon,
          disabledReason: missing_permission.enable ?? locked,
          onSelect: () => onAction(rule, 'switch'),
        },
        {
          key: 'copy',
          label: t(($) => $.copy),
          icon: CopyIcon,
          disabledReason: missing_permission.edit,
          onSelect: () => onAction(rule, 'copy'),
        },
        {
          key: 'alarms',
          label: t(($) => $.alarms),
          icon: ListIcon,
          onSelect: () => window.location.assign(`#/issue/issue-list?tab=all&rule_id=${rule.rule_id}`),
        },
        {
          key: 'mute',
          label: t(($) => $.mute),
          icon: BellIcon,
          disabledReason: missing_permission.mute,
          onSelect: () => onAction(rule, 'mute'),
        },
        {
          key: 'delete',
          label: t(($) => $.delete.action),
          icon: CloseIcon,
          danger: true,
          disabledReason: missing_permission.edit ?? locked,
          onSelect: () => onAction(rule, 'delete'),
        },
      ]}
    />
  )
}
