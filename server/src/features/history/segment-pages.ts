import { SegmentCorruption } from '../../segments/byte-io.ts'
import { type MonthHead, openMonth } from '../../segments/month-segment.ts'
import type { Segment } from '../../segments/segment-read.ts'
import type { Readers, ReportsDeps } from './read-reports.ts'
import { columnsToRead, type PointReader } from './segment-batch.ts'
import { insertDamage, listSegments, readBodyRanges, type StoredSegment } from './store.ts'
import { columnsOfSlots, type SlotBatch, valueSlotsOf } from './value-slots.ts'

/** A segment with what the query reads of it; `month` = null for that of a day. */
export type FetchedSegment = {
  stored: StoredSegment
  month: { open: () => Segment; has_own_times: boolean } | null
  /** No other report, compacted or not, is known for its time. */
  is_only: boolean
  /** What stands for its reports, where they are not read. */
  slots: SlotBatch | null
}

/** All segments with reports of a period that ends at `end_ms`. */
type Page = { segments: FetchedSegment[]; end_ms: number }

/** Months of the first page: decoding waits for it. Summaries are decoded in less time than a query takes. */
const FIRST_MONTHS = 3
/** Where days are put into months a page is some columns; otherwise whole days, some hundred kilobytes a month at one report a minute. */
const MONTHS = 13
/** Days that are not yet in a segment of their month, with which a page is still small. */
const FEW_DAYS = 40
/** A segment is replaced by a larger one between two queries at most once a month. */
const TRIES = 3

/** `hot_ms` = times of the reports that are not compacted, ascending. */
type Period = {
  device_id: number
  from_ms: number
  to_ms: number
  hot_ms: Float64Array
  /** Segments are read by their summaries where these suffice, and columns have more values; null = all reports are read. */
  slots_from_rows: number | null
}

/** The segments of a period by pages that end with a month; the next page is fetched while one is decoded. */
export async function* fetchPages(deps: ReportsDeps, readers: Readers, period: Period): AsyncGenerator<Page> {
  const first_months = period.slots_from_rows === null ? FIRST_MONTHS : MONTHS
  let next: Promise<Page> | null = startPage(deps, readers, period, first_months)
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
  const by_columns = new Set<string>()
  for (let left = TRIES; ; ) {
    const result = await fetchColumns(deps, readers, period, by_columns)
    if (Array.isArray(result)) return { segments: result, end_ms: period.to_ms }
    // Their summaries did not suffice: each is refused once.
    if (result !== null) for (const name of result.refused) by_columns.add(name)
    else if (left-- === 0) throw new Error(`the segments of device ${period.device_id} are replaced again and again`)
  }
}

/** A segment of a month, and the ranges of its body to read: of columns, or of the summaries of registers by point. */
type Plan = { opened: MonthHead; reader: PointReader; columns: number[]; slots: (number | null)[] | null }
const nameOf = ({ day_ms, part }: StoredSegment): string => `${day_ms}/${part}`

