import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { agentsWithin, pathRange, type Scope } from './scope.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables> | Transaction<Tables>

/** The path of a distributor of the scope; null = unknown or outside of it. */
export const findAgentPath = async (db: Db, agents: Scope, agent_id: number): Promise<string | null> =>
  (
    await db
      .selectFrom('distributors')
      .select('agent_path')
      .where('agent_id', '=', agent_id)
      .where(agentsWithin(agents, 'distributors'))
      .executeTakeFirst()
  )?.agent_path ?? null

/** Rows of `devices` that a distributor filter means: 0 = the manufacturer's; a distributor outside the scope has none. */
export const devicesOfAgent = async (
  db: Db,
  agents: Scope,
  { agent_id, include_lower }: { agent_id: number; include_lower: boolean },
): Promise<Expression<SqlBool>> => {
  if (agent_id === 0) return sql<SqlBool>`devices.agent_id is null`
  const path = await findAgentPath(db, agents, agent_id)
  if (path === null) return sql<SqlBool>`false`
  return include_lower ? pathRange('devices.agent_path', path) : sql<SqlBool>`devices.agent_id = ${agent_id}`
}
