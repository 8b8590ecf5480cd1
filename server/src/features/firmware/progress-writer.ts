import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { type Progress, saveProgress } from './store-runner.ts'

/** Progress is written so often, of all modules together. */
const WRITE_EVERY_MS = 1_000

type Deps = {
  pool: Pick<pg.Pool, 'query'>
  clock: Clock
  log: Logger
  /** Upgrades that are no longer downloading: taken back meanwhile. */
  onGone: (upgrade_ids: readonly number[]) => Promise<void>
}

/**
 * Writes how far downloads are, of all modules in one statement: each on its own would be ten commits for an image. What is
 * not yet written is lost with the process, and said again by the module.
 */
export const createProgressWriter = ({ pool, clock, log, onGone }: Deps) => {
  const waiting = new Map<number, Progress>()
  let stopTimer = (): void => {}
  let is_due = false

  const write = async (): Promise<void> => {
    const progress = [...waiting.values()]
    waiting.clear()
    const gone = await saveProgress(pool, progress, new Date(clock.now()))
    if (gone.length > 0) await onGone(gone)
  }
  return {
    note: ({ upgrade_id, percent, deadline_at }: Progress): void => {
      waiting.set(upgrade_id, { upgrade_id, percent, deadline_at })
      if (is_due) return
      is_due = true
      stopTimer = clock.after(WRITE_EVERY_MS, () => {
        is_due = false
        write().catch((error: unknown) => log.warn({ error }, 'progress of upgrades not written'))
      })
    },
    stop: (): void => stopTimer(),
  }
}