/** Null = a segment was replaced between the queries; `refused` = segments whose summaries do not suffice. */
const fetchColumns = async (
  deps: ReportsDeps,
  readers: Readers,
  period: Period,
  by_columns: ReadonlySet<string>,
): Promise<FetchedSegment[] | null | { refused: string[] }> => {
  const { device_id } = period
  const listed = await listSegments(deps.database, period)
  const segments: { stored: StoredSegment; is_only: boolean; plan: Plan | null }[] = []
  for (const stored of listed) {
    const { day_ms, layout_id, reports, head } = stored
    const is_only =
      !isBetween(period.hot_ms, stored) && !listed.some((other) => other !== stored && overlaps(stored, other))
    const reader = head === null ? null : await readers(layout_id)
    if (head === null) segments.push({ stored, is_only, plan: null })
    else if (reader !== null)
      await unlessDamaged(deps, device_id, stored, () => {
        const opened = openMonth(head, { device_id, day_ms, layout_id, reports })
        const can_be_slots =
          is_only && opened.has_own_times && isWithin(period, stored) && !by_columns.has(nameOf(stored))
        const slots =
          period.slots_from_rows !== null && can_be_slots
            ? columnsOfSlots(opened, reader, period.slots_from_rows)
            : null
        // With no column fetched it has its shapes.
        const columns =
          slots === null ? columnsToRead(opened.open(new Map()), reader, !is_only || !opened.has_own_times) : []
        segments.push({ stored, is_only, plan: { opened, reader, columns, slots } })
      })
  }
  const ranges = segments.flatMap(({ stored, plan }) => (plan === null ? [] : rangesOf(stored, plan)))
  const bodies = ranges.length === 0 ? [] : await readBodyRanges(deps.database, device_id, ranges)
  if (bodies.includes(null)) return null
  let place = 0
  const next = (): Uint8Array => bodies[place++] ?? NOTHING
  const fetched: FetchedSegment[] = []
  const refused: string[] = []
  for (const { stored, is_only, plan } of segments) {
    if (plan === null) {
      fetched.push({ stored, month: null, is_only, slots: null })
      continue
    }
    const { opened, columns } = plan
    if (plan.slots !== null) {
      const summaries = plan.slots.map((column) => (column === null ? null : next()))
      await unlessDamaged(deps, device_id, stored, () => {
        const slots = decodeSlots(stored.day_ms, plan, summaries)
        if (slots === null) refused.push(nameOf(stored))
        else fetched.push({ stored, month: null, is_only, slots })
      })
      continue
    }
    const of_column = new Map(columns.map((column) => [column, next()]))
    const month = { open: () => opened.open(of_column), has_own_times: opened.has_own_times }
    fetched.push({ stored, month, is_only, slots: null })
  }
  return refused.length > 0 ? { refused } : fetched
}
const NOTHING = new Uint8Array()

const rangesOf = ({ day_ms, part, head }: StoredSegment, { opened, columns, slots }: Plan) => {
  const of_row = { day_ms, part, checksum: head?.subarray(1, 5) ?? Buffer.alloc(0) }
  const of_columns = columns.map((column) => opened.rangeOf(column))
  const of_slots = (slots ?? []).flatMap((column) => (column === null ? [] : (opened.summary?.rangeOf(column) ?? [])))
  return [...of_columns, ...of_slots].map(({ from, bytes }) => ({ ...of_row, from, bytes }))
}

/** Null where the values of a point cannot be computed from the summary of its register. */
const decodeSlots = (
  day_ms: number,
  { opened: { summary }, reader, slots }: Plan,
  bytes: readonly (Uint8Array | null)[],
): SlotBatch | null => {
  const decoded = []
  for (const [index, column] of (slots ?? []).entries()) {
    const [single, own] = [reader.single_register.get(index), bytes[index] ?? null]
    if (column === null || own === null || single === undefined || summary === null) {
      decoded.push([])
      continue
    }
    const values = valueSlotsOf(single, day_ms, summary.timesOf(column), summary.wordsOf(column, own))
    if (values === null) return null
    decoded.push(values)
  }
  return { slots: decoded }
}

/** Records a damaged segment, which is left out. */
const unlessDamaged = async (
  { database, clock, log }: ReportsDeps,
  device_id: number,
  { day_ms, part }: StoredSegment,
  read: () => void,
): Promise<void> => {
  try {
    read()
  } catch (error) {
    if (!(error instanceof SegmentCorruption)) throw error
    log.error({ device_id, day: new Date(day_ms), part, reason: error.message }, 'segment is damaged')
    await insertDamage(database.db, { device_id, day_ms, part }, error.message, clock.now())
  }
}

const isWithin = ({ from_ms, to_ms }: Period, { first_at_ms, last_at_ms }: StoredSegment): boolean =>
  first_at_ms >= from_ms && last_at_ms < to_ms

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
