import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { AppContext } from '../../app-context.ts'
import { SegmentCorruption } from '../../segments/byte-io.ts'
import { identityOf } from '../../segments/duplicate-reports.ts'
import { kindOf } from '../../segments/report-columns.ts'
import { openSegment } from '../../segments/segment-read.ts'
import type { Layout, Layouts } from '../products/public.ts'
import {
  type Batch,
  type BatchBuffers,
  type BatchSize,
  createBatchBuffers,
  cutBatch,
  emptyBatch,
  firstRows,
  mergeBatches,
  rowsOf,
} from './batch.ts'
import { createGrowingCounters, type GrowingCounters } from './growing-counters.ts'
import { pointReaderOf } from './point-reader.ts'
import { createQualityEvaluator, reportQualityBits } from './quality-bits.ts'
import { decodeSegment, type PointReader, REPORTS_PER_SLICE } from './segment-batch.ts'
import { type FetchedSegment, fetchPages, groupByTime } from './segment-pages.ts'
import { insertDamage, listHotReports } from './store.ts'
import type { SlotBatch } from './value-slots.ts'

export type ReportsDeps = Pick<AppContext, 'database' | 'clock' | 'log'> & {
  layouts: Layouts
  /** Page size for the hot table; set by tests. */
  hot_rows?: number
}
/** One device, the period [from_ms, to_ms) in unix ms, and the point keys. */
export type ReportsQuery = {
  device_id: number
  from_ms: number
  to_ms: number
  keys: readonly string[]
  /** Requests quality bits: the version in use, against which values are evaluated. */
  quality_layout?: Layout | null
  /** Counters that begin again at the end of their register grow on over the period; without it values are as reported. */
  grows?: boolean
  /** Hot reports of at least this period, where it is read more than once: see {@link fetchHotReports}. */
  fetched?: HotReports
  /** See {@link readSlotsAndReports}. */
  slots_from_rows?: number | null
}

export type HotReports = Awaited<ReturnType<typeof listHotReports>>

/** Fetches the hot reports of a device once, to be decoded by several queries of their points; a month of them is some megabytes. */
export const fetchHotReports = async (
  deps: Pick<ReportsDeps, 'database'>,
  period: Pick<ReportsQuery, 'device_id' | 'from_ms' | 'to_ms'>,
): Promise<HotReports> => {
  const hot: HotReports = []
  let from_ms = period.from_ms
  for (;;) {
    const page = await listHotReports(deps.database, { ...period, from_ms, rows_max: HOT_ROWS })
    if (page.length < HOT_ROWS) return [...hot, ...page]
    const end_ms = Math.max(Math.floor(page.at(-1)?.at_ms ?? 0), from_ms + 1)
    // The page may end between reports with one timestamp: these are read again.
    hot.push(...page.filter(({ at_ms }) => at_ms < end_ms))
    from_ms = end_ms
  }
}

/** Page size for the hot table: about ten milliseconds of decoding between yields. */
const HOT_ROWS = 1_000

/**
 * All reports of a device in a period, sorted by time, without duplicates, each decoded with the product version it was
 * received under, from the hot table, the tables under compaction and the segments. A corrupt segment is recorded and skipped.
 *
 * Hot rows are read before the segments of the same time, so that reports compacted in between are read twice (and
 * deduplicated) rather than missed. A batch is valid until the next one is requested: its buffers are reused.
 */
export async function* readReports(deps: ReportsDeps, query: ReportsQuery): AsyncGenerator<Batch> {
  const { slots_from_rows: _, ...reports } = query
  for await (const batch of readSlotsAndReports(deps, reports)) if (!('slots' in batch)) yield batch
}

/**
 * The same, with `slots_from_rows` = months whose columns have more values are given by the slots of their summaries, where these say all
 * that a curve of long buckets shows. They come in time order with the reports.
 */
export async function* readSlotsAndReports(deps: ReportsDeps, query: ReportsQuery): AsyncGenerator<Batch | SlotBatch> {
  const counters = query.grows === true ? createGrowingCounters(query.keys) : null
  for await (const batch of listReports(deps, query, counters))
    yield 'slots' in batch ? batch : (counters?.grow(batch) ?? batch)
}

async function* listReports(
  deps: ReportsDeps,
  query: ReportsQuery,
  counters: GrowingCounters | null,
): AsyncGenerator<Batch | SlotBatch> {
  const readers = cachedReaders(deps.layouts, query, counters)
  const size = { points: query.keys.length, with_quality: query.quality_layout != null }
  const context = { readers, size, buffers: createBatchBuffers(size) }
  if (query.fetched !== undefined) {
    const hot = cutBatch(await decodeHot(query.fetched, readers, size), query.from_ms, query.to_ms)
    yield* withSegments(deps, context, query, hot)
    return
  }
  const { hot_rows = HOT_ROWS } = deps
  let next_ms = query.from_ms
  while (next_ms < query.to_ms) {
    const reports = await listHotReports(deps.database, { ...query, from_ms: next_ms, rows_max: hot_rows })
    const is_last = reports.length < hot_rows
    const last_ms = Math.floor(reports.at(-1)?.at_ms ?? 0)
    // The page may end between reports with one timestamp: these are read again.
    const end_ms = is_last ? query.to_ms : Math.max(last_ms, next_ms + 1)
    const hot = cutBatch(await decodeHot(reports, readers, size), next_ms, end_ms)
    yield* withSegments(deps, context, { ...query, from_ms: next_ms, to_ms: end_ms }, hot)
    next_ms = end_ms
  }
}

