import type { HistoryExportFilter } from '@heatfleet/contract/history/history.ts'
import type { Layout } from '../products/public.ts'
import { createBucketRows } from './bucket-rows.ts'
import { addReports, emptyPage, type HistoryPage, type Lines, withRoom } from './history-page.ts'
import { type ReportsDeps, readReports } from './read-reports.ts'

export type ExportPagesDeps = ReportsDeps & {
  /** Reports of a page; another number in tests. */
  page_reports?: number
}

/** A device to be written, with the version of its product in use, the keys its points are read by, and whether quality is told. */
export type ExportedDevice = {
  device_id: number
  layout: Layout | null
  keys: readonly string[]
  with_quality: boolean
}

/** Reports of a page: some milliseconds of work, then others have their turn, and rights and progress theirs. */
const PAGE_REPORTS = 8_000

/**
 * The lines of one device in the order of time, as they come: as reported, or one a bucket in which anything was
 * reported. Nothing is left out however long the period is, and no more is held than a page of reports. A page is filled
 * anew for the next one: be done with it before that is asked for.
 */
export async function* exportPages(
  deps: ExportPagesDeps,
  { device_id, layout, keys, with_quality }: ExportedDevice,
  filter: HistoryExportFilter,
  time_zone: string,
): AsyncGenerator<HistoryPage> {
  const question = {
    device_id,
    from_ms: Date.parse(filter.from),
    to_ms: Date.parse(filter.to),
    keys,
    quality_layout: with_quality ? layout : null,
  }
  const lines = linesOf(filter, time_zone, layout)
  const { page_reports = PAGE_REPORTS } = deps
  let page = emptyPage(0, keys.length)
  let reports = 0
  for await (const batch of readReports(deps, question)) {
    page = lines.take(page, batch)
    reports += batch.at_ms.length
    if (reports < page_reports) continue
    yield page
    page.lines = 0
    reports = 0
  }
  yield lines.end(page)
}

const linesOf = (filter: HistoryExportFilter, time_zone: string, layout: Layout | null): Lines => {
  const { resolution } = filter
  if (resolution !== 'raw') return createBucketRows({ ...filter, resolution }, time_zone, layout)
  return {
    take: (page, batch) => {
      const roomy = withRoom(page, batch.at_ms.length)
      addReports(roomy, batch)
      return roomy
    },
    end: (page) => page,
  }
}
