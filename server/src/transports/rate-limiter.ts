/** Counts one more event of a subject at a time (unix ms), by the general limit or by its own; false = over the limit. */
export type RateLimiter = (subject: string, now_ms: number, own_limit?: number) => boolean

/**
 * A fixed window per subject in memory, bounded: a full table is emptied, which resets every count, rather than grow
 * under an attack from many addresses.
 */
export const createRateLimiter = (limit: number, window_ms: number, subjects_max = 10_000): RateLimiter => {
  const windows = new Map<string, { since_ms: number; count: number }>()
  return (subject, now_ms, own_limit = limit) => {
    const open = windows.get(subject)
    if (open !== undefined && now_ms - open.since_ms < window_ms) {
      open.count += 1
      return open.count <= own_limit
    }
    if (windows.size >= subjects_max) windows.clear()
    windows.set(subject, { since_ms: now_ms, count: 1 })
    return own_limit > 0
  }
}
