import type { DeviceLogFilter } from '@heatfleet/contract/device-log/device-log.ts'
import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

/** Longest text that a search for units without ids may have. */
const SEARCH_MAX = 100

/** The units that a search field names: one complete id, or several with commas or spaces between them (spec 5). */
export const unitsOfSearch = (text: string): string[] => {
  const one = normalizeDeviceId(text)
  if (one !== null) return [one]
  const ids = text
    .split(/[\s,;，；、]+/)
    .filter((part) => part !== '')
    .map(normalizeDeviceId)
  return ids.includes(null) ? [] : [...new Set(ids.filter((id) => id !== null))].slice(0, LIMITS.filter_ids_max)
}

/** What the search field means to the request. */
export const bodyOfSearch = (text: string): Pick<DeviceLogFilter, 'macs' | 'search'> => {
  const macs = unitsOfSearch(text)
  return macs.length > 1 ? { macs } : { search: text.slice(0, SEARCH_MAX) }
}
