import { counterRise } from '@heatfleet/contract/counter.ts'

/** What a curve shows of a bucket. */
export type BucketFigure =
  | 'average'
  | 'first'
  | 'last'
  | 'min'
  | 'max'
  | 'sum'
  /** Each value counts for as long as it stood; a silence counts as long as is usual between two reports. */
  | 'time_weighted'
  /** How much a counter rose, from the last report of the bucket before; falls as `counterRise` has them. */
  | 'difference'

/** How the figure of a bucket comes about: from its first value, then from each one after; `before` = the value before it (NaN = none). */
type Rule = {
  open: (value: number, before: number) => number
  join: (figure: number, value: number, first: number, before: number) => number
  /** Another value of the same time: counts once, where it does not replace the first. */
  again: (figure: number, value: number) => number
  /** What is shown in the end, of so many values. */
  close: (figure: number, first: number, count: number) => number
}

/** How much a counter rose from the value before (NaN = none). */
export const rose = (value: number, before: number): number => (Number.isNaN(before) ? 0 : counterRise(value, before))

const whole = {
  open: (value: number) => value,
  again: (figure: number) => figure,
  close: (figure: number) => figure,
}

/**
 * The figure is the sum of what the values differ from the first: sums of large counters would lose digits, and a running
 * average takes a division a value.
 */
export const differing = (figure: number, value: number, first: number) => figure + (value - first)
const average = {
  ...whole,
  open: () => 0,
  join: differing,
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
  // Of a bucket too short to weigh anything.
  time_weighted: average,
  difference: {
    ...whole,
    open: rose,
    join: (figure, value, _, before) => figure + rose(value, before),
  },
} as const satisfies Record<BucketFigure, Rule>
