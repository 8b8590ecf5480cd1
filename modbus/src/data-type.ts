import type { DataType, Point } from './point.ts'

/** Longest text, in registers. */
export const TEXT_REGISTERS_MAX = 64

/** Whether a point holds characters rather than a number. */
export const isText = (type: DataType): boolean => type.startsWith('text')

/** Registers (bits, for functions 1 and 2) that a point takes: those of its type, of a text as many as it says. */
export const lengthOf = ({
  query_cmd,
  data_type,
  reg_len,
}: Pick<Point, 'query_cmd' | 'data_type' | 'reg_len'>): number =>
  query_cmd <= 2 ? 1 : isText(data_type) ? reg_len : wordsOf(data_type)

/** Registers a type takes; `calc` takes none, a text one at least. */
export const wordsOf = (type: DataType): 0 | 1 | 2 | 4 => {
  if (type === 'calc') return 0
  if (type.includes('64')) return 4
  return type.includes('32') ? 2 : 1
}

/** Whether the low word of a type of several registers comes first. */
export const isLowWordFirst = (type: DataType): boolean => /_le(?:_swapped)?$/.test(type)

/** Whether the low byte of each register comes first. */
export const isByteSwapped = (type: DataType): boolean => type.endsWith('_swapped')

/** The types whose values are IEEE 754 numbers. */
export const isFloat = (type: DataType): boolean => type.startsWith('float')

type Pattern = Pick<Point, 'query_cmd' | 'data_type' | 'bit_len'>

/** Bits of a point's own pattern: what `invalid` is compared with. */
export const patternBits = ({ query_cmd, data_type, bit_len }: Pattern): number => {
  if (query_cmd <= 2 || data_type === 'bit' || data_type === 'bool') return 1
  if (data_type === 'bits') return bit_len ?? 1
  if (data_type.endsWith('_low') || data_type.endsWith('_high')) return 8
  return Math.max(1, wordsOf(data_type)) * 16
}

/** The sentinels of a point as unsigned patterns of its width, so that -1 and 0xFFFF mean the same for s16. */
export const invalidPatterns = (point: Pattern & Pick<Point, 'invalid'>): bigint[] => {
  const bits = patternBits(point)
  return point.invalid.map((pattern) => BigInt.asUintN(bits, BigInt(Math.trunc(pattern))))
}
