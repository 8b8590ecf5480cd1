import type { RuleCondition, RuleHold, RuleSchedule } from '@heatfleet/contract/alarm-rules/rule.ts'
import { describe, expect, it } from 'vitest'
import {
  advanceRule,
  type EvaluatedRule,
  evaluateCondition,
  isScheduled,
  type RuleState,
  triggerValueOf,
} from './rule-evaluation.ts'

const term = (key: string, op: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'ne', value: number, clear: number | null = null) =>
  ({ of: 'point', key, op, value, clear }) as const
const group = (match: 'any' | 'all', ...terms: RuleCondition['groups'][number]['terms']) => ({ match, terms })
const all = (...groups: RuleCondition['groups']): RuleCondition => ({ match: 'all', groups })
const any = (...groups: RuleCondition['groups']): RuleCondition => ({ match: 'any', groups })
const HOT = all(group('all', term('t', 'gt', 60)))

describe('a condition', () => {
  const two = (match: 'any' | 'all') => all(group(match, term('a', 'gt', 1), term('b', 'lt', 1)))
  const offline = all(group('all', { of: 'state', state: 'offline' }, term('a', 'lt', 0)))
  it.each<[string, RuleCondition, Record<string, number>, boolean, boolean | null]>([
    ['above holds above', HOT, { t: 60.1 }, true, true],
    ['above does not hold at the limit', HOT, { t: 60 }, true, false],
    ['at least holds at the limit', all(group('all', term('t', 'gte', 60))), { t: 60 }, true, true],
    ['below', all(group('all', term('t', 'lt', 0))), { t: -0.1 }, true, true],
    ['at most', all(group('all', term('t', 'lte', 0))), { t: 0 }, true, true],
    ['equal, for named values', all(group('all', term('mode', 'eq', 2))), { mode: 2 }, true, true],
    ['not equal', all(group('all', term('mode', 'ne', 2))), { mode: 1 }, true, true],
    ['a missing value decides nothing', HOT, {}, true, null],
    ['all, one missing and one false, is false', two('all'), { a: 0 }, true, false],
    ['all, one missing and one true, is unknown', two('all'), { a: 2 }, true, null],
    ['any, one missing and one true, is true', two('any'), { a: 2 }, true, true],
    ['any, one missing and one false, is unknown', two('any'), { a: 0 }, true, null],
    [
      'groups joined by any',
      any(group('all', term('a', 'gt', 1)), group('all', term('b', 'gt', 1))),
      { a: 0, b: 2 },
      true,
      true,
    ],
    [
      'groups joined by all',
      all(group('all', term('a', 'gt', 1)), group('all', term('b', 'gt', 1))),
      { a: 0, b: 2 },
      true,
      false,
    ],
    ['offline and cold', offline, { a: -3 }, false, true],
    ['cold and online', offline, { a: -3 }, true, false],
    ['offline, and the last value is unknown', offline, {}, false, null],
  ])('%s', (_, condition, values, online, expected) => {
    expect(evaluateCondition(condition, { values, online }, false)).toBe(expected)
  })

  it('names the first value by which it holds', () => {
    const condition = any(group('all', term('a', 'gt', 9)), group('any', term('b', 'gt', 1)))
    expect(triggerValueOf(condition, { a: 5, b: 2 }, true)).toBe(2)
    expect(triggerValueOf(all(group('all', { of: 'state', state: 'offline' })), {}, false)).toBeNull()
  })
})

type Step = [minute: number, value: number | null]
const ruleOf = (more: Partial<EvaluatedRule> = {}): EvaluatedRule => ({
  rule_id: 1,
  revision: 1,
  condition: HOT,
  hold: { by: 'at_once' },
  clear_minutes: 0,
  schedule: null,
  severity: 'major',
  cool_down_minutes: 10,
  ...more,
})
/** `R` = raised, `r` = recovered, `!` = active, `.` = not. */
const replay = (rule: EvaluatedRule, steps: readonly Step[], first: RuleState | null = null): string => {
  let state = first
  let last_ms: number | null = null
  return steps
    .map(([minute, value]) => {
      const at_ms = minute * 60_000
      const was = state?.active === true
      const values: Record<string, number> = value === null ? {} : { t: value }
      state = advanceRule(rule, state, { values, online: true, at_ms, last_ms, time_zone: 'UTC' })
      last_ms = at_ms
      const is = state?.active === true
      return is === was ? (is ? '!' : '.') : is ? 'R' : 'r'
    })
    .join('')
}
const each = (...values: (number | null)[]): Step[] => values.map((value, minute) => [minute, value])
const duration: RuleHold = { by: 'duration', minutes: 3 }
const repeat: RuleHold = { by: 'repeat', times: 3, minutes: 10 }
const band = all(group('all', term('t', 'gt', 60, 55)))

