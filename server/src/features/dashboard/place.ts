import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { regionPrefix } from '../../platform/region-prefix.ts'
import type { Scope } from '../../platform/scope.ts'
import { type FleetPlace, narrow } from '../devices/public.ts'

/** What a question is about: a place, and the caller's scopes of units and of distributors within its region. */
type AskedPart = { place: FleetPlace; scope: Scope; agents: Scope }

/** What a question narrows the fleet to; a distributor that the caller does not see is refused. */
export const partOf = async (
  deps: Pick<AppContext, 'database' | 'clock'>,
  caller: Caller,
  { agent_id, product_key, region_code }: FleetPart,
): Promise<AskedPart> => {
  const place = await placeOf(deps, caller, { agent_id, product_key })
  if (region_code === undefined) return { place, scope: caller.scope, agents: caller.scopes.agent }
  const prefix = regionPrefix(region_code)
  return {
    place,
    scope: narrowedToRegion(caller.scope, prefix),
    agents: narrowedToRegion(caller.scopes.agent, prefix),
  }
}

/** A scope narrowed to one region, by the beginning of its code: what of it belongs to distributors there. */
const narrowedToRegion = (scope: Scope, prefix: string): Scope => {
  const everywhere = { group_id: 0, agent_paths: [], region_prefixes: [prefix], product_keys: [], device_ids: [] }
  return { ...scope, group: { ...(scope.group ?? everywhere), only_region: prefix } }
}

const placeOf = async (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  caller: Caller,
  { agent_id, product_key }: Pick<FleetPart, 'agent_id' | 'product_key'>,
): Promise<FleetPlace> => {
  if (agent_id === undefined) return { path: null, product_key: product_key ?? null }
  const query = { uid: caller.uid, filter: DeviceFilter.parse({ agent_id }), now: new Date(clock.now()) }
  const { agent_path } = await narrow(database, caller.scope, query)
  if (agent_path === null) throw new Refusal('distributor_not_found', { field: 'agent_id' })
  return { path: agent_path, product_key: product_key ?? null }
}
