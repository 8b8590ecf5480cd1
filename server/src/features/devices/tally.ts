import type { World } from '../../world.ts'
import { foldTally } from './store-tally.ts'

/** What came since the last fold is read row by row with every count, so it must stay short: seconds, not minutes. */
const FOLD_EVERY_MS = 2_000

/** Keeps the device tally folded while the product runs; several processes may do it at once. Gives how to stop. */
export const keepTallyFolded = ({
  database: { db },
  clock,
  log,
}: Pick<World, 'database' | 'clock' | 'log'>): (() => Promise<void>) => {
  let folding: Promise<void> = Promise.resolve()
  let cancel = (): void => {}
  let is_stopped = false
  const fold = async (): Promise<void> => {
    try {
      await foldTally(db)
    } catch (error) {
      // Counts stay exact without it, only slower; the next round tries again.
      log.warn({ error }, 'the device tally was not folded')
    }
    if (!is_stopped) plan()
  }
  const plan = (): void => {
    cancel = clock.after(FOLD_EVERY_MS, () => {
      folding = fold()
    })
  }
  plan()
  return async () => {
    is_stopped = true
    cancel()
    await folding
  }
}
