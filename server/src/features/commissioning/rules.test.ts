import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { describe, expect, it } from 'vitest'
import { type CommissioningFacts, checksOf, compareSettings } from './rules.ts'

const GOOD: CommissioningFacts = {
  hours: 72,
  net: '4g',
  rssi_dbm: -80,
  reports: 4_300,
  quality: 0.97,
  run_minutes: 1_800,
  starts: 24,
  defrosts: 20,
  defrost_minutes: 90,
  heater_minutes: 30,
  cop: 3.1,
  mean_ambient_c: 2,
  data_percent: 99,
  difference_k: 4.9,
  flow_l_min: 21,
  difference_hours: 26,
  flow_hours: 26,
  open: 0,
  raised: 1,
  bus_lost_ms: 60_000,
  compared: 30,
  changed: [],
}
const resultsOf = (change: Partial<CommissioningFacts>) =>
  Object.fromEntries(checksOf({ ...GOOD, ...change }).map(({ check, result }) => [check, result]))

describe('checks of a commissioning report', () => {
  it('all pass on a good unit, and each has its figures', () => {
    const checks = checksOf(GOOD)
    expect(new Set(checks.map(({ result }) => result))).toEqual(new Set(['pass']))
    expect(checks.find(({ check }) => check === 'starts')?.figures).toEqual([
      { figure: 'starts_per_hour', value: 0.8, min: null, max: 3 },
      { figure: 'starts', value: 24, min: null, max: null },
      { figure: 'run_hours', value: 30, min: null, max: null },
    ])
  })

  it.each([
    ['flow_difference', { difference_k: 1.9 }, 'fail'],
    ['flow_difference', { difference_k: 2 }, 'pass'],
    ['flow_difference', { difference_k: 9 }, 'pass'],
    ['flow_difference', { difference_k: 9.1 }, 'fail'],
    ['flow_difference', { difference_hours: 1.9 }, 'not_enough_data'],
    ['flow_difference', { difference_k: null, difference_hours: 0 }, 'not_enough_data'],
    ['flow', { flow_l_min: 2 }, 'fail'],
    ['flow', { flow_l_min: null, flow_hours: 0 }, 'not_enough_data'],
    ['bus', { bus_lost_ms: 11 * 60_000 }, 'fail'],
    ['bus', { reports: 0 }, 'not_enough_data'],
    ['data', { data_percent: 89 }, 'fail'],
    ['data', { hours: 5 }, 'not_enough_data'],
    ['signal', { rssi_dbm: -106 }, 'fail'],
    ['signal', { net: 'wifi', rssi_dbm: -81 }, 'fail'],
    ['signal', { rssi_dbm: null }, 'not_enough_data'],
    ['alarms', { open: 1 }, 'fail'],
    ['starts', { starts: 91 }, 'fail'],
    ['starts', { starts: null }, 'not_enough_data'],
    ['starts', { run_minutes: 60 }, 'not_enough_data'],
    ['defrosts', { defrosts: 46 }, 'fail'],
    ['defrosts', { defrost_minutes: 300 }, 'fail'],
    ['defrosts', { defrosts: 0, defrost_minutes: 0 }, 'pass'],
    ['defrosts', { defrosts: null }, 'not_enough_data'],
    ['heater', { heater_minutes: 181 }, 'fail'],
    ['heater', { heater_minutes: null }, 'not_enough_data'],
    ['cop', { cop: 1.4 }, 'fail'],
    // Below 80 % quality there is no COP.
    ['cop', { cop: null, quality: 0.5 }, 'not_enough_data'],
    ['settings', { compared: 0 }, 'not_enough_data'],
  ] as const)('%s with %j is: %s', (check, change, result) => {
    expect(resultsOf(change)[check]).toBe(result)
  })
})

describe('settings against defaults', () => {
  const point = (key: string, change: Partial<DataPoint>) =>
    ({
      key,
      names: { en: key, zh: key, pl: key },
      unit: '°C',
      decimals: 1,
      rw: 'rw',
      default_value: 40,
      min: 10,
      max: 55,
      choices: [],
      ...change,
    }) as unknown as DataPoint // of a point what is read
  const points = [
    point('same', {}),
    point('changed', {}),
    point('outside', { max: { point: 'limit' } }),
    point('limit', { rw: 'r' }),
    point('unknown', {}),
    point('without', { default_value: null }),
    point('state', {
      default_value: 0,
      min: 0,
      max: 0,
      choices: [{ value: 1, names: { en: 'on', zh: '开', pl: 'wł.' } }],
    }),
  ]
  const values = new Map([
    ['same', 40.04],
    ['changed', 45],
    ['outside', 50],
    ['limit', 48],
    ['without', 3],
    ['state', 1],
  ])

  it('tells those that differ, by how much, and which leave their limits', () => {
    const { compared, changed } = compareSettings(points, values)
    expect(compared).toBe(4)
    expect(changed.map(({ key, value, is_outside }) => [key, value, is_outside])).toEqual([
      ['changed', 45, false],
      ['outside', 50, true],
      ['state', 1, true],
    ])
    expect(changed.find(({ key }) => key === 'state')?.value_names?.en).toBe('on')
  })

  it('one outside its limits fails, one that differs does not', () => {
    const { changed } = compareSettings(points, values)
    const [inside] = changed
    expect(resultsOf({ compared: 4, changed }).settings).toBe('fail')
    expect(resultsOf({ compared: 4, changed: inside === undefined ? [] : [inside] }).settings).toBe('pass')
  })
})
