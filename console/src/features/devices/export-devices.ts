import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { Device } from '@heatfleet/contract/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ListRequest } from './list-request.ts'

/** More rows than this in one file belong into a background job, not into a browser. */
export const EXPORT_ROWS_MAX = 20_000

/**
 * Fetches all devices that match a filter, page by page, without those released by hand. In the order of the ids, so that
 * a device that reports meanwhile is neither lost nor written twice.
 */
export const collectMatching = async (
  call: Call,
  filter: ListRequest,
  except: ReadonlySet<string>,
  onProgress: (done: number) => void,
): Promise<Device[]> => {
  const rows: Device[] = []
  for (let pageNo = 1; rows.length < EXPORT_ROWS_MAX; pageNo += 1) {
    const page = await call(api.deviceList, {
      query: { pageNo, size: LIMITS.page_size_max },
      body: { ...filter.body, sort_by: 'mac', sort_order: 'asc' },
    })
    rows.push(...page.list)
    onProgress(Math.min(rows.length, page.total))
    if (page.list.length < LIMITS.page_size_max || rows.length >= page.total) break
  }
  return rows.filter((row) => !except.has(row.mac))
}

/** Hands a text to the browser as a file. */
export const saveText = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
