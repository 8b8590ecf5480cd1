import { setTimeout as wait } from 'node:timers/promises'

export type CallTimes = { took_ms: readonly number[]; failed: number; slowest: readonly SlowCall[] }
/** How long a call took, and when it began, in seconds since the first. */
type SlowCall = { took_ms: number; at_s: number }

const SLOWEST = 5

/** A person looks some times a second. */
const PAUSE_MS = 100

/** Repeats a call until `finish`, and times each. */
export const timeCalls = (call: () => Promise<unknown>): { finish: () => Promise<CallTimes> } => {
  const first = performance.now()
  const calls: SlowCall[] = []
  let failed = 0
  let is_over = false
  const run = async (): Promise<void> => {
    while (!is_over) {
      const began = performance.now()
      await call().then(
        () => calls.push({ took_ms: performance.now() - began, at_s: (began - first) / 1_000 }),
        () => (failed += 1),
      )
      await wait(PAUSE_MS)
    }
  }
  const running = run()
  return {
    finish: async () => {
      is_over = true
      await running
      const slowest = calls.toSorted((one, other) => other.took_ms - one.took_ms).slice(0, SLOWEST)
      return { took_ms: calls.map(({ took_ms }) => took_ms), failed, slowest }
    },
  }
}
