import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import { hasOfflineTerm } from '@heatfleet/contract/alarm-rules/offline-terms.ts'
import type { RuleTest, RuleTestResult } from '@heatfleet/contract/alarm-rules/rule.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { compileCondition, valuesOf } from '../../ingest/compiled-condition.ts'
import { advanceRule, type EvaluatedRule, type RuleState } from '../../ingest/rule-evaluation.ts'
import { findAgentPath } from '../../platform/distributor-path.ts'
import { zoneOfCountry } from '../devices/public.ts'
import { readReports } from '../history/public.ts'
import type { Layouts } from '../products/public.ts'
import type { RuleValues } from './store.ts'
import { listCountries } from './store-book.ts'
import { listRuleUnits, type RuleUnit } from './store-devices.ts'

const { stale_ms, test_days, test_devices_max, test_ms, test_rows_max, test_times_max } = ALARM_RULE_LIMITS
const DAY_MS = 86_400_000
/** The database reads the reports of some units while those of another are evaluated. */
const UNITS_AT_ONCE = 3

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'> & { layouts: Layouts }
type Tested = Omit<RuleTest, 'target'> & Pick<RuleValues, 'target_by' | 'under_agent_id' | 'group_id' | 'device_ids'>
type Fired = { at_ms: number; value: number | null }
type TestedUnit = { unit: RuleUnit; fired: Fired[]; reports: number; done: boolean }

/** What a rule would have done at units of the scope in the last days. Ends when its time is over and says what it read. */
export const testRule = async (
  deps: Deps,
  caller: Caller,
  rule: Tested,
  { time_zone, signal }: { time_zone: string; signal: AbortSignal },
): Promise<RuleTestResult> => {
  // History has reports alone: since when a unit was offline at some moment is not in it.
  if (hasOfflineTerm(rule.condition)) throw new Refusal('alarm_rule_test_offline', { field: 'condition' })
  const { clock } = deps
  const started_ms = performance.now()
  const elapsed = () => performance.now() - started_ms
  const units = await listTestUnits(deps, caller, rule)
  const to_ms = clock.now()
  const period = { from_ms: to_ms - test_days * DAY_MS, to_ms }
  const zones = await zonesOf(deps, rule)
  const result: RuleTestResult = {
    units: units.length,
    units_read: 0,
    fired: 0,
    units_fired: 0,
    reports: 0,
    took_ms: 0,
    days: daysOf(period, time_zone),
    first: [],
  }
  const dayOf = dayTextOf(time_zone)
  const isOver = () => signal.aborted || elapsed() >= test_ms
  const tested = await testUnits(units, isOver, (unit) =>
    testUnit(deps, rule, unit, { ...period, time_zone: zones(unit.agent_path), isOver }),
  )
  for (const { unit, fired, reports, done } of tested) {
    result.reports += reports
    if (done) result.units_read += 1
    for (const { at_ms } of fired) {
      const day = result.days.find((one) => one.day === dayOf(at_ms))
      if (day !== undefined) day.fired += 1
    }
    const [first] = fired
    if (first === undefined) continue
    result.fired += fired.length
    result.units_fired += 1
    if (result.first.length < test_rows_max)
      result.first.push({
        mac: unit.mac,
        device_name: unit.device_name,
        fired: fired.length,
        first_time: new Date(first.at_ms).toISOString(),
        value: first.value,
      })
  }
  result.took_ms = Math.round(elapsed())
  return result
}

const listTestUnits = async (deps: Deps, caller: Caller, rule: Tested): Promise<RuleUnit[]> => {
  const { under_agent_id } = rule
  const under_path =
    under_agent_id === null ? null : await findAgentPath(deps.database.db, caller.scopes.agent, under_agent_id)
  const units = { ...rule, owner_path: caller.agent_path, under_path }
  return listRuleUnits(deps, caller.scope, units, test_devices_max)
}

