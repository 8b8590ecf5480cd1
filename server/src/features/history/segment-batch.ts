import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Decoder } from '@heatfleet/modbus/decoder.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { identityOf } from '../../segments/duplicate-reports.ts'
import { bodyColumnOf } from '../../segments/month-segment.ts'
import type { Segment } from '../../segments/segment-read.ts'
import { type Batch, type BatchBuffers, isStrictlyIncreasing } from './batch.ts'
import { type QualityEvaluator, reportQualityBits } from './quality-bits.ts'
import { findColumn, readSingleRegister, type SingleRegisterPoint } from './single-register-points.ts'

/** Decodes points from blocks; `reads` = whether a register (eight bits from an address for bit functions) is needed. */
export type BlockReader = { decoder: Decoder; reads: (fn: Block['fn'], address: number) => boolean }

/** Reads points of a product version out of reports. */
export type PointReader = BlockReader & {
  /** Points of a single register, by point index. */
  single_register: ReadonlyMap<number, SingleRegisterPoint>
  /** A reader of the points with these indexes, which need whole blocks. */
  readerOf: (indexes: readonly number[]) => BlockReader
  /** null when quality is not requested. */
  quality: QualityEvaluator | null
  /** Whether one of the points begins again at the end of its register: each of its reports counts. */
  has_wrapping_counters: boolean
}

/** The words of a column and the read position. */
type WordCursor = { words: Uint32Array; next: number }
/** A register to copy into a block before decoding. */
type RegisterCopy = { cursor: WordCursor; data: Uint8Array; at: number; is_word: boolean }

/**
 * `is_only` = no other batch covers the same time: identities are then needed for equal timestamps alone; `has_own_times` = it has none,
 * undefined = not known.
 */
type DecodeTarget = { buffers: BatchBuffers; is_only: boolean; has_own_times?: boolean | undefined }

/** CompactionResult reports decoded before others have their turn: a few milliseconds of work, a day or two of a report a minute. */
export const REPORTS_PER_SLICE = 2_000

/**
 * Decodes points of a segment, reading only the columns of their registers. Single-register points are decoded by column;
 * for the others blocks are rebuilt and decoded like a new report. Yields to the event loop every
 * {@link REPORTS_PER_SLICE} reports. Throws SegmentCorruption.
 */
export const decodeSegment = async (
  segment: Segment,
  reader: PointReader,
  { buffers, is_only, has_own_times }: DecodeTarget,
): Promise<Batch> => {
  const points = reader.decoder.keys.length
  const batch = buffers.allocate(segment.reports)
  segment.times(batch.at_ms)
  if (!is_only || !(has_own_times ?? isStrictlyIncreasing(batch.at_ms)))
    fillIdentities(batch.identities, segment.seqs(), segment.kinds())
  const yieldWhenDue = createYield(points)
  const in_blocks: number[] = []
  for (const [point, values] of batch.values.entries()) {
    const single = reader.single_register.get(point)
    const column = single === undefined ? undefined : findColumn(segment, single)
    if (single === undefined || column === undefined) in_blocks.push(point)
    else if (column === null) values.fill(Number.NaN)
    else {
      await yieldWhenDue(segment.reports)
      readSingleRegister(segment, single, column, values)
    }
  }
  if (in_blocks.length > 0) {
    const columns = in_blocks.flatMap((point) => batch.values[point] ?? [])
    const decodeRows = prepareRows(segment, reader.readerOf(in_blocks), columns)
    await inSlices(segment.reports, decodeRows)
  }
  if (reader.quality !== null) await inSlices(segment.reports, prepareQuality(segment, reader.quality, batch))
  return batch
}

/** Columns of a month's body that {@link decodeSegment} reads, by their number there; `with_identities` = as if not `is_only`. */
export const columnsToRead = (segment: Segment, reader: PointReader, with_identities: boolean): number[] => {
  const columns = new Set<number>()
  const in_blocks: number[] = []
  for (let point = 0; point < reader.decoder.keys.length; point++) {
    const single = reader.single_register.get(point)
    const found = single === undefined ? undefined : findColumn(segment, single)
    if (found === undefined) in_blocks.push(point)
    else if (found !== null) columns.add(bodyColumnOf({ register: found.column }))
  }
  if (in_blocks.length > 0) {
    const { reads } = reader.readerOf(in_blocks)
    for (const [shape, heads] of segment.shapes.entries())
      for (const [position, { fn, start }] of heads.entries())
        for (const [index, column] of (segment.places[shape]?.[position] ?? []).entries())
          if (reads(fn, start + (fn > 2 ? index : index * 8))) columns.add(bodyColumnOf({ register: column }))
  }
  if (with_identities) columns.add(bodyColumnOf({ field: 'seq' })).add(bodyColumnOf({ field: 'kind' }))
  if (reader.quality !== null) columns.add(bodyColumnOf({ field: 'kind' })).add(bodyColumnOf({ field: 'clock' }))
  return [...columns].toSorted((one, other) => one - other)
}

