import { api } from '@heatfleet/contract/api.ts'
import { useRead } from './call.ts'

const STALE_MS = 60_000

/** Groups of devices that one sees, for filters. */
export const useDeviceGroupChoices = () => {
  const { data = [] } = useRead(api.deviceGroupNames, undefined, { staleTime: STALE_MS })
  return data
}
