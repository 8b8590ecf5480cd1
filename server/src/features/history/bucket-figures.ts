import { counterRise } from '@heatfleet/contract/counter.ts'

/** How the values of a bucket are aggregated. */
export type BucketFigure =
  | 'average'
  | 'first'
  | 'last'
  | 'min'
  | 'max'
  | 'sum'
  /** Time-weighted average; a value is held until the next one, at most `GAP_FACTOR` expected intervals. */
  | 'time_weighted'
  /** Increase of a counter since the last report of the previous bucket; resets as in `counterRise`. */
  | 'difference'

/** Aggregation of a bucket; `before` = the previous value (NaN = none). */
type Aggregation = {
  open: (value: number, before: number) => number
  join: (figure: number, value: number, first: number, before: number) => number
  /** Another value with the same timestamp: it counts once, or replaces the first. */
  again: (figure: number, value: number) => number
  /** The result, given the number of values. */
  close: (figure: number, first: number, count: number) => number
}

/** Increase of a counter since the previous value (NaN = none). */
export const increaseOf = (value: number, before: number): number =>
  Number.isNaN(before) ? 0 : counterRise(value, before)

const whole = {
  open: (value: number) => value,
  again: (figure: number) => figure,
  close: (figure: number) => figure,
}

/**
 * Sums differences to the first value: sums of large counters would lose digits, and a running average costs one division
 * per value.
 */
export const addDifference = (figure: number, value: number, first: number) => figure + (value - first)
const average = {
  ...whole,
  open: () => 0,
  join: addDifference,
  close: (figure: number, first: number, count: number) => first + figure / count,
}

export const BUCKET_FIGURES = {
  average,
  first: { ...whole, join: (figure) => figure },
  last: { ...whole, join: (_, value) => value, again: (_, value) => value },
  min: {
    ...whole,
    join: (figure, value) => Math.min(figure, value),
    again: (figure, value) => Math.min(figure, value),
  },
  max: {
    ...whole,
    join: (figure, value) => Math.max(figure, value),
    again: (figure, value) => Math.max(figure, value),
  },
  sum: { ...whole, join: (figure, value) => figure + value },
  // Fallback for a bucket in which no value has a duration.
  time_weighted: average,
  difference: {
    ...whole,
    open: increaseOf,
    join: (figure, value, _, before) => figure + increaseOf(value, before),
  },
} as const satisfies Record<BucketFigure, Aggregation>

type Slot = { count: number; least: number; greatest: number; last: number; sum: number }

/** Figures that a summary of values gives as exactly as the values: joined to a bucket, or its first (`figure` null). */
export const SLOT_FIGURES: Partial<Record<BucketFigure, (figure: number | null, slot: Slot, first: number) => number>> =
  {
    average: (figure, { sum, count }, first) => (figure ?? 0) + sum - count * first,
    last: (_, { last }) => last,
    min: (figure, { least }) => Math.min(figure ?? least, least),
    max: (figure, { greatest }) => Math.max(figure ?? greatest, greatest),
    sum: (figure, { sum }) => (figure ?? 0) + sum,
  }
