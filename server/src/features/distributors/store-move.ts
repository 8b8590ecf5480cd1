import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Kysely, sql } from 'kysely'
import { agentsWithin, EVERYTHING, pathRange, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Target of a move. */
type Move = {
  agent_id: number
  path_before: string
  path_after: string
  parent_id: number | null
  /** Levels by which all of it rises, 0 or more. */
  rises: number
  now: Date
}

/**
 * Moves a subtree: one statement for the paths and levels of all its distributors; the paths on devices follow by their
 * foreign key in the same statement. Returns the devices whose distributor changed. Needs the tree's lock.
 */
export const moveSubtree = async (trx: Db, move: Move): Promise<number[]> => {
  const { agent_id, path_before, path_after } = move
  await trx
    .updateTable('distributors')
    .set({
      agent_path: sql`${path_after} || substr(agent_path, ${path_before.length + 1}::int)`,
      agent_level: sql`agent_level - ${move.rises}::int`,
      parent_id: sql`case when agent_id = ${agent_id} then ${move.parent_id}::int else parent_id end`,
      updated_at: sql`case when agent_id = ${agent_id} then ${move.now}::timestamptz else updated_at end`,
    })
    .where(pathRange('distributors.agent_path', path_before))
    .execute()
  const devices = await trx
    .selectFrom('devices')
    .select('device_id')
    .where(pathRange('devices.agent_path', path_after))
    .execute()
  return devices.map(({ device_id }) => device_id)
}

/** Contents below a path: counts and first names. All devices are counted, because all move. */
export const readSubtree = async (db: Db, scope: Scope, agent_path: string) => {
  const subtree = db
    .selectFrom('distributors')
    .where(pathRange('distributors.agent_path', agent_path))
    .where(agentsWithin(scope, 'distributors'))
  const below = await subtree
    .where('distributors.agent_path', '<>', agent_path)
    .select(['distributors.agent_name'])
    .orderBy('distributors.agent_path')
    .execute()
  const accounts = await subtree
    .innerJoin('accounts', 'accounts.agent_id', 'distributors.agent_id')
    .select('accounts.user_name')
    .orderBy('distributors.agent_path')
    .orderBy('accounts.user_name')
    .execute()
  const { devices } = await db
    .selectFrom('devices')
    .select(sql<number>`count(*)::int`.as('devices'))
    .where(pathRange('devices.agent_path', agent_path))
    .executeTakeFirstOrThrow()
  return {
    sub_distributors: below.length,
    sub_names: below.slice(0, LIMITS.names_shown_max).map(({ agent_name }) => agent_name),
    accounts: accounts.length,
    account_names: accounts.slice(0, LIMITS.names_shown_max).map(({ user_name }) => user_name),
    devices,
  }
}

/** These distributors, where visible to the scope, with the number of their accounts. */
export const listWithAccounts = (db: Db, scope: Scope, agent_ids: readonly number[]) =>
  db
    .selectFrom('distributors')
    .leftJoin('accounts', 'accounts.agent_id', 'distributors.agent_id')
    .where('distributors.agent_id', '=', sql<number>`any(${[...agent_ids]}::int[])`)
    .where(agentsWithin(scope, 'distributors'))
    .groupBy('distributors.agent_id')
    .select(['distributors.agent_id', 'distributors.agent_name', sql<number>`count(accounts.uid)::int`.as('accounts')])
    .orderBy('distributors.agent_level')
    .execute()

/** Shares of all distributors of one level that have devices; unscoped, for anonymous figures. */
export const listShares = async (db: Db, agent_level: number) => {
  const { rows } = await sql<{ agent_id: number; devices: number; online: number; active: number; alarm: number }>`
    select split_part(devices.agent_path, '/', ${agent_level + 1})::int as agent_id,
      count(*)::int as devices,
      count(*) filter (where device_status.online)::int as online,
      count(*) filter (where devices.active)::int as active,
      count(*) filter (where device_status.alarm_count > 0)::int as alarm
    from devices left join device_status on device_status.device_id = devices.device_id
    where split_part(devices.agent_path, '/', ${agent_level + 1}) <> '' and ${pathRange('devices.agent_path', EVERYTHING.agent_path)}
    group by 1`.execute(db)
  return rows
}
