import type { Clock } from '../../platform/clock.ts'

/** A reading shared by all callers: one runs at a time, and its result counts for `fresh_ms`. A failed one is not kept. */
export const createCached = <T>(clock: Pick<Clock, 'now'>, fresh_ms: number, read: () => Promise<T>) => {
  let kept: { at_ms: number; result: Promise<T> } | null = null
  return (): Promise<T> => {
    const at_ms = clock.now()
    if (kept !== null && at_ms - kept.at_ms < fresh_ms) return kept.result
    const reading = { at_ms, result: read() }
    kept = reading
    reading.result.catch(() => {
      if (kept === reading) kept = null
    })
    return reading.result
  }
}
