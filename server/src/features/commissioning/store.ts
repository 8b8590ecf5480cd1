import type { CommissioningFindings } from '@heatfleet/contract/commissioning/commissioning.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import { STORED_SEGMENTS } from '../../platform/stored-segments.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** A unit of the scope with what a commissioning report says of it. */
export const findUnit = (db: Db, scope: Scope, mac: string) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .leftJoin('device_installations', 'device_installations.device_id', 'devices.device_id')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.device_id',
      'devices.mac',
      'devices.device_name',
      'devices.net',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'products.layout_id as product_layout_id',
      'device_status.first_online_at',
      'device_status.rssi_dbm',
      'device_status.layout_id',
      'device_status.latest_blocks',
      'device_installations.installer',
      'distributors.agent_name',
    ])
    .executeTakeFirst()
export type Unit = NonNullable<Awaited<ReturnType<typeof findUnit>>>

export const findSigned = (db: Db, device_id: number) =>
  db.selectFrom('device_commissionings').selectAll().where('device_id', '=', device_id).executeTakeFirst()
export type Signed = NonNullable<Awaited<ReturnType<typeof findSigned>>>

/**
 * Not later than the first report that is kept of a device since it was online for the first time: its moment, or the begin of
 * its compacted UTC day. Null = none.
 */
export const findFirstReport = async (db: Db, device_id: number, first_online: Date): Promise<Date | null> => {
  const hot = (table: 'report_hot' | 'report_packing') => sql`
    (select at from ${sql.table(table)} where device_id = ${device_id} and at >= ${first_online} order by at limit 1)`
  const { rows } = await sql<{ at: Date | null }>`
    select least(${hot('report_hot')}, ${hot('report_packing')}, (
      select min(greatest(day, (${first_online}::timestamptz at time zone 'UTC')::date))::timestamp at time zone 'UTC' from ${sql.raw(STORED_SEGMENTS)} c
      where device_id = ${device_id} and last_at >= date_trunc('day', ${first_online}::timestamptz, 'UTC')
        and day >= date_trunc('month', ${first_online}::timestamptz at time zone 'UTC'))) as at`.execute(db)
  return rows[0]?.at ?? null
}

export type AlarmFacts = { open: number; raised: number; bus_lost_ms: number }

/** Alarms of a device: how many hold, how many were raised in a period, and for how long of it the bus was lost. */
export const readAlarms = async (db: Db, device_id: number, from: Date, to: Date): Promise<AlarmFacts> => {
  const { rows } = await sql<AlarmFacts>`
    select (count(*) filter (where recovered_at is null))::int as open,
      (count(*) filter (where first_at >= ${from} and first_at < ${to}))::int as raised,
      coalesce(sum(extract(epoch from least(coalesce(recovered_at, ${to}), ${to}) - greatest(first_at, ${from})) * 1000)
        filter (where type = 'bus_lost' and first_at < ${to} and coalesce(recovered_at, ${to}) > ${from}), 0)::float8 as bus_lost_ms
    from alarms where device_id = ${device_id}`.execute(db)
  return rows[0] ?? { open: 0, raised: 0, bus_lost_ms: 0 }
}

type NewSignature = Omit<Signed, 'findings'> & { findings: CommissioningFindings }

/** Keeps a signed report; false = it is signed already. */
export const insertSigned = async (db: Db, { findings, ...row }: NewSignature): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('device_commissionings')
    .values({ ...row, findings: JSON.stringify(findings) })
    .onConflict((conflict) => conflict.column('device_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const deleteSigned = (db: Db, device_id: number) =>
  db
    .deleteFrom('device_commissionings')
    .where('device_id', '=', device_id)
    .returning(['signed_name', 'signed_by', 'signed_at'])
    .executeTakeFirst()

/** Photos of a device by number, the oldest first. */
export const listPhotos = (db: Db, device_id: number, file_ids: readonly number[]) =>
  db
    .selectFrom('device_files')
    .select(['file_id', 'file_name', 'content'])
    .where('device_id', '=', device_id)
    .where('content_type', '<>', 'application/pdf')
    .where('file_id', 'in', file_ids.length === 0 ? [0] : [...file_ids])
    .orderBy('file_id')
    .execute()

/** How many of these are photos of a device. */
export const countPhotos = async (db: Db, device_id: number, file_ids: readonly number[]): Promise<number> => {
  if (file_ids.length === 0) return 0
  const { n } = await db
    .selectFrom('device_files')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('device_id', '=', device_id)
    .where('content_type', '<>', 'application/pdf')
    .where('file_id', 'in', [...file_ids])
    .executeTakeFirstOrThrow()
  return n
}
