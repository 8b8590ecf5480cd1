/** How a subject stands after one more event: `left` in its window, which ends in `reset_s` (whole seconds, at least 1). */
export type Pace = { is_over: boolean; limit: number; window_s: number; left: number; reset_s: number }

/** Counts one more event of a subject at a time (unix ms), by the general limit or by its own. */
type RateLimiter = (subject: string, now_ms: number, own_limit?: number) => Pace

/**
 * A fixed window per subject in memory, bounded: a full table is emptied, which resets every count, rather than grow
 * under an attack from many addresses.
 */
export const createRateLimiter = (limit: number, window_ms: number, subjects_max = 10_000): RateLimiter => {
  const windows = new Map<string, { since_ms: number; count: number }>()
  return (subject, now_ms, own_limit = limit) => {
    let open = windows.get(subject)
    // A window that begins later is one of before the machine's clock was set back.
    if (open === undefined || Math.abs(now_ms - open.since_ms) >= window_ms) {
      if (windows.size >= subjects_max) windows.clear()
      open = { since_ms: now_ms, count: 0 }
      windows.set(subject, open)
    }
    open.count += 1
    return {
      is_over: open.count > own_limit,
      limit: own_limit,
      window_s: window_ms / 1000,
      left: Math.max(0, own_limit - open.count),
      reset_s: Math.max(1, Math.ceil((open.since_ms + window_ms - now_ms) / 1000)),
    }
  }
}

/** The headers that tell a program how it stands, by the draft of the IETF (RateLimit header fields for HTTP). */
export const paceHeaders = (paces: readonly (Pace & { name: string })[]): Record<string, string> => ({
  'ratelimit-policy': paces.map(({ name, limit, window_s }) => `"${name}";q=${limit};w=${window_s}`).join(', '),
  ratelimit: paces.map(({ name, left, reset_s }) => `"${name}";r=${left};t=${reset_s}`).join(', '),
})
