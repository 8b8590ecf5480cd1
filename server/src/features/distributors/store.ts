import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { agentsWithin, EVERYTHING, pathRange, type Scope, upperBound } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Use } from './rules.ts'

type Db = Kysely<Tables>

/**
 * Locks the distributor tree until this transaction ends: creating, renaming, moving and deleting wait for one another, so
 * that the validated state is the stored one.
 */
export const lockTree = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('distributors', 0))`.execute(trx)
}

/** A stored distributor of the scope, or null. */
export const findAgent = async (db: Db, scope: Scope, agent_id: number) =>
  (await db
    .selectFrom('distributors')
    .selectAll()
    .where('agent_id', '=', agent_id)
    .where(agentsWithin(scope, 'distributors'))
    .executeTakeFirst()) ?? null
export type AgentRow = NonNullable<Awaited<ReturnType<typeof findAgent>>>

/** True when another distributor has this name, whatever its letter case. Names are unique in the whole cloud. */
export const isNameTaken = async (db: Db, agent_name: string, but_id: number | null): Promise<boolean> => {
  const other = await db
    .selectFrom('distributors')
    .select('agent_id')
    .where(sql<string>`lower(agent_name)`, '=', sql<string>`lower(${agent_name})`)
    .$if(but_id !== null, (named) => named.where('agent_id', '<>', but_id ?? 0))
    .executeTakeFirst()
  return other !== undefined
}

/** The keys of unknown products. */
export const listUnknownProducts = async (db: Db, product_keys: readonly string[]): Promise<string[]> => {
  if (product_keys.length === 0) return []
  const existing = await db
    .selectFrom('products')
    .select('product_key')
    .where('product_key', 'in', [...product_keys])
    .execute()
  return product_keys.filter((key) => !existing.some(({ product_key }) => product_key === key))
}

/** Whether one of these products is disabled: existing assignments stay, new ones are refused. */
export const areDisabled = async (db: Db, product_keys: readonly string[]): Promise<boolean> =>
  product_keys.length > 0 &&
  (await db
    .selectFrom('products')
    .select('product_key')
    .where('product_key', 'in', [...product_keys])
    .where('disabled', '=', true)
    .executeTakeFirst()) !== undefined

/** Entered data of a distributor in its stored form. */
export type AgentData = {
  agent_name: string
  country: string
  region_code: string | null
  region_text: string
  address: string
  agency_area: string[]
  business_scope: string
  product_keys: string[]
  phone: string | null
  email: string | null
  remark: string
  account_quota: number | null
  device_quota: number | null
}

/** Stores a new distributor below `parent_path` ('/' = at the top); its path ends with its own id. */
export const insertAgent = async (
  trx: Db,
  data: AgentData,
  at: { agent_level: number; parent_id: number | null; parent_path: string; created_by: number | null; now: Date },
): Promise<{ agent_id: number; agent_path: string }> => {
  const { agent_level, parent_id, parent_path, created_by, now } = at
  const { agent_id } = await trx
    .insertInto('distributors')
    // The path needs the id; until then a value without a leading slash, which matches no path.
    .values({
      ...data,
      agent_level,
      parent_id,
      created_by,
      agent_path: `new ${data.agent_name}`,
      created_at: now,
      updated_at: now,
    })
    .returning('agent_id')
    .executeTakeFirstOrThrow()
  const agent_path = `${parent_path}${agent_id}/`
  await trx.updateTable('distributors').set({ agent_path }).where('agent_id', '=', agent_id).execute()
  return { agent_id, agent_path }
}

/** Updates the data of a distributor. */
export const updateAgent = async (trx: Db, agent_id: number, data: AgentData, now: Date): Promise<void> => {
  await trx
    .updateTable('distributors')
    .set({ ...data, updated_at: now })
    .where('agent_id', '=', agent_id)
    .execute()
}

/** Disables or enables a distributor; makes earlier edits stale. */
export const updateDisabled = async (trx: Db, agent_id: number, disabled: boolean, now: Date): Promise<void> => {
  await trx.updateTable('distributors').set({ disabled, updated_at: now }).where('agent_id', '=', agent_id).execute()
}

/** Ends every session of the accounts of a subtree; returns the accounts and the number of sessions. */
export const deleteSessionsBelow = async (trx: Db, agent_path: string): Promise<{ uid: number }[]> =>
  trx
    .deleteFrom('sessions')
    .using('accounts')
    .innerJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .whereRef('sessions.uid', '=', 'accounts.uid')
    .where(pathRange('distributors.agent_path', agent_path))
    .returning('sessions.uid')
    .execute()

/** Locks the row against new references and counts the existing ones. System work: unscoped. */
export const readUse = async (trx: Db, agent: { agent_id: number }): Promise<Use> => {
  await trx.selectFrom('distributors').select('agent_id').where('agent_id', '=', agent.agent_id).forUpdate().execute()
  return countUse(trx, agent.agent_id)
}

/** Number of references to a distributor. System work: unscoped. */
export const countUse = async (db: Db, agent_id: number): Promise<Use> => {
  const { rows } = await sql<Use>`select
    (select count(*)::int from distributors where parent_id = ${agent_id}) as sub_distributors,
    (select count(*)::int from devices where agent_id = ${agent_id}) as devices,
    (select count(*)::int from accounts where agent_id = ${agent_id}) as accounts,
    (select count(*)::int from roles where agent_id = ${agent_id}) as roles,
    (select count(*)::int from resource_groups
      where agent_id = ${agent_id} or ${agent_id} = any(agent_ids)) as resource_groups`.execute(db)
  const [use] = rows
  if (use === undefined) throw new Error('Five counts are one row.')
  return use
}

/** Accounts of the distributor itself and devices of its whole subtree: counted by its quotas. */
export const readQuotaUse = async (db: Db, agent: { agent_id: number; agent_path: string }) => {
  const { accounts } = await db
    .selectFrom('accounts')
    .select(sql<number>`count(*)::int`.as('accounts'))
    .where('agent_id', '=', agent.agent_id)
    .executeTakeFirstOrThrow()
  const { devices } = await db
    .selectFrom('devices')
    .select(sql<number>`count(*)::int`.as('devices'))
    .where(pathRange('devices.agent_path', agent.agent_path))
    .executeTakeFirstOrThrow()
  return { accounts, devices }
}

export const deleteAgent = async (trx: Db, agent_id: number): Promise<void> => {
  await trx.deleteFrom('distributors').where('agent_id', '=', agent_id).execute()
}

/** True when an ancestor of this distributor is disabled. */
export const isDisabledAbove = async (db: Db, ids_above: readonly number[]): Promise<boolean> =>
  ids_above.length > 0 &&
  (await db
    .selectFrom('distributors')
    .select('agent_id')
    .where('agent_id', 'in', [...ids_above])
    .where('disabled', '=', true)
    .executeTakeFirst()) !== undefined

/** Id and name of those of these distributors that the scope sees, the highest first. */
export const listNamed = (db: Db, scope: Scope, agent_ids: readonly number[]) =>
  db
    .selectFrom('distributors')
    .select(['agent_id', 'agent_name'])
    .where('agent_id', '=', sql<number>`any(${[...agent_ids]}::int[])`)
    .where(agentsWithin(scope, 'distributors'))
    .orderBy('agent_level')
    .execute()

/** True when a part of the subtree is outside the scope. */
export const reachesOut = async (db: Db, scope: Scope, agent_path: string): Promise<boolean> => {
  const countIn = async (within: Scope) =>
    (
      await db
        .selectFrom('distributors')
        .select(sql<number>`count(*)::int`.as('n'))
        .where(
          sql<boolean>`distributors.agent_path >= ${agent_path} and distributors.agent_path < ${upperBound(agent_path)}`,
        )
        .where(agentsWithin(within, 'distributors'))
        .executeTakeFirstOrThrow()
    ).n
  return (await countIn(EVERYTHING)) > (await countIn(scope))
}
