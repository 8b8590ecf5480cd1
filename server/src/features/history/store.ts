import type { AttrSaving } from '@heatfleet/contract/history.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Those of the devices that lie in the scope, with the version of their product in use. */
export const listDevices = (db: Db, scope: Scope, macs: readonly string[]) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .select(['devices.device_id', 'devices.mac', 'products.layout_id'])
    .where('devices.mac', 'in', [...macs])
    .where(withinScope(scope, 'devices'))
    .execute()

/** A report as it is kept in the hot table. */
export type HotReport = { at_ms: number; layout_id: number; raw: Buffer }

/** The next reports of a device from a time on, that time included. The caller has checked the device against the scope. */
export const listHotReports = async (
  db: Db,
  { device_id, from_ms, to_ms, rows_max }: { device_id: number; from_ms: number; to_ms: number; rows_max: number },
): Promise<HotReport[]> => {
  // A number, not a date: parsing dates would cost more than decoding the reports. By `ctid` those of one time come as
  // they were stored: rows are only ever added.
  const { rows } = await sql<HotReport>`
    select (extract(epoch from at) * 1000)::float8 as at_ms, layout_id, raw
    from report_hot
    where device_id = ${device_id} and at >= ${new Date(from_ms)} and at < ${new Date(to_ms)}
    order by at, ctid limit ${rows_max}`.execute(db)
  return rows
}

/** The own saved selections for a product; undefined = no such product. */
export const findAttrSavings = async (db: Db, uid: number, product_key: string): Promise<AttrSaving[] | undefined> => {
  const row = await db
    .selectFrom('products')
    .leftJoin('attr_savings', (join) =>
      join.onRef('attr_savings.product_key', '=', 'products.product_key').on('attr_savings.uid', '=', uid),
    )
    .select('attr_savings.savings')
    .where('products.product_key', '=', product_key)
    .executeTakeFirst()
  return row === undefined ? undefined : (row.savings ?? [])
}

/** Replaces the own saved selections for a product; false = no such product. */
export const replaceAttrSavings = async (
  db: Db,
  { uid, product_key, savings }: { uid: number; product_key: string; savings: readonly AttrSaving[] },
): Promise<boolean> => {
  const stored = JSON.stringify(savings)
  const done = await db
    .insertInto('attr_savings')
    .columns(['uid', 'product_key', 'savings'])
    .expression((from) =>
      from
        .selectFrom('products')
        .select([sql<number>`${uid}::int`.as('uid'), 'product_key', sql<string>`${stored}::jsonb`.as('savings')])
        .where('product_key', '=', product_key),
    )
    .onConflict((conflict) => conflict.columns(['uid', 'product_key']).doUpdateSet({ savings: stored }))
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}
