/** A fraction of whole numbers: exact arithmetic, as the oracle. `below` > 0. */
export type Exact = { above: bigint; below: bigint }

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b))

const ratio = (above: bigint, below: bigint): Exact => {
  const divisor = gcd(above, below) || 1n
  const sign = below < 0n ? -1n : 1n
  return { above: (sign * above) / divisor, below: (sign * below) / divisor }
}

/** Sums, products and comparisons of fractions; a division by zero is null. */
export const exact = {
  of: (value: number): Exact => ({ above: BigInt(value), below: 1n }),
  ratio,
  plus: (a: Exact, b: Exact): Exact => ratio(a.above * b.below + b.above * a.below, a.below * b.below),
  minus: (a: Exact, b: Exact): Exact => ratio(a.above * b.below - b.above * a.below, a.below * b.below),
  times: (a: Exact, b: Exact): Exact => ratio(a.above * b.above, a.below * b.below),
  over: (a: Exact, b: Exact): Exact | null => (b.above === 0n ? null : ratio(a.above * b.below, a.below * b.above)),
  isLess: (a: Exact, b: Exact): boolean => a.above * b.below < b.above * a.below,
}

/** More digits than a double has. */
const DIGITS = 20

/** The nearest number, however small. */
export const toNumber = ({ above, below }: Exact): number => {
  const shift = Math.max(0, String(below).length - String(above).length + DIGITS)
  return Number(`${(above * 10n ** BigInt(shift)) / below}e-${shift}`)
}
