import type { AlarmRule, RuleNotify, RuleOperator, RuleTarget, RuleTerm } from '@heatfleet/contract/alarm-rules/rule.ts'
import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { zoneInUse } from '../../ui/display.ts'

/** What a term compares where it is no point. */
export const STATE = ' state'

/** A term as it is typed. */
export type TermDraft = {
  /** Key of a point, {@link STATE}, or empty = nothing chosen. */
  what: string
  op: RuleOperator
  value: number | null
  clear: number | null
  state: 'online' | 'offline'
}
export type GroupDraft = { match: 'any' | 'all'; terms: TermDraft[] }
type ConditionDraft = { match: 'any' | 'all'; groups: GroupDraft[] }

/** All that is typed in the editor of a rule, by the fields of what is sent. */
export type RuleDraft = {
  rule_name: string
  product_key: string
  target: { by: RuleTarget['by']; agent_id: number | undefined; group_id: number | undefined; macs: string }
  condition: ConditionDraft
  hold: { by: 'at_once' | 'duration' | 'repeat'; minutes: number | null; times: number | null }
  clear_minutes: number | null
  schedule: { on: boolean; days: number[]; from: string; to: string; time_zone: string }
  severity: Severity
  cool_down_minutes: number | null
  process_minutes: number | null
  notify: { by: RuleNotify['by']; policy_ids: number[] }
  enabled: boolean
}

export const NEW_TERM: TermDraft = { what: '', op: 'gt', value: null, clear: null, state: 'offline' }
export const NEW_GROUP: GroupDraft = { match: 'all', terms: [NEW_TERM] }
const WORKDAYS = [1, 2, 3, 4, 5]
export const ALL_DAYS = [...WORKDAYS, 6, 7]

export const startDraft = (rule: AlarmRule | null): RuleDraft => ({
  rule_name: rule?.rule_name ?? '',
  product_key: rule?.product_key ?? '',
  target: targetDraft(rule?.target ?? null, rule?.target_by ?? 'product'),
  condition:
    rule === null
      ? { match: 'all', groups: [NEW_GROUP] }
      : {
          match: rule.condition.match,
          groups: rule.condition.groups.map(({ match, terms }) => ({ match, terms: terms.map(termDraft) })),
        },
  hold: { by: rule?.hold.by ?? 'duration', minutes: 10, times: 3, ...rule?.hold },
  clear_minutes: rule?.clear_minutes ?? 5,
  schedule: {
    on: rule !== null && rule.schedule !== null,
    days: WORKDAYS,
    from: '08:00',
    to: '18:00',
    time_zone: zoneInUse(),
    ...rule?.schedule,
  },
  severity: rule?.severity ?? 'minor',
  cool_down_minutes: rule?.cool_down_minutes ?? 10,
  process_minutes: rule?.process_minutes ?? null,
  notify: {
    by: rule?.notify?.by ?? 'default',
    policy_ids: rule?.notify?.by === 'policies' ? rule.notify.policy_ids : [],
  },
  enabled: rule?.enabled ?? false,
})

const targetDraft = (target: RuleTarget | null, by: RuleTarget['by']): RuleDraft['target'] => ({
  by,
  agent_id: target?.by === 'agent' ? target.agent_id : undefined,
  group_id: target?.by === 'group' ? target.group_id : undefined,
  macs: target?.by === 'devices' ? target.macs.join('\n') : '',
})

const termDraft = (term: RuleTerm): TermDraft =>
  term.of === 'state'
    ? { ...NEW_TERM, what: STATE, state: term.state }
    : { ...NEW_TERM, what: term.key, op: term.op, value: term.value, clear: term.clear }

/** A term as it is sent. */
const termOf = ({ what, op, value, clear, state }: TermDraft): object =>
  what === STATE ? { of: 'state', state } : { of: 'point', key: what, op, value, clear }

const targetOf = ({ by, agent_id, group_id, macs }: RuleDraft['target']): object => {
  if (by === 'agent') return { by, agent_id }
  if (by === 'group') return { by, group_id }
  return by === 'devices' ? { by, macs: parseIdList(macs).ids } : { by }
}

const holdOf = ({ by, minutes, times }: RuleDraft['hold']): object => {
  if (by === 'at_once') return { by }
  return by === 'duration' ? { by, minutes } : { by, minutes, times }
}

/** The draft as it is sent, without whether it is switched on. */
export const bodyOf = ({ enabled: _, ...draft }: RuleDraft): object => ({
  ...draft,
  target: targetOf(draft.target),
  condition: {
    match: draft.condition.match,
    groups: draft.condition.groups.map(({ match, terms }) => ({ match, terms: terms.map(termOf) })),
  },
  hold: holdOf(draft.hold),
  notify: draft.notify.by === 'policies' ? draft.notify : { by: draft.notify.by },
  schedule: draft.schedule.on
    ? {
        days: draft.schedule.days,
        from: draft.schedule.from,
        to: draft.schedule.to,
        time_zone: draft.schedule.time_zone,
      }
    : null,
})
