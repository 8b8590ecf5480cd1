import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

const UNIT = [
  'devices.device_id',
  'devices.mac',
  'devices.device_name',
  'devices.product_key',
  'products.name as product_name',
  'products.english_name as product_english_name',
  'products.layout_id as product_layout_id',
  'device_status.layout_id as report_layout_id',
  'device_status.latest_blocks',
  'device_status.last_report_at',
  'bindings.bound_at',
] as const

const boundUnits = (db: Db) =>
  db
    .selectFrom('bindings')
    .innerJoin('devices', 'devices.device_id', 'bindings.device_id')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')

/** A unit that is bound to an app user, with the role of the binding; null when it is not. */
export const findBoundUnit = async (db: Db, app_user_id: number, mac: string) =>
  (await boundUnits(db)
    .where('bindings.app_user_id', '=', app_user_id)
    .where('devices.mac', '=', mac)
    .select([...UNIT, 'bindings.role'])
    .executeTakeFirst()) ?? null

/** What is read of a unit. */
export type UnitRow = Omit<NonNullable<Awaited<ReturnType<typeof findBoundUnit>>>, 'role'>

const activeGrants = (db: Db, at: Date) =>
  boundUnits(db)
    .innerJoin('app_users', 'app_users.app_user_id', 'bindings.app_user_id')
    .innerJoin('data_grants', (join) =>
      join
        .onRef('data_grants.device_id', '=', 'bindings.device_id')
        .onRef('data_grants.app_user_id', '=', 'bindings.app_user_id'),
    )
    .where('bindings.role', '=', 'owner')
    .where('app_users.disabled', '=', false)
    .where('app_users.erased_at', 'is', null)
    .where('data_grants.ended_at', 'is', null)
    .where('data_grants.expires_at', '>', at)

/** The active grant of a token, while the person who gave it owns the unit; null when there is none. */
export const findGrantOfToken = async (db: Db, token_hash: Buffer, at: Date) =>
  (await activeGrants(db, at)
    .where('data_grants.token_hash', '=', token_hash)
    .select(['data_grants.grant_id', 'data_grants.device_id'])
    .executeTakeFirst()) ?? null

/** The unit of an active grant with the times that bound it; null when it ended meanwhile. */
export const findGrantedUnit = async (db: Db, grant_id: number, at: Date) =>
  (await activeGrants(db, at)
    .where('data_grants.grant_id', '=', grant_id)
    .select([...UNIT, 'data_grants.data_from', 'data_grants.expires_at', 'data_grants.purpose'])
    .executeTakeFirst()) ?? null

/** Device time of the newest report of a unit, unix ms; 0 = none. */
export const findNewestReport = async (db: Db, device_id: number): Promise<number> =>
  (
    await db.selectFrom('device_status').select('last_report_at').where('device_id', '=', device_id).executeTakeFirst()
  )?.last_report_at?.getTime() ?? 0

/** Number of a product version as people know it; null = no such version. */
export const findVersionNumber = async (db: Db, layout_id: number): Promise<number | null> =>
  (await db.selectFrom('product_versions').select('version').where('layout_id', '=', layout_id).executeTakeFirst())
    ?.version ?? null

/** What was read, by whom: no grant = the owner. */
export type Access = {
  device_id: number
  grant_id: number | null
  call: Tables['data_accesses']['call']
  at: Date
  address: string
}

/** Counts a read; returns how many of this kind the reader made on this UTC day. */
export const recordAccess = (db: Db, { device_id, grant_id, call, at, address }: Access): Promise<number> =>
  db.transaction().execute(async (tx) => {
    if (grant_id !== null)
      await tx
        .updateTable('data_grants')
        .set({ last_access_at: at, last_address: address, access_count: sql`access_count + 1` })
        .where('grant_id', '=', grant_id)
        .execute()
    const { count } = await tx
      .insertInto('data_accesses')
      .values({
        device_id,
        grant_id,
        call,
        day: sql<Date>`${at.toISOString().slice(0, 10)}::date`,
        count: 1,
        first_at: at,
        last_at: at,
        last_address: address,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['device_id', 'grant_id', 'call', 'day'])
          .doUpdateSet({ count: sql`data_accesses.count + 1`, last_at: at, last_address: address }),
      )
      .returning('count')
      .executeTakeFirstOrThrow()
    return count
  })
