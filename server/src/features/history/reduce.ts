import type { BucketOf } from './buckets.ts'
import { createPace, GAP_AFTER } from './pace.ts'
import { differing, SHOWN, type Shown } from './shown.ts'

/** Columns of one curve: see `HistorySeries` of the contract. `min` and `max` are null for rows as reported. */
export type Columns = {
  t: number[]
  v: (number | null)[]
  min: (number | null)[] | null
  max: (number | null)[] | null
}

export type CurveOptions = {
  /** The buckets; null = every row is kept as reported. */
  bucketOf: BucketOf | null
  shown: Shown
  /** How often the module is told to read the point; reports closer together do not make this a gap. */
  period_ms: number
  /** More rows as reported (buckets) than so many are left out. */
  rows_max: number
}

/** The pace after a bucket is known when so many more have begun. */
const PACE_OF = 5

/** Takes the values of one point in the order of their time, and gives the reduced curve. Memory: one row a bucket. */
export type Curve = {
  /**
   * False once it is full. Of several values of one time the last is shown (a read-back stands beside the report of its
   * second) and none is lost to the extremes; it counts once in the average. A repeat changes nothing.
   */
  add: (at_ms: number, value: number) => boolean
  /** Each in turn, NaN = not reported; false once one was not taken. The fast way: most values change a bucket at hand alone. */
  addAll: (times_ms: Float64Array, values: Float64Array) => boolean
  rows: () => number
  /** Whether there are surely more values than it takes rows as reported. */
  isTooMany: (times_ms: Float64Array, values: Float64Array) => boolean
  /** Start of the first row that was not taken; null = none. */
  firstOpen: () => number | null
  columns: () => Columns
  /**
   * The rows that can change no more, when none before `now_ms` is to come; they are forgotten here. `null` = all that
   * are left. For what is written as it goes: a year of minutes is never held.
   */
  take: (now_ms: number | null) => { t: number[]; v: number[] }
}

