import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import { hasOfflineTerm } from '@heatfleet/contract/alarm-rules/offline-terms.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import { blocksOf } from '../../ingest/advance-state.ts'
import type { AlarmChange } from '../../ingest/alarm-changes.ts'
import { evaluateCondition, isScheduled, triggerValueOf } from '../../ingest/rule-evaluation.ts'
import { storeAlarmChanges } from '../../ingest/store-alarms.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { zoneOfCountry } from '../devices/public.ts'
import type { Layouts } from '../products/public.ts'
import { type EnabledRule, listCountries, listEnabledRules, listOfflineUnits, listReturnedUnits } from './store-book.ts'
import { listRuleUnits } from './store-devices.ts'
import { refreshMuteDevices } from './store-mute-devices.ts'
import { unmuteAlarms } from './store-mutes.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'> & { layouts: Layouts }
const MINUTE_MS = 60_000

/** Rules about being offline, which no report says, units of muted filters and ends of mutes. A turn that is lost or repeated changes nothing that the next does not. */
export const alarmRuleTasks = (deps: Deps) =>
  ({
    'alarm-rule-checks': {
      crontab: '* * * * *',
      run: async (_, signal) => {
        await checkOfflineRules(deps, signal)
        await refreshMuteDevices(deps)
        await unmuteAlarms(deps.database.db)
      },
    },
  }) satisfies Tasks

/** One turn; gives how many alarms it raised or recovered. */
export const checkOfflineRules = async (deps: Deps, signal: AbortSignal): Promise<number> => {
  const { db, pool } = deps.database
  const rules = (await listEnabledRules(db)).filter(({ condition }) => hasOfflineTerm(condition))
  let total = 0
  for (const rule of rules) {
    if (signal.aborted) break
    const changes = [...(await listRecovered(deps, rule)), ...(await listRaised(deps, rule))]
    if (changes.length === 0) continue
    await inTransaction(pool, (client) => storeAlarmChanges(client, changes))
    total += changes.length
    deps.log.info({ rule_id: rule.rule_id, changes: changes.length }, 'alarms of a rule about offline units')
  }
  return total
}

const keyOf = ({ rule_id }: EnabledRule) => ({ type: 'threshold', rule_key: String(rule_id) }) as const

const listRecovered = async ({ database: { db }, clock }: Deps, rule: EnabledRule): Promise<AlarmChange[]> => {
  const now_ms = clock.now()
  const online_before = new Date(now_ms - rule.clear_minutes * MINUTE_MS)
  const rows = await listReturnedUnits(db, rule.rule_id, online_before, ALARM_RULE_LIMITS.check_rows_max)
  return rows.map(({ device_id }) => ({ device_id, ...keyOf(rule), at_ms: now_ms, raised: false }))
}

const listRaised = async (deps: Deps, rule: EnabledRule): Promise<AlarmChange[]> => {
  const { database, clock, layouts } = deps
  const now_ms = clock.now()
  const units = await listRuleUnits(deps, EVERYTHING, rule, LIMITS.device_group_members_max)
  const ids = units.map(({ device_id }) => device_id)
  const offline = await listOfflineUnits(database.db, ids, rule.rule_id, ALARM_RULE_LIMITS.check_rows_max)
  const held_ms = rule.hold.by === 'duration' ? rule.hold.minutes * MINUTE_MS : 0
  const due = offline.filter(({ since }) => now_ms - since.getTime() >= held_ms)
  if (due.length === 0) return []
  const layout = await layouts.findInUse(rule.product_key)
  if (layout === null) return []
  const countries = rule.schedule === null ? [] : await listCountries(database.db)
  const country_of = new Map(countries.map(({ agent_path, country }) => [agent_path, country]))
  return due.flatMap(({ device_id, agent_path, latest_blocks }): AlarmChange[] => {
    // The last values it reported: while it is offline nobody knows better.
    const values = latest_blocks === null ? {} : layout.decoder.decode(blocksOf(latest_blocks))
    if (evaluateCondition(rule.condition, { values, online: false }, false) !== true) return []
    const country = country_of.get(agent_path)
    if (!isScheduled(rule.schedule, country === undefined ? null : zoneOfCountry(country), now_ms)) return []
    return [
      {
        device_id,
        ...keyOf(rule),
        at_ms: now_ms,
        raised: true,
        code: null,
        severity: rule.severity,
        value: triggerValueOf(rule.condition, values, false),
        cool_down_s: rule.cool_down_minutes * 60,
      },
    ]
  })
}
