/** A pause longer than this many expected intervals is a gap. */
export const GAP_FACTOR = 3

/** Intervals of the recent median: a module may change its rate within a period. */
const RECENT_INTERVALS = 5
/** Distinct intervals (whole seconds) counted for the overall median: bounds memory. */
const DISTINCT_INTERVALS_MAX = 5_000

/** Estimates the interval between reports. */
export type SamplingInterval = {
  /** Adds an interval, `times` times in a row. */
  add: (interval_ms: number, times?: number) => void
  /** Median of the last few intervals, ms; 0 = none yet. */
  recent: () => number
  /** Median of all intervals, rounded to seconds, in ms. */
  overall: () => number
}

export const createSamplingInterval = (): SamplingInterval => {
  const counts = new Map<number, number>()
  const ring = new Float64Array(RECENT_INTERVALS)
  let count = 0
  /** The newest interval, and how often it repeated. */
  let [last_ms, same] = [0, 0]
  /** Run of equal intervals, added to the counts when it ends: most intervals equal the one before. */
  let [run_s, run] = [-1, 0]
  const flush = () => {
    const counted = counts.get(run_s)
    if (run > 0 && (counted !== undefined || counts.size < DISTINCT_INTERVALS_MAX))
      counts.set(run_s, (counted ?? 0) + run)
    run = 0
  }
  return {
    add: (interval_ms, times = 1) => {
      if (interval_ms === last_ms && same >= RECENT_INTERVALS) {
        // The recent median cannot change.
        same += times
        run += times
        return
      }
      same = interval_ms === last_ms ? same + times : times
      last_ms = interval_ms
      for (let n = Math.min(times, RECENT_INTERVALS); n > 0; n--) ring[count++ % RECENT_INTERVALS] = interval_ms
      const seconds = Math.round(interval_ms / 1000)
      if (seconds !== run_s) {
        flush()
        run_s = seconds
      }
      run += times
    },
    recent: () => {
      if (same >= RECENT_INTERVALS) return last_ms
      const sorted = ring.slice(0, Math.min(count, RECENT_INTERVALS)).sort()
      return sorted[sorted.length >> 1] ?? 0
    },
    overall: () => {
      flush()
      return medianOfCounts(counts) * 1000
    },
  }
}

const medianOfCounts = (counts: ReadonlyMap<number, number>): number => {
  let left = [...counts.values()].reduce((sum, count) => sum + count, 0) / 2
  for (const [value, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    left -= count
    if (left <= 0) return value
  }
  return 0
}
