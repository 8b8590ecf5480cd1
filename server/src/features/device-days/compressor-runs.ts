import type { DaySpan } from './day-figures.ts'

/** Runs of the compressor and defrosts, while reports are gone through in order of time. */
type Runs = {
  /** State at a moment; null = not known. */
  take: (at_ms: number, running: boolean | null, defrosting: boolean | null) => void
  /** A gap: what happened in it is not known. */
  lose: () => void
  starts: () => number
  defrosts: () => number
  /** Lengths of the runs that ended within the day. */
  cycles_ms: () => readonly number[]
}

export const createRuns = ({ from_ms, to_ms }: DaySpan): Runs => {
  const cycles: number[] = []
  let [starts, defrosts] = [0, 0]
  let [was_running, was_defrosting] = [null as boolean | null, null as boolean | null]
  let is_first = true
  let began_ms: number | null = null
  return {
    take: (at_ms, running, defrosting) => {
      const is_of_day = at_ms >= from_ms && at_ms < to_ms
      if (running === true && was_running === false) {
        began_ms = at_ms
        if (is_of_day) starts += 1
      }
      // A run that lasts since before the first report is at least as long as it is seen.
      if (running === true && is_first) began_ms = at_ms
      if (running === false && was_running === true && began_ms !== null && is_of_day) cycles.push(at_ms - began_ms)
      if (running !== true) began_ms = null
      if (defrosting === true && was_defrosting === false && is_of_day) defrosts += 1
      was_running = running
      was_defrosting = defrosting
      is_first = false
    },
    lose: () => {
      ;[was_running, was_defrosting, began_ms] = [null, null, null]
    },
    starts: () => starts,
    defrosts: () => defrosts,
    cycles_ms: () => cycles,
  }
}

/** Null = of nothing. */
export const median = (numbers: readonly number[]): number | null => {
  if (numbers.length === 0) return null
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2
}
