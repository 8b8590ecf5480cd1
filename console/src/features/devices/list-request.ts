import type { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { withoutEmpty } from '../../ui/list-request.ts'
import { dayEnd, dayStart } from '../../ui/zone-day.ts'
import { parseKeyword } from './keyword.ts'
import type { ListAddress } from './list-address.ts'

export type ListRequest = RequestOf<typeof api.deviceList>

/**
 * The call that an address asks for; empty values are left out (spec 5). A keyword with an incomplete id does not
 * filter: the field shows the error and the screen asks nothing until it is mended.
 */
export const listRequest = (address: ListAddress): ListRequest => {
  const keyword = parseKeyword(address.keyword)
  return {
    query: { pageNo: address.pageNo, size: address.size },
    body: withoutEmpty({
      macs: keyword.kind === 'ids' ? keyword.macs : undefined,
      device_name: keyword.kind === 'name' ? keyword.device_name : undefined,
      product_key: address.product_key,
      agent_id: address.agent_id,
      include_lower: address.include_lower,
      online_status: address.online_status,
      active_status: address.active_status,
      alarm_status: address.alarm_status,
      vcard_pk: address.vcard_pk,
      identify_status: address.identify_status,
      bus_status: address.bus_status,
      net: address.net,
      software_version: address.software_version,
      hardware_version: address.hardware_version,
      import_tag: address.import_tag,
      last_online_from: dayStart(address.last_online_from),
      last_online_to: dayEnd(address.last_online_to),
      quick: address.quick,
      sort_by: address.sort_by,
      sort_order: address.sort_order,
    }),
  }
}
