import type { DataType } from './point.ts'

/** Decimal digits of a BCD type, without its sign, and whether its first four bits are a sign; null = no BCD. */
export const bcdShape = (type: DataType): { digits: number; signed: boolean } | null => {
  if (type === 'bcd_low' || type === 'bcd_high') return { digits: 2, signed: false }
  const found = /^(s?)bcd(16|32)/.exec(type)
  if (found === null) return null
  const signed = found[1] === 's'
  return { digits: Number(found[2]) / 4 - (signed ? 1 : 0), signed }
}

/**
 * The number of a BCD pattern; null where four bits are no digit. A signed one has its sign in the first four bits: 0 =
 * plus, F or 8 = minus (the two that controllers write), anything else is no number.
 */
export const bcdNumber = (pattern: number, digits: number, signed: boolean): number | null => {
  let [value, rest, weight] = [0, pattern, 1]
  for (let digit = 0; digit < digits; digit++) {
    const next = rest % 16
    if (next > 9) return null
    value += next * weight
    weight *= 10
    rest = Math.floor(rest / 16)
  }
  if (!signed) return value
  if (rest === 0) return value
  return rest === 15 || rest === 8 ? -value + 0 : null
}

/** The BCD pattern of a whole number, minus written as F; null when it does not fit. */
export const bcdPattern = (value: number, digits: number, signed: boolean): number | null => {
  const magnitude = Math.abs(value)
  if (!Number.isInteger(value) || magnitude >= 10 ** digits || (value < 0 && !signed)) return null
  let pattern = value < 0 ? 15 : 0
  for (const digit of String(magnitude).padStart(digits, '0')) pattern = pattern * 16 + Number(digit)
  return pattern
}
