import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { describe, expect, it } from 'vitest'
import { joined, rise, runsOf, setPeriods, statisticsOf, withLive } from './statistics.ts'

const M = 60_000
const series = (v: (number | null)[], range?: { min: (number | null)[]; max: (number | null)[] }): HistorySeries => ({
  mac: 'm',
  key: 'k',
  t: v.map((_, index) => index * M),
  v,
  min: range?.min ?? null,
  max: range?.max ?? null,
})

describe('statistics of a curve', () => {
  it('weights the average by time', () => {
    const one = { ...series([10, 20, 20]), t: [0, 9 * M, 10 * M] }
    expect(statisticsOf(one)).toEqual({ min: 10, max: 20, average: 11, last: 20, last_at: 10 * M })
  })
  it('uses the exact minimum and maximum of each bucket', () => {
    expect(statisticsOf(series([10, 12], { min: [1, 11], max: [30, 13] }))).toMatchObject({ min: 1, max: 30 })
  })
  it('excludes gaps', () => {
    expect(statisticsOf(series([5, null, 7])).average).toBe(6)
  })
  it('are null without data', () => {
    expect(statisticsOf(series([null]))).toEqual({
      min: null,
      max: null,
      average: null,
      last: null,
      last_at: null,
    })
  })
})

describe('the increase of a counter', () => {
  it.each<[string, HistorySeries, number | null]>([
    ['is the last less the first', series([100, 101, 104]), 4],
    ['reaches over gaps', series([100, null, 104]), 4],
    ['counts from zero after a restart', series([100, 105, 2, 3]), 8],
    ['counts nothing where it steps back', series([100, 105, 104, 106]), 7],
    ['uses the ends of reduced buckets', series([100.5, 102], { min: [100, 101], max: [101, 103] }), 3],
    ['of nothing is not known', series([null]), null],
  ])('%s', (_, one, expected) => {
    expect(rise(one)).toBe(expected)
  })
})

describe('periods of a state', () => {
  it('begin at the first set value and end at the next other one', () => {
    expect(setPeriods(series([0, 1, 1, 0]))).toEqual([[M, 3 * M]])
  })
  it('include a bucket in which the state was set at any time', () => {
    expect(setPeriods(series([0, 0.1, 0], { min: [0, 0, 0], max: [0, 1, 0] }))).toEqual([[M, 2 * M]])
  })
  it('end at a gap and at the end of the data', () => {
    expect(setPeriods(series([1, null, 1]))).toEqual([
      [0, M],
      [2 * M, 3 * M],
    ])
  })
  it('are merged where they touch', () => {
    expect(
      joined([
        [5, 6],
        [0, 3],
        [1, 2],
        [3, 4],
      ]),
    ).toEqual([
      [0, 4],
      [5, 6],
    ])
  })
  it('merge runs of equal values for strips and keep gaps open', () => {
    expect(runsOf(series([0, 0, 2, null, 2]))).toEqual([
      { from: 0, to: 2 * M, value: 0 },
      { from: 2 * M, to: 3 * M, value: 2 },
      { from: 4 * M, to: 5 * M, value: 2 },
    ])
  })
})

describe('live values at the end of a curve', () => {
  it('are appended once', () => {
    const once = withLive(series([1, 2]), { value: 3, at: 2 * M })
    expect(once.v).toEqual([1, 2, 3])
    expect(withLive(once, { value: 9, at: 2 * M })).toBe(once)
  })
  it('keep the range of reduced curves', () => {
    expect(withLive(series([1], { min: [0], max: [2] }), { value: 3, at: M }).max).toEqual([2, 3])
  })
  it('follow a gap after a long silence', () => {
    expect(withLive(series([1, 2]), { value: 3, at: 60 * M }).v).toEqual([1, 2, null, 3])
  })
  it('of a counter that began again at the end of its range it grows on', () => {
    expect(withLive(series([65_530, 65_535]), { value: 2, at: 2 * M }, 65_536).v.at(-1)).toBe(65_538)
    expect(withLive(series([65_535, 65_540]), { value: 7, at: 2 * M }, 65_536).v.at(-1)).toBe(65_543)
    expect(withLive(series([1, 2]), { value: 3, at: 2 * M }, 65_536).v.at(-1)).toBe(3)
    expect(withLive(series([40_000]), { value: 3, at: 2 * M }, 65_536).v.at(-1)).toBe(3)
  })
})
