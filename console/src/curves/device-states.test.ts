import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { describe, expect, it } from 'vitest'
import { stateRuns, stateTotals } from './device-states.ts'

const MINUTE = 60_000
const series = (key: string, values: readonly (number | null)[]): HistorySeries => ({
  mac: 'a4c138000001',
  key,
  t: values.map((_, minute) => minute * MINUTE),
  v: [...values],
  min: null,
  max: null,
})
const runsOf = (points: Record<string, readonly (number | null)[]>, minutes: number) =>
  stateRuns(
    Object.entries(points).map(([key, values]) => series(key, values)),
    0,
    minutes * MINUTE,
  ).map(({ from, to, state }) => [from / MINUTE, to / MINUTE, state])

describe('the states of a device', () => {
  it('are derived from fault, defrost, demand and compressor, by priority', () => {
    const points = {
      comp_hz: [0, 45, 45, 45, 60, 0, 50],
      dem_dhw: [0, 0, 0, 1, 0, 0, 0],
      dem_heat: [0, 1, 1, 0, 1, 0, 0],
      dem_cool: [0, 0, 0, 0, 0, 0, 1],
      defrost: [0, 0, 0, 0, 1, 0, 0],
      alarm_stop: [0, 0, 0, 0, 0, 1, 0],
    }
    expect(runsOf(points, 7)).toEqual([
      [0, 1, 'standby'],
      [1, 3, 'heating'],
      [3, 4, 'hot_water'],
      [4, 5, 'defrost'],
      [5, 6, 'fault'],
      [6, 7, 'cooling'],
    ])
  })

  it('are unknown where nothing was reported', () => {
    expect(runsOf({ comp_hz: [0, 0, null, null, 40] }, 6)).toEqual([
      [0, 2, 'standby'],
      [2, 4, 'unknown'],
      [4, 5, 'heating'],
      [5, 6, 'unknown'],
    ])
    expect(runsOf({}, 3)).toEqual([[0, 3, 'unknown']])
  })

  it('stay the same while only the frequency changes', () => {
    expect(runsOf({ comp_hz: [30, 45, 60, 90] }, 4)).toEqual([[0, 4, 'heating']])
  })

  it('follow the last value of a step, not its extremes', () => {
    const hours = { ...series('defrost', [0, 0, 0]), max: [1, 1, 1], min: [0, 0, 0] }
    const turning = { ...series('comp_hz', [40, 40, 40]), max: [90, 90, 90], min: [0, 0, 0] }
    expect(stateRuns([hours, turning], 0, 3 * MINUTE)).toEqual([{ from: 0, to: 3 * MINUTE, state: 'heating' }])
  })

  it('add up to the whole period', () => {
    const runs = stateRuns([series('comp_hz', [0, 40, 40, 0, 0, null, 40])], 0, 9 * MINUTE)
    const totals = stateTotals(runs)
    expect(totals.reduce((sum, { ms }) => sum + ms, 0)).toBe(9 * MINUTE)
    expect(totals.find(({ state }) => state === 'heating')).toEqual({ state: 'heating', ms: 3 * MINUTE, times: 2 })
  })
})
