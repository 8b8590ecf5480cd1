import { evaluate } from '@heatfleet/modbus/formula-evaluate.ts'
import { parseFormula } from '@heatfleet/modbus/formula-parse.ts'
import type { Checks } from '../faults/checks.ts'
import { type Exact, exact, toNumber } from './exact-number.ts'
import { createRandom, type Random } from './seeded.ts'

/** Formulas for each round; ten rounds are the quality plan's million. */
const FORMULAS_A_ROUND = 100_000
const DEPTH_MAX = 5
const EACH_MAX_MS = 1
/** Expensive formulas are measured again: garbage collection and compilation happen once, real cost each time. */
const TRIES = 100
/** Exact and floating arithmetic differ by rounding only. */
const TOLERANCE = 1e-12
/** What a formula must never reach. */
const GLOBALS = [
  'globalThis',
  'process',
  'constructor',
  'require',
  'eval(1)',
  'this',
  'raw.constructor',
  'raw[0]',
  '__proto__',
  'fetch(1)',
  'import(1)',
  '`x`',
  "'x'",
  'new raw',
  'raw=>1',
  '(()=>1)()',
]

/** B7: random formulas match exact arithmetic, quickly, and none escapes its language. */
export const attackFormulas = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const random = createRandom(7)
  const tried = rounds * FORMULAS_A_ROUND
  let [wrong, refused, slow, escaped, compared, worst_ms] = [0, 0, 0, 0, 0, 0]
  let first = ''
  for (let n = 0; n < tried; n++) {
    const raw = random.whole(-32_768, 65_535)
    const made = makeFormula(random, raw, DEPTH_MAX)
    const began_ms = performance.now()
    const value = compute(made.text, raw)
    const first_ms = performance.now() - began_ms
    const took_ms = first_ms > EACH_MAX_MS ? leastOf(made.text, raw) : first_ms
    worst_ms = Math.max(worst_ms, took_ms)
    if (took_ms > EACH_MAX_MS) slow += 1
    if (value === null) {
      if (made.text.length <= 200) refused += 1
      continue
    }
    if (made.value === null) continue
    compared += 1
    const wanted = toNumber(made.value)
    if (Math.abs(value - wanted) <= made.error + TOLERANCE * Math.abs(wanted)) continue
    wrong += 1
    first ||= `${made.text} of ${raw}: ${value}, exactly ${wanted}`
  }
  for (let n = 0; n < tried / 10; n++) {
    const text = spoiled(random)
    const parsed = parseFormula(text)
    if (!parsed.ok) continue
    const value: unknown = evaluate(parsed.ast, () => 1)
    if (typeof value !== 'number') escaped += 1
  }
  checks.expect(
    'each random formula gives what exact arithmetic gives',
    wrong === 0,
    `tried ${tried}, compared ${compared}, wrong ${wrong} ${first}`,
  )
  checks.expect('no formula that fits is refused', refused === 0, `refused ${refused}`)
  checks.expect(
    `each formula takes at most ${EACH_MAX_MS} ms`,
    slow === 0,
    `tried ${tried}, slower ${slow}, worst ${worst_ms.toFixed(3)} ms`,
  )
  const longest_ms = Math.max(...LONGEST.map((text) => leastOf(text, 1)))
  checks.expect(
    `the longest and deepest formulas take at most ${EACH_MAX_MS} ms`,
    longest_ms <= EACH_MAX_MS,
    `tried ${LONGEST.length}, worst ${longest_ms.toFixed(3)} ms`,
  )
  checks.expect('no formula gets out of its language', escaped === 0, `tried ${Math.round(tried / 10)}, out ${escaped}`)
}

const compute = (text: string, raw: number): number | null => {
  const parsed = parseFormula(text)
  return parsed.ok ? evaluate(parsed.ast, () => raw) : null
}

/** The minimum of several tries, ms: a busy machine delays some of them, not all. */
const leastOf = (text: string, raw: number): number => {
  let least_ms = Number.POSITIVE_INFINITY
  for (let n = 0; n < TRIES; n++) {
    const began_ms = performance.now()
    compute(text, raw)
    least_ms = Math.min(least_ms, performance.now() - began_ms)
  }
  return least_ms
}

