import type { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { SHIPMENT_STATES, type ShipmentTab } from '@heatfleet/contract/shipments/shipments.ts'
import {
  choiceParam,
  dayParam,
  defaultParam,
  eitherParam,
  numberParam,
  textParam,
  type ValuesOf,
} from '../../ui/filter-bar-params.ts'
import { placeParams } from '../../ui/list-address.ts'
import { withoutEmpty } from '../../ui/list-request.ts'
import { dayEnd, dayStart } from '../../ui/zone-day.ts'
import { idsOf } from './ids.ts'

export const TABS = ['to_ship', 'shipped', 'batches', 'returned'] as const

/** All that the address of the screen tells; each tab uses what it can. */
export const PARAMS = {
  tab: defaultParam(TABS, 'to_ship'),
  macs: textParam(LIMITS.view_query_max),
  product_key: textParam(LIMITS.product_key_max),
  agent_id: numberParam,
  batch_no: textParam(LIMITS.shipment_no_max),
  order_no: textParam(LIMITS.shipment_no_max),
  state: choiceParam(SHIPMENT_STATES),
  ever_online: eitherParam,
  ship_from: dayParam,
  ship_to: dayParam,
  ...placeParams(['newest'], 'newest'),
}
export type ListAddress = ValuesOf<typeof PARAMS>

/** What both lists are narrowed by; empty values are left out (spec 5). */
export const batchFilter = ({ batch_no, order_no, agent_id, product_key, ship_from, ship_to }: ListAddress) =>
  withoutEmpty({
    batch_no,
    order_no,
    agent_id,
    product_key,
    ship_from: dayStart(ship_from),
    ship_to: dayEnd(ship_to),
  })

/** The call that the address of a list of units asks for. */
export const unitRequest = (address: ListAddress, tab: ShipmentTab): RequestOf<typeof api.shippedDeviceList> => {
  const { macs, incomplete } = idsOf(address.macs)
  const { state, ever_online, product_key, agent_id } = address
  const ids = macs.length === 0 || incomplete.length > 0 ? {} : { macs: macs.slice(0, LIMITS.filter_ids_max) }
  const query = { pageNo: address.pageNo, size: address.size }
  if (tab === 'to_ship')
    return {
      query,
      body: {
        tab,
        ...ids,
        ...withoutEmpty({ product_key, agent_id }),
      },
    }
  return {
    query,
    body: {
      tab,
      ...batchFilter(address),
      ...ids,
      ...(ever_online === undefined ? {} : { ever_online }),
      ...(state === undefined || tab === 'returned' ? {} : { state }),
    },
  }
}