/** Merges the hot reports of a period with its segments. */
async function* withSegments(
  deps: ReportsDeps,
  context: ReadContext,
  { device_id, from_ms, to_ms, slots_from_rows = null }: ReportsQuery,
  hot: Batch,
): AsyncGenerator<Batch | SlotBatch> {
  const period = { device_id, from_ms, to_ms, hot_ms: hot.at_ms, slots_from_rows }
  let done_ms = from_ms
  const rows_max = rowsPerSlice(context.size.points)
  let decoded = 0
  for await (const { segments, end_ms: page_end_ms } of fetchPages(deps, context.readers, period)) {
    for (const { members, end_ms: group_end_ms } of groupByTime(segments, page_end_ms)) {
      const end_ms = Math.min(group_end_ms, to_ms)
      const hot_of_group = cutBatch(hot, done_ms, end_ms)
      const [{ slots } = { slots: null }] = members
      if (slots !== null && members.length === 1) {
        // No hot report lies between those of the segment.
        if (hot_of_group.at_ms.length > 0) yield hot_of_group
        yield slots
        done_ms = end_ms
        continue
      }
      const compacted: Batch[] = []
      const has_own_times = members.every(({ month, is_only }) => is_only && month?.has_own_times === true)
      for (const member of members) {
        const batch = await decodePart(deps, context, device_id, member)
        if (batch !== null) compacted.push(cutBatch(batch, done_ms, end_ms))
      }
      for (const slice of slicesOf(mergeBatches([...compacted, hot_of_group], has_own_times), rows_max)) {
        if (decoded >= rows_max) {
          decoded = 0
          await yieldToEventLoop()
        }
        decoded += slice.at_ms.length
        yield slice
      }
      context.buffers.releaseAll()
      done_ms = end_ms
    }
  }
  yield mergeBatches([cutBatch(hot, done_ms, to_ms)])
}

/** Rows of a batch: few points are read longer at once, which takes as long. */
const rowsPerSlice = (points: number): number => Math.floor(REPORTS_PER_SLICE * Math.max(1, 12 / Math.max(1, points)))

function* slicesOf(batch: Batch, rows_max: number): Generator<Batch> {
  if (batch.at_ms.length <= rows_max) yield batch
  else for (let row = 0; row < batch.at_ms.length; row += rows_max) yield rowsOf(batch, row, row + rows_max)
}

const decodePart = async (
  { database: { db }, clock, log }: ReportsDeps,
  { readers, buffers }: ReadContext,
  device_id: number,
  { stored: { day_ms, part, layout_id, reports, body }, month, is_only }: FetchedSegment,
): Promise<Batch | null> => {
  const reader = await readers(layout_id)
  if (reader === null) return null
  try {
    const segment = month?.open() ?? openSegment(body ?? NOTHING, { device_id, day_ms, layout_id, reports })
    return await decodeSegment(segment, reader, { buffers, is_only, has_own_times: month?.has_own_times })
  } catch (error) {
    if (!(error instanceof SegmentCorruption)) throw error
    log.error({ device_id, day: new Date(day_ms), part, reason: error.message }, 'segment is damaged')
    await insertDamage(db, { device_id, day_ms, part }, error.message, clock.now())
    return null
  }
}
const NOTHING = new Uint8Array()

const decodeHot = async (reports: HotReports, readers: Readers, size: BatchSize): Promise<Batch> => {
  const batch = emptyBatch(reports.length, size)
  const values = new Float64Array(size.points)
  let row = 0
  for (const { at_ms, layout_id, raw } of reports) {
    const reader = await readers(layout_id)
    const decoded = decodeReport(raw)
    // Frames were validated at ingest; invalid versions are reported where they are compiled.
    if (!decoded.ok || reader === null) continue
    reader.decoder.decodeInto(decoded.report.blocks, values)
    batch.at_ms[row] = Math.round(at_ms)
    batch.identities[row] = identityOf(decoded.report)
    for (const [point, column] of batch.values.entries()) column[row] = values[point] ?? Number.NaN
    reader.quality?.mark(batch.quality, row, {
      values,
      coverage: reader.quality.coverageOf(decoded.report.blocks),
      report_bits: reportQualityBits(kindOf(decoded.report), decoded.report.ts - Math.floor(Math.round(at_ms) / 1000)),
    })
    row += 1
  }
  return row === reports.length ? batch : firstRows(batch, row)
}

/** State of one query. */
type ReadContext = { readers: Readers; size: BatchSize; buffers: BatchBuffers }
export type Readers = (layout_id: number) => Promise<PointReader | null>

/** Caches a reader per product version; null = unknown version. */
const cachedReaders = (
  layouts: Layouts,
  { keys, quality_layout = null }: ReportsQuery,
  counters: GrowingCounters | null,
): Readers => {
  const cache = new Map<number, PointReader | null>()
  return async (layout_id) => {
    const cached = cache.get(layout_id)
    if (cached !== undefined) return cached
    const layout = await layouts.find(layout_id)
    if (layout !== null) counters?.learn(layout)
    const quality =
      layout === null || quality_layout === null ? null : createQualityEvaluator(layout, keys, quality_layout)
    const reader = layout === null ? null : pointReaderOf(layout, keys, quality)
    cache.set(layout_id, reader)
    return reader
  }
}