/** Formulas of maximum cost: as long and as deep as the language allows, and longer. */
const LONGEST = [
  `${'('.repeat(100)}raw${')'.repeat(100)}`,
  `${'-'.repeat(199)}1`,
  `raw${'+raw'.repeat(49)}`,
  `${'min('.repeat(40)}raw${',1)'.repeat(13)}`,
  `${'raw?1:'.repeat(33)}1`,
  '('.repeat(100_000),
  '9'.repeat(100_000),
  `raw${'*raw'.repeat(25_000)}`,
]

/** Relative error of one floating step. */
const STEP = 2 ** -52

/** A formula's text, its exact value (null = none: divided by zero, or too close to call), and how far floats may be off. */
type Made = { text: string; value: Exact | null; error: number }

/** A random formula with its exact value. */
const makeFormula = (random: Random, raw: number, depth: number): Made => {
  const kind = depth === 0 ? random.whole(0, 1) : random.whole(0, 8)
  const part = () => makeFormula(random, raw, depth - 1)
  switch (kind) {
    case 0:
      return { text: 'raw', value: exact.of(raw), error: 0 }
    case 1: {
      const [whole, decimals] = [random.whole(0, 9_999), random.whole(0, 3)]
      const value = exact.ratio(BigInt(whole), 10n ** BigInt(decimals))
      return { text: decimalText(whole, decimals), value, error: STEP * whole }
    }
    case 2: {
      const of = part()
      return { ...of, text: `-(${of.text})`, value: of.value && exact.minus(exact.of(0), of.value) }
    }
    case 3:
      return both(part(), '+', part(), exact.plus, (a, b) => a.error + b.error)
    case 4:
      return both(part(), '-', part(), exact.minus, (a, b) => a.error + b.error)
    case 5:
      return both(part(), '*', part(), exact.times, (a, b) => size(a) * b.error + size(b) * a.error + a.error * b.error)
    case 6:
      return both(
        part(),
        '/',
        part(),
        exact.over,
        (a, b) => (a.error + (size(a) / size(b)) * b.error) / (size(b) - b.error),
      )
    case 7: {
      const [left, right] = [part(), part()]
      const name = random.whole(0, 1) === 0 ? 'min' : 'max'
      const less = isLess(left, right)
      const value = less === null ? null : less === (name === 'min') ? left.value : right.value
      return { text: `${name}(${left.text},${right.text})`, value, error: Math.max(left.error, right.error) }
    }
    default: {
      const [left, right, yes, no] = [part(), part(), part(), part()]
      const less = isLess(left, right)
      const chosen = less === true ? yes : no
      const text = `((${left.text})<(${right.text})?(${yes.text}):(${no.text}))`
      return { text, value: less === null ? null : chosen.value, error: chosen.error }
    }
  }
}

type Joined = (left: Made, right: Made) => number

const both = (
  left: Made,
  op: string,
  right: Made,
  compute: (a: Exact, b: Exact) => Exact | null,
  error: Joined,
): Made => {
  const text = `(${left.text})${op}(${right.text})`
  const value = left.value && right.value && compute(left.value, right.value)
  // A divisor that floats cannot distinguish from zero has no quotient to compare.
  if (value === null || (op === '/' && size(right) <= 2 * right.error)) return { text, value: null, error: 0 }
  return { text, value, error: 2 * error(left, right) + STEP * Math.abs(toNumber(value)) }
}

const size = ({ value }: Made): number => (value === null ? 0 : Math.abs(toNumber(value)))

/** Null when floats cannot decide. */
const isLess = (left: Made, right: Made): boolean | null => {
  if (left.value === null || right.value === null) return null
  const apart = Math.abs(toNumber(exact.minus(left.value, right.value)))
  if (apart !== 0 && apart <= left.error + right.error) return null
  if (apart === 0 && left.error + right.error > 0) return null
  return exact.isLess(left.value, right.value)
}

const decimalText = (whole: number, decimals: number): string => {
  const digits = String(whole).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Inserts a token outside the language at random. */
const spoiled = (random: Random): string => {
  const { text } = makeFormula(random, 1, 2)
  const at = random.whole(0, text.length)
  return text.slice(0, at) + (GLOBALS[random.whole(0, GLOBALS.length - 1)] ?? '') + text.slice(at)
}
