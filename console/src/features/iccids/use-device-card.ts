import { api } from '@heatfleet/contract/api.ts'
import type { IccidCard } from '@heatfleet/contract/iccids/card.ts'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'

/** The end of a device's SIM card changes by days, ms. */
const STALE_MS = 300_000

/** The SIM card of a device; undefined while it is read, without one, and for who may not see cards. */
export const useDeviceCard = (mac: string): IccidCard | undefined => {
  const sees_cards = usePermission('iccid:view')
  const request = { query: { pageNo: 1, size: 1 }, body: { mac } }
  const { data } = useRead(api.iccidList, request, { enabled: sees_cards, staleTime: STALE_MS })
  return data?.list[0]
}
