import { describe, expect, it } from 'vitest'
import {
  DAY,
  every,
  figuresOf,
  HEATS,
  METERED,
  MINUTE,
  POWER_KW,
  type Report,
  type Values,
  WHOLE_DAY,
} from '../../../test/day-reports.ts'

describe('electricity', () => {
  const metered = (reports: Report[]) => figuresOf(reports).electricity_kwh
  it.each<[says: string, reports: Report[], kwh: number | null]>([
    [
      'is what the counter rose by',
      [
        [0, { e_elec: 100 }],
        [5, { e_elec: 100.4 }],
        [10, { e_elec: 101 }],
      ],
      1,
    ],
    [
      'counts across a gap of the day',
      [
        [0, { e_elec: 100 }],
        [600, { e_elec: 109 }],
      ],
      9,
    ],
    [
      'counts what rose across midnight for the day of the later value',
      [
        [-4, { e_elec: 100 }],
        [1, { e_elec: 100.5 }],
      ],
      0.5,
    ],
    [
      'counts nothing across midnight after an hour without a value',
      [
        [-30, { e_elec: 100 }],
        [31, { e_elec: 104 }],
        [40, { e_elec: 104.2 }],
      ],
      0.2,
    ],
    [
      'leaves what rises after the day to the next',
      [
        [10, { e_elec: 100 }],
        [20, { e_elec: 101 }],
        [WHOLE_DAY, { e_elec: 150 }],
      ],
      1,
    ],
    [
      'begins anew where the counter began at zero',
      [
        [0, { e_elec: 900 }],
        [5, { e_elec: 0.3 }],
        [10, { e_elec: 0.5 }],
      ],
      0.5,
    ],
    [
      'takes a small step back for nothing',
      [
        [0, { e_elec: 900 }],
        [5, { e_elec: 899.8 }],
        [10, { e_elec: 900 }],
      ],
      0.2,
    ],
    [
      'is not known from one value',
      [
        [0, { e_elec: 900 }],
        [5, { t_out: 30 }],
      ],
      null,
    ],
  ])('%s', (_, reports, kwh) => {
    const found = metered(reports)
    if (kwh === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(kwh, 9)
  })

  it('of a counter of everything is shared by what the compressor ran for', () => {
    const off = { dhw_valve: 0, cooling: 0 }
    const figures = figuresOf([
      [0, { ...HEATS, ...off, e_elec: 10 }],
      [6, { ...HEATS, ...off, dhw_valve: 1 }],
      [8, { ...HEATS, ...off, e_elec: 11 }],
      [9, { ...HEATS, ...off, comp_hz: 0, e_elec: 11.1 }],
      [14, { ...HEATS, ...off, comp_hz: 0, e_elec: 11.15 }],
    ])
    expect(figures.electricity_heating_kwh).toBeCloseTo(0.75 + 0.1 + 0.05, 9)
    expect(figures.electricity_hot_water_kwh).toBeCloseTo(0.25, 9)
    expect(figures.electricity_cooling_kwh).toBe(0)
  })

  it('of hot water comes from a counter of its own where there is one', () => {
    const figures = figuresOf([
      [0, { e_elec: 10, e_elec_dhw: 5 }],
      [5, { e_elec: 11, e_elec_dhw: 5.25 }],
    ])
    expect([figures.electricity_heating_kwh, figures.electricity_hot_water_kwh, figures.electricity_kwh]).toEqual([
      1, 0.25, 1.25,
    ])
    expect(figures.electricity_cooling_kwh).toBeNull()
  })

  it.each([
    ['a power meter', { method: 'meter', from: 'power' }, { p_elec: 1_200 }],
    ['a calculated power', { method: 'estimated', from: 'power' }, { p_elec: 1_200 }],
    ['voltage and current', { method: 'estimated', from: 'volt_amp' }, { volt: 240, amp: 5 }],
  ] as const)('of %s is summed over time and says how', (_, electricity, values) => {
    const reports: Report[] = [
      [0, { ...HEATS, ...values }],
      [10, { ...HEATS, ...values }],
    ]
    const figures = figuresOf(reports, { plan: { heat: 'flow', electricity } })
    expect(figures.electricity_kwh).toBeCloseTo(0.2, 9)
    expect(figures.electricity_method).toBe(electricity.method)
  })
})

describe('COP and quality', () => {
  /** A day of heating with this much electricity, and reports up to a minute. */
  const day = (until: number, electricity_kwh: number) =>
    figuresOf(every(4, 0, until, (minute) => ({ ...HEATS, e_elec: 50 + (electricity_kwh * minute) / WHOLE_DAY })))

  it.each<[says: string, until: number, electricity_kwh: number, quality: number, cop: number | null]>([
    ['a whole day', WHOLE_DAY, 24, 1, POWER_KW],
    ['four fifths of a day', 0.8 * WHOLE_DAY, 24, 0.8, POWER_KW],
    ['less than four fifths', 0.8 * WHOLE_DAY - 4, 24, 0.8 - 4 / WHOLE_DAY, null],
    ['more heat than can be', WHOLE_DAY, 8, 1, null],
    ['hardly any electricity', WHOLE_DAY, 0.49, 1, null],
  ])('of %s', (_, until, electricity_kwh, quality, cop) => {
    const figures = day(until, electricity_kwh)
    expect(figures.quality).toBeCloseTo(quality, 9)
    if (cop === null) expect(figures.cop).toBeNull()
    // The last rise of the counter is read after the day.
    else expect(figures.cop).toBeCloseTo(cop, 1)
  })

  it('of a day that lasts is of its part so far', () => {
    const reports = every(5, 0, 600, (minute) => ({ ...HEATS, e_elec: 50 + minute / 60 }))
    expect(figuresOf(reports, { now_ms: DAY + 600 * MINUTE }).quality).toBe(1)
    expect(figuresOf(reports).quality).toBeCloseTo(600 / WHOLE_DAY, 9)
  })

  it('says what is known where a product has neither heat nor electricity', () => {
    const figures = figuresOf(
      every(5, 0, WHOLE_DAY / 2, () => ({ t_ambient: 4 })),
      { plan: { heat: null, electricity: null } },
    )
    expect(figures).toMatchObject({
      quality: 0.5,
      heat_kwh: null,
      electricity_kwh: null,
      cop: null,
      starts: null,
      run_minutes: null,
    })
  })

  it('is negative heat: no COP', () => {
    const reports = every(5, 0, WHOLE_DAY, (minute) => ({ ...HEATS, t_out: 25, defrost: 1, e_elec: minute / 60 }))
    const figures = figuresOf(reports)
    expect(figures.heat_kwh).toBeLessThan(0)
    expect(figures.cop).toBeNull()
  })

  it('takes the counters of heat where there is no flow', () => {
    const reports = every(5, 0, WHOLE_DAY, (minute) => ({
      e_elec: minute / 60,
      e_heat: (minute * 4) / 60,
      e_heat_dhw: 7,
    }))
    const figures = figuresOf(reports, { plan: { heat: 'meter', electricity: METERED } })
    expect(figures).toMatchObject({ heat_method: 'meter', heat_hot_water_kwh: 0, quality: 1 })
    expect(figures.cop).toBeCloseTo(4, 9)
  })
})

describe('running and defrosts', () => {
  const run = (minute: number, comp_hz: number, more: Values = {}): Report => [minute, { comp_hz, ...more }]

  it.each<[says: string, reports: Report[], starts: number, run_minutes: number, median: number | null]>([
    ['two runs', [run(0, 0), run(5, 40), run(15, 0), run(20, 40), run(33, 40), run(40, 0)], 2, 30, 15],
    ['one that began before the day', [run(-10, 0), run(-8, 40), run(4, 0), run(8, 0)], 0, 4, 12],
    ['one that lasts since before anything is read', [run(-14, 40), run(-2, 40), run(4, 0)], 0, 4, 18],
    [
      'one that lasts beyond the day',
      [run(WHOLE_DAY - 10, 0), run(WHOLE_DAY - 5, 40), run(WHOLE_DAY + 5, 0)],
      1,
      5,
      null,
    ],
    ['one with a gap in it', [run(0, 0), run(5, 40), run(60, 40), run(65, 0)], 1, 5, null],
  ])('%s', (_, reports, starts, run_minutes, median) => {
    expect(figuresOf(reports)).toMatchObject({ starts, run_minutes, median_cycle_minutes: median })
  })

  it('the counter of starts is right where reports missed some', () => {
    const reports: Report[] = [
      run(0, 0, { starts: 70 }),
      run(10, 40),
      run(14, 0, { starts: 71 }),
      run(700, 0, { starts: 75 }),
    ]
    expect(figuresOf(reports).starts).toBe(5)
  })

  it('counts defrosts by their signal, or by the counter', () => {
    const signal: Report[] = [
      run(0, 50, { defrost: 0 }),
      run(10, 50, { defrost: 1 }),
      run(14, 50, { defrost: 0 }),
      run(20, 50, { defrost: 1 }),
      run(23, 50, { defrost: 0 }),
    ]
    expect(figuresOf(signal)).toMatchObject({ defrosts: 2, defrost_minutes: 7, heating_minutes: 16, run_minutes: 23 })
    const counted: Report[] = signal.map(([minute, values]) => [minute, { ...values, defrosts: minute < 20 ? 8 : 9 }])
    expect(figuresOf(counted).defrosts).toBe(1)
  })

  it('counts whole defrosts and starts, whatever the compressor ran for between two values of the counter', () => {
    const off = { dhw_valve: 0, cooling: 0 }
    for (const hot_minutes of [1, 2, 3, 4, 6, 7]) {
      const reports = Array.from({ length: 14 }, (_, at): Report[] => [
        run(at * 9, 40, { ...off, defrosts: 50 + at, starts: 9.3 + at }),
        run(at * 9 + 1, 40, { ...off, dhw_valve: 1 }),
        run(at * 9 + 1 + hot_minutes, 40, off),
      ])
      expect(figuresOf(reports.flat())).toMatchObject({ defrosts: 13, starts: 13 })
    }
  })

  it('counts minutes of either heater once', () => {
    const figures = figuresOf([
      run(0, 0, { aux_heater: 1, dhw_heater: 0 }),
      run(5, 0, { aux_heater: 1, dhw_heater: 1 }),
      run(8, 0, { aux_heater: 0, dhw_heater: 1 }),
      run(10, 0, { aux_heater: 0, dhw_heater: 0 }),
      run(20, 0),
    ])
    expect(figures.heater_minutes).toBe(10)
  })

  it('knows the temperatures of the day: outside over all of it, flow while it runs', () => {
    const figures = figuresOf([
      run(-5, 0, { t_ambient: -20, t_out: 20 }),
      run(0, 0, { t_ambient: 4, t_out: 20 }),
      run(10, 40, { t_ambient: 2, t_out: 36 }),
      run(15, 0, { t_ambient: 1, t_out: 30 }),
      run(WHOLE_DAY, 0, { t_ambient: -9, t_out: 20 }),
    ])
    expect(figures.min_ambient_c).toBe(1)
    expect(figures.mean_ambient_c).toBeCloseTo((4 * 10 + 2 * 5) / 15, 9)
    expect(figures.mean_flow_c).toBe(36)
    expect(figures.reports).toBe(3)
  })
})
