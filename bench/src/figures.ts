/** Smallest, middle and largest of several runs: a figure without its spread does not count. */
export type Spread = { min: number; median: number; max: number }

/** The spread of one figure over the runs, rounded to three digits. Refuses what is no number: such a figure was not measured. */
export const spreadOf = (values: readonly number[]): Spread => {
  if (values.some(Number.isNaN)) throw new RangeError('a figure of a run is no number')
  const sorted = [...values].sort((a, b) => a - b)
  return {
    min: rounded(sorted[0] ?? 0),
    median: rounded(sorted[Math.floor(sorted.length / 2)] ?? 0),
    max: rounded(sorted.at(-1) ?? 0),
  }
}

/** The value that `percent` of the values do not pass. */
export const percentile = (sorted: ArrayLike<number>, percent: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0

const rounded = (value: number): number => Number(value.toPrecision(3))
