import { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices/devices.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { call } from '../../cloud/call.ts'
import type { Selection } from '../../ui/data-table-selection.ts'

/** Ids of the selected devices, on whichever pages they are; the server limits how many a batch may have. */
export const selectedMacs = async (
  selection: Selection<Device>,
  { body }: RequestOf<typeof api.deviceList>,
): Promise<string[]> => {
  if (selection.kind === 'some') return [...selection.rows.values()].map(({ mac }) => mac)
  const filter = { ...body, except_macs: [...selection.except] }
  const { list } = await call(api.deviceList, { query: { pageNo: 1, size: LIMITS.model_batch_max }, body: filter })
  return list.map(({ mac }) => mac)
}
