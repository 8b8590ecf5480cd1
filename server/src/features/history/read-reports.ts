import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { AppContext } from '../../app-context.ts'
import { SegmentCorruption } from '../../segments/byte-io.ts'
import { identityOf } from '../../segments/duplicate-reports.ts'
import { SEGMENT_SPAN_MS } from '../../segments/segment.ts'
import { openSegment } from '../../segments/segment-read.ts'
import { kindOf } from '../../segments/report-columns.ts'
import { createOutputBuffer, type OutputBuffer } from '../../segments/zstd-decoder.ts'
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
} from './batch.ts'
import { createGrowingCounters, type GrowingCounters } from './growing-counters.ts'
import { pointReaderOf } from './point-reader.ts'
import { createQualityEvaluator, reportQualityBits } from './quality-bits.ts'
import { decodeSegment, type PointReader, REPORTS_PER_SLICE } from './segment-batch.ts'
import { insertDamage, listHotReports, listSegments, type StoredSegment } from './store.ts'

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
}

/** Page size for the hot table: about ten milliseconds of decoding between yields. */
const HOT_ROWS = 1_000

/** Days of segments per query: some hundred kilobytes at one report a minute. */
const SEGMENT_DAYS = 28
/** The first query is smaller, because decoding waits for it. */
const FIRST_DAYS = 4

/**
 * All reports of a device in a period, sorted by time, without duplicates, each decoded with the product version it was
 * received under, from the hot table, the tables under compaction and the segments. A corrupt segment is recorded and skipped.
 *
 * Hot rows are read before the segments of the same time, so that reports compacted in between are read twice (and
 * deduplicated) rather than missed. A batch is valid until the next one is requested: its buffers are reused.
 */
export async function* readReports(deps: ReportsDeps, query: ReportsQuery): AsyncGenerator<Batch> {
  const counters = query.grows === true ? createGrowingCounters(query.keys) : null
  for await (const batch of listReports(deps, query, counters)) yield counters?.grow(batch) ?? batch
}

async function* listReports(
  deps: ReportsDeps,
  query: ReportsQuery,
  counters: GrowingCounters | null,
): AsyncGenerator<Batch> {
  const readers = cachedReaders(deps.layouts, query, counters)
  const size = { points: query.keys.length, with_quality: query.quality_layout != null }
  const context = { readers, buffers: createBatchBuffers(size), output_buffer: createOutputBuffer() }
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
  { device_id, from_ms, to_ms }: ReportsQuery,
  hot: Batch,
): AsyncGenerator<Batch> {
  let done_ms = from_ms
  let decoded = 0
  const fetchPage = (page_ms: number | null, days_max: number) =>
    page_ms === null ? null : prefetchSegments(deps, { device_id, from_ms: page_ms, to_ms, days_max })
  for (let page = fetchPage(from_ms, FIRST_DAYS); page !== null; ) {
    const { segments, next_ms } = await page
    // Prefetch: the database works while this page is decoded.
    page = fetchPage(next_ms, SEGMENT_DAYS)
    for (const [day_ms, parts] of Map.groupBy(segments, (segment) => segment.day_ms)) {
      const end_ms = Math.min(day_ms + SEGMENT_SPAN_MS, to_ms)
      const compacted: Batch[] = []
      const hot_of_day = cutBatch(hot, done_ms, end_ms)
      const is_only = parts.length === 1 && hot_of_day.at_ms.length === 0
      for (const part of parts) {
        const batch = await decodePart(deps, { ...context, is_only }, device_id, part)
        if (batch !== null) compacted.push(cutBatch(batch, from_ms, to_ms))
      }
      yield mergeBatches([...compacted, hot_of_day])
      context.buffers.releaseAll()
      done_ms = end_ms
      decoded += parts.reduce((sum, { reports }) => sum + reports, 0)
      if (decoded < REPORTS_PER_SLICE) continue
      decoded = 0
      await yieldToEventLoop()
    }
  }
  yield mergeBatches([cutBatch(hot, done_ms, to_ms)])
}

/** Starts a prefetch; its error is handled only if the page is awaited. */
const prefetchSegments = (
  deps: ReportsDeps,
  request: Parameters<typeof listSegments>[1],
): ReturnType<typeof listSegments> => {
  const page = listSegments(deps.database, request)
  page.catch(() => {})
  return page
}

const decodePart = async (
  { database: { db }, clock, log }: ReportsDeps,
  { readers, output_buffer, ...target }: ReadContext & { is_only: boolean },
  device_id: number,
  { day_ms, part, layout_id, reports, body }: StoredSegment,
): Promise<Batch | null> => {
  const reader = await readers(layout_id)
  if (reader === null) return null
  try {
    const segment = openSegment(body, { device_id, day_ms, layout_id, reports }, output_buffer)
    return await decodeSegment(segment, reader, target)
  } catch (error) {
    if (!(error instanceof SegmentCorruption)) throw error
    log.error({ device_id, day: new Date(day_ms), part, reason: error.message }, 'segment is damaged')
    await insertDamage(db, { device_id, day_ms, part }, error.message, clock.now())
    return null
  }
}

type HotReports = Awaited<ReturnType<typeof listHotReports>>

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
type ReadContext = { readers: Readers; buffers: BatchBuffers; output_buffer: OutputBuffer }
type Readers = (layout_id: number) => Promise<PointReader | null>

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
