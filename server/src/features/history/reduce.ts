import { addDifference, BUCKET_FIGURES, type BucketFigure, SLOT_FIGURES } from './bucket-figures.ts'
import type { BucketOf } from './buckets.ts'
import { createGapDetector } from './gaps.ts'
import { findRegularRunEnds, type RegularRunEnds } from './regular-runs.ts'
import { createSamplingInterval, GAP_FACTOR } from './sampling-interval.ts'
import type { ValueSlot } from './value-slots.ts'

/** Columns of one curve: see `HistorySeries` of the contract. `min` and `max` are null for rows as reported. */
type Columns = {
  t: number[]
  v: (number | null)[]
  min: (number | null)[] | null
  max: (number | null)[] | null
}

export type CurveOptions = {
  /** null = every row is kept as reported. */
  bucketOf: BucketOf | null
  figure: BucketFigure
  /** Polling period of the point, ms: the least interval expected when gaps are detected. */
  period_ms: number
  /** Rows beyond this number are rejected. */
  rows_max: number
}

/** Reduces the values of one point, added in time order. Memory: one row per bucket. */
export type Curve = {
  /**
   * False once full. Of several values with one timestamp (a read-back and a report of the same second) the last is
   * shown, all count for the extremes, one counts for the average. A repeat changes nothing.
   */
  add: (at_ms: number, value: number) => boolean
  /** Adds a column, NaN = not reported; false once full. Fast path: most values change only the current bucket. */
  addAll: (times_ms: Float64Array, values: Float64Array, ends?: RegularRunEnds) => boolean
  /** Adds values of which only a summary is read; the bucket of the first contains all. For figures with {@link SLOT_FIGURES}. */
  addSlot: (slot: ValueSlot) => void
  rows: () => number
  /** Whether the rows as reported would exceed `rows_max`. */
  wouldOverflow: (times_ms: Float64Array, values: Float64Array) => boolean
  /** Start of the first row not taken yet; null = none. */
  firstPending: () => number | null
  columns: () => Columns
  /**
   * Removes and returns the rows that are final, given that no value before `now_ms` follows; `null` = all rows.
   * For streamed exports: bounds memory.
   */
  take: (now_ms: number | null) => { t: number[]; v: number[] }
}

