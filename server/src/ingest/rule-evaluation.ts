import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import type {
  AlarmRuleDraft,
  PointRuleTerm,
  RuleCondition,
  RuleSchedule,
  RuleTerm,
} from '@heatfleet/contract/alarm-rules/rule.ts'
import { type ZoneClock, zoneClock } from '@heatfleet/contract/zone-clock.ts'
import type { Values } from '@heatfleet/modbus/point.ts'

const { gap_ms } = ALARM_RULE_LIMITS
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** What of a rule decides; `revision` counts its edits. */
export type EvaluatedRule = Pick<
  AlarmRuleDraft,
  'condition' | 'hold' | 'clear_minutes' | 'schedule' | 'severity' | 'cool_down_minutes'
> & { rule_id: number; revision: number }

/** Where a rule stands at a device; no state = it neither holds nor is it active. Times are the device's, unix ms. */
export type RuleState = {
  revision: number
  /** Its alarm is active. */
  active: boolean
  /** Measured at the trigger; null = nothing was, or it is not active. */
  value: number | null
  /** Of a duration: since when the condition holds without a gap. */
  since_ms: number | null
  /** Of an active alarm: since when it does not hold. */
  clear_since_ms: number | null
  /** Of a repetition: when it began, within its time; the last one may still hold. */
  began_ms: readonly number[]
  holds: boolean
}
const IDLE: Omit<RuleState, 'revision'> = {
  active: false,
  value: null,
  since_ms: null,
  clear_since_ms: null,
  began_ms: [],
  holds: false,
}

/** What a device reported: values by key, a missing one is unknown. */
export type RuleInput = {
  values: Values
  online: boolean
  at_ms: number
  /** The report before; null = none. */
  last_ms: number | null
  /** Time zone of the unit's country; null = the schedule's own. */
  time_zone: string | null
}

/** True, false, or null: what is missing decides. `active` = terms compare with their clear values. Pure. */
export const evaluateCondition = (
  { match, groups }: RuleCondition,
  { values, online }: Pick<RuleInput, 'values' | 'online'>,
  active: boolean,
): boolean | null =>
  combine(
    match,
    groups.map(({ match: of_group, terms }) =>
      combine(
        of_group,
        terms.map((term) => evaluateTerm(term, values, online, active)),
      ),
    ),
  )

const combine = (match: 'any' | 'all', parts: readonly (boolean | null)[]): boolean | null => {
  const decisive = match === 'any'
  if (parts.includes(decisive)) return decisive
  return parts.includes(null) ? null : !decisive
}

const evaluateTerm = (term: RuleTerm, values: Values, online: boolean, active: boolean): boolean | null => {
  if (term.of === 'state') return online === (term.state === 'online')
  const value = values[term.key]
  return value === undefined ? null : compare(value, term, active && term.clear !== null ? term.clear : term.value)
}

const compare = (value: number, { op }: PointRuleTerm, limit: number): boolean => {
  switch (op) {
    case 'gt':
      return value > limit
    case 'gte':
      return value >= limit
    case 'lt':
      return value < limit
    case 'lte':
      return value <= limit
    case 'eq':
      return value === limit
    case 'ne':
      return value !== limit
    default:
      return op satisfies never
  }
}

/** The first value by which the condition holds; null = none is a value of a point. */
export const triggerValueOf = ({ groups }: RuleCondition, values: Values, online: boolean): number | null => {
  for (const { terms } of groups)
    for (const term of terms)
      if (term.of === 'point' && evaluateTerm(term, values, online, false) === true) return values[term.key] ?? null
  return null
}

const clocks = new Map<string, ZoneClock>()
const clockOf = (time_zone: string): ZoneClock => {
  const known = clocks.get(time_zone)
  if (known !== undefined) return known
  const clock = zoneClock(time_zone)
  clocks.set(time_zone, clock)
  return clock
}