describe('a rule', () => {
  it.each<[string, Partial<EvaluatedRule>, Step[], string]>([
    ['raises at once and recovers at once', {}, each(50, 61, 62, 60, 50), '.R!r.'],
    ['hysteresis: stays until the value is below its end', { condition: band }, each(61, 58, 56, 55, 58), 'R!!r.'],
    ['recovers after the time without the condition', { clear_minutes: 2 }, each(61, 50, 50, 50), 'R!!r'],
    ['a return within that time begins it anew', { clear_minutes: 2 }, each(61, 50, 61, 50, 50, 50), 'R!!!!r'],
    ['a duration is waited for', { hold: duration }, each(61, 61, 61, 61, 61), '...R!'],
    ['a minute of health begins it anew', { hold: duration }, each(61, 61, 50, 61, 61, 61, 61), '......R'],
    ['a missing value neither ends nor begins it', { hold: duration }, each(61, null, null, 61), '...R'],
    ['a missing value does not recover', {}, each(61, null, null, 50), 'R!!r'],
    ['no value ever is no alarm', {}, each(null, null), '..'],
    [
      'a gap begins the duration anew: what was in between is not known',
      { hold: { by: 'duration', minutes: 45 } },
      [
        [0, 61],
        [30, 61],
        [90, 61],
        [120, 61],
        [134, 61],
        [135, 61],
      ],
      '.....R',
    ],
    [
      'a gap begins the time of recovery anew',
      { clear_minutes: 10 },
      [
        [0, 61],
        [5, 50],
        [60, 50],
        [69, 50],
        [70, 50],
      ],
      'R!!!r',
    ],
    ['repetition: the third time within ten minutes', { hold: repeat }, each(61, 50, 61, 50, 61, 50), '....Rr'],
    ['repetition: what lasts is once', { hold: repeat }, each(61, 61, 61, 61, 61), '.....'],
    [
      'repetition: older times do not count',
      { hold: repeat },
      [
        [0, 61],
        [1, 50],
        [8, 61],
        [9, 50],
        [11, 61],
        [12, 50],
        [13, 61],
      ],
      '......R',
    ],
  ])('%s', (_, more, steps, expected) => {
    expect(replay(ruleOf(more), steps)).toBe(expected)
  })

  const active: RuleState = {
    revision: 1,
    active: true,
    value: 61,
    since_ms: null,
    clear_since_ms: null,
    began_ms: [],
    holds: true,
  }
  const waiting: RuleState = { ...active, active: false, value: null, since_ms: 0 }
  it('that was edited keeps its alarm and drops what it waited for', () => {
    expect(replay(ruleOf({ revision: 2 }), each(61, 50), active)).toBe('!r')
    expect(
      replay(
        ruleOf({ revision: 2, hold: duration }),
        [
          [3, 61],
          [6, 61],
        ],
        waiting,
      ),
    ).toBe('.R')
    expect(replay(ruleOf({ hold: duration }), [[3, 61]], waiting)).toBe('R')
  })

  it('gives the same state back where nothing changed, so that nothing is stored', () => {
    const input = { values: { t: 61 }, online: true, at_ms: 60_000, last_ms: 0, time_zone: null }
    expect(advanceRule(ruleOf(), active, input)).toBe(active)
    expect(advanceRule(ruleOf({ hold: duration }), waiting, input)).toBe(waiting)
    expect(advanceRule(ruleOf(), null, { ...input, values: { t: 50 } })).toBeNull()
  })

  it('keeps the value of the trigger', () => {
    const input = { values: { t: 61.5 }, online: true, at_ms: 0, last_ms: null, time_zone: null }
    expect(advanceRule(ruleOf(), null, input)).toMatchObject({ active: true, value: 61.5 })
  })

  it('outside its schedule raises nothing and waits for nothing; what is active recovers as ever', () => {
    // 1970-01-01 is a Thursday.
    const schedule: RuleSchedule = { days: [4], from: '00:02', to: '00:04', time_zone: 'UTC' }
    expect(replay(ruleOf({ schedule }), each(61, 61, 61, 61, 61, 50))).toBe('..R!!r')
    expect(replay(ruleOf({ schedule, hold: { by: 'duration', minutes: 2 } }), each(61, 61, 61, 61, 61, 61))).toBe(
      '......',
    )
  })
})

describe('a schedule', () => {
  const night: RuleSchedule = { days: [5], from: '22:00', to: '06:00', time_zone: 'Europe/Warsaw' }
  const day: RuleSchedule = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', time_zone: 'Europe/Warsaw' }
  const early: RuleSchedule = { days: [7], from: '02:30', to: '03:30', time_zone: 'Europe/Warsaw' }
  it.each<[string, RuleSchedule | null, string | null, string, boolean]>([
    ['none is always', null, null, '2026-11-21T03:00:00Z', true],
    ['a workday', day, null, '2026-11-20T07:00:00Z', true],
    ['before it begins', day, null, '2026-11-20T06:59:59Z', false],
    ['its end is outside', day, null, '2026-11-20T17:00:00Z', false],
    ['a Saturday', day, null, '2026-11-21T10:00:00Z', false],
    ['the zone of the unit comes first', day, 'Asia/Shanghai', '2026-11-20T00:00:00Z', true],
    ['over midnight, before', night, null, '2026-11-20T21:00:00Z', true],
    ['over midnight, after: still the night of Friday', night, null, '2026-11-21T04:59:00Z', true],
    ['over midnight, ended', night, null, '2026-11-21T05:00:00Z', false],
    ['the morning of Friday is the night of Thursday', night, null, '2026-11-20T04:00:00Z', false],
    ['the same times are the whole day', { ...night, from: '00:00', to: '00:00' }, null, '2026-11-20T12:00:00Z', true],
    // Clocks go forward at 01:00 UTC on 2026-03-29: 02:30 is never shown, 03:00 follows 01:59.
    ['spring, before the change', early, null, '2026-03-29T00:59:00Z', false],
    ['spring, after the change: 03:00 is within', early, null, '2026-03-29T01:00:00Z', true],
    ['spring, at the end', early, null, '2026-03-29T01:30:00Z', false],
    // Clocks go back at 01:00 UTC on 2026-10-25: 02:30 is shown twice.
    ['autumn, the first 02:30', early, null, '2026-10-25T00:30:00Z', true],
    ['autumn, the second 02:30', early, null, '2026-10-25T01:30:00Z', true],
    ['autumn, between: 02:00 again', early, null, '2026-10-25T01:00:00Z', false],
  ])('%s', (_, schedule, time_zone, at, expected) => {
    expect(isScheduled(schedule, time_zone, Date.parse(at))).toBe(expected)
  })
})
