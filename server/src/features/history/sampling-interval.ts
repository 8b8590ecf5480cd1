/** A silence longer than so many expected intervals is a gap. */
export const GAP_FACTOR = 3

/** Spacings that tell the pace a module keeps just now: it may change within a period. */
const PACE_OF = 5
/** Different spacings (whole seconds) that are counted for the usual one; no real module has more. */
const SPACINGS_MAX = 5_000

/** Learns from the time between reports how often they come. */
export type SamplingInterval = {
  /** So many equal spacings, one after another. */
  learn: (spacing_ms: number, times?: number) => void
  /** The median of the last few spacings, ms; 0 = none yet. */
  recent: () => number
  /** The median of all spacings, to the second, ms. */
  usual: () => number
}

/** A pace nothing is known of yet. */
export const createSamplingInterval = (): SamplingInterval => {
  const counts = new Map<number, number>()
  const ring = new Float64Array(PACE_OF)
  let learned = 0
  /** The newest spacing, and how many in a row are the same. */
  let [last_ms, same] = [0, 0]
  /** Most spacings are like the one before: counted aside. */
  let [run_s, run] = [-1, 0]
  const flush = () => {
    const known = counts.get(run_s)
    if (run > 0 && (known !== undefined || counts.size < SPACINGS_MAX)) counts.set(run_s, (known ?? 0) + run)
    run = 0
  }
  return {
    learn: (spacing_ms, times = 1) => {
      if (spacing_ms === last_ms && same >= PACE_OF) {
        // All that is remembered is this already.
        same += times
        run += times
        return
      }
      same = spacing_ms === last_ms ? same + times : times
      last_ms = spacing_ms
      for (let n = Math.min(times, PACE_OF); n > 0; n--) ring[learned++ % PACE_OF] = spacing_ms
      const seconds = Math.round(spacing_ms / 1000)
      if (seconds !== run_s) {
        flush()
        run_s = seconds
      }
      run += times
    },
    recent: () => {
      if (same >= PACE_OF) return last_ms
      const known = ring.slice(0, Math.min(learned, PACE_OF)).sort()
      return known[known.length >> 1] ?? 0
    },
    usual: () => {
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
