import type { Distribution } from '@heatfleet/contract/history/statistics.ts'
import { isMultiple, niceStep } from './nice-steps.ts'
import { shortened } from './reduce.ts'
import type { Weights } from './value-weights.ts'

/** As many classes as tell a shape and still have room in a line of a table. */
const CLASSES = 20

/**
 * How long a quantity lay in each of about twenty classes. Their width is 1, 2 or 5 times a power of ten and, where that
 * can be, a whole number of the steps in which the board counts: else some classes would hold more of its values than others.
 */
export const distributionOf = (weights: Weights): Distribution => {
  const [least, most] = [weights[0]?.[0], weights.at(-1)?.[0]]
  if (least === undefined || most === undefined) return { from: 0, width: 1, ms: [] }
  const width = classWidth(weights, most - least)
  const first = classOf(least, width)
  const ms = Array.from({ length: classOf(most, width) - first + 1 }, () => 0)
  for (const [value, stood_ms] of weights) {
    const at = classOf(value, width) - first
    ms[at] = (ms[at] ?? 0) + stood_ms
  }
  return { from: shortened(first * width), width, ms: ms.map(Math.round) }
}

/** Half of the time the value lay below it; null = nothing is known. */
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

/** Widths tried before one that holds uneven numbers of steps is taken. */
const TRIES = 4

const classWidth = (weights: Weights, range: number): number => {
  const step = leastStep(weights)
  const fitting = niceStep(range / CLASSES)
  let width = fitting
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (isMultiple(width, step)) return width
    width = niceStep(width * 1.5)
  }
  return fitting
}

/** The least difference between two values; a single one is shown in a class of 1. */
const leastStep = (weights: Weights): number => {
  let step = Number.POSITIVE_INFINITY
  for (const [index, [value]] of weights.entries()) {
    const before = weights[index - 1]?.[0]
    if (before !== undefined) step = Math.min(step, value - before)
  }
  return Number.isFinite(step) ? step : 1
}

/** Decimals are no binary fractions: 0.3 / 0.1 must be 3. */
const classOf = (value: number, width: number): number => Math.floor(value / width + 1e-6)
