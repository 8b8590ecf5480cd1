import { describe, expect, it } from 'vitest'
import { type DetectorDay, findingOf, isMarked } from './detectors.ts'

const TODAY = 100
const HEALTHY = {
  cop: 3.2,
  starts: 8,
  run_minutes: 600,
  heater_minutes: 0,
  mean_ambient_c: 4,
  min_ambient_c: 1,
  reports: 1_400,
  mean_difference_k: 5,
  mean_flow_l_min: 20 as number | null,
  heat_kwh: 60,
  mean_flow_c: null as number | null,
  heater_fault_minutes: null as number | null,
}

/** Sixty days until today; each may differ from a healthy one. */
const daysWith = (change: (ago: number) => Partial<DetectorDay>): DetectorDay[] =>
  Array.from({ length: 60 }, (_, at) => ({ day: TODAY - 59 + at, ...HEALTHY, ...change(59 - at) }))

describe('short cycling', () => {
  it.each([
    ['eight starts in ten hours', {}, 'ok'],
    ['two starts an hour', { starts: 20 }, 'watch'],
    ['four starts an hour', { starts: 40 }, 'alert'],
    ['forty starts in a cold day of eighteen hours', { starts: 40, run_minutes: 1_080 }, 'alert'],
    ['few starts in days of hardly any operation', { starts: 7, run_minutes: 100 }, 'learning'],
    ['hardly any operation', { starts: 3, run_minutes: 20 }, 'learning'],
    ['starts not known', { starts: null }, 'learning'],
  ] as const)('%s', (_, change, state) => {
    expect(
      findingOf(
        'short_cycling',
        daysWith(() => change),
        TODAY,
      ).state,
    ).toBe(state)
  })
})

describe('heater overuse', () => {
  it.each([
    ['no heater', {}, 'ok'],
    ['an hour a day', { heater_minutes: 60 }, 'watch'],
    ['four hours a day', { heater_minutes: 240 }, 'alert'],
    ['four hours a day, half an hour under a fault', { heater_minutes: 240, heater_fault_minutes: 30 }, 'alert'],
    ['two and a half hours a day, one hour under a fault', { heater_minutes: 150, heater_fault_minutes: 60 }, 'watch'],
    ['in place of a compressor that a fault stopped', { heater_minutes: 900, heater_fault_minutes: 880 }, 'learning'],
    ['four hours a day beside a compressor that never rests', { heater_minutes: 240, run_minutes: 1_440 }, 'learning'],
    ['no heater in a day that the compressor ran through', { heater_minutes: 0, run_minutes: 1_440 }, 'ok'],
    ['four hours a day in deep cold', { heater_minutes: 240, mean_ambient_c: -15, min_ambient_c: -19 }, 'learning'],
  ] as const)('%s', (_, change, state) => {
    expect(
      findingOf(
        'heater_overuse',
        daysWith(() => change),
        TODAY,
      ).state,
    ).toBe(state)
  })
})

describe('low flow', () => {
  const since = (days: number, change: Partial<DetectorDay>) => (ago: number) => (ago < days ? change : {})
  it.each([
    ['as much as ever', {}, 'ok', 0],
    ['a quarter less', { mean_flow_l_min: 15 }, 'watch', 25],
    ['half of it', { mean_flow_l_min: 10 }, 'alert', 50],
    // The same heat with twice the kelvins.
    ['without a flow sensor, as much as ever', { mean_flow_l_min: null, mean_difference_k: 4.1 }, 'ok', 0],
    ['half of it, of hardly any heat', { mean_flow_l_min: 10, heat_kwh: 2 }, 'learning', null],
    ['half of it, of heat that is not known', { mean_flow_l_min: 10, heat_kwh: null }, 'learning', null],
    ['half of it in an hour', { mean_flow_l_min: 10, run_minutes: 60 }, 'learning', null],
  ] as const)('%s for five days', (_, change, state, value) => {
    const found = findingOf('low_flow', daysWith(since(5, change)), TODAY)
    expect([found.state, found.value === null ? null : Math.round(found.value)]).toEqual([state, value])
  })

  it('names the flow that the unit had itself', () => {
    expect(findingOf('low_flow', daysWith(since(5, { mean_flow_l_min: 10 })), TODAY).baseline).toBe(20)
  })

  it('is found by kelvins where there is no flow sensor', () => {
    const without = (ago: number) => ({ mean_flow_l_min: null, mean_difference_k: ago < 5 ? 6.5 : 4 })
    expect(findingOf('low_flow', daysWith(without), TODAY)).toMatchObject({ state: 'alert', value: 38.46 })
  })

  it('is found from the first days where the heat needs too many kelvins', () => {
    const days = daysWith(() => ({ mean_difference_k: 11 })).slice(-3)
    expect(findingOf('low_flow', days, TODAY)).toMatchObject({ state: 'alert', value: 36.36, baseline: null })
  })

  it('grows, and is what was missing on the middle one of three days', () => {
    const days = daysWith((ago) => (ago < 3 ? { mean_flow_l_min: 11 + ago } : {}))
    expect(findingOf('low_flow', days, TODAY)).toMatchObject({ state: 'alert', value: 40 })
  })

  it('one day of unusual operation is none', () => {
    const days = daysWith((ago) => (ago === 1 ? { mean_difference_k: 14, mean_flow_l_min: 7 } : {}))
    expect(findingOf('low_flow', days, TODAY)).toMatchObject({ state: 'ok', value: 0, days: 3 })
  })

  it.each([
    ['more water than ever', 30, -8, 'ok', 20],
    // A pump gives no less when it gets colder.
    ['half of the water of milder days', 10, -8, 'alert', 20],
    ['half of the water of mild days', 10, -20, 'ok', null],
    ['half of the water in a warm week', 10, 14, 'ok', null],
  ] as const)('%s in a week of another temperature', (_, mean_flow_l_min, mean_ambient_c, state, baseline) => {
    const change = { mean_flow_l_min, mean_ambient_c, min_ambient_c: mean_ambient_c - 3 }
    const days = daysWith((ago) => (ago < 4 ? change : {}))
    expect(findingOf('low_flow', days, TODAY)).toMatchObject({ state, baseline })
  })
})

