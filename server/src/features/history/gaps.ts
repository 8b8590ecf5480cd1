import { GAP_FACTOR, type SamplingInterval } from './sampling-interval.ts'

/** A gap of a curve: it lies before a row, and what was reported before it ended at a time; so long a pause was to be expected there. */
export type Gap = { row: number; ended_ms: number; expected_ms: number }

/** Finds the gaps of a curve. */
export type GapDetector = {
  /** A row began at a time, `silence_ms` after the value before it; the row before had ended. */
  begin: (row: number, at_ms: number, before: { ended_ms: number; silence_ms: number }) => void
  gaps: () => Gap[]
}

/** The pace after a row is known when so many more have begun. */
const KNOWN_AFTER = 6

/** Listens to the rows of a curve whose values tell the pace; reports closer together than `period_ms` make no gap. */
export const createGapDetector = (pace: SamplingInterval, period_ms: number): GapDetector => {
  const noted: { row: number; ended_ms: number; silence_ms: number; before_ms: number; after_ms: number | null }[] = []
  /** Of the first silence whose pace afterwards is not known. */
  let waiting = 0
  return {
    begin: (row, at_ms, { ended_ms, silence_ms }) => {
      const first = noted[waiting]
      if (first !== undefined && first.row + KNOWN_AFTER === row) {
        first.after_ms = pace.recent()
        waiting += 1
      }
      // Neighbouring buckets are joined whatever lies between: there is no room for a gap to be drawn.
      if (row === 0 || at_ms <= ended_ms || silence_ms <= GAP_FACTOR * period_ms) return
      const before_ms = pace.recent()
      if (silence_ms > GAP_FACTOR * before_ms) noted.push({ row, ended_ms, silence_ms, before_ms, after_ms: null })
    },
    gaps: () => {
      const usual_ms = Math.max(period_ms, pace.usual())
      return noted.flatMap(({ row, ended_ms, silence_ms, before_ms, after_ms }) => {
        // The pace before and the pace after: where a module changes its own, neither side is full of gaps.
        const expected_ms = Math.max(usual_ms, before_ms, after_ms ?? pace.recent())
        return silence_ms > GAP_FACTOR * expected_ms ? [{ row, ended_ms, expected_ms }] : []
      })
    },
  }
}
