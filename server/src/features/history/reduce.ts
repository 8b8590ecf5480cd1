import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

/** Silence this many times the usual spacing is a gap. */
const GAP_SPACINGS = 3

/** Takes the values of one point in order of time and makes one curve of them. */
export type Reducer = {
  /** Times may repeat (a report sent twice); what does not rise is left out. */
  add: (t_ms: number, value: number) => void
  /** Rows so far. */
  rows: () => number
  finish: () => Columns
}
export type Columns = Omit<HistorySeries, 'mac' | 'key'>

type Row = { t: number; first_t: number; last_t: number; sum: number; count: number; min: number; max: number }

/**
 * With `bucket_ms` 0 every value is a row; else one row a bucket (aligned to the epoch) with its average, smallest and
 * largest value, so that no spike is lost. Gaps become one row of nulls: where nothing came for more than three times
 * the usual (median) spacing.
 */
export const createReducer = (bucket_ms: number): Reducer => {
  const rows: Row[] = []
  const spacings = new Map<number, number>()
  let last_t = Number.NEGATIVE_INFINITY
  return {
    rows: () => rows.length,
    add: (t, value) => {
      if (t <= last_t) return
      // To the second: the clock of modules has no finer hand, and the table of spacings stays small.
      const spacing = Math.round((t - last_t) / 1_000) * 1_000
      if (rows.length > 0) spacings.set(spacing, (spacings.get(spacing) ?? 0) + 1)
      last_t = t
      const start = bucket_ms === 0 ? t : Math.floor(t / bucket_ms) * bucket_ms
      const row = rows.at(-1)
      if (row === undefined || row.t !== start) {
        rows.push({ t: start, first_t: t, last_t: t, sum: value, count: 1, min: value, max: value })
        return
      }
      row.last_t = t
      row.sum += value
      row.count += 1
      row.min = Math.min(row.min, value)
      row.max = Math.max(row.max, value)
    },
    finish: () => toColumns(rows, medianOf(spacings), bucket_ms),
  }
}

const medianOf = (spacings: ReadonlyMap<number, number>): number => {
  const half = [...spacings.values()].reduce((sum, count) => sum + count, 0) / 2
  let seen = 0
  for (const [spacing, count] of [...spacings].sort(([a], [b]) => a - b)) {
    seen += count
    if (seen >= half) return spacing
  }
  return 0
}

const toColumns = (rows: readonly Row[], spacing_ms: number, bucket_ms: number): Columns => {
  const gap_ms = Math.max(GAP_SPACINGS * spacing_ms, LIMITS.history_gap_min_ms)
  const t: number[] = []
  const v: (number | null)[] = []
  const min: (number | null)[] = []
  const max: (number | null)[] = []
  let before: Row | undefined
  for (const row of rows) {
    // Two buckets side by side leave no room for a gap to be drawn.
    if (before !== undefined && row.first_t - before.last_t > gap_ms && row.t - before.t > bucket_ms) {
      t.push(before.t + Math.max(bucket_ms, spacing_ms, 1))
      v.push(null)
      min.push(null)
      max.push(null)
    }
    t.push(row.t)
    v.push(row.sum / row.count)
    min.push(row.min)
    max.push(row.max)
    before = row
  }
  return bucket_ms === 0 ? { t, v, min: null, max: null } : { t, v, min, max }
}
