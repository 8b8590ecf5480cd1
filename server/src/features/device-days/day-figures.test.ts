import { describe, expect, it } from 'vitest'
import { every, figuresOf, HEATS, POWER_KW, type Report, WHOLE_DAY } from '../../../test/day-reports.ts'

describe('heat from flow and temperatures', () => {
  it.each<[says: string, reports: Report[], kwh: number | null]>([
    [
      'counts each value until the next report',
      [
        [0, HEATS],
        [10, HEATS],
        [12, { ...HEATS, flow: 20 }],
        [14, HEATS],
      ],
      (POWER_KW * (12 + 2 * 2)) / 60,
    ],
    [
      'weighs by time, not by reports',
      [
        [0, HEATS],
        [1, { ...HEATS, flow: 0 }],
        [2, { ...HEATS, flow: 0 }],
        [3, HEATS],
        [13, HEATS],
      ],
      (POWER_KW * 11) / 60,
    ],
    [
      'fills nothing in a silence longer than a quarter of an hour',
      [
        [0, HEATS],
        [10, HEATS],
        [26, HEATS],
        [30, HEATS],
      ],
      (POWER_KW * 14) / 60,
    ],
    [
      'counts a pause of a quarter of an hour',
      [
        [0, HEATS],
        [15, HEATS],
      ],
      (POWER_KW * 15) / 60,
    ],
    [
      'cuts at midnight: the value before holds into the day',
      [
        [-5, HEATS],
        [5, HEATS],
      ],
      (POWER_KW * 5) / 60,
    ],
    [
      'cuts at the end of the day',
      [
        [WHOLE_DAY - 4, HEATS],
        [WHOLE_DAY + 6, HEATS],
      ],
      (POWER_KW * 4) / 60,
    ],
    [
      'counts nothing while the compressor rests, though the pump runs',
      [
        [0, { ...HEATS, comp_hz: 0 }],
        [10, HEATS],
      ],
      0,
    ],
    [
      'counts what a heater gives while the compressor rests',
      [
        [0, { ...HEATS, comp_hz: 0, aux_heater: 1 }],
        [10, { ...HEATS, aux_heater: 0 }],
      ],
      (POWER_KW * 10) / 60,
    ],
    [
      'takes no heat away for a negative difference in normal work',
      [
        [0, { ...HEATS, t_out: 29 }],
        [10, HEATS],
      ],
      0,
    ],
    [
      'is not known without the flow',
      [
        [0, { t_out: 35, t_in: 30, comp_hz: 50 }],
        [10, HEATS],
      ],
      null,
    ],
    [
      'is not known without the compressor',
      [
        [0, { t_out: 35, t_in: 30, flow: 10 }],
        [10, HEATS],
      ],
      null,
    ],
    ['is not known on a day without reports', [], null],
  ])('%s', (_, reports, kwh) => {
    const { heat_kwh, heat_method } = figuresOf(reports)
    if (kwh === null) expect([heat_kwh, heat_method]).toEqual([null, null])
    else expect([heat_kwh, heat_method]).toEqual([expect.closeTo(kwh, 9), 'flow'])
  })

  it('holds a slow value between two of its reports, no longer than a quarter of an hour', () => {
    const { flow, ...fast } = HEATS
    const reports = every(1, 0, 60, (minute) => (minute === 0 ? HEATS : fast))
    expect(figuresOf(reports).heat_kwh).toBeCloseTo((POWER_KW * 15) / 60, 9)
    expect(flow).toBe(10)
  })

  it.each<[says: string, reports: Report[], kwh: number]>([
    [
      'subtracts what a defrost takes from the water',
      [
        [0, { ...HEATS, defrost: 0 }],
        [10, { ...HEATS, t_out: 25, defrost: 1 }],
        [14, { ...HEATS, defrost: 0 }],
        [20, HEATS],
      ],
      (POWER_KW * (10 - 4 + 6)) / 60,
    ],
    [
      'subtracts its recovery too, until the flow is warmer than the return',
      [
        [0, { ...HEATS, defrost: 0 }],
        [10, { ...HEATS, t_out: 25, defrost: 1 }],
        [14, { ...HEATS, t_out: 25, defrost: 0 }],
        [16, HEATS],
        [20, { ...HEATS, t_out: 25 }],
        [30, HEATS],
      ],
      (POWER_KW * (10 - 4 - 2 + 4)) / 60,
    ],
    [
      'ends the recovery after ten minutes',
      [
        [0, { ...HEATS, t_out: 25, defrost: 1 }],
        [2, { ...HEATS, t_out: 25, defrost: 0 }],
        [12, { ...HEATS, t_out: 25 }],
        [20, HEATS],
      ],
      (POWER_KW * (-2 - 10)) / 60,
    ],
  ])('%s', (_, reports, kwh) => {
    expect(figuresOf(reports).heat_kwh).toBeCloseTo(kwh, 9)
  })

  it('is told by use: hot water by its valve, cooling as what is taken from the water', () => {
    const off = { dhw_valve: 0, cooling: 0 }
    const figures = figuresOf([
      [0, { ...HEATS, ...off }],
      [10, { ...HEATS, ...off, dhw_valve: 1 }],
      [15, { ...HEATS, ...off, cooling: 1, t_out: 25 }],
      [18, { ...HEATS, ...off, comp_hz: 0 }],
      [20, HEATS],
    ])
    expect(figures.heat_heating_kwh).toBeCloseTo((POWER_KW * 10) / 60, 9)
    expect(figures.heat_hot_water_kwh).toBeCloseTo((POWER_KW * 5) / 60, 9)
    expect(figures.heat_cooling_kwh).toBeCloseTo((POWER_KW * 3) / 60, 9)
    expect([figures.heating_minutes, figures.hot_water_minutes, figures.cooling_minutes, figures.run_minutes]).toEqual([
      10, 5, 3, 18,
    ])
  })

  it('a defrost between hot water and heating belongs to what ran before it', () => {
    const figures = figuresOf([
      [0, { ...HEATS, dhw_valve: 1, defrost: 0 }],
      [5, { ...HEATS, t_out: 25, dhw_valve: 0, defrost: 1 }],
      [8, { ...HEATS, dhw_valve: 0, defrost: 0 }],
      [9, HEATS],
    ])
    expect(figures.heat_hot_water_kwh).toBeCloseTo((POWER_KW * (5 - 3)) / 60, 9)
    expect(figures.heat_heating_kwh).toBeCloseTo((POWER_KW * 1) / 60, 9)
  })
})
