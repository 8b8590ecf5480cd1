import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** `online`, `offline`, or `never` when it has not been online once. */
export const ONLINE_STATUS = sql<'online' | 'offline' | 'never'>`case when device_status.online then 'online'
  when device_status.first_online_at is null then 'never' else 'offline' end`

/**
 * Devices of the scope to search, sort and count: each table is joined so that the database leaves out those a question
 * does not name.
 */
export const searchWithin = (db: Db, scope: Scope, uid: number) =>
  db
    .selectFrom('devices')
    .leftJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .leftJoin('device_favourites', (join) =>
      join.onRef('device_favourites.device_id', '=', 'devices.device_id').on('device_favourites.uid', '=', uid),
    )
    .where(withinScope(scope, 'devices'))

/** Devices of the scope with all that the list shows of them. */
export const devicesWithin = (db: Db, scope: Scope, uid: number) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .innerJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .leftJoin('device_favourites', (join) =>
      join.onRef('device_favourites.device_id', '=', 'devices.device_id').on('device_favourites.uid', '=', uid),
    )
    .where(withinScope(scope, 'devices'))

/** Columns of one row of the list. */
export const DEVICE_COLUMNS = [
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
  'device_status.last_alarm_at',
  'devices.software_version',
  'devices.hardware_version',
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
  'devices.lat',
  'devices.lon',
  'devices.address',
  'devices.import_tag',
  'devices.import_time',
  'devices.import_count',
  'devices.imported_user',
  'devices.simulated',
  'device_status.layout_id',
  'device_status.latest_blocks',
  sql<boolean>`device_favourites.uid is not null`.as('favourite'),
] as const
