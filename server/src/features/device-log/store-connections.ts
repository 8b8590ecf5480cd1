import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** A device of the scope; `layout_id` = the version of its product in use. */
export const findLogDevice = (db: Db, scope: Scope, mac: string) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .select(['devices.device_id', 'products.layout_id'])
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .executeTakeFirst()

/** A device came or went, unix ms. */
export type ConnectionEvent = { at_ms: number; online: boolean }

/** Comings and goings of a period, oldest first, after the last one before it. The caller has checked the scope. */
export const listConnectionEvents = async (
  db: Db,
  device_id: number,
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
): Promise<ConnectionEvent[]> => {
  const from = new Date(from_ms)
  const { rows } = await sql<ConnectionEvent>`
    select (extract(epoch from at) * 1000)::float8 as at_ms, kind = 'online' as online from (
      (select at, kind, event_id from device_events
       where device_id = ${device_id} and at < ${from} and kind in ('online', 'offline')
       order by at desc, event_id desc limit 1)
      union all
      select at, kind, event_id from device_events
      where device_id = ${device_id} and at >= ${from} and at < ${new Date(to_ms)} and kind in ('online', 'offline')
    ) found order by at, event_id`.execute(db)
  return rows
}
