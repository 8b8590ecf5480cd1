import { bcdPattern, bcdShape } from './bcd.ts'
import { invalidPatterns, isByteSwapped, isFloat, isLowWordFirst, isText, patternBits, wordsOf } from './data-type.ts'
import { decodeBlocks } from './decode.ts'
import { evaluate } from './formula-evaluate.ts'
import { invertLinear } from './formula-invert.ts'
import { namesIn, parseFormula } from './formula-parse.ts'
import type { Block, DataType, Limit, Point, Values } from './point.ts'

/**
 * What goes onto the bus for a write: one coil, one register, several coils, or several registers (fn 16, the only one for types of
 * several registers).
 */
export type Write =
  | { fn: 5; start: number; coil: boolean }
  | { fn: 15; start: number; coils: boolean[] }
  | { fn: 6; start: number; words: [number] }
  | { fn: 16; start: number; words: number[] }

/** Limits as numbers; null = none. */
type Limits = { min: number | null; max: number | null }

/** Why a value cannot be written. */
export type WriteFault =
  | 'not_writable'
  | 'not_a_value'
  | 'limit_unknown'
  | 'below_min'
  | 'above_max'
  | 'off_step'
  | 'not_invertible'
  | 'out_of_range'
  | 'needs_current_word'

type EncodedWrite = { ok: true; write: Write; raw: number } | { ok: false; reason: WriteFault }

/** Limits of a point where a limit may be the value of another one; null when that value is not known. */
export const resolveLimits = ({ min, max }: Pick<Point, 'min' | 'max'>, values: Values): Limits | null => {
  const resolve = (limit: Limit | null) => {
    if (limit === null || typeof limit === 'number') return limit
    return Object.hasOwn(values, limit.point) ? values[limit.point] : undefined
  }
  const [low, high] = [resolve(min), resolve(max)]
  return low === undefined || high === undefined ? null : { min: low, max: high }
}

/**
 * Turns a value into the write that sets it. Refused are values outside min/max, off the step or between two raw
 * values, and raw values the type cannot hold or that mean "invalid". `limits` are needed where a limit is another
 * point's value; `currentWord`, the register as last read, where only part of it changes (a byte, bits).
 */
export const encodeWrite = (
  point: Point,
  value: number,
  { limits, currentWord }: { limits?: Limits | null; currentWord?: number | null } = {},
): EncodedWrite => {
  if (point.rw !== 'rw' || point.write_cmd === null || !isNumber(point.data_type)) return refuse('not_writable')
  if (!Number.isFinite(value)) return refuse('not_a_value')
  const bounds = limits ?? resolveLimits(point, {})
  if (bounds === null) return refuse('limit_unknown')
  if (bounds.min !== null && value < bounds.min) return refuse('below_min')
  if (bounds.max !== null && value > bounds.max) return refuse('above_max')
  if (!isOnStep(point, value)) return refuse('off_step')
  const raw = toRaw(point, value)
  if (typeof raw === 'string') return refuse(raw)
  const pattern = toPattern(point, raw)
  if (pattern === null || invalidPatterns(point).includes(pattern)) return refuse('out_of_range')
  const write = toWrite(point, pattern, currentWord ?? null)
  return typeof write === 'string' ? refuse(write) : { ok: true, write, raw }
}

/** The value that words read back from a point's address stand for (one word 0/1 for a coil), or null when it is absent. */
export const readBack = (point: Point, words: readonly number[]): number | null => {
  const bits = point.query_cmd <= 2
  const data = Uint8Array.from(bits ? [words[0] ?? 0] : words.flatMap((word) => [word >> 8, word & 255]))
  const block: Block = {
    slave: point.slave ?? 1,
    fn: point.query_cmd,
    start: point.address,
    quantity: words.length,
    status: 0,
    data,
  }
  return decodeBlocks([point], [block])[point.key] ?? null
}

const isNumber = (type: DataType): boolean => type !== 'calc' && !isText(type)

const refuse = (reason: WriteFault): EncodedWrite => ({ ok: false, reason })

/** Steps count from a fixed minimum, else from 0: a minimum that is another point's value would move the grid. */
const isOnStep = ({ step, min }: Point, value: number): boolean => {
  if (step === null || step <= 0) return true
  const steps = (value - (typeof min === 'number' ? min : 0)) / step
  return Math.abs(steps - Math.round(steps)) < 1e-6
}

