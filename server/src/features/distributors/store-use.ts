import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Kysely, sql } from 'kysely'
import { accountsWithin, agentsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Visible rows of a kind: their number and the first ones. */
export type VisibleRows = { count: number; first: { id: string; name: string }[] }

/** Sub-distributors directly below it that the scope sees. */
export const listSubsOf = async (db: Db, scope: Scope, agent_id: number): Promise<VisibleRows> =>
  seenOf(
    await db
      .selectFrom('distributors')
      .where('distributors.parent_id', '=', agent_id)
      .where(agentsWithin(scope, 'distributors'))
      .select([sql<string>`distributors.agent_id::text`.as('id'), 'distributors.agent_name as name', COUNT])
      .orderBy('distributors.agent_name')
      .limit(LIMITS.use_named_max)
      .execute(),
  )

/** Its own devices that the scope sees. */
export const listDevicesOf = async (db: Db, scope: Scope, agent_id: number): Promise<VisibleRows> =>
  seenOf(
    await db
      .selectFrom('devices')
      .where('devices.agent_id', '=', agent_id)
      .where(withinScope(scope, 'devices'))
      .select(['devices.mac as id', 'devices.device_name as name', COUNT])
      .orderBy('devices.device_id')
      .limit(LIMITS.use_named_max)
      .execute(),
  )

/** Its own accounts that the scope sees. */
export const listAccountsOf = async (db: Db, scope: Scope, agent_id: number): Promise<VisibleRows> =>
  seenOf(
    await db
      .selectFrom('accounts')
      .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
      .where('accounts.agent_id', '=', agent_id)
      .where(accountsWithin(scope, 'accounts'))
      .select([sql<string>`accounts.uid::text`.as('id'), 'accounts.user_name as name', COUNT])
      .orderBy('accounts.user_name')
      .limit(LIMITS.use_named_max)
      .execute(),
  )

/** Total of matches, repeated in each row. */
const COUNT = sql<number>`(count(*) over ())::int`.as('count')

const seenOf = (rows: readonly { id: string; name: string; count: number }[]): VisibleRows => ({
  count: rows[0]?.count ?? 0,
  first: rows.map(({ id, name }) => ({ id, name })),
})