/** Units that were begun before the time was over, in their order. */
const testUnits = async (
  units: readonly RuleUnit[],
  isOver: () => boolean,
  test: (unit: RuleUnit) => Promise<TestedUnit>,
): Promise<TestedUnit[]> => {
  const tested: TestedUnit[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (!isOver()) {
      const at = next++
      const unit = units[at]
      if (unit === undefined) return
      tested[at] = await test(unit)
    }
  }
  await Promise.all(Array.from({ length: UNITS_AT_ONCE }, work))
  return tested
}

/** Replays the reports of one unit. */
const testUnit = async (
  deps: Deps,
  tested: Tested,
  unit: RuleUnit,
  period: { from_ms: number; to_ms: number; time_zone: string | null; isOver: () => boolean },
): Promise<TestedUnit> => {
  const { device_id } = unit
  const rule: EvaluatedRule = { ...tested, rule_id: 0, revision: 1, severity: 'info', cool_down_minutes: 0 }
  const keys = keysOf(tested)
  const fired: Fired[] = []
  let state: RuleState | null = null
  let last_ms: number | null = null
  let reports = 0
  // Blocks of different plans come in different reports: a value counts until it is stale, as in the current state.
  const newest = new Float64Array(keys.length).fill(Number.NaN)
  const newest_ms = new Float64Array(keys.length)
  const holds = compileCondition(rule.condition, keys)
  const { from_ms, to_ms, time_zone, isOver } = period
  for await (const batch of readReports(deps, { device_id, keys, from_ms, to_ms })) {
    for (let row = 0; row < batch.at_ms.length; row += 1) {
      const at_ms = batch.at_ms[row] ?? 0
      for (let column = 0; column < newest.length; column += 1) {
        const value = batch.values[column]?.[row] ?? Number.NaN
        if (!Number.isNaN(value)) {
          newest[column] = value
          newest_ms[column] = at_ms
        } else if (at_ms - (newest_ms[column] ?? 0) > stale_ms) newest[column] = Number.NaN
      }
      // Nearly all reports find a rule idle and leave it so.
      if (state !== null || holds(newest) === true) {
        const was_active: boolean = state?.active === true
        const values = valuesOf(keys, newest)
        state = advanceRule(rule, state, { values, online: true, at_ms, last_ms, time_zone })
        if (state?.active === true && !was_active && fired.length < test_times_max)
          fired.push({ at_ms, value: state.value })
      }
      last_ms = at_ms
    }
    reports += batch.at_ms.length
    if (isOver()) return { unit, fired, reports, done: false }
  }
  return { unit, fired, reports, done: true }
}

const keysOf = ({ condition }: Tested): string[] => [
  ...new Set(condition.groups.flatMap(({ terms }) => terms.flatMap((term) => (term.of === 'point' ? [term.key] : [])))),
]

/** Time zones of units by the path of their distributor; read for rules with a schedule alone. */
const zonesOf = async ({ database: { db } }: Deps, { schedule }: Tested): Promise<(path: string) => string | null> => {
  if (schedule === null) return () => null
  const zones = new Map(
    (await listCountries(db)).map(({ agent_path, country }) => [agent_path, zoneOfCountry(country)]),
  )
  return (path) => zones.get(path) ?? null
}

const dayTextOf = (time_zone: string): ((at_ms: number) => string) => {
  const clock = zoneClock(time_zone)
  return (at_ms) => new Date(clock.shown(at_ms)).toISOString().slice(0, 10)
}

const daysOf = ({ from_ms, to_ms }: { from_ms: number; to_ms: number }, time_zone: string): RuleTestResult['days'] => {
  const dayOf = dayTextOf(time_zone)
  const days = new Set<string>()
  for (let at_ms = from_ms; at_ms <= to_ms; at_ms += DAY_MS / 4) days.add(dayOf(at_ms))
  days.add(dayOf(to_ms))
  return [...days].map((day) => ({ day, fired: 0 }))
}