const toRaw = (point: Point, value: number): number | WriteFault => {
  const { write, read } = point.formulas
  const fractional = (raw: number) => (point.data_type.includes('64') ? raw : Math.fround(raw))
  if (write !== null) {
    const formula = parseFormula(write)
    if (!formula.ok || namesIn(formula.ast).some((name) => name !== 'value')) return 'not_invertible'
    const raw = evaluate(formula.ast, () => value)
    return isFloat(point.data_type) ? fractional(raw) : Math.round(raw) + 0
  }
  const formula = parseFormula(read)
  const line = formula.ok ? invertLinear(formula.ast) : null
  if (line === null) return 'not_invertible'
  const raw = (value - line.offset) / line.scale
  if (isFloat(point.data_type)) return fractional(raw)
  const whole = Math.round(raw) + 0
  // A value between two raw ones would be answered with another value than requested.
  return Math.abs(whole - raw) > 1e-6 * Math.max(1, Math.abs(raw) * 1e-6) ? 'off_step' : whole
}

/** The bits of a raw number in the point's type, unsigned; null when it does not fit, or is no exact integer. */
const toPattern = (point: Point, raw: number): bigint | null => {
  const { data_type } = point
  if (!Number.isFinite(raw)) return null
  if (isFloat(data_type)) {
    const view = new DataView(new ArrayBuffer(8))
    if (data_type.includes('64')) view.setFloat64(0, raw)
    else view.setFloat32(4, raw)
    return view.getBigUint64(0)
  }
  const bcd = bcdShape(data_type)
  if (bcd !== null) {
    const pattern = bcdPattern(raw, bcd.digits, bcd.signed)
    return pattern === null ? null : BigInt(pattern)
  }
  if (!Number.isSafeInteger(raw)) return null
  const bits = isCoilWrite(point) ? 1 : patternBits(point)
  const isSigned = /^s\d/.test(data_type)
  const pattern = BigInt(raw)
  const fits = isSigned ? BigInt.asIntN(bits, pattern) : BigInt.asUintN(bits, pattern)
  return fits === pattern ? BigInt.asUintN(bits, pattern) : null
}

/** Whether a point is written as a coil. */
export const isCoilWrite = ({ write_cmd }: Pick<Point, 'write_cmd'>): boolean => write_cmd === 5 || write_cmd === 15

const toWrite = (point: Point, pattern: bigint, currentWord: number | null): Write | WriteFault => {
  const { data_type, address, write_cmd } = point
  if (isCoilWrite(point)) {
    // A board that maps the bits of its registers to coils numbers them 16 a register (golden frame: coil 0x0320 = bit 0 of 0x0032).
    const start = point.query_cmd <= 2 ? address : address * 16 + (point.bit ?? 0)
    if (start > 0xffff) return 'not_writable'
    const on = pattern === 1n
    return write_cmd === 15 ? { fn: 15, start, coils: [on] } : { fn: 5, start, coil: on }
  }
  const count = wordsOf(data_type)
  if (count > 1) return { fn: 16, start: address, words: wordsOfPattern(data_type, pattern, count) }
  const [own = 0] = wordsOfPattern(data_type, pattern, 1)
  const word = intoWord(point, own, currentWord)
  if (word === null) return 'needs_current_word'
  return write_cmd === 6 ? { fn: 6, start: address, words: [word] } : { fn: 16, start: address, words: [word] }
}

/** A pattern as registers in the order of its type. */
const wordsOfPattern = (type: DataType, pattern: bigint, count: number): number[] => {
  const words = Array.from({ length: count }, (_, at) => {
    const word = Number(BigInt.asUintN(16, pattern >> BigInt(16 * (count - 1 - at))))
    return isByteSwapped(type) ? (word & 255) * 256 + (word >> 8) : word
  })
  return isLowWordFirst(type) ? words.reverse() : words
}

/** Whether writing a point needs the rest of its register: a byte, a BCD pair, some bits, or a bit that no coil stands for. */
export const isPartOfWord = ({ data_type, bit, write_cmd }: Pick<Point, 'data_type' | 'bit' | 'write_cmd'>): boolean =>
  !isCoilWrite({ write_cmd }) && (isInWord({ data_type, bit }) || /_(?:low|high)$/.test(data_type))

const isInWord = ({ data_type, bit }: Pick<Point, 'data_type' | 'bit'>): boolean =>
  data_type === 'bit' || data_type === 'bits' || (data_type === 'bool' && bit !== null)

/** The register with the point's bits replaced; null when the rest of it is needed and not known. */
const intoWord = (point: Point, own: number, currentWord: number | null): number | null => {
  if (!isPartOfWord(point)) return own
  const shift = isInWord(point) ? (point.bit ?? 0) : point.data_type.endsWith('_high') ? 8 : 0
  const mask = 2 ** patternBits(point) - 1
  return currentWord === null ? null : (currentWord & ~(mask << shift) & 0xffff) | (own << shift)
}