/** Starts a curve. */
export const createCurve = ({ bucketOf, shown, period_ms, rows_max }: CurveOptions): Curve => {
  // A row as reported is what was reported, whatever is asked of buckets.
  const figure_shown = bucketOf === null ? 'last' : shown
  const rule = SHOWN[figure_shown]
  const t: number[] = []
  /** Ends of the buckets. */
  const ends: number[] = []
  const v: number[] = []
  const min: number[] = []
  const max: number[] = []
  /** Before each bucket: how long nothing was reported, and how long is usual there. */
  const silence_ms: number[] = []
  const pace_ms: number[] = []
  const pace = createPace()
  /** Value x ms, and ms, of each bucket. */
  const area: number[] = []
  const weight_ms: number[] = []
  let last_at = Number.NEGATIVE_INFINITY
  let last_value = Number.NaN
  /** The bucket at hand; its figures are written down when the next one begins. */
  let end_ms = Number.NEGATIVE_INFINITY
  let [count, figure, first, low, high] = [0, 0, 0, 0, 0]

  const close = () => {
    const row = t.length - 1
    if (row < 0) return
    v[row] = rule.close(figure, first, count)
    min[row] = low
    max[row] = high
  }
  const open = (from_ms: number, to_ms: number, value: number, spacing_ms: number) => {
    close()
    t.push(from_ms)
    ends.push(to_ms)
    silence_ms.push(spacing_ms)
    pace_ms.push(pace.recent())
    figure = rule.open(value, last_value)
    end_ms = to_ms
    count = 1
    first = value
    low = value
    high = value
  }
  /** When the newest value cannot be expected to stand any longer. */
  const standsUntil = () => last_at + GAP_AFTER * Math.max(period_ms, pace.recent())
  /** The value before stood until now, or until it could not be expected to stand. */
  const weigh = (row: number, at_ms: number) => {
    const until_ms = Math.min(at_ms, standsUntil())
    const parts: [number, number][] = [[row, Math.min(until_ms, ends[row] ?? 0) - last_at]]
    if (t.length - 1 > row) parts.push([row + 1, until_ms - Math.max(last_at, t[row + 1] ?? 0)])
    for (const [of_row, ms] of parts) {
      if (ms <= 0) continue
      area[of_row] = (area[of_row] ?? 0) + last_value * ms
      weight_ms[of_row] = (weight_ms[of_row] ?? 0) + ms
    }
  }
  const shownOf = (row: number): number => {
    const weighed_ms = weight_ms[row] ?? 0
    return figure_shown === 'time_weighted' && weighed_ms > 0 ? (area[row] ?? 0) / weighed_ms : (v[row] ?? 0)
  }

  const add = (at_ms: number, value: number): boolean => {
    if (at_ms <= last_at) {
      if (at_ms === last_at) {
        figure = rule.again(figure, value)
        if (value < low) low = value
        if (value > high) high = value
      }
      return true
    }
    const row = t.length - 1
    const is_first = last_at === Number.NEGATIVE_INFINITY
    const spacing_ms = is_first ? 0 : at_ms - last_at
    if (at_ms < end_ms) {
      count += 1
      figure = rule.join(figure, value, first, last_value)
      if (value < low) low = value
      if (value > high) high = value
    } else {
      if (t.length >= rows_max) return false
      const bucket = bucketOf?.(at_ms)
      open(bucket?.from_ms ?? at_ms, bucket?.to_ms ?? at_ms, value, spacing_ms)
    }
    // What was taken has its weight already.
    if (row >= 0 && figure_shown === 'time_weighted') weigh(row, at_ms)
    if (!is_first) pace.learn(spacing_ms)
    last_at = at_ms
    last_value = value
    return true
  }
  /** Takes values from a row on as long as they come steadily into the bucket at hand; the first row that it left. */
  const joinRows = (times_ms: Float64Array, values: Float64Array, from: number): number => {
    if (figure_shown === 'time_weighted' || last_at === Number.NEGATIVE_INFINITY) return from
    // The engine keeps these in registers, which it does not for what closures share.
    let at = last_at
    let before = last_value
    let shown_now = figure
    const of_first = first
    let least = low
    let most = high
    const until_ms = end_ms
    const join = rule.join === differing ? null : rule.join
    const spacing_ms = (times_ms[from] ?? 0) - at
    let row = from
    for (; row < times_ms.length; row++) {
      const at_ms = times_ms[row] ?? 0
      const value = values[row] ?? 0
      // Also where a value is not known: nothing compares with NaN.
      if (!(at_ms < until_ms && at_ms - at === spacing_ms && spacing_ms > 0 && value <= Number.MAX_VALUE)) break
      // The same as `differing`, written out: called, each number it takes and gives would be an object.
      if (join === null) shown_now += value - of_first
      else shown_now = join(shown_now, value, of_first, before)
      if (value < least) least = value
      if (value > most) most = value
      before = value
      at = at_ms
    }
    if (row > from) pace.learn(spacing_ms, row - from)
    last_at = at
    last_value = before
    count += row - from
    figure = shown_now
    low = least
    high = most
    return row
  }

  return {
    rows: () => t.length,
    isTooMany: (times_ms, values) => {
      let rows = t.length
      let at_ms = last_at
      for (let row = 0; row < values.length && rows <= rows_max; row++) {
        if (Number.isNaN(values[row]) || !((times_ms[row] ?? 0) > at_ms)) continue
        at_ms = times_ms[row] ?? 0
        rows += 1
      }
      return rows > rows_max
    },
    firstOpen: () => t[0] ?? null,
    add,
    addAll: (times_ms, values) => {
      for (let row = 0; row < times_ms.length; row++) {
        row = joinRows(times_ms, values, row)
        const value = values[row] ?? Number.NaN
        if (!Number.isNaN(value) && !add(times_ms[row] ?? 0, value)) return false
      }
      return true
    },
    columns: () => {
      close()
      const is_raw = bucketOf === null
      const usual_ms = Math.max(period_ms, pace.usual())
      const out: Columns = { t: [], v: [], min: is_raw ? null : [], max: is_raw ? null : [] }
      const put = (at: number, value: number | null, least: number | null, most: number | null) => {
        out.t.push(at)
        out.v.push(value)
        out.min?.push(least)
        out.max?.push(most)
      }
      for (let row = 0; row < t.length; row++) {
        const [at, ended] = [t[row] ?? 0, ends[row - 1]]
        // The pace before and the pace after: where a module changes its own, neither side is full of gaps.
        const after_ms = pace_ms[row + PACE_OF + 1] ?? pace.recent()
        const expected_ms = Math.max(usual_ms, pace_ms[row] ?? 0, after_ms)
        // Neighbouring buckets are joined whatever lies between: there is no room for a gap to be drawn.
        const is_gap = (silence_ms[row] ?? 0) > GAP_AFTER * expected_ms && ended !== undefined && at > ended
        if (is_gap) put(is_raw ? ended + expected_ms : ended, null, null, null)
        put(at, shortened(shownOf(row)), min[row] ?? null, max[row] ?? null)
      }
      return out
    },
    take: (now_ms) => {
      let count_taken = t.length
      if (now_ms !== null && t.length > 0) {
        const is_over = now_ms >= end_ms && now_ms > standsUntil()
        if (is_over && figure_shown === 'time_weighted') weigh(t.length - 1, now_ms)
        if (!is_over) count_taken = t.length - 1
      }
      close()
      const taken = { t: t.slice(0, count_taken), v: t.slice(0, count_taken).map((_, row) => shortened(shownOf(row))) }
      for (const column of [t, ends, v, min, max, silence_ms, pace_ms, area, weight_ms]) column.splice(0, count_taken)
      return taken
    },
  }
}

/** Six decimals: an average must not fill the answer with digits that mean nothing. */
export const shortened = (value: number): number => Math.round(value * 1e6) / 1e6
