import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { describe, expect, it } from 'vitest'
import { sampleDefinition, samplePoint } from '../points/sample-points.ts'
import { stateRuns, stateTotals } from './device-states.ts'
import { STATE_POINTS, statePoints } from './state-points.ts'

const MINUTE = 60_000
const series = (key: string, values: readonly (number | null)[]): HistorySeries => ({
  mac: 'a4c138000001',
  key,
  t: values.map((_, minute) => minute * MINUTE),
  v: [...values],
  min: null,
  max: null,
})
const BUILT_IN = statePoints(sampleDefinition(...STATE_POINTS.map((key) => samplePoint(key))))
const runsOf = (points: Record<string, readonly (number | null)[]>, minutes: number, known = BUILT_IN) =>
  stateRuns(
    Object.entries(points).map(([key, values]) => series(key, values)),
    known,
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

  it('know hot water by the name of the position of the three-way valve, under any key and number', () => {
    const positions = [
      { value: 0, names: { en: 'Hot water', zh: '热水', pl: 'CWU' } },
      { value: 1, names: { en: 'Heating', zh: '制热', pl: 'Ogrzewanie' } },
    ]
    const another = statePoints(
      sampleDefinition(
        samplePoint('umschaltventil', { tag: 'dhw_valve', choices: positions }),
        samplePoint('hz', { tag: 'comp_hz' }),
      ),
    )
    const values = { hz: [0, 40, 50, 60, 0], umschaltventil: [0, 1, 0, 0, 0] }
    expect(runsOf(values, 5, another)).toEqual([
      [0, 1, 'standby'],
      [1, 2, 'heating'],
      [2, 4, 'hot_water'],
      [4, 5, 'standby'],
    ])
  })

  it('know hot water by a valve without named positions, also without any demand', () => {
    expect(runsOf({ comp_hz: [40, 40, 40], o_3way: [0, 1, 0] }, 3)).toEqual([
      [0, 1, 'heating'],
      [1, 2, 'hot_water'],
      [2, 3, 'heating'],
    ])
  })

  it('know hot water by an operating mode that makes nothing else', () => {
    const modes = [
      { value: 2, names: { en: 'Heating', zh: '', pl: '' } },
      { value: 3, names: { en: 'Hot water', zh: '', pl: '' } },
    ]
    const known = statePoints(
      sampleDefinition(samplePoint('comp_hz'), samplePoint('betriebsart', { tag: 'mode', choices: modes })),
    )
    expect(runsOf({ comp_hz: [40, 40], betriebsart: [2, 3] }, 2, known)).toEqual([
      [0, 1, 'heating'],
      [1, 2, 'hot_water'],
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
    expect(stateRuns([hours, turning], BUILT_IN, 0, 3 * MINUTE)).toEqual([
      { from: 0, to: 3 * MINUTE, state: 'heating' },
    ])
  })

  it('add up to the whole period', () => {
    const runs = stateRuns([series('comp_hz', [0, 40, 40, 0, 0, null, 40])], BUILT_IN, 0, 9 * MINUTE)
    const totals = stateTotals(runs)
    expect(totals.reduce((sum, { ms }) => sum + ms, 0)).toBe(9 * MINUTE)
    expect(totals.find(({ state }) => state === 'heating')).toEqual({ state: 'heating', ms: 3 * MINUTE, times: 2 })
  })
})
