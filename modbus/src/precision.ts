import type { Ast } from './formula-parse.ts'

/**
 * How finely a value is known, so that raw 281 * 0.1 is 28.1 and not 28.100000000000001: a count of decimals when
 * the formula can give no more (raw integers, decimal literals), `float32` for 9 significant digits (what a
 * float32 can distinguish), `exact` = left alone.
 */
export type Precision = number | 'float32' | 'exact'

/** More decimals than this are not rounded: 10^9 times a 32-bit count would leave the exact integers of a double. */
const MAX_DECIMALS = 9

/**
 * The precision of a formula's result: literals have their own decimals, sums and choices keep the finer side, products
 * add both, a division by a constant adds the digits its quotients end after (10 -> 1, 4 -> 2), any other division is `exact`.
 */
export const precisionOf = (ast: Ast, precisionOfName: (name: string) => Precision): Precision => {
  const of = (part: Ast) => precisionOf(part, precisionOfName)
  switch (ast.kind) {
    case 'number':
      return ast.decimals
    case 'name':
      return precisionOfName(ast.name)
    case 'negate':
      return of(ast.of)
    case 'choice':
      return finer(of(ast.yes), of(ast.no))
    case 'call':
      return ROUNDING.has(ast.fn) ? 0 : ast.args.map(of).reduce(finer)
    case 'binary':
      if (ast.op === '+' || ast.op === '-' || ast.op === '%') return finer(of(ast.left), of(ast.right))
      if (ast.op === '*') return sum(of(ast.left), of(ast.right))
      if (ast.op === '/') return sum(of(ast.left), quotientDigits(ast.right))
      return 0
  }
}

/** Rounds to a precision; absent (NaN) for what is not finite; never -0. */
export const roundTo = (value: number, precision: Precision): number => {
  if (precision === 'float32') return finite(Number(value.toPrecision(9)))
  return precision === 'exact' ? finite(value) : roundDecimals(value, 10 ** precision)
}

/** Rounds to multiples of 1/scale; NaN for what is not finite; never -0. The division by a power of ten is what makes 28.1 exact. */
export const roundDecimals = (value: number, scale: number): number => {
  const scaled = value * scale
  if (scaled < 9e15 && scaled > -9e15) return Math.round(scaled) / scale + 0
  return finite(value)
}

/** The shortest decimal that is this float32: 25.1 and not 25.100000381469727; NaN for what is not finite. */
export const nearestDecimal = (float: number): number => {
  for (let digits = 6; digits < 9; digits++) {
    const decimal = Number(float.toPrecision(digits))
    if (Math.fround(decimal) === float) return finite(decimal)
  }
  return finite(Number(float.toPrecision(9)))
}

/** The value itself, NaN when it is not finite; never -0. */
export const finite = (value: number): number => (value - value === 0 ? value + 0 : Number.NaN)

const ROUNDING: ReadonlySet<string> = new Set(['round', 'floor', 'ceil'])

const finer = (a: Precision, b: Precision): Precision => {
  if (a === 'exact' || b === 'exact') return 'exact'
  if (a === 'float32' || b === 'float32') return 'float32'
  return Math.max(a, b)
}

const sum = (a: Precision, b: Precision): Precision => {
  if (typeof a !== 'number' || typeof b !== 'number') return finer(a, b)
  return a + b > MAX_DECIMALS ? 'exact' : a + b
}

const quotientDigits = (divisor: Ast): Precision => {
  if (divisor.kind !== 'number' || divisor.decimals > 0 || divisor.value === 0) return 'exact'
  let [rest, twos, fives] = [divisor.value, 0, 0]
  for (; rest % 2 === 0; rest /= 2) twos++
  for (; rest % 5 === 0; rest /= 5) fives++
  return rest === 1 ? Math.max(twos, fives) : 'exact'
}
