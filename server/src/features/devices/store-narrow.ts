import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { runPrepared } from '../../platform/prepared.ts'
import { agentsWithin, type Scope } from '../../platform/scope.ts'
import type { GroupMembers, Narrowed } from './store-filter.ts'

/** `group`: the members of the filter's group, as the caller sees it; `sees_cards`: whether SIM cards count for health. */
export type DeviceQuery = {
  uid: number
  filter: DeviceFilter
  now: Date
  group?: GroupMembers | null | undefined
  sees_cards?: boolean | undefined
}

/** Resolves the path of the filter's distributor, if it is within the scope. */
export const narrow = async (
  database: Connections,
  scope: Scope,
  { filter, uid, now, group, sees_cards }: DeviceQuery,
): Promise<Narrowed> => {
  const { agent_id, include_lower } = filter
  const agent_path = agent_id === undefined || !include_lower ? null : await findAgentPath(database, scope, agent_id)
  return { filter, agent_path, group, uid, sees_cards, now }
}

/** Cache of distributor paths: distributors rarely move, and the lookup is an extra statement. */
const paths = new Map<number, string>()
const PATHS_MAX = 10_000

/** Resolves from the cache; null = not cached. The result is valid only where {@link isPathCurrent} holds. */
export const narrowFromCache = ({ filter, uid, now, group, sees_cards }: DeviceQuery): Narrowed | null => {
  const { agent_id, include_lower } = filter
  if (agent_id === undefined || !include_lower) return { filter, agent_path: null, group, uid, sees_cards, now }
  const agent_path = paths.get(agent_id)
  return agent_path === undefined ? null : { filter, agent_path, group, uid, sees_cards, now }
}

/** Whether the resolved path is still current and within the scope. */
export const isPathCurrent = (scope: Scope, { filter, agent_path }: Narrowed): RawBuilder<SqlBool> =>
  filter.agent_id === undefined || agent_path === null
    ? sql`true`
    : sql`exists (select from distributors
        where agent_id = ${filter.agent_id} and agent_path = ${agent_path} and ${agentsWithin(scope, 'distributors')})`

/** The path of a distributor within the scope, or null. */
export const findAgentPath = async (database: Connections, scope: Scope, agent_id: number): Promise<string | null> => {
  const query = sql<{ agent_path: string }>`select agent_path from distributors
    where agent_id = ${agent_id} and ${agentsWithin(scope, 'distributors')}`
  const [found] = await runPrepared(database, { compile: () => query.compile(database.db) })
  if (found === undefined) return null
  if (paths.size >= PATHS_MAX) paths.clear()
  paths.set(agent_id, found.agent_path)
  return found.agent_path
}
