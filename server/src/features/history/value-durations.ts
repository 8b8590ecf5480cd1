import { createSamplingInterval, GAP_FACTOR } from './sampling-interval.ts'

/** Takes the values of one point in the order of their time. */
export type ValueDurations = {
  /** Of several values of one time the last stands. */
  add: (at_ms: number, value: number) => void
  /** What is known ends here. */
  end: (at_ms: number) => void
}

/**
 * Tells how long each value stood: until the next one, or until it could not be expected to stand. `period_ms` = how often
 * the module is told to read the point.
 */
export const createValueDurations = (
  period_ms: number,
  tell: (value: number, stood_ms: number) => void,
): ValueDurations => {
  const pace = createSamplingInterval()
  let last_at = Number.NEGATIVE_INFINITY
  let last_value = Number.NaN
  const end = (at_ms: number): void => {
    if (last_at === Number.NEGATIVE_INFINITY) return
    const silence_ms = at_ms - last_at
    // The pace is asked for only where it matters: most values come in time.
    const is_long = silence_ms > GAP_FACTOR * period_ms
    const stood_ms = is_long ? Math.min(silence_ms, GAP_FACTOR * Math.max(period_ms, pace.recent())) : silence_ms
    tell(last_value, Math.max(0, stood_ms))
  }
  return {
    add: (at_ms, value) => {
      if (at_ms < last_at) return
      if (at_ms > last_at) {
        end(at_ms)
        if (last_at !== Number.NEGATIVE_INFINITY) pace.learn(at_ms - last_at)
      }
      last_at = at_ms
      last_value = value
    },
    end,
  }
}
