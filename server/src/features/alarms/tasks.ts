import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import type { AppContext } from '../../app-context.ts'
import type { AlarmChange } from '../../ingest/alarm-changes.ts'
import { storeAlarmChanges } from '../../ingest/store-alarms.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { inTransaction } from '../../platform/transaction.ts'
import type { ReportsDeps } from '../history/public.ts'
import type { Layouts } from '../products/public.ts'
import type { CheckedCondition } from './checks.ts'
import { checkDetectors } from './detector-checks.ts'
import { checkFrozen } from './frozen-values.ts'
import { withFrost } from './offline-frost.ts'
import { keepSnapshots } from './snapshots.ts'
import { escalateAlarms, MINUTE_CHECKS, runCheck, SLOW_CHECKS } from './store-checks.ts'
import { processRecovered, remindOfOffline } from './store-recovered.ts'
import { followStorms } from './storms.ts'

type CheckDeps = Pick<AppContext, 'database' | 'clock' | 'log'> & { layouts: Layouts }

/** Alarms that no report raises, and snapshots. A turn that is lost or repeated changes nothing that the next does not. */
export const alarmTasks = (deps: ReportsDeps) =>
  ({
    'alarm-checks': {
      crontab: '* * * * *',
      run: async () => {
        await runChecks(deps, MINUTE_CHECKS)
        await processRecovered(deps.database.db, new Date(deps.clock.now()), ALARM_LIMITS.auto_processed_per_turn)
        await followStorms(deps)
      },
    },
    'alarm-checks-slow': {
      crontab: '*/10 * * * *',
      run: async () => {
        await runChecks(deps, SLOW_CHECKS)
        const now = new Date(deps.clock.now())
        await escalateAlarms(deps.database.db, now)
        await remindOfOffline(deps.database.db, now, ALARM_LIMITS.reminded_per_turn)
      },
    },
    'alarm-detectors': {
      crontab: '*/10 * * * *',
      run: async (_, signal) => {
        await checkDetectors(deps, signal)
        await checkFrozen(deps, signal)
      },
    },
    'alarm-snapshots': {
      crontab: '* * * * *',
      run: async (_, signal) => {
        await keepSnapshots(deps, signal)
      },
    },
  }) satisfies Tasks

type Checks = typeof MINUTE_CHECKS | typeof SLOW_CHECKS

/** One turn of these checks: recoveries first, so that what recovered and came back is raised again. */
export const runChecks = async (deps: CheckDeps, checks: Checks): Promise<number> => {
  const { database, clock, log } = deps
  const { db, pool } = database
  const now = new Date(clock.now())
  let total = 0
  for (const [name, check] of Object.entries(checks)) {
    const type = name as AlarmType // the keys of the tables of checks
    const recovered = await runCheck(db, check.recovered(now, ALARM_LIMITS.check_rows_max))
    const found = await runCheck(db, check.raised(now, ALARM_LIMITS.check_rows_max))
    const raised = type === 'offline' ? await withFrost(deps, found) : found
    const changes = [...recovered.map((one) => recoveredBy(type, one)), ...raised.map((one) => raisedBy(type, one))]
    if (changes.length === 0) continue
    await inTransaction(pool, (client) => storeAlarmChanges(client, changes))
    total += changes.length
    log.info({ type, raised: raised.length, recovered: recovered.length }, 'alarms')
  }
  return total
}

const raisedBy = (
  type: AlarmType,
  { device_id, rule_key, at, severity, reason, value }: CheckedCondition,
): AlarmChange => ({
  device_id,
  type,
  rule_key,
  at_ms: at.getTime(),
  raised: true,
  code: null,
  severity,
  ...(reason === undefined ? {} : { reason }),
  value,
})
const recoveredBy = (type: AlarmType, { device_id, rule_key, at }: CheckedCondition): AlarmChange => ({
  device_id,
  type,
  rule_key,
  at_ms: at.getTime(),
  raised: false,
})
