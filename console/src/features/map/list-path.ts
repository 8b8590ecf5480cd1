import type { MapFilter } from '@heatfleet/contract/map/map.ts'

/** The device list with filters of the map. */
export const listPath = ({
  alarm_status,
  include_lower,
  ...filter
}: Partial<MapFilter> & { area?: string; has_position?: 'no' }): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(filter)) if (value !== undefined) query.set(key, String(value))
  if (alarm_status !== undefined) query.set('alarm_status', alarm_status ? 'yes' : 'no')
  if (include_lower === false) query.set('include_lower', 'no')
  return `/device/device-list?${query}`
}