/** True at times of the schedule; a time over midnight belongs to the day it starts on. Pure. */
export const isScheduled = (schedule: RuleSchedule | null, time_zone: string | null, at_ms: number): boolean => {
  if (schedule === null) return true
  const shown = clockOf(time_zone ?? schedule.time_zone).shown(at_ms)
  const minute = Math.floor((shown % DAY_MS) / MINUTE_MS)
  // 1970-01-01 was a Thursday, ISO day 4.
  const day = ((Math.floor(shown / DAY_MS) + 3) % 7) + 1
  const before = day === 1 ? 7 : day - 1
  const [from, to] = [minutesOf(schedule.from), minutesOf(schedule.to)]
  const { days } = schedule
  if (from < to) return days.includes(day) && minute >= from && minute < to
  return (days.includes(day) && minute >= from) || (days.includes(before) && minute < to)
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Where a rule stands after a report; null = idle. The same object comes back where nothing changed, so that nothing is
 * stored. A value that is missing changes nothing; a gap between reports starts durations anew. Pure.
 */
export const advanceRule = (rule: EvaluatedRule, before: RuleState | null, input: RuleInput): RuleState | null => {
  const { revision } = rule
  // Durations of a rule as it was before an edit do not count; that its alarm is active does.
  const known = before === null || before.revision === revision ? before : renewed(before, revision)
  const has_gap = input.last_ms !== null && input.at_ms - input.last_ms > gap_ms
  const state = known !== null && has_gap ? { ...known, since_ms: null, clear_since_ms: null } : known
  return state?.active === true ? whileActive(rule, state, input) : whileIdle(rule, state, input)
}

const renewed = (before: RuleState, revision: number): RuleState => ({
  ...IDLE,
  revision,
  active: before.active,
  value: before.value,
})

const whileActive = (rule: EvaluatedRule, state: RuleState, input: RuleInput): RuleState | null => {
  const holds = evaluateCondition(rule.condition, input, true)
  if (holds === null) return state
  if (holds) return state.clear_since_ms === null ? state : { ...state, clear_since_ms: null }
  const since_ms = state.clear_since_ms ?? input.at_ms
  if (input.at_ms - since_ms >= rule.clear_minutes * MINUTE_MS) return null
  return state.clear_since_ms === null ? { ...state, clear_since_ms: since_ms } : state
}

const whileIdle = (rule: EvaluatedRule, state: RuleState | null, input: RuleInput): RuleState | null => {
  const { condition, hold, schedule, revision } = rule
  const holds = evaluateCondition(condition, input, false)
  if (holds === null) return state
  // Idle units are nearly all: the schedule is read for those alone where the condition holds.
  if ((holds || state !== null) && !isScheduled(schedule, input.time_zone, input.at_ms)) return null
  if (hold.by === 'repeat') return repeated(rule, hold, state, input, holds)
  if (!holds) return null
  const { at_ms } = input
  const since_ms = state?.since_ms ?? at_ms
  if (hold.by === 'at_once' || at_ms - since_ms >= hold.minutes * MINUTE_MS) return raised(rule, input)
  return state?.since_ms === since_ms ? state : { ...IDLE, revision, since_ms }
}

const repeated = (
  rule: EvaluatedRule,
  { times, minutes }: { times: number; minutes: number },
  state: RuleState | null,
  input: RuleInput,
  holds: boolean,
): RuleState | null => {
  const { at_ms } = input
  const recent = (state?.began_ms ?? []).filter((began_ms) => at_ms - began_ms < minutes * MINUTE_MS)
  const begins = holds && state?.holds !== true
  const began_ms = begins ? [...recent, at_ms] : recent
  if (begins && began_ms.length >= times) return raised(rule, input)
  if (began_ms.length === 0 && !holds) return null
  const is_same = state !== null && state.holds === holds && state.began_ms.length === began_ms.length && !begins
  return is_same ? state : { ...IDLE, revision: rule.revision, began_ms, holds }
}

const raised = (rule: EvaluatedRule, { values, online }: RuleInput): RuleState => ({
  ...IDLE,
  revision: rule.revision,
  active: true,
  value: triggerValueOf(rule.condition, values, online),
  holds: true,
})
