import type { Clock } from '../platform/clock.ts'

/** Nothing came for so long: what waits is all there is, and everybody else waits for their acknowledgement. */
const QUIET_MS = 2
/** Looks at most: a steady stream is gathered for about 10 ms. */
const LOOKS = 5
/** So many reports make a transaction cheap enough for each of them. */
const ENOUGH = 1_000

/**
 * Between two transactions, waits while reports keep coming: the round trips and the flush of a transaction cost the same for 5 and for
 * 50 of them. Senders who all wait for the last one are not kept waiting for more than a look.
 */
export const waitForBatch = async (clock: Pick<Clock, 'after'>, waiting: () => number): Promise<void> => {
  let before = -1
  for (let look = 0; look < LOOKS && waiting() > before && waiting() < ENOUGH; look += 1) {
    before = waiting()
    await new Promise<void>((resolve) => clock.after(QUIET_MS, resolve))
  }
}
