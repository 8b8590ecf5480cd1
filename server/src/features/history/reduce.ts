/** What a curve shows of a bucket: the average of a measurement, the newest of a counter or a state. */
export type Shown = 'average' | 'last'

/** Columns of one curve: see `HistorySeries` of the contract. `min` and `max` are null for rows as reported. */
export type Columns = {
  t: number[]
  v: (number | null)[]
  min: (number | null)[] | null
  max: (number | null)[] | null
}

export type CurveOptions = {
  /** Length of a bucket; 0 = every row is kept as reported. */
  bucket_ms: number
  shown: Shown
  /** How often the module is told to read the point; reports closer together do not make this a gap. */
  period_ms: number
  /** More rows as reported (buckets) than so many are left out. */
  rows_max: number
}

/** A silence longer than so many expected intervals is a gap. */
const GAP_AFTER = 3
/** Spacings that tell the pace a module keeps just now: it may change within a period. */
const PACE_OF = 5
/** Different spacings (whole seconds) that are counted for the usual one; no real module has more. */
const SPACINGS_MAX = 5_000

/** Takes the values of one point in the order of their time, and gives the reduced curve. Memory: one row a bucket. */
export type Curve = {
  /**
   * False once it is full. Of several values of one time the last is shown (a read-back stands beside the report of its
   * second) and none is lost to the extremes; it counts once in the average. A repeat changes nothing.
   */
  add: (at_ms: number, value: number) => boolean
  rows: () => number
  columns: () => Columns
}

/** Starts a curve. */
export const createCurve = ({ bucket_ms, shown, period_ms, rows_max }: CurveOptions): Curve => {
  const t: number[] = []
  const v: number[] = []
  const min: number[] = []
  const max: number[] = []
  /** Before each bucket: how long nothing was reported, and how long is usual there. */
  const silence_ms: number[] = []
  const pace_ms: number[] = []
  const spacings = new Map<number, number>()
  const recent: number[] = []
  let last_at = Number.NEGATIVE_INFINITY
  let count = 0

  const open = (start: number, value: number, spacing_ms: number) => {
    t.push(start)
    v.push(value)
    min.push(value)
    max.push(value)
    silence_ms.push(spacing_ms)
    pace_ms.push(medianOf(recent))
    count = 1
  }
  const join = (row: number, value: number) => {
    count += 1
    const before = v[row] ?? value
    // A running average: sums of large counters would lose digits.
    v[row] = shown === 'last' ? value : before + (value - before) / count
    widen(row, value)
  }
  const widen = (row: number, value: number) => {
    min[row] = Math.min(min[row] ?? value, value)
    max[row] = Math.max(max[row] ?? value, value)
  }
  const again = (row: number, value: number) => {
    if (bucket_ms === 0 || shown === 'last') v[row] = value
    widen(row, value)
  }
  const learn = (spacing_ms: number) => {
    const seconds = Math.round(spacing_ms / 1000)
    const known = spacings.get(seconds)
    if (known !== undefined || spacings.size < SPACINGS_MAX) spacings.set(seconds, (known ?? 0) + 1)
    recent.push(spacing_ms)
    if (recent.length > PACE_OF) recent.shift()
  }

  return {
    rows: () => t.length,
    add: (at_ms, value) => {
      if (at_ms < last_at) return true
      if (at_ms === last_at) {
        again(t.length - 1, value)
        return true
      }
      const start = bucket_ms === 0 ? at_ms : Math.floor(at_ms / bucket_ms) * bucket_ms
      const row = t.length - 1
      const is_new = t[row] !== start
      if (is_new && t.length >= rows_max) return false
      const spacing_ms = row < 0 ? 0 : at_ms - last_at
      if (is_new) open(start, value, spacing_ms)
      else join(row, value)
      if (row >= 0) learn(spacing_ms)
      last_at = at_ms
      return true
    },
    columns: () => {
      const usual_ms = Math.max(period_ms, medianOfCounts(spacings) * 1000)
      const out: Columns = { t: [], v: [], min: bucket_ms === 0 ? null : [], max: bucket_ms === 0 ? null : [] }
      const put = (at: number, value: number | null, low: number | null, high: number | null) => {
        out.t.push(at)
        out.v.push(value)
        out.min?.push(low)
        out.max?.push(high)
      }
      for (let row = 0; row < t.length; row++) {
        const [at, before] = [t[row] ?? 0, t[row - 1]]
        // The pace before and the pace after: where a module changes its own, neither side is full of gaps.
        const after_ms = pace_ms[row + PACE_OF + 1] ?? medianOf(recent)
        const expected_ms = Math.max(usual_ms, pace_ms[row] ?? 0, after_ms)
        // Neighbouring buckets are joined whatever lies between: there is no room for a gap to be drawn.
        const is_gap =
          (silence_ms[row] ?? 0) > GAP_AFTER * expected_ms && before !== undefined && at - before > bucket_ms
        if (is_gap) put(before + (bucket_ms === 0 ? expected_ms : bucket_ms), null, null, null)
        put(at, shortened(v[row] ?? 0), min[row] ?? null, max[row] ?? null)
      }
      return out
    },
  }
}

/** Six decimals: an average must not fill the answer with digits that mean nothing. */
const shortened = (value: number): number => Math.round(value * 1e6) / 1e6

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const medianOfCounts = (counts: ReadonlyMap<number, number>): number => {
  let left = [...counts.values()].reduce((sum, count) => sum + count, 0) / 2
  for (const [value, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    left -= count
    if (left <= 0) return value
  }
  return 0
}
