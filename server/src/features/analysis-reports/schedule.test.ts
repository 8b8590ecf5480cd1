import { expect, it } from 'vitest'
import { daysOf, nextRun } from './schedule.ts'

const of = { at_hour: 7, weekday: 1, month_day: 1, time_zone: 'Europe/Warsaw' } as const

it.each([
  ['daily', '2026-11-27T05:59:00Z', '2026-11-27T06:00:00.000Z'],
  ['daily', '2026-11-27T06:00:00Z', '2026-11-28T06:00:00.000Z'],
  // Clocks are put back on 25 October: 7 o'clock comes an hour later by UTC.
  ['daily', '2026-10-24T12:00:00Z', '2026-10-25T06:00:00.000Z'],
  ['daily', '2026-10-23T12:00:00Z', '2026-10-24T05:00:00.000Z'],
  // 27 November 2026 is a Friday.
  ['weekly', '2026-11-27T12:00:00Z', '2026-11-30T06:00:00.000Z'],
  ['monthly', '2026-11-27T12:00:00Z', '2026-12-01T06:00:00.000Z'],
] as const)('a %s report after %s is next made at %s', (schedule, after, next) => {
  expect(nextRun({ ...of, schedule }, new Date(after))?.toISOString()).toBe(next)
})

it('without a schedule there is no next time', () => {
  expect(nextRun({ ...of, schedule: 'none' }, new Date())).toBeNull()
})

it.each([
  ['last_7', { from: '2026-11-20', to: '2026-11-26' }],
  ['week', { from: '2026-11-16', to: '2026-11-22' }],
  ['month', { from: '2026-10-01', to: '2026-10-31' }],
  ['fixed', null],
] as const)('the period %s has whole days in the zone of the report', (period, days) => {
  // In Warsaw it is 27 November already.
  expect(daysOf(period, 'Europe/Warsaw', new Date('2026-11-26T23:30:00Z'))).toEqual(days)
})
