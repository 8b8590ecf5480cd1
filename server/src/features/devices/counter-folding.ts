import type { AppContext } from '../../app-context.ts'
import { foldRanks } from './store-ranks.ts'
import { clearFolded, foldCounters, pruneCounters } from './store-tally.ts'

/** Every count reads the unfolded changes row by row, so the interval is seconds, not minutes. */
const FOLD_EVERY_MS = 2_000

/** Dead space above which counts slow down noticeably: 64 KiB cost 0.03 ms. */
const DEAD_SPACE_MAX_BYTES = 65_536
/** A long transaction that still sees the folded rows prevents clearing. */
const CLEAR_EVERY_MS = 10_000

/** Ranks: the number of devices before each id prefix. Only deep pages read their unfolded changes. */
const FOLD_RANKS_EVERY_MS = 10_000

const PRUNE_EVERY_MS = 3_600_000

/** Folds the device counters periodically; safe in several processes. Returns how to stop. */
export const startCounterFolding = ({
  database: { db },
  clock,
  log,
}: Pick<AppContext, 'database' | 'clock' | 'log'>): (() => Promise<void>) => {
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
      const bytes = await foldCounters(db, new Date(now_ms))
      if (now_ms - pruned_ms >= PRUNE_EVERY_MS) {
        pruned_ms = now_ms
        await pruneCounters(db, new Date(now_ms))
      }
      if (bytes > DEAD_SPACE_MAX_BYTES && now_ms - cleared_ms >= CLEAR_EVERY_MS) {
        cleared_ms = now_ms
        await clearFolded(db)
      }
    } catch (error) {
      // Counts stay exact without it, only slower; the next round tries again.
      log.warn({ error }, 'the tallies were not folded')
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
