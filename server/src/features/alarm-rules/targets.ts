import type { RuleCondition, RuleTarget } from '@heatfleet/contract/alarm-rules/rule.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import { findAgentPath } from '../../platform/distributor-path.ts'
import { findMembers } from '../devices/public.ts'
import type { Layouts } from '../products/public.ts'
import { seesPart } from './rules.ts'
import { listTargetDevices, type RuleValues } from './store.ts'

type Deps = Pick<AppContext, 'database'> & { layouts: Layouts }
type Draft = { product_key: string; target: RuleTarget; condition: RuleCondition }
type Target = Pick<RuleValues, 'target_by' | 'under_agent_id' | 'group_id' | 'device_ids'>

/** The target of a draft by ids; refuses a product, a point, a distributor, a group or units that the caller does not see. */
export const resolveTarget = async (
  { database: { db }, layouts }: Deps,
  caller: Caller,
  { product_key, target, condition }: Draft,
): Promise<Target> => {
  const layout = await layouts.findInUse(product_key)
  if (layout === null) throw new Refusal('product_unknown', { field: 'product_key' })
  for (const { terms } of condition.groups)
    for (const term of terms) {
      const point = term.of === 'point' ? layout.byKey.get(term.key) : undefined
      if (term.of === 'point' && (point === undefined || !seesPoint(caller, point)))
        throw new Refusal('alarm_rule_point', { field: 'condition', details: { key: term.key } })
    }
  const field = 'target'
  const nothing = { target_by: target.by, under_agent_id: null, group_id: null, device_ids: [] }
  if (target.by !== 'devices' && seesPart(caller)) throw new Refusal('alarm_rule_reach', { field })
  switch (target.by) {
    case 'product':
      return nothing
    case 'agent':
      if ((await findAgentPath(db, caller.scopes.agent, target.agent_id)) === null)
        throw new Refusal('distributor_not_found', { field })
      return { ...nothing, under_agent_id: target.agent_id }
    case 'group':
      if ((await findMembers(db, caller, target.group_id)) === undefined)
        throw new Refusal('device_group_not_found', { field })
      return { ...nothing, group_id: target.group_id }
    case 'devices': {
      const found = await listTargetDevices(db, caller, product_key, target.macs)
      const known = new Set(found.map(({ mac }) => mac))
      const unknown = target.macs.filter((mac) => !known.has(mac))
      if (unknown.length > 0)
        throw new Refusal('device_not_found', { field, details: { macs: unknown.slice(0, 10).join(', ') } })
      return { ...nothing, device_ids: found.map(({ device_id }) => device_id) }
    }
    default:
      return target satisfies never
  }
}
