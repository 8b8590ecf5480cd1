import { SegmentCorruption } from '../../segments/byte-io.ts'
import { type MonthHead, openMonth } from '../../segments/month-segment.ts'
import type { Segment } from '../../segments/segment-read.ts'
import type { Readers, ReportsDeps } from './read-reports.ts'
import { columnsToRead } from './segment-batch.ts'
import { insertDamage, listSegments, readBodyRanges, type StoredSegment } from './store.ts'

/** A segment with what the query reads of it; `month` = null for that of a day. */
export type FetchedSegment = {
  stored: StoredSegment
  month: { open: () => Segment; has_own_times: boolean } | null
  /** No other report, compacted or not, is known for its time. */
  is_only: boolean
}

/** All segments with reports of a period that ends at `end_ms`. */
type Page = { segments: FetchedSegment[]; end_ms: number }

/** Months of the first page: decoding waits for it. */
const FIRST_MONTHS = 3
/** Where days are put into months a page is some columns; otherwise whole days, some hundred kilobytes a month at one report a minute. */
const MONTHS = 12
/** Days that are not yet in a segment of their month, with which a page is still small. */
const FEW_DAYS = 40
/** A segment is replaced by a larger one between two queries at most once a month. */
const TRIES = 3

/** `hot_ms` = times of the reports that are not compacted, ascending. */
type Period = { device_id: number; from_ms: number; to_ms: number; hot_ms: Float64Array }

/** The segments of a period by pages that end with a month; the next page is fetched while one is decoded. */
export async function* fetchPages(deps: ReportsDeps, readers: Readers, period: Period): AsyncGenerator<Page> {
  let next: Promise<Page> | null = startPage(deps, readers, period, FIRST_MONTHS)
  while (next !== null) {
    const page: Page = await next
    const days = page.segments.filter(({ month }) => month === null).length
    const rest = { ...period, from_ms: page.end_ms }
    next = rest.from_ms < period.to_ms ? startPage(deps, readers, rest, days <= FEW_DAYS ? MONTHS : 1) : null
    yield page
  }
}

/** An error is thrown where the page is awaited, if it is. */
const startPage = (deps: ReportsDeps, readers: Readers, period: Period, months: number): Promise<Page> => {
  const page = fetchPage(deps, readers, {
    ...period,
    to_ms: Math.min(period.to_ms, monthsLater(period.from_ms, months)),
  })
  page.catch(() => {})
  return page
}

const monthsLater = (at_ms: number, months: number): number => {
  const at = new Date(at_ms)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)
}

const fetchPage = async (deps: ReportsDeps, readers: Readers, period: Period): Promise<Page> => {
  for (let left = TRIES; ; left--) {
    const segments = await fetchColumns(deps, readers, period)
    if (segments !== null) return { segments, end_ms: period.to_ms }
    if (left === 0) throw new Error(`the segments of device ${period.device_id} are replaced again and again`)
  }
}

/** Null = a segment was replaced between the queries. */
const fetchColumns = async (
  { database, clock, log }: ReportsDeps,
  readers: Readers,
  period: Period,
): Promise<FetchedSegment[] | null> => {
  const { device_id } = period
  const listed = await listSegments(database, period)
  const segments: (FetchedSegment & { columns: { head: MonthHead; wanted: number[] } | null })[] = []
  for (const stored of listed) {
    const { day_ms, part, layout_id, reports, head } = stored
    const is_only =
      !isBetween(period.hot_ms, stored) && !listed.some((other) => other !== stored && overlaps(stored, other))
    const reader = head === null ? null : await readers(layout_id)
    if (head === null) segments.push({ stored, month: null, is_only, columns: null })
    else if (reader !== null)
      try {
        const opened = openMonth(head, { device_id, day_ms, layout_id, reports })
        // With no column fetched it has its shapes.
        const wanted = columnsToRead(opened.open(new Map()), reader, !is_only || !opened.has_own_times)
        segments.push({ stored, month: null, is_only, columns: { head: opened, wanted } })
      } catch (error) {
        if (!(error instanceof SegmentCorruption)) throw error
        log.error({ device_id, day: new Date(day_ms), part, reason: error.message }, 'segment is damaged')
        await insertDamage(database.db, { device_id, day_ms, part }, error.message, clock.now())
      }
  }
  const ranges = segments.flatMap(({ stored: { day_ms, part, head }, columns }) =>
    head === null || columns === null
      ? []
      : columns.wanted.map((column) => ({
          ...columns.head.rangeOf(column),
          day_ms,
          part,
          checksum: head.subarray(1, 5),
        })),
  )
  const bodies = ranges.length === 0 ? [] : await readBodyRanges(database, device_id, ranges)
  let place = 0
  const fetched: FetchedSegment[] = []
  for (const { stored, is_only, columns } of segments) {
    if (columns === null) {
      fetched.push({ stored, month: null, is_only })
      continue
    }
    const of_column = new Map<number, Uint8Array>()
    for (const column of columns.wanted) {
      const body = bodies[place++] ?? null
      if (body === null) return null
      of_column.set(column, body)
    }
    fetched.push({
      stored,
      month: { open: () => columns.head.open(of_column), has_own_times: columns.head.has_own_times },
      is_only,
    })
  }
  return fetched
}

type Span = Pick<StoredSegment, 'first_at_ms' | 'last_at_ms'>
const overlaps = (one: Span, other: Span): boolean =>
  one.first_at_ms <= other.last_at_ms && other.first_at_ms <= one.last_at_ms

/** Whether a time lies within those of a segment. */
const isBetween = (times_ms: Float64Array, { first_at_ms, last_at_ms }: Span): boolean =>
  times_ms.some((at_ms) => at_ms >= first_at_ms && at_ms <= last_at_ms)

/** Segments whose times overlap, in the order they were stored; all their reports lie before `end_ms`, those of the next group do not. */
export const groupByTime = (
  segments: readonly FetchedSegment[],
  page_end_ms: number,
): { members: FetchedSegment[]; end_ms: number }[] => {
  const sorted = segments.toSorted((one, other) => one.stored.first_at_ms - other.stored.first_at_ms)
  const groups: { members: FetchedSegment[]; end_ms: number }[] = []
  for (const segment of sorted) {
    const { first_at_ms, last_at_ms } = segment.stored
    const group = groups.at(-1)
    if (group === undefined || first_at_ms >= group.end_ms) groups.push({ members: [segment], end_ms: last_at_ms + 1 })
    else {
      group.members.push(segment)
      group.end_ms = Math.max(group.end_ms, last_at_ms + 1)
    }
  }
  return groups.map(({ members, end_ms }) => ({
    members: members.length === 1 ? members : segments.filter((segment) => members.includes(segment)),
    end_ms: Math.min(end_ms, page_end_ms),
  }))
}
