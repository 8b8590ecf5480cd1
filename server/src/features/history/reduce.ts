import { BUCKET_FIGURES, type BucketFigure, differing } from './bucket-figures.ts'
import type { BucketOf } from './buckets.ts'
import { createGapDetector } from './gaps.ts'
import { findRegularRunEnds, type RegularRunEnds } from './regular-runs.ts'
import { createSamplingInterval, GAP_FACTOR } from './sampling-interval.ts'

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
  shown: BucketFigure
  /** How often the module is told to read the point; reports closer together do not make this a gap. */
  period_ms: number
  /** More rows as reported (buckets) than so many are left out. */
  rows_max: number
}

/** Takes the values of one point in the order of their time, and gives the reduced curve. Memory: one row a bucket. */
export type Curve = {
  /**
   * False once it is full. Of several values of one time the last is shown (a read-back stands beside the report of its
   * second) and none is lost to the extremes; it counts once in the average. A repeat changes nothing.
   */
  add: (at_ms: number, value: number) => boolean
  /** Each in turn, NaN = not reported; false once one was not taken. The fast way: most values change a bucket at hand alone. */
  addAll: (times_ms: Float64Array, values: Float64Array, ends?: RegularRunEnds) => boolean
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
  const is_raw = bucketOf === null
  // A row as reported is what was reported, whatever is asked of buckets.
  const figure_shown = is_raw ? 'last' : shown
  const rule = BUCKET_FIGURES[figure_shown]
  const t: number[] = []
  const v: number[] = []
  /** None of rows as reported. */
  const min: number[] = []
  const max: number[] = []
  const pace = createSamplingInterval()
  const silences = createGapDetector(pace, period_ms)
  /** Value x ms, and ms, of each bucket. */
  const area: number[] = []
  const weight_ms: number[] = []
  /** The newest value, and the bucket at hand; its figures are written down when the next one begins. An object: what closures share is made anew with each change. */
  const now = {
    at_ms: Number.NEGATIVE_INFINITY,
    value: Number.NaN,
    end_ms: Number.NEGATIVE_INFINITY,
    figure: Number.NaN,
    first: Number.NaN,
    low: Number.NaN,
    high: Number.NaN,
    count: 0,
  }

  const close = () => {
    const row = t.length - 1
    if (row < 0) return
    v[row] = rule.close(now.figure, now.first, now.count)
    if (is_raw) return
    min[row] = now.low
    max[row] = now.high
  }
  const open = (at_ms: number, value: number, silence_ms: number) => {
    close()
    const bucket = bucketOf?.(at_ms)
    const from_ms = bucket?.from_ms ?? at_ms
    silences.begin(t.length, from_ms, { ended_ms: now.end_ms, silence_ms })
    t.push(from_ms)
    now.figure = rule.open(value, now.value)
    now.end_ms = bucket?.to_ms ?? at_ms
    now.count = 1
    now.first = value
    now.low = value
    now.high = value
  }
  /** When the newest value cannot be expected to stand any longer. */
  const standsUntil = () => now.at_ms + GAP_FACTOR * Math.max(period_ms, pace.recent())
  /** The value before stood until now, or until it could not be expected to stand; its row ends at a time. */
  const weigh = (row: number, end_ms: number, at_ms: number) => {
    const until_ms = Math.min(at_ms, standsUntil())
    const parts: [number, number][] = [[row, Math.min(until_ms, end_ms) - now.at_ms]]
    if (t.length - 1 > row) parts.push([row + 1, until_ms - Math.max(now.at_ms, t[row + 1] ?? 0)])
    for (const [of_row, ms] of parts) {
      if (ms <= 0) continue
      area[of_row] = (area[of_row] ?? 0) + now.value * ms
      weight_ms[of_row] = (weight_ms[of_row] ?? 0) + ms
    }
  }
  const shownOf = (row: number): number => {
    const weighed_ms = weight_ms[row] ?? 0
    return figure_shown === 'time_weighted' && weighed_ms > 0 ? (area[row] ?? 0) / weighed_ms : (v[row] ?? 0)
  }

  const add = (at_ms: number, value: number): boolean => {
    if (at_ms <= now.at_ms) {
      if (at_ms === now.at_ms) {
        now.figure = rule.again(now.figure, value)
        if (value < now.low) now.low = value
        if (value > now.high) now.high = value
      }
      return true
    }
    const row = t.length - 1
    const { end_ms } = now
    const is_first = now.at_ms === Number.NEGATIVE_INFINITY
    const spacing_ms = is_first ? 0 : at_ms - now.at_ms
    if (at_ms < end_ms) {
      now.count += 1
      now.figure = rule.join(now.figure, value, now.first, now.value)
      if (value < now.low) now.low = value
      if (value > now.high) now.high = value
    } else {
      if (t.length >= rows_max) return false
      open(at_ms, value, spacing_ms)
    }
    // What was taken has its weight already.
    if (row >= 0 && figure_shown === 'time_weighted') weigh(row, end_ms, at_ms)
    if (!is_first) pace.learn(spacing_ms)
    now.at_ms = at_ms
    now.value = value
    return true
  }
  /** Takes values from a row on as long as they come steadily into the bucket at hand; the first row that it left. */
  const joinRows = (times_ms: Float64Array, values: Float64Array, ends: RegularRunEnds, from: number): number => {
    const at_ms = times_ms[from] ?? 0
    if (from === 0 || times_ms[from - 1] !== now.at_ms || at_ms >= now.end_ms) return from
    const spacing_ms = at_ms - now.at_ms
    if (figure_shown === 'time_weighted' || spacing_ms <= 0) return from
    const until = Math.min(ends[from] ?? from, from + Math.ceil((now.end_ms - at_ms) / spacing_ms))
    // The engine keeps these in registers, where nothing may be called.
    let { figure, low: least, high: most } = now
    const { first } = now
    let row = from
    if (rule.join === differing)
      for (; row < until; row++) {
        const value = values[row] ?? 0
        // Also where a value is not known: nothing compares with NaN.
        if (!(value <= Number.MAX_VALUE)) break
        // The same as `differing`, written out.
        figure += value - first
        if (value < least) least = value
        if (value > most) most = value
      }
    else
      for (let before = now.value; row < until; row++) {
        const value = values[row] ?? 0
        if (!(value <= Number.MAX_VALUE)) break
        figure = rule.join(figure, value, first, before)
        if (value < least) least = value
        if (value > most) most = value
        before = value
      }
    if (row === from) return from
    pace.learn(spacing_ms, row - from)
    now.at_ms = times_ms[row - 1] ?? 0
    now.value = values[row - 1] ?? 0
    now.count += row - from
    now.figure = figure
    now.low = least
    now.high = most
    return row
  }

  return {
    rows: () => t.length,
    isTooMany: (times_ms, values) => {
      let rows = t.length
      let { at_ms } = now
      for (let row = 0; row < values.length && rows <= rows_max; row++) {
        if (Number.isNaN(values[row]) || !((times_ms[row] ?? 0) > at_ms)) continue
        at_ms = times_ms[row] ?? 0
        rows += 1
      }
      return rows > rows_max
    },
    firstOpen: () => t[0] ?? null,
    add,
    addAll: (times_ms, values, ends = findRegularRunEnds(times_ms)) => {
      for (let row = 0; row < times_ms.length; row++) {
        row = joinRows(times_ms, values, ends, row)
        const value = values[row] ?? Number.NaN
        if (!Number.isNaN(value) && !add(times_ms[row] ?? 0, value)) return false
      }
      return true
    },
    columns: () => {
      close()
      const figures = v.map((_, row) => shortened(shownOf(row)))
      const gaps = silences.gaps().map(({ row, ended_ms, expected_ms }) => ({
        row,
        at_ms: is_raw ? ended_ms + expected_ms : ended_ms,
      }))
      return withGaps({ t, v: figures, min: is_raw ? null : min, max: is_raw ? null : max }, gaps)
    },
    take: (now_ms) => {
      let count_taken = t.length
      if (now_ms !== null && t.length > 0) {
        const is_over = now_ms >= now.end_ms && now_ms > standsUntil()
        if (is_over && figure_shown === 'time_weighted') weigh(t.length - 1, now.end_ms, now_ms)
        if (!is_over) count_taken = t.length - 1
      }
      close()
      const taken = { t: t.slice(0, count_taken), v: t.slice(0, count_taken).map((_, row) => shortened(shownOf(row))) }
      for (const column of [t, v, min, max, area, weight_ms]) column.splice(0, count_taken)
      return taken
    },
  }
}

/** The rows with a row of nothing before each of some. */
const withGaps = (columns: Columns, gaps: readonly { row: number; at_ms: number }[]): Columns => {
  if (gaps.length === 0) return columns
  const spread = <Cell>(cells: readonly Cell[], gapOf: (gap: { at_ms: number }) => Cell): Cell[] => {
    let from = 0
    const out: Cell[] = []
    for (const gap of gaps) {
      for (; from < gap.row; from++) out.push(cells[from] as Cell) // a row of the curve
      out.push(gapOf(gap))
    }
    return out.concat(cells.slice(from))
  }
  const { t, v, min, max } = columns
  return {
    t: spread(t, ({ at_ms }) => at_ms),
    v: spread(v, () => null),
    min: min === null ? null : spread(min, () => null),
    max: max === null ? null : spread(max, () => null),
  }
}

/** Six decimals: an average must not fill the answer with digits that mean nothing. */
export const shortened = (value: number): number => Math.round(value * 1e6) / 1e6
