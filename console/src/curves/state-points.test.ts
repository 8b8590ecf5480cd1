import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { describe, expect, it } from 'vitest'
import { sampleDefinition, samplePoint } from '../points/sample-points.ts'
import { hotWaterNames, hotWaterPeriods, type StatePoint, statePoints } from './state-points.ts'

const POSITIONS = [
  { value: 0, names: { en: 'Hot water', zh: '', pl: '' } },
  { value: 1, names: { en: 'Heating', zh: '', pl: '' } },
]
const series = (key: string, v: number[], extremes: Partial<Pick<HistorySeries, 'min' | 'max'>> = {}) => ({
  mac: 'a4c138000001',
  key,
  t: v.map((_, at) => at * 10),
  v,
  min: null,
  max: null,
  ...extremes,
})
const withValve = statePoints(
  sampleDefinition(
    samplePoint('v', { tag: 'dhw_valve', choices: POSITIONS }),
    samplePoint('comp_hz'),
    samplePoint('dem_dhw'),
  ),
)
const periods = (points: typeof withValve, all: Partial<Record<StatePoint, HistorySeries>>) =>
  hotWaterPeriods(points, (name) => all[name])

describe('the periods of hot water', () => {
  it('are those of the valve on the tank while the compressor turns', () => {
    expect(hotWaterNames(withValve)).toEqual(['o_3way', 'comp_hz'])
    const all = { o_3way: series('v', [0, 0, 1, 0, 0]), comp_hz: series('comp_hz', [0, 50, 50, 50, 0]) }
    expect(periods(withValve, all)).toEqual([
      [10, 20],
      [30, 40],
    ])
  })

  it('count a bucket in which the valve was on the tank at any time', () => {
    const valve = series('v', [1, 0.4, 1], { min: [1, 0, 1], max: [1, 1, 1] })
    expect(periods(withValve, { o_3way: valve })).toEqual([[10, 20]])
  })

  it('are those of the demand where no valve is kept in history', () => {
    const points = statePoints(sampleDefinition(samplePoint('o_3way', { in_history: false }), samplePoint('dem_dhw')))
    expect(hotWaterNames(points)).toEqual(['dem_dhw'])
    expect(periods(points, { dem_dhw: series('dem_dhw', [0, 1, 1, 0]) })).toEqual([[10, 30]])
  })
})
