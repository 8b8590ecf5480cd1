import type { Distribution } from '@heatfleet/contract/history/statistics.ts'
import { isMultiple, niceStep } from './nice-steps.ts'
import { roundedFigure } from './reduce.ts'
import type { Weights } from './value-weights.ts'

/** Enough classes to show the shape, few enough for a table row. */
const CLASSES = 20

/**
 * Duration of a quantity in each of about twenty classes. The class width is 1, 2 or 5 times a power of ten and, where
 * possible, a multiple of the sensor's resolution: otherwise classes would contain unequal numbers of possible values.
 */
export const distributionOf = (weights: Weights): Distribution => {
  const [least, most] = [weights[0]?.[0], weights.at(-1)?.[0]]
  if (least === undefined || most === undefined) return { from: 0, width: 1, ms: [] }
  const width = classWidth(weights, most - least)
  const first = classOf(least, width)
  const ms = Array.from({ length: classOf(most, width) - first + 1 }, () => 0)
  for (const [value, duration_ms] of weights) {
    const at = classOf(value, width) - first
    ms[at] = (ms[at] ?? 0) + duration_ms
  }
  return { from: roundedFigure(first * width), width, ms: ms.map(Math.round) }
}

/** Time-weighted median; null = no values. */
export const medianOf = (weights: Weights): number | null => {
  let left = weights.reduce((sum, [, ms]) => sum + ms, 0) / 2
  for (const [index, [value, ms]] of weights.entries()) {
    left -= ms
    const next = weights[index + 1]?.[0]
    // Exactly half lies below: the middle between this value and the next.
    if (left === 0 && next !== undefined) return (value + next) / 2
    if (left < 0) return value
  }
  return weights.at(-1)?.[0] ?? null
}

/** Widths tried before accepting one that is no multiple of the resolution. */
const ATTEMPTS_MAX = 4

const classWidth = (weights: Weights, range: number): number => {
  const step = leastStep(weights)
  const fitting = niceStep(range / CLASSES)
  let width = fitting
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (isMultiple(width, step)) return width
    width = niceStep(width * 1.5)
  }
  return fitting
}

/** Smallest difference between two values; 1 for a single value. */
const leastStep = (weights: Weights): number => {
  let step = Number.POSITIVE_INFINITY
  for (const [index, [value]] of weights.entries()) {
    const before = weights[index - 1]?.[0]
    if (before !== undefined) step = Math.min(step, value - before)
  }
  return Number.isFinite(step) ? step : 1
}

/** The epsilon corrects binary fractions: 0.3 / 0.1 must give 3. */
const classOf = (value: number, width: number): number => Math.floor(value / width + 1e-6)
