import { setImmediate as breathe } from 'node:timers/promises'
import type { Decoder } from '@heatfleet/modbus/decoder.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import type { Chunk } from '../../chunks/chunk-read.ts'
import { identityOf } from '../../chunks/repeats.ts'
import { type Batch, emptyBatch } from './batch.ts'
import { circumstancesOf, type QualityJudge } from './quality-judge.ts'

/** Reads points of a product version out of reports. */
export type PointReader = {
  decoder: Decoder
  /** Whether a register (eight bits from an address on) is one of those it looks at. */
  reads: (fn: Block['fn'], address: number) => boolean
  /** Judges what was read; null where nobody asked for quality. */
  judge: QualityJudge | null
}

/** The words of a column, and how many of them were taken. */
type Feed = { words: Uint32Array; taken: number }
/** A register to be put into a block before the block is decoded. */
type Fill = { feed: Feed; data: Uint8Array; at: number; is_word: boolean }

/** Packed reports decoded before others have their turn: a few milliseconds of work, a day or two of a report a minute. */
export const PACKED_AT_ONCE = 2_000

/**
 * Decodes the points of a chunk. Only the columns of their registers are unpacked; blocks are put together around them, so
 * that the very decoder of a fresh report reads them. After each two thousand reports others have their turn. Throws ChunkDamage.
 */
export const decodeChunk = async (chunk: Chunk, reader: PointReader): Promise<Batch> => {
  const batch = emptyBatch(chunk.reports, { points: reader.decoder.keys.length, with_quality: reader.judge !== null })
  const decodeRows = prepareRows(chunk, reader, batch)
  for (let row = 0; row < chunk.reports; row += PACKED_AT_ONCE) {
    if (row > 0) await breathe()
    decodeRows(row, Math.min(row + PACKED_AT_ONCE, chunk.reports))
  }
  return batch
}

/** Decodes reports into their rows, from one (included) to another (not); each once, in their order. */
const prepareRows = (chunk: Chunk, { decoder, reads, judge }: PointReader, batch: Batch) => {
  batch.at_ms.set(chunk.times())
  const [seqs, kinds, shape_of] = [chunk.seqs(), chunk.kinds(), chunk.shapeOf()]
  const clocks = judge === null ? null : chunk.clocks()
  const held_of = judge === null ? [] : chunk.shapes.map((blocks) => judge.holdings(blocks))
  const plans = planShapes(chunk, { decoder, reads })
  return (from: number, to: number): void => {
    for (let row = from; row < to; row++) {
      batch.identities[row] = identityOf({ seq: seqs[row] ?? 0, type: typeOf(kinds[row] ?? 0) })
      const shape = shape_of[row] ?? 0
      const plan = plans[shape]
      if (plan === undefined) continue
      if (fillBlocks(plan.fills) || plan.is_new) {
        decoder.decodeInto(plan.blocks, plan.values)
        plan.is_new = false
      }
      for (let point = 0; point < plan.values.length; point++) {
        const column = batch.values[point]
        if (column !== undefined) column[row] = plan.values[point] ?? Number.NaN
      }
      const held = held_of[shape]
      if (judge === null || held === undefined) continue
      const circumstances = circumstancesOf(kinds[row] ?? 0, clocks?.[row] ?? 0)
      judge.mark(batch.quality, row, { values: plan.values, held, circumstances })
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
const planShapes = (chunk: Chunk, { decoder, reads }: Pick<PointReader, 'decoder' | 'reads'>): ShapePlan[] => {
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
