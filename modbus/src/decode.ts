import { invalidPatterns, wordsOf } from './data-type.ts'
import { evaluate } from './formula-evaluate.ts'
import { locate } from './locate.ts'
import { type Plan, type PlannedPoint, planPoints } from './plan.ts'
import type { Block, DataType, Point, Values } from './point.ts'
import { nearestDecimal, roundTo } from './precision.ts'

/**
 * Decodes blocks by walking the points: slow and plain, the oracle of the generated decoder. A point is absent when no
 * good block holds all of its registers, its raw pattern is invalid, BCD digits or a float are none, or its formula
 * gives no finite number; a calculated point also when one it needs is absent. Points with a fault are left out.
 */
export const decodeBlocks = (points: readonly Point[], blocks: readonly Block[]): Values =>
  decodePlan(planPoints(points), blocks)

/** The same with the planning done once. */
export const decodePlan = (plan: Plan, blocks: readonly Block[]): Values => {
  const values: Values = {}
  for (const planned of plan.points) {
    const value = decodePoint(planned, blocks, values)
    if (value !== null) values[planned.point.key] = value
  }
  return values
}

/** The raw number of a point (before its formula), or null when it is absent. */
export const rawOf = (point: Point, blocks: readonly Block[]): number | null => {
  const count = point.query_cmd <= 2 ? 1 : wordsOf(point.data_type)
  const block = count === 0 ? null : locate(blocks, point.query_cmd, point.address, count)
  if (block === null) return null
  const pattern = patternOf(point, block, point.address - block.start)
  return invalidPatterns(point).includes(pattern) ? null : interpret(point, pattern)
}

const decodePoint = ({ point, read, needs, precision }: PlannedPoint, blocks: readonly Block[], values: Values) => {
  if (point.data_type === 'calc') {
    if (!needs.every((name) => Object.hasOwn(values, name))) return null
    return presentOrNull(
      roundTo(
        evaluate(read, (name) => values[name] ?? Number.NaN),
        precision,
      ),
    )
  }
  const raw = rawOf(point, blocks)
  return raw === null
    ? null
    : presentOrNull(
        roundTo(
          evaluate(read, () => raw),
          precision,
        ),
      )
}

const presentOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)

/** The bits of the point alone as an unsigned number. */
const patternOf = ({ query_cmd, data_type, bit }: Point, { data }: Block, index: number): number => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (query_cmd <= 2) return (view.getUint8(index >> 3) >> (index & 7)) & 1
  const at = index * 2
  const word = view.getUint16(at)
  if (data_type === 'bit') return (word >> (bit ?? 0)) & 1
  if (data_type === 'bool') return bit === null ? Number(word !== 0) : (word >> bit) & 1
  if (data_type.endsWith('_low')) return word & 0xff
  if (data_type.endsWith('_high')) return word >> 8
  if (wordsOf(data_type) === 1) return word
  const second = view.getUint16(at + 2)
  return data_type.endsWith('_be') ? word * 0x1_0000 + second : second * 0x1_0000 + word
}

const interpret = ({ query_cmd, data_type }: Point, pattern: number): number | null =>
  query_cmd <= 2 ? pattern : (INTERPRET[data_type]?.(pattern) ?? (data_type in INTERPRET ? null : pattern))

const signed = (bits: number) => (pattern: number) => (pattern >= 2 ** (bits - 1) ? pattern - 2 ** bits : pattern)

const bcd = (byte: number): number | null => {
  const [tens, ones] = [byte >> 4, byte & 15]
  return tens > 9 || ones > 9 ? null : tens * 10 + ones
}

const float = (pattern: number): number | null => {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, pattern)
  const value = view.getFloat32(0)
  return Number.isFinite(value) ? nearestDecimal(value) : null
}

/** Types whose number is not simply their pattern. */
const INTERPRET: Partial<Record<DataType, (pattern: number) => number | null>> = {
  s8_low: signed(8),
  s8_high: signed(8),
  s16: signed(16),
  s32_be: signed(32),
  s32_le: signed(32),
  bcd_low: bcd,
  bcd_high: bcd,
  float32_be: float,
  float32_le: float,
}
