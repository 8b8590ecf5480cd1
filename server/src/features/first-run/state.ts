import { FIRST_STEPS, type FirstRun, KNOWN_STEPS } from '@heatfleet/contract/first-run/first-run.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { findDone, findFirstRun } from './store.ts'

/** How far the first run is. */
export const readFirstRun = async (db: Kysely<Tables>): Promise<FirstRun> => {
  const [{ begun_at, set_aside, dismissed_at }, done] = await Promise.all([findFirstRun(db), findDone(db)])
  const steps = FIRST_STEPS.map((step) => {
    const known = KNOWN_STEPS.find((name) => name === step)
    return { step, done: known !== undefined && done[known], set_aside: set_aside.includes(step) }
  })
  const is_left = steps.some((step) => !step.done && !step.set_aside)
  const dismissed = dismissed_at !== null
  return { steps, leads: begun_at !== null && !dismissed && is_left, dismissed }
}
