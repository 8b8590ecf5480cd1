import type { Clock } from '../platform/clock.ts'

/** Without a new report for this time the batch is closed: all other senders wait for their acknowledgement. */
const QUIET_MS = 2
/** Checks at most: a steady stream is batched for about 10 ms. */
const CHECKS_MAX = 5
/** Reports from which on a larger batch no longer makes a report cheaper. */
const BATCH_ENOUGH = 1_000

/**
 * Waits between two transactions while reports keep coming: round trips and flush cost the same for 5 reports as for 50.
 * Senders that all wait for their acknowledgement wait for one check at most.
 */
export const waitForBatch = async (clock: Pick<Clock, 'after'>, waiting: () => number): Promise<void> => {
  let before = -1
  for (let check = 0; check < CHECKS_MAX && waiting() > before && waiting() < BATCH_ENOUGH; check += 1) {
    before = waiting()
    await new Promise<void>((resolve) => clock.after(QUIET_MS, resolve))
  }
}
