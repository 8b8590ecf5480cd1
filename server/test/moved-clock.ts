import type { Clock } from '../src/platform/clock.ts'

/** A clock that stands still until a test moves it; waiting tasks run in order as it passes them. */
export type MovedClock = Clock & {
  /** Moves on by so many ms. */
  move: (by_ms: number) => void
  /** Jumps without running anything: the machine's clock was set. */
  set: (now_ms: number) => void
  /** How often it was set so far: what goes on by itself has come round when it sets the clock again. */
  armed: () => number
}

export const createMovedClock = (start_ms: number): MovedClock => {
  let now_ms = start_ms
  let armed = 0
  let tasks: { at_ms: number; task: () => void }[] = []
  return {
    now: () => now_ms,
    after: (delay_ms, task) => {
      const entry = { at_ms: now_ms + delay_ms, task }
      tasks.push(entry)
      armed += 1
      return () => {
        tasks = tasks.filter((other) => other !== entry)
      }
    },
    armed: () => armed,
    move: (by_ms) => {
      const end_ms = now_ms + by_ms
      for (;;) {
        const next = tasks.filter(({ at_ms }) => at_ms <= end_ms).sort((a, b) => a.at_ms - b.at_ms)[0]
        if (next === undefined) break
        tasks = tasks.filter((other) => other !== next)
        now_ms = Math.max(now_ms, next.at_ms)
        next.task()
      }
      now_ms = end_ms
    },
    set: (at_ms) => {
      now_ms = at_ms
    },
  }
}
