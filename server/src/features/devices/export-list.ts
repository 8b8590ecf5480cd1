import { type Device, type DeviceFilter, isEstimate, type Position } from '@heatfleet/contract/devices/devices.ts'
import type { DeviceRowFacts } from '@heatfleet/contract/devices/row-facts.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { ExportRow, ExportSource } from '../exports/public.ts'
import { askedBy } from './filter-rights.ts'
import { readRowFacts } from './row-facts.ts'
import { countByTab, listDevicesAfter } from './store-list.ts'
import { findGroupOf } from './store-members.ts'
import { toDevice } from './to-wire.ts'

/** The device list as a file: the same filter and columns, in the order of the ids. */
export const deviceListExport = ({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): ExportSource<'device-list'> => {
  const requestOf = async (caller: Caller, filter: DeviceFilter) => ({
    ...askedBy(caller),
    filter,
    now: new Date(clock.now()),
    group: await findGroupOf(database.db, caller, filter),
  })
  return {
    needs: 'device:export',
    count: async (caller, { filter }) =>
      (await countByTab(database, caller.scope, await requestOf(caller, filter)))[filter.quick],
    list: async (caller, { filter, language }, after, limit) => {
      const found = await listDevicesAfter(database, caller.scope, await requestOf(caller, filter), after, limit)
      const macs = found.map(({ mac }) => mac)
      const facts = macs.length === 0 ? [] : await readRowFacts(database.db, caller, macs)
      const by_mac = new Map(facts.map((one) => [one.mac, one]))
      const rows = found.map((row) => toExportRow(toDevice(row), by_mac.get(row.mac), language))
      return { rows, last: found.length < limit ? null : (found.at(-1)?.mac ?? null) }
    },
  }
}

const momentOf = (time: string | null): Date | null => (time === null ? null : new Date(time))

const toExportRow = (
  device: Device,
  facts: DeviceRowFacts | undefined,
  language: 'en' | 'zh' | 'pl',
): ExportRow<'device-list'> => ({
  mac: device.mac,
  device_name: device.device_name,
  product_name: language === 'zh' ? device.product_name : device.product_english_name,
  product_key: device.product_key,
  online_status: device.online_status,
  signal: device.rssi_dbm,
  alarm_status: device.alarm_keys.join(' '),
  flow_c: device.flow_c,
  vcard_pk: device.vcard_pk,
  identify_status: device.identify_status,
  active_status: device.active_status,
  agent_name: device.agent_name,
  software_version: device.software_version,
  hardware_version: device.hardware_version,
  module_type: device.module_type,
  module_version: device.module_version,
  last_report_time: momentOf(device.last_report_time),
  last_online_time: momentOf(device.last_online_time),
  last_offline_time: momentOf(device.last_offline_time),
  first_online_time: momentOf(device.first_online_time),
  online_times: device.online_times,
  last_alarm_time: momentOf(device.last_alarm_time),
  position: positionOf(device.position),
  tags: device.tags.join(', '),
  import_tag: device.import_tag,
  import_time: momentOf(device.import_time),
  import_count: device.import_count,
  imported_user: device.imported_user,
  bus_status: device.bus_status,
  net: device.net,
  info_pk: device.info_pk,
  dtu_default_pk: device.dtu_default_pk,
  iccid: device.iccid,
  health: facts?.health.score ?? null,
  health_reasons: facts?.health.reasons.map(({ reason }) => reason) ?? [],
  bound_users: facts?.bound_users ?? null,
  sim_end: momentOf(facts?.sim_end ?? null),
  firmware_target:
    facts?.firmware_target.map(({ name, software_version }) => `${name} ${software_version}`).join(', ') ?? '',
})

const positionOf = (position: Position | null): string | null => {
  if (position === null) return null
  if (position.accuracy_m !== null && isEstimate(position))
    return `${position.lat.toFixed(2)}, ${position.lon.toFixed(2)} ± ${Math.ceil(position.accuracy_m / 1_000)} km`
  return position.address === '' ? `${position.lat.toFixed(4)}, ${position.lon.toFixed(4)}` : position.address
}
