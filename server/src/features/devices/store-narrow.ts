import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { runPrepared } from '../../platform/prepared.ts'
import { agentsWithin, type Scope } from '../../platform/scope.ts'
import type { Narrowed } from './store-filter.ts'

export type DeviceQuestion = { uid: number; filter: DeviceFilter; now: Date }

/** A question with the path of the distributor its filter names, when that lies in the scope. */
export const narrow = async (
  database: Connections,
  scope: Scope,
  { filter, uid, now }: DeviceQuestion,
): Promise<Narrowed> => {
  const { agent_id, include_lower } = filter
  const agent_path = agent_id === undefined || !include_lower ? null : await findAgentPath(database, scope, agent_id)
  return { filter, agent_path, uid, now }
}

/** Where distributors lay when they were last asked for: they hardly ever move, and to ask first is a statement more. */
const paths = new Map<number, string>()
const PATHS_MAX = 10_000

/** The same by memory; null when nothing is remembered. Its answer counts only where {@link isStillThere} holds. */
export const narrowByMemory = ({ filter, uid, now }: DeviceQuestion): Narrowed | null => {
  const { agent_id, include_lower } = filter
  if (agent_id === undefined || !include_lower) return { filter, agent_path: null, uid, now }
  const agent_path = paths.get(agent_id)
  return agent_path === undefined ? null : { filter, agent_path, uid, now }
}

/** Whether the distributor of a question lies where it was taken to lie, and in the scope. */
export const isStillThere = (scope: Scope, { filter, agent_path }: Narrowed): RawBuilder<SqlBool> =>
  filter.agent_id === undefined || agent_path === null
    ? sql`true`
    : sql`exists (select from distributors
        where agent_id = ${filter.agent_id} and agent_path = ${agent_path} and ${agentsWithin(scope, 'distributors')})`

const findAgentPath = async (database: Connections, scope: Scope, agent_id: number): Promise<string | null> => {
  const query = sql<{ agent_path: string }>`select agent_path from distributors
    where agent_id = ${agent_id} and ${agentsWithin(scope, 'distributors')}`
  const [found] = await runPrepared(database, { compile: () => query.compile(database.db) })
  if (found === undefined) return null
  if (paths.size >= PATHS_MAX) paths.clear()
  paths.set(agent_id, found.agent_path)
  return found.agent_path
}
