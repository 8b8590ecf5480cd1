import type { Decoder } from '@heatfleet/modbus/decoder.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import type { Chunk } from '../../chunks/chunk-read.ts'
import { identityOf } from '../../chunks/repeats.ts'
import { type Batch, emptyBatch } from './batch.ts'

/** Reads points: their decoder, and whether a register (eight bits from an address on) is one of those it looks at. */
export type PointReader = { decoder: Decoder; reads: (fn: Block['fn'], address: number) => boolean }

/** A register to be put into a block before the block is decoded. */
type Fill = { column: number; data: Uint8Array; at: number; is_word: boolean }

/**
 * Decodes the points of a chunk. Only the columns of their registers are unpacked; blocks are put together around them, so
 * that the very decoder of a fresh report reads them. Throws ChunkDamage.
 */
export const decodeChunk = (chunk: Chunk, { decoder, reads }: PointReader): Batch => {
  const batch = emptyBatch(chunk.reports, decoder.keys.length)
  batch.at_ms.set(chunk.times())
  const [seqs, kinds, shape_of] = [chunk.seqs(), chunk.kinds(), chunk.shapeOf()]
  const plans = planShapes(chunk, { decoder, reads })
  const words = new Map<number, Uint32Array>()
  for (const { fills } of plans)
    for (const { column } of fills) if (!words.has(column)) words.set(column, chunk.words(column))
  const taken = new Uint32Array(Math.max(0, ...words.keys()) + 1)
  for (let row = 0; row < chunk.reports; row++) {
    batch.identities[row] = identityOf({ seq: seqs[row] ?? 0, type: typeOf(kinds[row] ?? 0) })
    const plan = plans[shape_of[row] ?? 0]
    if (plan === undefined) continue
    // Values that did not change since the last report of this shape need not be decoded again.
    let changed = plan.is_new
    for (const { column, data, at, is_word } of plan.fills) {
      const word = words.get(column)?.[taken[column] ?? 0] ?? 0
      taken[column] = (taken[column] ?? 0) + 1
      const [high, low] = is_word ? [word >> 8, word & 255] : [word, 0]
      if (data[at] === high && (!is_word || data[at + 1] === low)) continue
      data[at] = high
      if (is_word) data[at + 1] = low
      changed = true
    }
    if (changed) {
      decoder.decodeInto(plan.blocks, plan.values)
      plan.is_new = false
    }
    for (let point = 0; point < plan.values.length; point++) {
      const column = batch.values[point]
      if (column !== undefined) column[row] = plan.values[point] ?? Number.NaN
    }
  }
  return batch
}

const typeOf = (kind: number) => (kind >>> 8) as 1 | 2 | 3 // any other is only told apart from these

type ShapePlan = { blocks: Block[]; fills: Fill[]; values: Float64Array; is_new: boolean }

/** For each shape its blocks, their data to be filled in, and where the registers that are read come from. */
const planShapes = ({ shapes, places }: Chunk, { decoder, reads }: PointReader): ShapePlan[] =>
  shapes.map((heads, shape) => {
    const fills: Fill[] = []
    const blocks = heads.map((head, position) => {
      const place = places[shape]?.[position] ?? []
      const is_word = head.fn > 2
      const data = new Uint8Array(is_word ? place.length * 2 : place.length)
      place.forEach((column, index) => {
        const address = head.start + (is_word ? index : index * 8)
        if (reads(head.fn, address)) fills.push({ column, data, at: is_word ? index * 2 : index, is_word })
      })
      return { ...head, data }
    })
    return { blocks, fills, values: new Float64Array(decoder.keys.length), is_new: true }
  })
