import { bcdNumber, bcdShape } from './bcd.ts'
import { invalidPatterns, isByteSwapped, isFloat, isLowWordFirst, patternBits, wordsOf } from './data-type.ts'
import { evaluate } from './formula-evaluate.ts'
import { blocksOfSlave, locate } from './locate.ts'
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
    const value = decodePoint(planned, blocksOfSlave(blocks, planned.point.slave, plan.named_slaves), values)
    if (value !== null) values[planned.point.key] = value
  }
  return values
}

/** The raw number of a point (before its formula) in the blocks of its slave, or null when it is absent. */
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
const patternOf = (point: Point, { data }: Block, index: number): bigint => {
  const { query_cmd, data_type, bit } = point
  if (query_cmd <= 2) return BigInt(((data[index >> 3] ?? 0) >> (index & 7)) & 1)
  const words = Array.from({ length: wordsOf(data_type) }, (_, at) => {
    const [first = 0, second = 0] = data.subarray((index + at) * 2)
    return isByteSwapped(data_type) ? second * 256 + first : first * 256 + second
  })
  if (isLowWordFirst(data_type)) words.reverse()
  const whole = words.reduce((sum, word) => sum * 0x1_0000n + BigInt(word), 0n)
  if (data_type === 'bool' && bit === null) return whole === 0n ? 0n : 1n
  const shift = data_type.endsWith('_high') ? 8 : (IN_WORD.has(data_type) && bit) || 0
  return BigInt.asUintN(patternBits(point), whole >> BigInt(shift))
}

const IN_WORD: ReadonlySet<DataType> = new Set(['bit', 'bool', 'bits'])

const interpret = (point: Point, pattern: bigint): number | null => {
  const { query_cmd, data_type } = point
  if (query_cmd <= 2) return Number(pattern)
  if (isFloat(data_type)) return float(data_type, pattern)
  const bcd = bcdShape(data_type)
  if (bcd !== null) return bcdNumber(Number(pattern), bcd.digits, bcd.signed)
  return Number(/^s\d/.test(data_type) ? BigInt.asIntN(patternBits(point), pattern) : pattern)
}

const float = (type: DataType, pattern: bigint): number | null => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, pattern)
  const value = type.includes('64') ? view.getFloat64(0) : view.getFloat32(4)
  if (!Number.isFinite(value)) return null
  return type.includes('64') ? value : nearestDecimal(value)
}
