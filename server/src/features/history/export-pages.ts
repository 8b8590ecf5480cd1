import type { HistoryExportFilter } from '@heatfleet/contract/history/history.ts'
import type { Layout } from '../products/public.ts'
import { createBucketRows } from './bucket-rows.ts'
import { addReports, emptyPage, ensureCapacity, type HistoryPage, type RowBuilder } from './history-page.ts'
import { type ReportsDeps, readReports } from './read-reports.ts'

export type ExportPagesDeps = ReportsDeps & {
  /** Reports per page; set by tests. */
  page_reports?: number
}

/** A device to export: the product version in use, point keys, and whether quality is requested. */
type ExportedDevice = {
  device_id: number
  layout: Layout | null
  keys: readonly string[]
  with_quality: boolean
}

/** Reports per page: some milliseconds of work between yields and checks of permissions and progress. */
const PAGE_REPORTS = 8_000

/**
 * Streams the rows of one device by time: as reported, or one per bucket with reports. Never truncated; memory is bounded
 * by one page. The page is reused: consume it before requesting the next one.
 */
export async function* exportPages(
  deps: ExportPagesDeps,
  { device_id, layout, keys, with_quality }: ExportedDevice,
  filter: HistoryExportFilter,
  time_zone: string,
): AsyncGenerator<HistoryPage> {
  const query = {
    device_id,
    from_ms: Date.parse(filter.from),
    to_ms: Date.parse(filter.to),
    keys,
    quality_layout: with_quality ? layout : null,
    grows: filter.resolution !== 'raw',
  }
  const builder = rowBuilderOf(filter, time_zone, layout)
  const { page_reports = PAGE_REPORTS } = deps
  let page = emptyPage(0, keys.length)
  let reports = 0
  for await (const batch of readReports(deps, query)) {
    page = builder.take(page, batch)
    reports += batch.at_ms.length
    if (reports < page_reports) continue
    yield page
    page.lines = 0
    reports = 0
  }
  yield builder.end(page)
}

const rowBuilderOf = (filter: HistoryExportFilter, time_zone: string, layout: Layout | null): RowBuilder => {
  const { resolution } = filter
  if (resolution !== 'raw') return createBucketRows({ ...filter, resolution }, time_zone, layout)
  return {
    take: (page, batch) => {
      const target = ensureCapacity(page, batch.at_ms.length)
      addReports(target, batch)
      return target
    },
    end: (page) => page,
  }
}
