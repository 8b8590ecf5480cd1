import type { Timers } from './heartbeat.ts'

/** Fake timers: tests advance them instead of waiting. */
export const fakeTimers = (): Timers & { advance: (ms: number) => Promise<void>; waiting: () => number } => {
  let now_ms = 1_000_000
  let waiting: { at: number; run: () => void }[] = []
  return {
    now: () => now_ms,
    after: (ms, run) => {
      const timer = { at: now_ms + ms, run }
      waiting.push(timer)
      return () => {
        waiting = waiting.filter((other) => other !== timer)
      }
    },
    advance: async (ms) => {
      const until = now_ms + ms
      for (;;) {
        const next = waiting.toSorted((a, b) => a.at - b.at)[0]
        if (next === undefined || next.at > until) break
        waiting = waiting.filter((other) => other !== next)
        now_ms = next.at
        next.run()
      }
      now_ms = until
      // Lets the sent message reach its socket.
      await new Promise((done) => setImmediate(done))
    },
    waiting: () => waiting.length,
  }
}
