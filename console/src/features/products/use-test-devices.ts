import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'

/** Options offered; online devices come first. */
const OFFERED_MAX = 50

/** Virtual devices of the product and its draft, then its devices. */
export const useTestDevices = (product_key: string): { mac: string; device_name: string }[] => {
  const virtual = useRead(api.virtualUnitList, {}).data?.filter((unit) => unit.product_key === product_key) ?? []
  const devices =
    useRead(api.deviceList, {
      query: { pageNo: 1, size: OFFERED_MAX },
      body: { product_key, quick: 'all', sort_by: 'online_status', sort_order: 'desc', include_lower: true },
    }).data?.list ?? []
  return [...new Map([...virtual, ...devices].map((unit) => [unit.mac, unit])).values()]
}
