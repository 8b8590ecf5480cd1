import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import type { AppContext } from '../../app-context.ts'
import { beginStorms, endStorms, growStorms } from './store-storms.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>
type Rule = { units_min: number; share_min: number }

const { storm_units_min, storm_share_min, storm_window_ms } = ALARM_LIMITS
const RULE: Rule = { units_min: storm_units_min, share_min: storm_share_min }

/** One turn: what is new joins the storms that go on, or begins one; those that have calmed down end. */
export const followStorms = async ({ database: { db }, clock, log }: Deps, rule: Rule = RULE): Promise<void> => {
  const now = new Date(clock.now())
  const since = new Date(now.getTime() - storm_window_ms)
  await growStorms(db, since)
  const begun = await beginStorms(db, { ...rule, since }, now)
  if (begun > 0) {
    await growStorms(db, since)
    log.warn({ begun }, 'alarm storms')
  }
  await endStorms(db, rule.units_min, now)
}
