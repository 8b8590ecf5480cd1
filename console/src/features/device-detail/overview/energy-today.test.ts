import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { describe, expect, it } from 'vitest'
import { energyToday } from './energy-today.ts'

const counter = (key: string, v: (number | null)[]): HistorySeries => ({
  mac: 'm',
  key,
  t: v.map((_, index) => index * 300_000),
  v,
  min: null,
  max: null,
})
const day = (buckets: number) => ({ from: 0, to: buckets * 300_000, bucket_s: 300 })

describe('the figures of the day', () => {
  it('are differences of the counters', () => {
    const figures = energyToday(
      [
        counter('e_in_heat', [100, 105, 110]),
        counter('e_in_dhw', [50, 50, 51.5]),
        counter('e_out_heat', [400, 418, 437.5]),
        counter('e_out_dhw', [200, 200, 204.3]),
        counter('starts', [7, 8, 9]),
      ],
      day(3),
    )
    expect(figures.electric_kwh).toBeCloseTo(11.5)
    expect(figures.heat_kwh).toBeCloseTo(41.8)
    expect(figures.cop).toBeCloseTo(3.63, 1)
    expect(figures).toMatchObject({ starts: 2, defrosts: null, quality: 1 })
  })
  it('have no COP with too little electricity', () => {
    expect(energyToday([counter('e_in_heat', [0, 0.1]), counter('e_out_heat', [0, 0.4])], day(2)).cop).toBeNull()
  })
  it('have no COP when a fifth of the day is missing', () => {
    const series = [counter('e_in_heat', [0, null, null, 5]), counter('e_out_heat', [0, null, null, 20])]
    expect(energyToday(series, day(4))).toMatchObject({ cop: null, quality: 0.5, electric_kwh: 5 })
  })
  it('are unknown for a device without counters', () => {
    expect(energyToday([], day(4))).toMatchObject({ electric_kwh: null, heat_kwh: null, cop: null, quality: 0 })
  })
})
