import type { DeviceLogFilter } from '@heatfleet/contract/device-log/device-log.ts'
import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

/** The units that a filter names, as reports and a search for a text need them; empty = none, or too many. */
export const unitsNamedBy = ({ macs, search }: DeviceLogFilter): string[] => {
  const one = search === undefined ? null : normalizeDeviceId(search)
  const named = macs !== undefined && macs.length > 0 ? macs : one === null ? [] : [one]
  return named.length > LIMITS.device_log_report_units_max ? [] : named
}

/** Whether a filter asks for entries with a text; a report has none. */
export const hasText = ({ text }: DeviceLogFilter): boolean => text !== undefined && text !== ''
