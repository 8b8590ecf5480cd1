import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { JsonOf } from '../../platform/json-rows.ts'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** `online`, `offline`, or `never` when it has not been online once. */
export const ONLINE_STATUS = sql<'online' | 'offline' | 'never'>`case when device_status.online then 'online'
  when device_status.first_online_at is null then 'never' else 'offline' end`

/**
 * Devices of the scope that meet all conditions, to sort and count, from `from` on: each table is joined so that the
 * database leaves out those a question does not name. Written out, for it is put together at every call.
 */
export const searchWithin = (
  scope: Scope,
  uid: number,
  conditions: readonly Expression<SqlBool>[],
): RawBuilder<unknown> => sql`
  from devices
    left join products on products.product_key = devices.product_key
    left join distributors on distributors.agent_id = devices.agent_id
    left join device_status on device_status.device_id = devices.device_id
    left join device_favourites on device_favourites.device_id = devices.device_id and device_favourites.uid = ${uid}
  where ${sql.join([withinScope(scope, 'devices'), ...conditions], sql` and `)}`

/** Columns of one row of the list. */
const DEVICE_COLUMNS = [
  'devices.device_id',
  'devices.mac',
  'devices.device_name',
  'devices.product_key',
  'products.name as product_name',
  'products.english_name as product_english_name',
  'products.layout_id as product_layout_id',
  'devices.net',
  ONLINE_STATUS.as('online_status'),
  'device_status.online_since',
  'device_status.first_online_at',
  'device_status.last_online_at',
  'device_status.last_offline_at',
  'device_status.online_times',
  'device_status.last_report_at',
  'devices.identify_status',
  'devices.active',
  'device_status.alarm_keys',
  'device_status.alarm_count',
  'device_status.alarm_severity',
  'device_status.last_alarm_at',
  'devices.software_version',
  'devices.hardware_version',
  'devices.module_type',
  'devices.module_version',
  'device_status.bus_status',
  'device_status.rssi_dbm',
  'devices.info_pk',
  'devices.dtu_default_pk',
  'devices.generic',
  'devices.iccid',
  'devices.agent_id',
  'devices.agent_path',
  'distributors.agent_name',
  'distributors.country as agent_country',
  'devices.lat',
  'devices.lon',
  'devices.address',
  'devices.import_tag',
  'devices.import_time',
  'devices.import_count',
  'devices.imported_user',
  'devices.simulated',
  'devices.test_bench',
  'device_status.layout_id',
  'device_status.latest_blocks',
  sql<boolean>`device_favourites.uid is not null`.as('favourite'),
] as const

const shown = (db: Db) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .innerJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .select(DEVICE_COLUMNS)

/** A device with all that the list shows of it, as the database writes it in JSON. */
export type DeviceRow = JsonOf<Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>>

let shown_text: string | undefined

/**
 * A subselect of the rows (`DeviceRow`) of the devices that `chosen` gives: all their columns and their `place` in the
 * order. They travel as JSON, one value for each row: the driver takes three times as long over forty columns.
 */
export const shownDevices = (
  db: Db,
  uid: number,
  chosen: RawBuilder<unknown>,
  direction: 'asc' | 'desc' = 'asc',
): RawBuilder<DeviceRow> => {
  // Its forty columns and four tables never change: the builder goes over them once.
  shown_text ??= shown(db).compile().sql
  return sql`(
    with devices as (${chosen}) ${sql.raw(shown_text)}
      left join device_favourites on device_favourites.device_id = devices.device_id and device_favourites.uid = ${uid}
    order by devices.place ${sql.raw(direction)}
  )`
}
