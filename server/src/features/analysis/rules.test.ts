import { describe, expect, it } from 'vitest'
import {
  classesOf,
  isBehind,
  percentileOf,
  percentOf,
  perMonth,
  ratesOf,
  secondsByDay,
  withoutSmall,
  withShares,
} from './rules.ts'

describe('a percentile', () => {
  it.each([
    ['of nothing', [], 0.5, null],
    ['of one value is that value', [7], 0.9, 7],
    ['in the middle of an even number lies between two', [1, 2, 3, 4], 0.5, 2.5],
    ['in the middle of an odd number is one of them', [1, 2, 9], 0.5, 2],
    ['of ten percent', [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.1, 10],
    ['of all is the last', [1, 5, 8], 1, 8],
  ] as const)('%s', (_, values, share, expected) => {
    expect(percentileOf(values, share)).toBe(expected)
  })
})

describe('how often units fail', () => {
  it.each([
    ['nothing in operation', { units: 0, device_days: 0, faults: 0 }, null, null],
    ['no fault', { units: 5, device_days: 150, faults: 0 }, 0, null],
    ['three faults in 1,500 days', { units: 50, device_days: 1_500, faults: 3 }, 2, 500],
  ])('%s', (_, sums, rate, mtbf_days) => {
    expect(ratesOf(sums)).toMatchObject({ rate, mtbf_days })
  })
})

it('groups of fewer than five units are left out and counted', () => {
  const groups = [{ units: 9 }, { units: 5 }, { units: 4 }, { units: 1 }]
  expect(withoutSmall(groups)).toEqual({ list: [{ units: 9 }, { units: 5 }], hidden: { groups: 2, units: 5 } })
})

it('shares of faults add up in the order of their number', () => {
  const rows = [{ faults: 5 }, { faults: 3 }, { faults: 2 }]
  expect(withShares(rows, 10).map(({ together_percent }) => together_percent)).toEqual([50, 80, 100])
})

it('classes have the counts of the database by their place', () => {
  expect(
    classesOf(
      [0, 1, 5],
      [
        { at: 1, n: 4 },
        { at: 3, n: 2 },
      ],
    ),
  ).toEqual([
    { from: 0, to: 1, units: 4 },
    { from: 1, to: 5, units: 0 },
    { from: 5, to: null, units: 2 },
  ])
})

it.each([
  ['2.08', '2.10', true],
  ['2.10', '2.10', false],
  ['2.11', '2.10', false],
  ['', '2.10', null],
  ['beta', '2.10', null],
  ['2.08', undefined, null],
])('version %j beside firmware %j', (reported, newest, behind) => {
  expect(isBehind(reported, newest)).toBe(behind)
})

describe('time in a state by day', () => {
  const HOUR_S = 3_600
  const days = [0, 24, 48].map((hour) => hour * HOUR_S * 1_000)
  const until_ms = 60 * HOUR_S * 1_000
  it.each([
    ['two units, no change', 2, [], [48, 48, 24], 2],
    ['one leaves at noon of the first day', 2, [{ at: 1, delta: -1, seconds: -12 * HOUR_S }], [36, 24, 12], 1],
    ['one comes six hours before the end', 0, [{ at: 3, delta: 1, seconds: 6 * HOUR_S }], [0, 0, 6], 1],
    ['one comes and goes within a day', 1, [{ at: 2, delta: 0, seconds: 3 * HOUR_S }], [24, 27, 12], 1],
  ] as const)('%s', (_, initial, changes, hours, units) => {
    const found = secondsByDay(days, until_ms, initial, changes)
    expect(found.map(({ seconds }) => seconds / HOUR_S)).toEqual(hours)
    expect(found.at(-1)?.units).toBe(units)
  })
})

it('a share is between nothing and all', () => {
  expect([percentOf(1, 3), percentOf(4, 3), percentOf(0, 0)]).toEqual([33.33, 100, null])
})

it('events are told for one unit and 30 days', () => {
  expect(perMonth(6, 3 * 60 * 86_400)).toBe(1)
  expect(perMonth(6, 0)).toBe(null)
})
