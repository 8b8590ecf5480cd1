import { setImmediate as breathe } from 'node:timers/promises'
import type { Decoder } from '@heatfleet/modbus/decoder.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { identityOf } from '../../segments/duplicate-reports.ts'
import type { Segment } from '../../segments/segment-read.ts'
import { type Batch, type BatchBuffers, rises } from './batch.ts'
import { type QualityEvaluator, reportQualityBits } from './quality-bits.ts'
import { findColumn, readSingleRegister, type SingleRegisterPoint } from './single-register-points.ts'

/** Decodes some points, and tells whether a register (eight bits from an address on) is one of those it looks at. */
export type BlockReader = { decoder: Decoder; reads: (fn: Block['fn'], address: number) => boolean }

/** Reads points of a product version out of reports. */
export type PointReader = BlockReader & {
  /** Those that one register tells, by their place among the points. */
  lone: ReadonlyMap<number, SingleRegisterPoint>
  /** Reads the points at these places, which need whole blocks. */
  readerOf: (places: readonly number[]) => BlockReader
  /** Judges what was read; null where nobody asked for quality. */
  judge: QualityEvaluator | null
}

/** The words of a column, and how many of them were taken. */
type Feed = { words: Uint32Array; taken: number }
/** A register to be put into a block before the block is decoded. */
type Fill = { feed: Feed; data: Uint8Array; at: number; is_word: boolean }

/** Where it goes; `is_alone` = it is the only one of its time: what tells its reports from others is read where two have one time. */
type Room = { rooms: BatchBuffers; is_alone: boolean }

/** CompactionResult reports decoded before others have their turn: a few milliseconds of work, a day or two of a report a minute. */
export const REPORTS_PER_SLICE = 2_000

/**
 * Decodes the points of a segment; only the columns of their registers are unpacked. What one register tells is read column by
 * column; around the others blocks are put together, so that the very decoder of a fresh report reads them. After some
 * thousand reports others have their turn. Throws SegmentCorruption.
 */
export const decodeSegment = async (
  segment: Segment,
  reader: PointReader,
  { rooms, is_alone }: Room,
): Promise<Batch> => {
  const points = reader.decoder.keys.length
  const batch = rooms.take(segment.reports)
  segment.times(batch.at_ms)
  if (!is_alone || !rises(batch.at_ms)) identify(batch.identities, segment.seqs(), segment.kinds())
  const turns = takeTurns(points)
  const in_blocks: number[] = []
  for (const [point, values] of batch.values.entries()) {
    const lone = reader.lone.get(point)
    const place = lone === undefined ? undefined : findColumn(segment, lone)
    if (lone === undefined || place === undefined) in_blocks.push(point)
    else if (place === null) values.fill(Number.NaN)
    else {
      await turns(segment.reports)
      readSingleRegister(segment, lone, place, values)
    }
  }
  if (in_blocks.length > 0) {
    const columns = in_blocks.flatMap((point) => batch.values[point] ?? [])
    const decodeRows = prepareRows(segment, reader.readerOf(in_blocks), columns)
    await inTurns(segment.reports, decodeRows)
  }
  if (reader.judge !== null) await inTurns(segment.reports, prepareMarks(segment, reader.judge, batch))
  return batch
}

/** Counts what is read of one point each, and gives others their turn when it comes to two thousand reports of all. */
const takeTurns = (points: number) => {
  let read = 0
  return async (values: number): Promise<void> => {
    if (read >= REPORTS_PER_SLICE * points) {
      read = 0
      await breathe()
    }
    read += values
  }
}

const inTurns = async (reports: number, work: (from: number, to: number) => void): Promise<void> => {
  for (let row = 0; row < reports; row += REPORTS_PER_SLICE) {
    if (row > 0) await breathe()
    work(row, Math.min(row + REPORTS_PER_SLICE, reports))
  }
}

const identify = (identities: Uint32Array, seqs: Uint32Array, kinds: Uint32Array): void => {
  for (let row = 0; row < identities.length; row++)
    identities[row] = identityOf({ seq: seqs[row] ?? 0, type: typeOf(kinds[row] ?? 0) })
}

/** Decodes reports into their rows, from one (included) to another (not); each once, in their order. */
const prepareRows = (segment: Segment, reader: BlockReader, columns: readonly Float64Array[]) => {
  const shape_of = segment.shapeOf()
  const plans = planShapes(segment, reader)
  return (from: number, to: number): void => {
    for (let row = from; row < to; row++) {
      const plan = plans[shape_of[row] ?? 0]
      if (plan === undefined) continue
      if (fillBlocks(plan.fills) || plan.is_new) {
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

/** Judges the values of reports, from one (included) to another (not). */
const prepareMarks = (segment: Segment, judge: QualityEvaluator, batch: Batch) => {
  const [shape_of, kinds, clocks] = [segment.shapeOf(), segment.kinds(), segment.clocks()]
  const held_of = segment.shapes.map((blocks) => judge.holdings(blocks))
  const values = new Float64Array(batch.values.length)
  return (from: number, to: number): void => {
    for (let row = from; row < to; row++) {
      const held = held_of[shape_of[row] ?? 0]
      if (held === undefined) continue
      for (let point = 0; point < values.length; point++) values[point] = batch.values[point]?.[row] ?? Number.NaN
      const circumstances = reportQualityBits(kinds[row] ?? 0, clocks[row] ?? 0)
      judge.mark(batch.quality, row, { values, held, circumstances })
    }
  }
}

/** Puts the next word of each register into its block; false when nothing changed, and need not be decoded again. */
const fillBlocks = (fills: readonly Fill[]): boolean => {
  let changed = false
  for (const { feed, data, at, is_word } of fills) {
    const word = feed.words[feed.taken++] ?? 0
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

const typeOf = (kind: number) => (kind >>> 8) as 1 | 2 | 3 // any other is only told apart from these

type ShapePlan = { blocks: Block[]; fills: Fill[]; values: Float64Array; is_new: boolean }

/** For each shape its blocks, their data to be filled in, and where the registers that are read come from. */
const planShapes = (segment: Segment, { decoder, reads }: BlockReader): ShapePlan[] => {
  const feeds = new Map<number, Feed>()
  const feedOf = (column: number): Feed => {
    const known = feeds.get(column)
    if (known !== undefined) return known
    const feed = { words: segment.words(column), taken: 0 }
    feeds.set(column, feed)
    return feed
  }
  return segment.shapes.map((heads, shape) => {
    const fills: Fill[] = []
    const blocks = heads.map((head, position) => {
      const place = segment.places[shape]?.[position] ?? []
      const is_word = head.fn > 2
      const data = new Uint8Array(is_word ? place.length * 2 : place.length)
      for (const [index, column] of place.entries()) {
        const address = head.start + (is_word ? index : index * 8)
        if (reads(head.fn, address))
          fills.push({ feed: feedOf(column), data, at: is_word ? index * 2 : index, is_word })
      }
      return { ...head, data }
    })
    return { blocks, fills, values: new Float64Array(decoder.keys.length), is_new: true }
  })
}
