import { setImmediate as breathe } from 'node:timers/promises'
import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { SegmentCorruption } from '../../segments/byte-io.ts'
import { identityOf } from '../../segments/duplicate-reports.ts'
import { SEGMENT_SPAN_MS } from '../../segments/segment.ts'
import { openSegment } from '../../segments/segment-read.ts'
import { kindOf } from '../../segments/segment-write.ts'
import { createOutputBuffer, type OutputBuffer } from '../../segments/zstd-decoder.ts'
import type { World } from '../../world.ts'
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
import { pointReaderOf } from './point-reader.ts'
import { createQualityEvaluator, reportQualityBits } from './quality-bits.ts'
import { decodeSegment, type PointReader, REPORTS_PER_SLICE } from './segment-batch.ts'
import { insertDamage, listHotReports, listSegments, type StoredSegment } from './store.ts'

export type ReportsDeps = Pick<World, 'database' | 'clock' | 'log'> & {
  layouts: Layouts
  /** Reports that are not packed are read so many at once; another number in tests. */
  hot_rows?: number
}
/** One device, a period (from included, to not, unix ms), and the points wanted. */
export type ReportsQuery = {
  device_id: number
  from_ms: number
  to_ms: number
  keys: readonly string[]
  /** Asks for quality: values are held against this version, the one in use. */
  quality_layout?: Layout | null
}

/** Reports that are not packed, read and decoded at once: about ten milliseconds of work, then others have their turn. */
const HOT_ROWS = 1_000

/** Days of segments read at once, a month with the first ones: at a report a minute some hundred kilobytes. */
const SEGMENT_DAYS = 28
/** Of the first ones fewer: nothing can be done until they are here. */
const FIRST_DAYS = 4

/**
 * All reports of a device in a period, in the order of their time, each once, decoded under the product version it came
 * with: those that lie packed, those that are being packed, and those that are not. A damaged segment is noted and left out.
 *
 * Hot rows are asked for before the segments of the same time: what is packed in between is then seen twice, never not at all.
 * A batch is what it is until the next one is asked for: its columns are used again.
 */
export async function* readReports(deps: ReportsDeps, question: ReportsQuery): AsyncGenerator<Batch> {
  const readers = cachedReaders(deps.layouts, question)
  const size = { points: question.keys.length, with_quality: question.quality_layout != null }
  const means = { readers, rooms: createBatchBuffers(size), output_buffer: createOutputBuffer() }
  const { hot_rows = HOT_ROWS } = deps
  let next_ms = question.from_ms
  while (next_ms < question.to_ms) {
    const reports = await listHotReports(deps.database, { ...question, from_ms: next_ms, rows_max: hot_rows })
    const is_last = reports.length < hot_rows
    const last_ms = Math.floor(reports.at(-1)?.at_ms ?? 0)
    // The limit may have cut between reports of one time: those come again.
    const end_ms = is_last ? question.to_ms : Math.max(last_ms, next_ms + 1)
    const hot = cutBatch(await decodeHot(reports, readers, size), next_ms, end_ms)
    yield* withSegments(deps, means, { ...question, from_ms: next_ms, to_ms: end_ms }, hot)
    next_ms = end_ms
  }
}

/** The hot reports of a period together with what lies packed of it. */
async function* withSegments(
  deps: ReportsDeps,
  means: Means,
  { device_id, from_ms, to_ms }: ReportsQuery,
  hot: Batch,
): AsyncGenerator<Batch> {
  let done_ms = from_ms
  let decoded = 0
  const ask = (page_ms: number | null, days_max: number) =>
    page_ms === null ? null : listAhead(deps, { device_id, from_ms: page_ms, to_ms, days_max })
  for (let page = ask(from_ms, FIRST_DAYS); page !== null; ) {
    const { segments, next_ms } = await page
    // Asked for while these are decoded: the database has a core of its own, or time while others have their turn.
    page = ask(next_ms, SEGMENT_DAYS)
    for (const [day_ms, parts] of Map.groupBy(segments, (segment) => segment.day_ms)) {
      const end_ms = Math.min(day_ms + SEGMENT_SPAN_MS, to_ms)
      const packed: Batch[] = []
      const hot_then = cutBatch(hot, done_ms, end_ms)
      const is_alone = parts.length === 1 && hot_then.at_ms.length === 0
      for (const part of parts) {
        const batch = await decodePart(deps, { ...means, is_alone }, device_id, part)
        if (batch !== null) packed.push(cutBatch(batch, from_ms, to_ms))
      }
      yield mergeBatches([...packed, hot_then])
      means.rooms.freeAll()
      done_ms = end_ms
      decoded += parts.reduce((sum, { reports }) => sum + reports, 0)
      if (decoded < REPORTS_PER_SLICE) continue
      decoded = 0
      await breathe()
    }
  }
  yield mergeBatches([cutBatch(hot, done_ms, to_ms)])
}

/** Segments that may never be looked at, when nobody asks for more: then it matters to nobody that they could not be read. */
const listAhead = (deps: ReportsDeps, asked: Parameters<typeof listSegments>[1]): ReturnType<typeof listSegments> => {
  const page = listSegments(deps.database, asked)
  page.catch(() => {})
  return page
}

const decodePart = async (
  { database: { db }, clock, log }: ReportsDeps,
  { readers, output_buffer, ...room }: Means & { is_alone: boolean },
  device_id: number,
  { day_ms, part, layout_id, reports, body }: StoredSegment,
): Promise<Batch | null> => {
  const reader = await readers(layout_id)
  if (reader === null) return null
  try {
    const segment = openSegment(body, { device_id, day_ms, layout_id, reports }, output_buffer)
    return await decodeSegment(segment, reader, room)
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
    // What ingest stored decodes; a version with faults is told where it is compiled.
    if (!decoded.ok || reader === null) continue
    reader.decoder.decodeInto(decoded.report.blocks, values)
    batch.at_ms[row] = Math.round(at_ms)
    batch.identities[row] = identityOf(decoded.report)
    for (const [point, column] of batch.values.entries()) column[row] = values[point] ?? Number.NaN
    reader.judge?.mark(batch.quality, row, {
      values,
      held: reader.judge.holdings(decoded.report.blocks),
      circumstances: reportQualityBits(
        kindOf(decoded.report),
        decoded.report.ts - Math.floor(Math.round(at_ms) / 1000),
      ),
    })
    row += 1
  }
  return row === reports.length ? batch : firstRows(batch, row)
}

/** What is kept while one question is answered. */
type Means = { readers: Readers; rooms: BatchBuffers; output_buffer: OutputBuffer }
type Readers = (layout_id: number) => Promise<PointReader | null>

/** The readers of some points by product version, made once each; null = no such version. */
const cachedReaders = (layouts: Layouts, { keys, quality_layout = null }: ReportsQuery): Readers => {
  const kept = new Map<number, PointReader | null>()
  return async (layout_id) => {
    const known = kept.get(layout_id)
    if (known !== undefined) return known
    const layout = await layouts.find(layout_id)
    const judge =
      layout === null || quality_layout === null ? null : createQualityEvaluator(layout, keys, quality_layout)
    const reader = layout === null ? null : pointReaderOf(layout, keys, judge)
    kept.set(layout_id, reader)
    return reader
  }
}