export const createCurve = ({ bucketOf, figure: requested, period_ms, rows_max }: CurveOptions): Curve => {
  const is_raw = bucketOf === null
  // The aggregate applies to buckets only.
  const figure_kind = is_raw ? 'last' : requested
  const aggregation = BUCKET_FIGURES[figure_kind]
  const t: number[] = []
  const v: number[] = []
  /** Empty for rows as reported. */
  const min: number[] = []
  const max: number[] = []
  const interval = createSamplingInterval()
  const gap_detector = createGapDetector(interval, period_ms)
  /** Time integral (value x ms) and covered time of each bucket. */
  const area: number[] = []
  const weight_ms: number[] = []
  /** The newest value and the current bucket, written to the columns when the next bucket begins. One object: V8 boxes numbers that closures share. */
  const current = {
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
    v[row] = aggregation.close(current.figure, current.first, current.count)
    if (is_raw) return
    min[row] = current.low
    max[row] = current.high
  }
  const open = (at_ms: number, value: number, pause_ms: number) => {
    close()
    const bucket = bucketOf?.(at_ms)
    const from_ms = bucket?.from_ms ?? at_ms
    gap_detector.addRow(t.length, from_ms, { ended_ms: current.end_ms, pause_ms })
    t.push(from_ms)
    current.figure = aggregation.open(value, current.value)
    current.end_ms = bucket?.to_ms ?? at_ms
    current.count = 1
    current.first = value
    current.low = value
    current.high = value
  }
  /** End of the time for which the newest value is held. */
  const heldUntil = () => current.at_ms + GAP_FACTOR * Math.max(period_ms, interval.recent())
  /** Adds the duration of the previous value to its bucket and the next one. */
  const addDuration = (row: number, end_ms: number, at_ms: number) => {
    const until_ms = Math.min(at_ms, heldUntil())
    const parts: [number, number][] = [[row, Math.min(until_ms, end_ms) - current.at_ms]]
    if (t.length - 1 > row) parts.push([row + 1, until_ms - Math.max(current.at_ms, t[row + 1] ?? 0)])
    for (const [of_row, ms] of parts) {
      if (ms <= 0) continue
      area[of_row] = (area[of_row] ?? 0) + current.value * ms
      weight_ms[of_row] = (weight_ms[of_row] ?? 0) + ms
    }
  }
  const resultOf = (row: number): number => {
    const covered_ms = weight_ms[row] ?? 0
    return figure_kind === 'time_weighted' && covered_ms > 0 ? (area[row] ?? 0) / covered_ms : (v[row] ?? 0)
  }

  const add = (at_ms: number, value: number): boolean => {
    if (at_ms <= current.at_ms) {
      if (at_ms === current.at_ms) {
        current.figure = aggregation.again(current.figure, value)
        if (value < current.low) current.low = value
        if (value > current.high) current.high = value
      }
      return true
    }
    const row = t.length - 1
    const { end_ms } = current
    const is_first = current.at_ms === Number.NEGATIVE_INFINITY
    const interval_ms = is_first ? 0 : at_ms - current.at_ms
    if (at_ms < end_ms) {
      current.count += 1
      current.figure = aggregation.join(current.figure, value, current.first, current.value)
      if (value < current.low) current.low = value
      if (value > current.high) current.high = value
    } else {
      if (t.length >= rows_max) return false
      open(at_ms, value, interval_ms)
    }
    // Rows already taken include this duration.
    if (row >= 0 && figure_kind === 'time_weighted') addDuration(row, end_ms, at_ms)
    if (!is_first) interval.add(interval_ms)
    current.at_ms = at_ms
    current.value = value
    return true
  }
  /** Joins the values of a regular run that belong to the current bucket; returns the first row not joined. */
  const joinRows = (times_ms: Float64Array, values: Float64Array, ends: RegularRunEnds, from: number): number => {
    const at_ms = times_ms[from] ?? 0
    if (from === 0 || times_ms[from - 1] !== current.at_ms || at_ms >= current.end_ms) return from
    const interval_ms = at_ms - current.at_ms
    if (figure_kind === 'time_weighted' || interval_ms <= 0) return from
    const until = Math.min(ends[from] ?? from, from + Math.ceil((current.end_ms - at_ms) / interval_ms))
    // Locals and no calls in the loop: V8 keeps them in registers.
    let { figure, low: least, high: most } = current
    const { first } = current
    let row = from
    if (aggregation.join === addDifference)
      for (; row < until; row++) {
        const value = values[row] ?? 0
        // Also stops at NaN.
        if (!(value <= Number.MAX_VALUE)) break
        // `addDifference`, inlined.
        figure += value - first
        if (value < least) least = value
        if (value > most) most = value
      }
    else
      for (let before = current.value; row < until; row++) {
        const value = values[row] ?? 0
        if (!(value <= Number.MAX_VALUE)) break
        figure = aggregation.join(figure, value, first, before)
        if (value < least) least = value
        if (value > most) most = value
        before = value
      }
    if (row === from) return from
    interval.add(interval_ms, row - from)
    current.at_ms = times_ms[row - 1] ?? 0
    current.value = values[row - 1] ?? 0
    current.count += row - from
    current.figure = figure
    current.low = least
    current.high = most
    return row
  }

  const addSlot = (slot: ValueSlot): void => {
    const { first_ms, count, least, greatest } = slot
    const join = SLOT_FIGURES[figure_kind]
    if (join === undefined) throw new Error(`slots do not give the figure ${figure_kind}`)
    const is_first = current.at_ms === Number.NEGATIVE_INFINITY
    const interval_ms = is_first ? 0 : first_ms - current.at_ms
    if (first_ms < current.end_ms) {
      current.count += count
      current.figure = join(current.figure, slot, current.first)
      current.low = Math.min(current.low, least)
      current.high = Math.max(current.high, greatest)
    } else {
      open(first_ms, slot.last, interval_ms)
      current.count = count
      current.figure = join(null, slot, current.first)
      current.low = least
      current.high = greatest
    }
    if (!is_first) interval.add(interval_ms)
    if (count > 1) interval.add(slot.interval_ms, count - 1)
    current.at_ms = slot.last_ms
    current.value = slot.last
  }

  return {
    rows: () => t.length,
    addSlot,
    wouldOverflow: (times_ms, values) => {
      let rows = t.length
      let { at_ms } = current
      for (let row = 0; row < values.length && rows <= rows_max; row++) {
        if (Number.isNaN(values[row]) || !((times_ms[row] ?? 0) > at_ms)) continue
        at_ms = times_ms[row] ?? 0
        rows += 1
      }
      return rows > rows_max
    },
    firstPending: () => t[0] ?? null,
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
      const figures = v.map((_, row) => roundedFigure(resultOf(row)))
      const gaps = gap_detector.gaps().map(({ row, ended_ms, expected_ms }) => ({
        row,
        at_ms: is_raw ? ended_ms + expected_ms : ended_ms,
      }))
      return withGaps({ t, v: figures, min: is_raw ? null : min, max: is_raw ? null : max }, gaps)
    },
    take: (now_ms) => {
      let count_taken = t.length
      if (now_ms !== null && t.length > 0) {
        const is_over = now_ms >= current.end_ms && now_ms > heldUntil()
        if (is_over && figure_kind === 'time_weighted') addDuration(t.length - 1, current.end_ms, now_ms)
        if (!is_over) count_taken = t.length - 1
      }
      close()
      const taken = {
        t: t.slice(0, count_taken),
        v: t.slice(0, count_taken).map((_, row) => roundedFigure(resultOf(row))),
      }
      for (const column of [t, v, min, max, area, weight_ms]) column.splice(0, count_taken)
      return taken
    },
  }
}

/** Inserts a row of nulls at each gap. */
const withGaps = (columns: Columns, gaps: readonly { row: number; at_ms: number }[]): Columns => {
  if (gaps.length === 0) return columns
  const insert = <Cell>(cells: readonly Cell[], gapOf: (gap: { at_ms: number }) => Cell): Cell[] => {
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
    t: insert(t, ({ at_ms }) => at_ms),
    v: insert(v, () => null),
    min: min === null ? null : insert(min, () => null),
    max: max === null ? null : insert(max, () => null),
  }
}

/** Rounds to six decimals, the precision of results. */
export const roundedFigure = (value: number): number => Math.round(value * 1e6) / 1e6
