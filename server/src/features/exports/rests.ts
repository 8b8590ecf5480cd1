/** How long to rest after work, and how. */
export type RestOptions = {
  /** Of the time that was worked, in percent. */
  percent: number
  /** A time that only goes forward, ms. */
  now: () => number
  rest: (ms: number) => Promise<void>
}

/** Longer than any page of a file takes on a machine that has time for it. */
const REST_MS_MAX = 1_000

/**
 * Rests after each piece of work, in proportion to how long it took: what must be done at once meanwhile, on the same cores and the same disk, finds
 * them free in between. On a busy machine a piece takes longer, and so does the rest.
 */
export const createRests = ({ percent, now, rest }: RestOptions): (() => Promise<void>) => {
  let began_ms = now()
  return async () => {
    const rest_ms = Math.min(REST_MS_MAX, Math.round(((now() - began_ms) * percent) / 100))
    if (rest_ms > 0) await rest(rest_ms)
    began_ms = now()
  }
}
