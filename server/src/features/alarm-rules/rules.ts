import type { AlarmRule, RuleNotify } from '@heatfleet/contract/alarm-rules/rule.ts'
import type { Caller } from '../../caller.ts'
import { isOwnedWithin } from '../roles/public.ts'
import type { RuleRow } from './store.ts'

/** True where the caller sees a part of the organisation's units only: such a caller names units one by one. */
export const seesPart = ({ scope, agent_path }: Pick<Caller, 'scope' | 'agent_path'>): boolean =>
  scope.own_agent || scope.own_records !== null || scope.group !== null || scope.agent_path !== agent_path

type Owned = Pick<RuleRow, 'agent_id' | 'owner_path' | 'target_by' | 'device_count' | 'macs'>

/** True for a rule that the caller's organisation may change, and whose units the caller sees. */
const isOwn = (caller: Caller, rule: Owned): boolean =>
  isOwnedWithin(caller, { agent_id: rule.agent_id, agent_path: rule.owner_path }) &&
  (!seesPart(caller) || (rule.target_by === 'devices' && rule.macs.length === rule.device_count))

/** Why a visible rule cannot be changed; null = it can. */
export const lockOf = (caller: Caller, rule: Owned): AlarmRule['lock'] => {
  if (!isOwn(caller, rule)) return 'not_own'
  return caller.permissions.has('alarm-rule:edit') || caller.permissions.has('alarm-rule:enable') ? null : 'no_right'
}

/** A rule in its wire form; of another organisation's, names and units that the caller does not see are left out. */
export const toAlarmRule = (caller: Caller, row: RuleRow): AlarmRule => {
  const { owner_path, under_agent_id, group_id, under_name, under_within, group_name, device_count, macs, ...rule } =
    row
  const { notify_by, notify_policy_ids, notify_policies, ...shown } = rule
  const is_own = isOwnedWithin(caller, { agent_id: row.agent_id, agent_path: owner_path })
  return {
    ...shown,
    ...targetOf(row, is_own),
    notify: is_own ? notifyOf(row) : null,
    notify_policies: is_own ? notify_policies : [],
    agent_id: is_own ? row.agent_id : null,
    agent_name: is_own ? row.agent_name : '',
    updated_by: is_own ? row.updated_by : '',
    muted_until: row.muted_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    lock: lockOf(caller, row),
  }
}

const notifyOf = ({ notify_by, notify_policy_ids }: RuleRow): RuleNotify =>
  notify_by === 'policies' ? { by: notify_by, policy_ids: notify_policy_ids } : { by: notify_by }

const targetOf = (row: RuleRow, is_own: boolean): Pick<AlarmRule, 'target' | 'target_name'> => {
  const { target_by, under_agent_id, under_within, under_name, group_id, group_name, macs } = row
  switch (target_by) {
    case 'product':
      return { target: { by: 'product' }, target_name: '' }
    case 'agent':
      return under_agent_id !== null && under_within
        ? { target: { by: 'agent', agent_id: under_agent_id }, target_name: under_name }
        : { target: null, target_name: '' }
    case 'group':
      return group_id !== null && is_own
        ? { target: { by: 'group', group_id }, target_name: group_name }
        : { target: null, target_name: '' }
    case 'devices':
      return { target: macs.length === 0 ? null : { by: 'devices', macs }, target_name: macs.join(', ') }
    default:
      return target_by satisfies never
  }
}
