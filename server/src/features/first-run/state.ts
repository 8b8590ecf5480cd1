import { resolve } from 'node:path'
import { FIRST_STEPS, type FirstRun } from '@heatfleet/contract/first-run/first-run.ts'
import type { AppContext } from '../../app-context.ts'
import { findLastBackup } from '../../backup/last-backup.ts'
import { findDone, findFirstRun } from './store.ts'

/** How far the first run is. */
export const readFirstRun = async ({
  database: { db },
  config,
}: Pick<AppContext, 'database' | 'config'>): Promise<FirstRun> => {
  const [{ begun_at, set_aside, dismissed_at }, stored] = await Promise.all([findFirstRun(db), findDone(db)])
  const done = { ...stored, backup: findLastBackup(resolve(config.HEATFLEET_DATA))?.success != null }
  const steps = FIRST_STEPS.map((step) => ({ step, done: done[step], set_aside: set_aside.includes(step) }))
  const is_left = steps.some((step) => !step.done && !step.set_aside)
  const dismissed = dismissed_at !== null
  return { steps, leads: begun_at !== null && !dismissed && is_left, dismissed }
}
