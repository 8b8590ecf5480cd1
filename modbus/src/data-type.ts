import type { DataType, Point } from './point.ts'

/** Registers a type takes; `calc` takes none. */
export const wordsOf = (type: DataType): 0 | 1 | 2 => (type === 'calc' ? 0 : WIDE.has(type) ? 2 : 1)

/** Bits of a type's own pattern: what `invalid` is compared with. */
export const patternBits = (type: DataType): 1 | 8 | 16 | 32 => {
  if (WIDE.has(type)) return 32
  if (type === 'bit' || type === 'bool') return 1
  return type.startsWith('u8') || type.startsWith('s8') || type.startsWith('bcd') ? 8 : 16
}

/** The sentinels of a point as unsigned patterns of its width, so that -1 and 0xFFFF mean the same for s16. */
export const invalidPatterns = (point: Point): number[] => {
  const bits = point.query_cmd <= 2 ? 1 : patternBits(point.data_type)
  return point.invalid.map((pattern) => (bits === 32 ? pattern >>> 0 : pattern & ((1 << bits) - 1)))
}

const WIDE: ReadonlySet<DataType> = new Set(['u32_be', 'u32_le', 's32_be', 's32_le', 'float32_be', 'float32_le'])
