import type { Device } from '@heatfleet/contract/devices.ts'
import { bytesOf, wireTime } from '../../platform/json-rows.ts'
import type { Layout } from '../products/public.ts'
import { latestValueOf } from './latest.ts'
import type { DeviceRow } from './store-rows.ts'

/** Flow water temperature of every product of ours (semantic key of the built-in product). */
const FLOW_KEY = 't_out'

/** Version under which the newest blocks came; the product's own before any report. */
export const layoutIdOf = (row: Pick<DeviceRow, 'layout_id' | 'product_layout_id'>): number | null =>
  row.layout_id ?? row.product_layout_id

/** The newest blocks of a row, packed. */
export const latestBlocksOf = ({ latest_blocks }: Pick<DeviceRow, 'latest_blocks'>): Buffer | null =>
  latest_blocks === null ? null : bytesOf(latest_blocks)

/** A row of the database as the list shows it. */
export const toDevice = (row: DeviceRow, layout: Layout | null): Device => ({
  mac: row.mac,
  device_name: row.device_name,
  product_key: row.product_key,
  product_name: row.product_name,
  product_english_name: row.product_english_name,
  net: row.net,
  online_status: row.online_status,
  online_since: row.online_status === 'online' ? wireTime(row.online_since) : null,
  first_online_time: wireTime(row.first_online_at),
  last_online_time: wireTime(row.last_online_at),
  last_offline_time: wireTime(row.last_offline_at),
  online_times: row.online_times ?? 0,
  last_report_time: wireTime(row.last_report_at),
  identify_status: row.identify_status,
  active_status: row.active,
  alarm_status: (row.alarm_count ?? 0) > 0,
  alarm_count: row.alarm_count ?? 0,
  alarm_keys: row.alarm_keys ?? [],
  alarm_severity: row.alarm_severity,
  last_alarm_time: wireTime(row.last_alarm_at),
  software_version: row.software_version,
  hardware_version: row.hardware_version,
  module_type: row.module_type,
  module_version: row.module_version,
  bus_status: row.bus_status ?? 'unknown',
  rssi_dbm: row.rssi_dbm,
  info_pk: row.info_pk,
  dtu_default_pk: row.dtu_default_pk,
  iccid: row.iccid,
  agent_id: row.agent_id,
  agent_name: row.agent_name,
  position: row.lat === null || row.lon === null ? null : { lat: row.lat, lon: row.lon, address: row.address },
  import_tag: row.import_tag,
  import_time: wireTime(row.import_time),
  import_count: row.import_count,
  imported_user: row.imported_user,
  simulated: row.simulated,
  test_bench: row.test_bench,
  favourite: row.favourite,
  flow_c: layout === null ? null : latestValueOf(layout, latestBlocksOf(row), FLOW_KEY),
})
