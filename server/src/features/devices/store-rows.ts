import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** `online`, `offline`, or `never` when it has not been online once. */
export const ONLINE_STATUS = sql<'online' | 'offline' | 'never'>`case when device_status.online then 'online'
  when device_status.first_online_at is null then 'never' else 'offline' end`

/** The board is known: a model was found, or is being looked for anew. The column holds where recognition stands. */
export const IS_IDENTIFIED = sql<SqlBool>`(devices.info_pk is not null or devices.identify_status = 'recognized')`

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
    left join device_health on device_health.device_id = devices.device_id
  where ${sql.join([withinScope(scope, 'devices'), ...conditions], sql` and `)}`

/** A time as the wire has it: UTC, milliseconds, `Z`. Colons are quoted: to psql and pgbench `:MI` is a variable. */
const wireTime = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"')`

/** A device as the list shows it: each field and where it comes from. */
const WRITTEN = {
  mac: sql`devices.mac`,
  device_name: sql`devices.device_name`,
  product_key: sql`devices.product_key`,
  product_name: sql`products.name`,
  product_english_name: sql`products.english_name`,
  net: sql`devices.net`,
  online_status: ONLINE_STATUS,
  online_since: sql`case when device_status.online then ${wireTime('device_status.online_since')} end`,
  first_online_time: wireTime('device_status.first_online_at'),
  last_online_time: wireTime('device_status.last_online_at'),
  last_offline_time: wireTime('device_status.last_offline_at'),
  online_times: sql`coalesce(device_status.online_times, 0)`,
  last_report_time: wireTime('device_status.last_report_at'),
  identify_status: sql`case when ${IS_IDENTIFIED} then 'recognized' else 'unrecognized' end`,
  vcard_pk: sql`devices.identify_status`,
  active_status: sql`devices.active`,
  replaced_time: wireTime('devices.replaced_at'),
  alarm_status: sql`coalesce(device_status.alarm_count > 0, false)`,
  alarm_count: sql`coalesce(device_status.alarm_count, 0)`,
  alarm_keys: sql`coalesce(device_status.alarm_keys, '{}')`,
  alarm_severity: sql`device_status.alarm_severity`,
  last_alarm_time: wireTime('device_status.last_alarm_at'),
  software_version: sql`devices.software_version`,
  hardware_version: sql`devices.hardware_version`,
  module_type: sql`devices.module_type`,
  module_version: sql`devices.module_version`,
  bus_status: sql`coalesce(device_status.bus_status, 'unknown')`,
  rssi_dbm: sql`device_status.rssi_dbm`,
  info_pk: sql`devices.info_pk`,
  dtu_default_pk: sql`devices.dtu_default_pk`,
  iccid: sql`devices.iccid`,
  agent_id: sql`devices.agent_id`,
  agent_name: sql`distributors.agent_name`,
  position: sql`case when devices.lat is not null and devices.lon is not null
    then json_build_object('lat', devices.lat, 'lon', devices.lon, 'address', devices.address,
      'accuracy_m', devices.position_accuracy_m) end`,
  tags: sql`array(select tag from device_tags where device_tags.device_id = devices.device_id order by lower(tag))`,
  import_tag: sql`devices.import_tag`,
  import_time: wireTime('devices.import_time'),
  import_count: sql`devices.import_count`,
  imported_user: sql`devices.imported_user`,
  simulated: sql`devices.simulated`,
  test_bench: sql`devices.test_bench`,
  favourite: sql`device_favourites.uid is not null`,
  flow_c: sql`device_status.flow_c`,
} as const satisfies Record<keyof Device, unknown>

/** A device as the database gives it. */
export type DeviceRow = {
  device_id: number
  mac: string
  agent_path: string
  /** Null for stock of the manufacturer. */
  agent_country: string | null
  generic: boolean
  /** Version under which the newest blocks came; the product's own before any report. */
  layout_id: number | null
  /** The newest answer to each poll block, packed. */
  latest_blocks: Buffer | null
  /** JSON of all that the list shows of it. */
  written: string
}

const SHOWN = sql`
  select devices.place, devices.device_id::int, devices.mac, devices.agent_path, distributors.country as agent_country,
    devices.generic, coalesce(device_status.layout_id, products.layout_id) as layout_id, device_status.latest_blocks,
    (select to_json(written) from (select ${sql.join(
      Object.entries(WRITTEN).map(([name, from]) => sql`${from} as ${sql.ref(name)}`),
    )}) written)::text as written
  from devices
    join products on products.product_key = devices.product_key
    left join distributors on distributors.agent_id = devices.agent_id
    left join device_status on device_status.device_id = devices.device_id`

let shown_text: string | undefined

/** A subselect of the rows (`DeviceRow`) of the devices that `chosen` gives, with their `place` in its order. */
export const shownDevices = (
  db: Db,
  uid: number,
  chosen: RawBuilder<unknown>,
  direction: 'asc' | 'desc' = 'asc',
): RawBuilder<DeviceRow> => {
  // Its columns and tables never change: the builder goes over them once.
  shown_text ??= SHOWN.compile(db).sql
  return sql`(
    with devices as (${chosen}) ${sql.raw(shown_text)}
      left join device_favourites on device_favourites.device_id = devices.device_id and device_favourites.uid = ${uid}
    order by devices.place ${sql.raw(direction)}
  )`
}
