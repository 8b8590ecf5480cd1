import type { MapFilter } from '@heatfleet/contract/map/map.ts'

/** The device list with filters of the map. */
export const listPath = ({
  include_lower,
  ...filter
}: Partial<MapFilter> & { area?: string; circle?: string; has_position?: 'no' }): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(filter))
    if (value !== undefined && value !== '')
      query.set(key, typeof value === 'boolean' ? YES_NO[`${value}`] : String(value))
  if (include_lower === false) query.set('include_lower', 'no')
  return `/device/device-list?${query}`
}

/** As the address of a list has it. */
const YES_NO = { true: 'yes', false: 'no' } as const
