import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { BASELINE_DAYS } from '@heatfleet/contract/analysis/detectors.ts'
import type { AppContext } from '../../app-context.ts'
import type { AlarmChange } from '../../ingest/alarm-changes.ts'
import { storeAlarmChanges } from '../../ingest/store-alarms.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { type DetectorDay, findingOf, toDetectorDay } from '../analysis/public.ts'
import { findDueUnits, listDetectorDays, listReplaced, markLooked } from './store-detectors.ts'
import { listEnabledDetectors } from './store-types.ts'

/** A turn ends after this time, and the next one goes on: another task of this process waits no longer. */
const TURN_MS = 50_000
/** Units whose days are read at once: some thousand rows. */
const UNITS_AT_ONCE = 200
/** A unit without a whole day since so long says nothing of today. */
const STALE_DAYS = 3

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>
type Enabled = Awaited<ReturnType<typeof listEnabledDetectors>>['detectors']

/**
 * Holds the daily figures of units against the detectors that are types of alarms, once for each day of a unit and after a detector
 * was changed. A finding of `alert` raises; it recovers when the detector says `ok`: `watch` is in between, and what is not known
 * proves nothing. Gives how many alarms it raised or recovered. A turn that is lost or repeated changes nothing that the next does not.
 */
export const checkDetectors = async (deps: Deps, signal: AbortSignal): Promise<number> => {
  const { database, clock, log } = deps
  const { db, pool } = database
  const { detectors, changed_at } = await listEnabledDetectors(db)
  if (detectors.length === 0) return 0
  const end_ms = clock.now() + TURN_MS
  const gone = (await listReplaced(db, ALARM_LIMITS.check_rows_max)).map(
    (one): AlarmChange => ({ ...one, rule_key: '', at_ms: clock.now(), raised: false }),
  )
  if (gone.length > 0) await inTransaction(pool, (client) => storeAlarmChanges(client, gone))
  let total = gone.length
  for (let after_id = 0; !signal.aborted && clock.now() < end_ms; ) {
    const now = new Date(clock.now())
    const days_since = dayOf(now, STALE_DAYS)
    const ids = await findDueUnits(db, { changed_at, days_since, after_id, limit: UNITS_AT_ONCE })
    const last = ids.at(-1)
    if (last === undefined) break
    after_id = last
    const units = await listDetectorDays(db, ids, dayOf(now, BASELINE_DAYS))
    const changes = units.flatMap(({ device_id, days, active }) =>
      changesOf({ device_id, days: days.map(toDetectorDay), active }, detectors, now),
    )
    await inTransaction(pool, async (client) => {
      if (changes.length > 0) await storeAlarmChanges(client, changes)
      await markLooked(client, ids, now)
    })
    total += changes.length
  }
  if (total > 0) log.info({ changes: total }, 'alarms of detectors')
  return total
}

const dayOf = (now: Date, ago: number): string => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10)

type Unit = { device_id: number; days: DetectorDay[]; active: readonly string[] }

/** What detectors that say another thing than the unit's alarms change. */
const changesOf = ({ device_id, days, active }: Unit, detectors: Enabled, now: Date): AlarmChange[] => {
  const today = days.at(-1)?.day
  if (today === undefined) return []
  return detectors.flatMap(({ detector, severity }): AlarmChange[] => {
    const { state, value } = findingOf(detector, days, today)
    const of = { device_id, type: detector, rule_key: '', at_ms: now.getTime() } as const
    const is_active = active.includes(detector)
    if (state === 'alert' && !is_active) return [{ ...of, raised: true, code: null, severity, value }]
    return state === 'ok' && is_active ? [{ ...of, raised: false }] : []
  })
}
