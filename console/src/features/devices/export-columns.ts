import { DEVICE_EXPORT_COLUMNS } from '@heatfleet/contract/devices/devices.ts'
import { BUS_STATES, IDENTIFY_STATES, ONLINE_STATES, RECOGNITION_STATES } from '@heatfleet/contract/transitions.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import type { DeviceColumn } from './columns.tsx'
import type { DeviceWords } from './device-words.ts'
import { NETWORKS } from './list-address.ts'

/** What an export of the list can hold, named as the list names it; the columns on the screen are ticked at first. */
export const exportColumns = (
  t: DeviceWords,
  all: readonly DeviceColumn[],
  shown: readonly DeviceColumn[],
): ExportColumn<'device-list'>[] => {
  const words: Readonly<Record<string, Record<string, string>>> = {
    online_status: Object.fromEntries(ONLINE_STATES.map((state) => [state, t(($) => $.online[state])])),
    vcard_pk: Object.fromEntries(RECOGNITION_STATES.map((state) => [state, t(($) => $.recognition[state])])),
    identify_status: Object.fromEntries(IDENTIFY_STATES.map((state) => [state, t(($) => $.recognition[state])])),
    bus_status: Object.fromEntries(BUS_STATES.map((state) => [state, t(($) => $.bus[state])])),
    net: Object.fromEntries(NETWORKS.map((net) => [net, t(($) => $.net[net])])),
    active_status: { true: t(($) => $.active.yes), false: t(($) => $.active.no) },
  }
  return DEVICE_EXPORT_COLUMNS.flatMap((key) => {
    const column = all.find((one) => one.key === key)
    if (column === undefined) return []
    const title = column.unit === undefined ? column.title : `${column.title} [${column.unit}]`
    const own = words[key]
    return [{ key, title, shown: shown.includes(column), ...(own === undefined ? {} : { words: own }) }]
  })
}
