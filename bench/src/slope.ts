/** A straight line through values over hours: what is added in an hour, and the standard error of that. */
export type Slope = { an_hour: number; error: number; of: number }

/** The line of least squares through (hour, value); at least three of them. Pure. */
export const slopeOf = (points: readonly (readonly [hour: number, value: number])[]): Slope => {
  const n = points.length
  if (n < 3) throw new RangeError('a slope with its error needs three values')
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / n
  const [hours, values] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [hour]) => sum + (hour - hours) ** 2, 0)
  const an_hour = points.reduce((sum, [hour, value]) => sum + (hour - hours) * (value - values), 0) / spread
  const rest = points.reduce((sum, [hour, value]) => sum + (value - values - an_hour * (hour - hours)) ** 2, 0)
  return { an_hour, error: Math.sqrt(rest / (n - 2) / spread), of: n }
}
