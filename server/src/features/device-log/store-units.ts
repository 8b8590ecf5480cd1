import type { DeviceLogFilter } from '@heatfleet/contract/device-log/device-log.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { ORDERS_WITH_AGENT, ordersWithin } from '../service-orders/public.ts'
import { conditionsOf, type LogRow } from './store.ts'
import { FRAME_BITS, type LogView } from './store-sources.ts'

type Db = Kysely<Tables>

type LogDevice = Pick<
  LogRow,
  'device_id' | 'mac' | 'device_name' | 'product_key' | 'product_name' | 'product_english_name' | 'agent_name'
>

/** The named units that a filter leaves, in the order of their ids. */
export const listLogDevices = async (
  db: Db,
  view: LogView,
  { search: _, ...filter }: DeviceLogFilter,
  macs: readonly string[],
): Promise<LogDevice[]> => {
  const conditions = await conditionsOf(db, view, { ...filter, macs: [...macs] })
  return db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .select([
      'devices.device_id',
      'devices.mac',
      'devices.device_name',
      'devices.product_key',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'distributors.agent_name',
    ])
    .where((is) => is.and(conditions))
    .orderBy('devices.device_id')
    .execute()
}

/** The alarm of an entry, and the newest service order that was created from it. */
export type EntryLinks = { alarm_id: number; order_id: number | null }

/** Alarms that entries of raised fault points began or came back to, by place; orders only where the caller may see them. */
export const listLinks = async (
  db: Db,
  { device, sees_orders }: { device: Scope; sees_orders: boolean },
  rows: readonly LogRow[],
): Promise<Map<string, EntryLinks>> => {
  const raised = rows.filter(({ kind }) => kind === 'alarm')
  if (raised.length === 0) return new Map()
  const asked = raised.map(({ place, device_id, at, detail }) => ({ place, device_id, at, keys: detail.keys ?? [] }))
  const newest = sees_orders
    ? sql`(select max(service_orders.order_id) from ${ORDERS_WITH_AGENT}
        where service_orders.alarm_id = found.alarm_id and ${ordersWithin(device)})`
    : sql`null::int`
  // The units are those of the entries, which were read in the scope.
  const { rows: found } = await sql<{ place: string } & EntryLinks>`
    select asked.place, found.alarm_id, ${newest} as order_id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (place text, device_id int, at timestamptz, keys jsonb)
    cross join lateral (
      select alarms.alarm_id from alarms
      where alarms.device_id = asked.device_id and alarms.type = 'device_fault' and asked.keys ? alarms.rule_key
        and alarms.first_at <= asked.at
      order by alarms.first_at desc, alarms.severity_rank desc limit 1) found`.execute(db)
  return new Map(found.map(({ place, ...links }) => [place, links]))
}

/** A message of the capture of a device; `at` tells it from one of an earlier capture. */
export const findCapturedFrame = async (db: Db, device_id: number, { id, at_ms }: { id: number; at_ms: number }) =>
  db
    .selectFrom('device_capture_frames')
    .select(['channel', 'payload'])
    .where('device_id', '=', device_id)
    .where(sql<SqlBool>`(device_id::bigint << ${sql.lit(FRAME_BITS)}) + frame_no = ${id}`)
    .where(sql<SqlBool>`date_trunc('milliseconds', at) = ${new Date(at_ms)}`)
    .executeTakeFirst()

/** A frame of a device that could not be stored. */
export const findLetter = async (db: Db, mac: string, dead_letter_id: number) =>
  db
    .selectFrom('dead_letters')
    .select(['topic as channel', 'payload', 'reason'])
    .where(sql<SqlBool>`dead_letter_id = ${dead_letter_id}`)
    .where('mac', '=', mac)
    .executeTakeFirst()

/** What versions of products are called. */
export const listVersionNames = (db: Db, layout_ids: readonly number[]) =>
  db
    .selectFrom('product_versions')
    .innerJoin('products', 'products.product_key', 'product_versions.product_key')
    .select([
      'product_versions.layout_id',
      'product_versions.version',
      'products.product_key',
      'products.name as product_name',
      'products.english_name as product_english_name',
    ])
    .where(sql<SqlBool>`product_versions.layout_id = any(${[...layout_ids]}::int[])`)
    .execute()

/** The fewest days for which a product of these units keeps its reports; null = none keeps less than the installation. */
export const findShortestHistory = async (
  db: Kysely<Tables>,
  scope: Scope,
  macs: readonly string[],
): Promise<number | null> => {
  if (macs.length === 0) return null
  const { days } = await db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .select(({ fn }) => fn.min('products.history_days').as('days'))
    .where('devices.mac', 'in', macs)
    .where(withinScope(scope, 'devices'))
    .executeTakeFirstOrThrow()
  return days
}