describe('charge drift', () => {
  const drop = (percent: number, days: number) => (ago: number) =>
    ago < days ? { cop: HEALTHY.cop * (1 - percent / 100) } : {}
  it.each([
    ['a steady unit', daysWith(() => ({})), 'ok', 0],
    ['a tenth less for a week', daysWith(drop(10, 7)), 'watch', 10],
    ['a fifth less for ten days', daysWith(drop(20, 10)), 'alert', 20],
    ['one bad day', daysWith(drop(40, 1)), 'ok', 0],
    ['days of two weeks alone', daysWith(() => ({})).slice(-14), 'learning', null],
    // A COP falls with the cold: days are compared with days as cold.
    [
      'a cold week after a mild autumn that had cold days',
      daysWith((ago) => (ago < 7 || ago % 5 === 0 ? { cop: 2.3, mean_ambient_c: -5 } : {})),
      'ok',
      0,
    ],
    [
      'a cold week after a mild autumn',
      daysWith((ago) => (ago < 7 ? { cop: 2.3, mean_ambient_c: -5 } : {})),
      'learning',
      null,
    ],
  ] as const)('%s', (_, days, state, value) => {
    const found = findingOf('charge_drift', days, TODAY)
    expect([found.state, found.value === null ? null : Math.round(found.value)]).toEqual([state, value])
  })

  const COLD = { mean_flow_c: 38, mean_ambient_c: -5, min_ambient_c: -8 }
  it.each([
    // 2.47 is the same share of the ideal COP as 3.2 at 4 °C and 35 °C.
    ['as much of the ideal COP as on mild days', { ...COLD, cop: 2.47 }, 'ok', 0, 2.47],
    ['a fifth less of it', { ...COLD, cop: 1.98 }, 'alert', 20, 2.47],
    ['warmer water, and a COP that is lower by as much', { mean_flow_c: 50, cop: 2.42 }, 'ok', 0, 2.42],
    ['a day of hardly any heat is not compared', { ...COLD, cop: 1.5, heat_kwh: 3 }, 'learning', null, null],
  ] as const)('a week colder than all days before: %s', (_, change, state, value, baseline) => {
    const days = daysWith((ago) => ({ mean_flow_c: 35, ...(ago < 7 ? change : {}) }))
    const found = findingOf('charge_drift', days, TODAY)
    expect([found.state, found.value === null ? null : Math.abs(Math.round(found.value)), found.baseline]).toEqual([
      state,
      value,
      baseline,
    ])
  })

  it('days of a stuck outdoor sensor or of the electric heater are not compared', () => {
    const low = { cop: HEALTHY.cop * 0.7 }
    const stuck = daysWith((ago) => (ago < 7 ? { ...low, mean_ambient_c: 4, min_ambient_c: 4 } : {}))
    expect(findingOf('charge_drift', stuck, TODAY).state).toBe('learning')
    const heated = daysWith((ago) => (ago < 7 ? { ...low, heater_minutes: 200 } : {}))
    expect(findingOf('charge_drift', heated, TODAY).state).toBe('learning')
  })

  it('days of a compressor that hardly leaves its starts are not compared', () => {
    const cycling = daysWith((ago) => (ago < 7 ? { cop: HEALTHY.cop * 0.8, starts: 60 } : {}))
    expect(findingOf('charge_drift', cycling, TODAY).state).toBe('learning')
  })

  it('names the COP that the unit had itself', () => {
    expect(findingOf('charge_drift', daysWith(drop(20, 7)), TODAY).baseline).toBe(3.2)
  })

  it('what begins now is not learned as healthy within a fortnight', () => {
    for (let days = 7; days <= 14; days += 1)
      expect(findingOf('charge_drift', daysWith(drop(20, days)), TODAY).state).toBe('alert')
  })
})

describe('stuck sensor', () => {
  const still = (days: number) => (ago: number) => (ago < days ? { mean_ambient_c: 7, min_ambient_c: 7 } : {})
  it.each([
    ['outdoor temperature moves', 0, 'ok'],
    ['one still day', 1, 'ok'],
    ['two still days', 2, 'watch'],
    ['five still days', 5, 'alert'],
  ] as const)('%s', (_, days, state) => {
    expect(findingOf('stuck_sensor', daysWith(still(days)), TODAY).state).toBe(state)
  })

  it('a day of few reports is no still day', () => {
    const days = daysWith((ago) => (ago < 5 ? { mean_ambient_c: 7, min_ambient_c: 7, reports: 3 } : {}))
    expect(isMarked(findingOf('stuck_sensor', days, TODAY))).toBe(false)
  })
})
