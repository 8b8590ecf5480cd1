import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'

/** Filters of the device list as its address has them. */
export type DeviceListFilters = {
  quick?: 'alarm' | 'offline_24h' | 'unrecognized'
  online_status?: 'online' | 'offline' | 'never'
  active_status?: 'yes' | 'no'
  manufacturer_stock?: 'yes' | 'no'
  bus_status?: 'lost'
  bound?: 'yes'
  net?: 'wifi' | '4g'
  software_version?: string
  hardware_version?: string
  include_lower?: 'no'
  region_code?: string
  group_id?: number
  import_from?: string
  import_to?: string
}

/** The address of the list that holds what a figure of a part of the fleet counts. */
export const deviceListPath = (
  { agent_id, product_key, region_code }: FleetPart,
  filters: DeviceListFilters = {},
): string => pathWith('/device/device-list', { region_code, ...filters, product_key, agent_id })

/** The list of service orders of a part of the fleet. */
export const orderListPath = ({ agent_id, product_key }: FleetPart, tab: 'unresolved' | 'overdue'): string =>
  pathWith('/service/userFeedback', { tab, under: agent_id, product_key })

/** The list of SIM cards of a part of the fleet that end within days, or have ended. */
export const cardListPath = (
  { agent_id, product_key }: FleetPart,
  filters: { days_left: number } | { over: 'yes' },
): string => pathWith('/device/iccid-manage', { ...filters, agent_id, product_key })

/** The list of alarms that stand in a part of the fleet. */
export const alarmListPath = ({ agent_id, product_key, region_code }: FleetPart): string =>
  pathWith('/issue/issue-list', { tab: 'all', condition: 'active', under: agent_id, product_key, region_code })

/**
 * What stands below the count of units that report a fault; null = not known yet. Without one there may be alarms all the
 * same: of SIM cards, of rules, of units that are away.
 */
export const alarmNoteOf = (
  faulty_units: number,
  severities: readonly { alarms: number }[] | undefined,
): 'none' | 'severities' | 'other' | null => {
  if (severities === undefined) return null
  if (faulty_units > 0) return 'severities'
  return severities.some(({ alarms }) => alarms > 0) ? 'other' : 'none'
}

const pathWith = (path: string, values: Readonly<Record<string, string | number | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The page of one unit. */
export const devicePath = (mac: string): string => `/device/device-detail/${encodeURIComponent(mac)}`

const DAY_MS = 86_400_000

/** The days of import of units whose age in days is within a class; `today` as `2026-11-21`. */
export const importDays = (
  today: string,
  { from_days, to_days }: { from_days: number; to_days: number | null },
): Pick<DeviceListFilters, 'import_from' | 'import_to'> => {
  const before = (days: number) => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10)
  return {
    ...(from_days === 0 ? {} : { import_to: before(from_days) }),
    ...(to_days === null ? {} : { import_from: before(to_days - 1) }),
  }
}
