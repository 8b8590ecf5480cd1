import type { World } from '../../world.ts'
import { foldRanks } from './store-ranks.ts'
import { clearFolded, foldTally, pruneTally } from './store-tally.ts'

/** What came since the last fold is read row by row with every count, so it must stay short: seconds, not minutes. */
const FOLD_EVERY_MS = 2_000

/** More than this and a count reads past it noticeably: 64 KiB take it 0.03 ms. */
const ROOM_MAX_BYTES = 65_536
/** While a long transaction still sees what was folded, asking oftener would clear nothing. */
const CLEAR_EVERY_MS = 10_000

/** Each fold tells anew how many devices lie before each start of an id. Nothing but a deep page reads past what came since. */
const FOLD_RANKS_EVERY_MS = 10_000

/** They go by the hour. */
const PRUNE_EVERY_MS = 3_600_000

/** Keeps the device tally folded while the product runs; several processes may do it at once. Gives how to stop. */
export const keepTallyFolded = ({
  database: { db },
  clock,
  log,
}: Pick<World, 'database' | 'clock' | 'log'>): (() => Promise<void>) => {
  let folding: Promise<void> = Promise.resolve()
  let cancel = (): void => {}
  let is_stopped = false
  let ranked_ms = 0
  let cleared_ms = 0
  let pruned_ms = 0
  const fold = async (): Promise<void> => {
    try {
      const now_ms = clock.now()
      if (now_ms - ranked_ms >= FOLD_RANKS_EVERY_MS) {
        ranked_ms = now_ms
        await foldRanks(db)
      }
      const bytes = await foldTally(db, new Date(now_ms))
      if (now_ms - pruned_ms >= PRUNE_EVERY_MS) {
        pruned_ms = now_ms
        await pruneTally(db, new Date(now_ms))
      }
      if (bytes > ROOM_MAX_BYTES && now_ms - cleared_ms >= CLEAR_EVERY_MS) {
        cleared_ms = now_ms
        await clearFolded(db)
      }
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
