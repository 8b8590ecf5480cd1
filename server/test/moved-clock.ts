import type { Clock } from '../src/platform/clock.ts'

/** A clock that stands still until a test moves it; what falls due meanwhile runs in order. */
export type MovedClock = Clock & { move: (by_ms: number) => void }

/** Starts a clock at a time, unix ms. */
export const createMovedClock = (start_ms: number): MovedClock => {
  let now_ms = start_ms
  let due: { at_ms: number; task: () => void }[] = []
  return {
    now: () => now_ms,
    after: (delay_ms, task) => {
      const entry = { at_ms: now_ms + delay_ms, task }
      due.push(entry)
      return () => {
        due = due.filter((other) => other !== entry)
      }
    },
    move: (by_ms) => {
      const until_ms = now_ms + by_ms
      for (;;) {
        const next = due.filter(({ at_ms }) => at_ms <= until_ms).toSorted((a, b) => a.at_ms - b.at_ms)[0]
        if (next === undefined) break
        due = due.filter((entry) => entry !== next)
        now_ms = Math.max(now_ms, next.at_ms)
        next.task()
      }
      now_ms = until_ms
    },
  }
}
