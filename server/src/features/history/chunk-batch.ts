import { setImmediate as breathe } from 'node:timers/promises'
import type { Decoder } from '@heatfleet/modbus/decoder.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import type { Chunk } from '../../chunks/chunk-read.ts'
import { identityOf } from '../../chunks/repeats.ts'
import { type Batch, type Rooms, rises } from './batch.ts'
import { findColumn, type LonePoint, readLone } from './lone-points.ts'
import { circumstancesOf, type QualityJudge } from './quality-judge.ts'

/** Decodes some points, and tells whether a register (eight bits from an address on) is one of those it looks at. */
export type BlockReader = { decoder: Decoder; reads: (fn: Block['fn'], address: number) => boolean }

/** Reads points of a product version out of reports. */
export type PointReader = BlockReader & {
  /** Those that one register tells, by their place among the points. */
  lone: ReadonlyMap<number, LonePoint>
  /** Reads the points at these places, which need whole blocks. */
  readerOf: (places: readonly number[]) => BlockReader
  /** Judges what was read; null where nobody asked for quality. */
  judge: QualityJudge | null
}

/** The words of a column, and how many of them were taken. */
type Feed = { words: Uint32Array; taken: number }
/** A register to be put into a block before the block is decoded. */
type Fill = { feed: Feed; data: Uint8Array; at: number; is_word: boolean }

/** Where it goes; `is_alone` = it is the only one of its time: what tells its reports from others is read where two have one time. */
type Room = { rooms: Rooms; is_alone: boolean }

/** Packed reports decoded before others have their turn: a few milliseconds of work, a day or two of a report a minute. */
export const PACKED_AT_ONCE = 2_000

/**
 * Decodes the points of a chunk; only the columns of their registers are unpacked. What one register tells is read column by
 * column; around the others blocks are put together, so that the very decoder of a fresh report reads them. After some
 * thousand reports others have their turn. Throws ChunkDamage.
 */
export const decodeChunk = async (chunk: Chunk, reader: PointReader, { rooms, is_alone }: Room): Promise<Batch> => {
  const points = reader.decoder.keys.length
  const batch = rooms.take(chunk.reports)
  chunk.times(batch.at_ms)
  if (!is_alone || !rises(batch.at_ms)) identify(batch.identities, chunk.seqs(), chunk.kinds())
  const turns = takeTurns(points)
  const in_blocks: number[] = []
  for (const [point, values] of batch.values.entries()) {
    const lone = reader.lone.get(point)
    const place = lone === undefined ? undefined : findColumn(chunk, lone)
    if (lone === undefined || place === undefined) in_blocks.push(point)
    else if (place === null) values.fill(Number.NaN)
    else {
      await turns(chunk.reports)
      readLone(chunk, lone, place, values)
    }
  }
  if (in_blocks.length > 0) {
    const columns = in_blocks.flatMap((point) => batch.values[point] ?? [])
    const decodeRows = prepareRows(chunk, reader.readerOf(in_blocks), columns)
    await inTurns(chunk.reports, decodeRows)
  }
  if (reader.judge !== null) await inTurns(chunk.reports, prepareMarks(chunk, reader.judge, batch))
  return batch
}

/** Counts what is read of one point each, and gives others their turn when it comes to two thousand reports of all. */
const takeTurns = (points: number) => {
  let read = 0
  return async (values: number): Promise<void> => {
    if (read >= PACKED_AT_ONCE * points) {
      read = 0
      await breathe()
    }
    read += values
  }
}

const inTurns = async (reports: number, work: (from: number, to: number) => void): Promise<void> => {
  for (let row = 0; row < reports; row += PACKED_AT_ONCE) {
    if (row > 0) await breathe()
    work(row, Math.min(row + PACKED_AT_ONCE, reports))
  }
}

const identify = (identities: Uint32Array, seqs: Uint32Array, kinds: Uint32Array): void => {
  for (let row = 0; row < identities.length; row++)
    identities[row] = identityOf({ seq: seqs[row] ?? 0, type: typeOf(kinds[row] ?? 0) })
}

/** Decodes reports into their rows, from one (included) to another (not); each once, in their order. */
const prepareRows = (chunk: Chunk, reader: BlockReader, columns: readonly Float64Array[]) => {
  const shape_of = chunk.shapeOf()
  const plans = planShapes(chunk, reader)
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
const prepareMarks = (chunk: Chunk, judge: QualityJudge, batch: Batch) => {
  const [shape_of, kinds, clocks] = [chunk.shapeOf(), chunk.kinds(), chunk.clocks()]
  const held_of = chunk.shapes.map((blocks) => judge.holdings(blocks))
  const values = new Float64Array(batch.values.length)
  return (from: number, to: number): void => {
    for (let row = from; row < to; row++) {
      const held = held_of[shape_of[row] ?? 0]
      if (held === undefined) continue
      for (let point = 0; point < values.length; point++) values[point] = batch.values[point]?.[row] ?? Number.NaN
      const circumstances = circumstancesOf(kinds[row] ?? 0, clocks[row] ?? 0)
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
const planShapes = (chunk: Chunk, { decoder, reads }: BlockReader): ShapePlan[] => {
  const feeds = new Map<number, Feed>()
  const feedOf = (column: number): Feed => {
    const known = feeds.get(column)
    if (known !== undefined) return known
    const feed = { words: chunk.words(column), taken: 0 }
    feeds.set(column, feed)
    return feed
  }
  return chunk.shapes.map((heads, shape) => {
    const fills: Fill[] = []
    const blocks = heads.map((head, position) => {
      const place = chunk.places[shape]?.[position] ?? []
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
