import { GAP_FACTOR, type SamplingInterval } from './sampling-interval.ts'

/** A gap before a row of a curve; the row before ended at `ended_ms`, `expected_ms` = the expected interval. */
type Gap = { row: number; ended_ms: number; expected_ms: number }

/** Finds the gaps of a curve. */
type GapDetector = {
  /** A new row, `pause_ms` after the previous value; the previous row ended at `ended_ms`. */
  addRow: (row: number, at_ms: number, previous: { ended_ms: number; pause_ms: number }) => void
  gaps: () => Gap[]
}

/** Rows after a pause until the new interval is measured. */
const ROWS_AFTER = 6

/** Detects gaps by the intervals before and after a pause; pauses within `GAP_FACTOR` polling periods are no gaps. */
export const createGapDetector = (interval: SamplingInterval, period_ms: number): GapDetector => {
  const candidates: { row: number; ended_ms: number; pause_ms: number; before_ms: number; after_ms: number | null }[] =
    []
  /** Index of the first candidate without a measured interval afterwards. */
  let waiting = 0
  return {
    addRow: (row, at_ms, { ended_ms, pause_ms }) => {
      const first = candidates[waiting]
      if (first !== undefined && first.row + ROWS_AFTER === row) {
        first.after_ms = interval.recent()
        waiting += 1
      }
      // Adjacent buckets are always joined: a gap between them cannot be drawn.
      if (row === 0 || at_ms <= ended_ms || pause_ms <= GAP_FACTOR * period_ms) return
      const before_ms = interval.recent()
      if (pause_ms > GAP_FACTOR * before_ms) candidates.push({ row, ended_ms, pause_ms, before_ms, after_ms: null })
    },
    gaps: () => {
      const overall_ms = Math.max(period_ms, interval.overall())
      return candidates.flatMap(({ row, ended_ms, pause_ms, before_ms, after_ms }) => {
        // Both sides count: a change of the reporting rate must not fill the slower side with gaps.
        const expected_ms = Math.max(overall_ms, before_ms, after_ms ?? interval.recent())
        return pause_ms > GAP_FACTOR * expected_ms ? [{ row, ended_ms, expected_ms }] : []
      })
    },
  }
}