/** Yields to the event loop after the equivalent of {@link REPORTS_PER_SLICE} reports of all points. */
const createYield = (points: number) => {
  let read = 0
  return async (values: number): Promise<void> => {
    if (read >= REPORTS_PER_SLICE * points) {
      read = 0
      await yieldToEventLoop()
    }
    read += values
  }
}

const inSlices = async (reports: number, work: (from: number, to: number) => void): Promise<void> => {
  for (let row = 0; row < reports; row += REPORTS_PER_SLICE) {
    if (row > 0) await yieldToEventLoop()
    work(row, Math.min(row + REPORTS_PER_SLICE, reports))
  }
}

const fillIdentities = (identities: Uint32Array, seqs: Uint32Array, kinds: Uint32Array): void => {
  for (let row = 0; row < identities.length; row++)
    identities[row] = identityOf({ seq: seqs[row] ?? 0, type: typeOf(kinds[row] ?? 0) })
}

/** Decodes the rows [from, to) into columns; must be called for every row in order. */
const prepareRows = (segment: Segment, reader: BlockReader, columns: readonly Float64Array[]) => {
  const shape_of = segment.shapeOf()
  const plans = planShapes(segment, reader)
  return (from: number, to: number): void => {
    for (let row = from; row < to; row++) {
      const plan = plans[shape_of[row] ?? 0]
      if (plan === undefined) continue
      if (fillBlocks(plan.copies) || plan.is_new) {
        reader.decoder.decodeInto(plan.blocks, plan.values)
        plan.is_new = false
      }
      for (let point = 0; point < plan.values.length; point++) {
        const column = columns[point]
        if (column !== undefined) column[row] = plan.values[point] ?? Number.NaN
      }
    }
  }
}

/** Writes the quality bits of the rows [from, to). */
const prepareQuality = (segment: Segment, evaluator: QualityEvaluator, batch: Batch) => {
  const [shape_of, kinds, clocks] = [segment.shapeOf(), segment.kinds(), segment.clocks()]
  const coverage_of = segment.shapes.map((blocks) => evaluator.coverageOf(blocks))
  const values = new Float64Array(batch.values.length)
  return (from: number, to: number): void => {
    for (let row = from; row < to; row++) {
      const coverage = coverage_of[shape_of[row] ?? 0]
      if (coverage === undefined) continue
      for (let point = 0; point < values.length; point++) values[point] = batch.values[point]?.[row] ?? Number.NaN
      const report_bits = reportQualityBits(kinds[row] ?? 0, clocks[row] ?? 0)
      evaluator.mark(batch.quality, row, { values, coverage, report_bits })
    }
  }
}

/** Copies the next word of each register into its block; false when no data changed, so that decoding can be skipped. */
const fillBlocks = (copies: readonly RegisterCopy[]): boolean => {
  let changed = false
  for (const { cursor, data, at, is_word } of copies) {
    const word = cursor.words[cursor.next++] ?? 0
    const low_at = is_word ? at + 1 : at
    if (data[low_at] !== (word & 255)) {
      data[low_at] = word & 255
      changed = true
    }
    if (!is_word || data[at] === word >> 8) continue
    data[at] = word >> 8
    changed = true
  }
  return changed
}

const typeOf = (kind: number) => (kind >>> 8) as 1 | 2 | 3 // other values only need to differ from these

type ShapePlan = { blocks: Block[]; copies: RegisterCopy[]; values: Float64Array; is_new: boolean }

/** Prepares the blocks of each shape and the register copies that fill them. */
const planShapes = (segment: Segment, { decoder, reads }: BlockReader): ShapePlan[] => {
  const cursors = new Map<number, WordCursor>()
  const cursorOf = (column: number): WordCursor => {
    const existing = cursors.get(column)
    if (existing !== undefined) return existing
    const cursor = { words: segment.words(column), next: 0 }
    cursors.set(column, cursor)
    return cursor
  }
  return segment.shapes.map((heads, shape) => {
    const copies: RegisterCopy[] = []
    const blocks = heads.map((head, position) => {
      const columns = segment.places[shape]?.[position] ?? []
      const is_word = head.fn > 2
      const data = new Uint8Array(is_word ? columns.length * 2 : columns.length)
      for (const [index, column] of columns.entries()) {
        const address = head.start + (is_word ? index : index * 8)
        if (reads(head.fn, address))
          copies.push({ cursor: cursorOf(column), data, at: is_word ? index * 2 : index, is_word })
      }
      return { ...head, data }
    })
    return { blocks, copies, values: new Float64Array(decoder.keys.length), is_new: true }
  })
}
