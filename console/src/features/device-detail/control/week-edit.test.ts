import type { Week } from '@heatfleet/contract/products/schedule-week.ts'
import { WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'
import { expect, test } from 'vitest'
import { addedPeriod, minutesOf, stripOf, withoutPeriod, withPeriod, withRunEverywhere } from './week-edit.ts'

const schedule = WeeklySchedule.parse({
  key: 'week',
  names: { en: 'Week', zh: '', pl: '' },
  address: 0,
  days: 'workdays_weekend',
  periods: 3,
  stride: 3,
  day_stride: 9,
  time_format: 'minutes',
  start: 0,
  end: 1,
  value: { offset: 2, names: { en: 'Target', zh: '', pl: '' }, unit: '°C', decimals: 0, min: 10, max: 30 },
})
const period = (start: number, end: number, value = 20) => ({ start, end, value })
const WEEK: Week = [
  { run: 'workdays', periods: [period(360, 480), period(1_020, 1_320, 21), null] },
  { run: 'weekend', periods: [null, null, null] },
]

test('a period is changed in its place, and taken out with those after it moving up', () => {
  expect(withPeriod(WEEK, 'workdays', 1, period(900, 1_000))[0]?.periods).toEqual([
    period(360, 480),
    period(900, 1_000),
    null,
  ])
  expect(withoutPeriod(WEEK, 'workdays', 0)[0]?.periods).toEqual([period(1_020, 1_320, 21), null, null])
})

test('a new period follows the last one with its value; a full day takes none', () => {
  const one = addedPeriod(schedule, WEEK, 'workdays')
  expect(one[0]?.periods[2]).toEqual(period(1_320, 1_440, 21))
  expect(addedPeriod(schedule, one, 'workdays')).toEqual(one)
  expect(addedPeriod(schedule, WEEK, 'weekend')[1]?.periods).toEqual([period(360, 480, 10), null, null])
})

test('a day is copied to all days', () => {
  expect(withRunEverywhere(WEEK, 'workdays')[1]?.periods).toEqual(WEEK[0]?.periods)
})

test.each([
  [6, 30, 390],
  [24, 0, 1_440],
  [Number.NaN, 5, Number.NaN],
  [5, 60, Number.NaN],
])('%d:%d is minute %d', (hour, minute, minutes) => {
  expect(minutesOf(hour, minute)).toBe(minutes)
})

test('a period lies on the strip of its day; one without an end lasts until the next', () => {
  expect(stripOf(period(360, 720), null)).toEqual({ left: 25, width: 25 })
  expect(stripOf({ start: 720, end: null, value: 20 }, period(1_080, 1_200))).toEqual({ left: 50, width: 25 })
  expect(stripOf(period(Number.NaN, 720), null)).toBeNull()
})
