import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { call } from '../../cloud/call.ts'

/** Units that a batch brought in or met again, some of them in the order of its lines. */
export const findUnits = async (import_id: number, from: number, count: number): Promise<string[]> => {
  const size = LIMITS.page_size_max
  const macs: string[] = []
  for (let pageNo = Math.floor(from / size) + 1; macs.length < (from % size) + count; pageNo += 1) {
    const { list } = await call(api.importRowList, { query: { pageNo, size }, body: { import_id, tab: 'success' } })
    macs.push(...list.map(({ mac }) => mac))
    if (list.length < size) break
  }
  return macs.slice(from % size, (from % size) + count)
}
