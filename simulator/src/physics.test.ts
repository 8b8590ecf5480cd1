import { describe, expect, test } from 'vitest'
import { airing, emitterHeat, valveOpening } from './building.ts'
import { coilTemperature, frostRate } from './frost.ts'
import { copAt, fullHeat } from './heat-pump.ts'
import { humidityRatio } from './moist-air.ts'
import { drawParams } from './params.ts'
import { seeded, seedOf } from './random.ts'
import { dischargeTemperature, saturationPressure } from './refrigerant.ts'
import { flowTarget, installedSettings } from './settings.ts'
import { CLIMATES, hourOfYear, readWeather } from './weather.ts'

const params = { ...drawParams(seeded(1), 'modern', 8), curve_c: [42, 37, 32, 26] as const }

describe('heating curve', () => {
  test.each([
    [-20, 42],
    [-15, 42],
    [-10, 39.5],
    [0, 34.5],
    [10, 29],
    [20, 26],
  ])('at %d C outdoors the flow aims at %d C', (t_amb, t_flow) => {
    expect(flowTarget(installedSettings(params), params, t_amb)).toBeCloseTo(t_flow)
  })

  test('a heating set-point 3 K higher shifts the whole curve by 3 K', () => {
    const settings = { ...installedSettings(params), sp_heat: 45 }
    expect(flowTarget(settings, params, 0)).toBeCloseTo(37.5)
  })
})

describe('machine', () => {
  test.each([
    [7, 35, 8000],
    [-7, 35, 6208],
    [2, 35, 7360],
    [-40, 60, 3600],
  ])('at %d C air and %d C water an 8 kW machine gives %d W', (t_amb, t_water, watt) => {
    expect(fullHeat(8000, t_amb, t_water)).toBeCloseTo(watt, -1)
  })

  test.each([
    [0.465, 39, -3, 3.46],
    [0.465, 20, 15, 9.09],
  ])('with %d of Carnot between %d and %d C the COP is %d', (eta, t_cond, t_evap, cop) => {
    expect(copAt(eta, t_cond, t_evap)).toBeCloseTo(cop, 1)
  })
})

describe('R290', () => {
  test.each([
    [39.3, 13.5],
    [-3.1, 4.3],
  ])('saturated at %d C has %d bar (a running unit of the field)', (t_c, bar) => {
    expect(saturationPressure(t_c)).toBeCloseTo(bar, 0)
  })

  test('compressed from 3 C and 4.3 bar to 13.5 bar it leaves at about 52 C', () => {
    expect(dischargeTemperature(3, 13.5, 4.3)).toBeCloseTo(52, 0)
  })
})

describe('frost', () => {
  test.each([
    [1, 0.95, true],
    [1, 0.4, false],
    [12, 0.9, false],
  ])('at %d C and a humidity of %d frost grows: %s', (t_amb, humidity, grows) => {
    const coil = coilTemperature(t_amb, 6.5, 0.5, 0, 0)
    expect(frostRate(humidityRatio(t_amb, humidity), coil, 1.2) > 0).toBe(grows)
  })
})

describe('coil', () => {
  test.each([
    ['at full load a small exchanger', 8, 1, 0, 8],
    ['at full load a large one', 6.6, 1, 0, 6.6],
    ['at full load with frost', 8, 1, 1, 8.9],
    ['at full load with all the frost there is room for', 8, 1, 1.5, 8.9],
    ['at half load', 7, 0.5, 0, 6],
    ['at half load with frost', 7, 0.5, 1, 7.75],
    ['hardly loaded', 6.6, 0.02, 0, 5.03],
  ])('%s is below the air by what its area asks for', (_, coil_k, load, frost, gap_k) => {
    expect(-coilTemperature(0, coil_k, load, frost, 0)).toBeCloseTo(gap_k, 2)
  })
})

describe('airing', () => {
  test.each([
    ['in summer, when the room is warm and it is cooler outside', 26, 20, 5],
    ['half open', 24.5, 20, 3],
    ['not while it is warmer outside', 26, 30, 1],
    ['not in a room that is as it should be', 21, 15, 1],
    ['not in winter', 26, 2, 1],
  ])('%s', (_, t_room, t_amb, factor) => {
    expect(airing(t_room, t_amb)).toBeCloseTo(factor)
  })
})

describe('building', () => {
  test.each([
    [51, 21, 9000],
    [21, 21, 0],
    [11, 21, -2687],
  ])('emitters of 300 W/K at %d C water in a %d C room give %d W', (t_water, t_room, watt) => {
    expect(emitterHeat(300, t_water, t_room)).toBeCloseTo(watt, -1)
  })

  test.each([
    [20, 1],
    [23, 0.5],
    [30, 0.2],
  ])('at %d C in the room the valves are open by %d', (t_room, opening) => {
    expect(valveOpening(t_room)).toBeCloseTo(opening)
  })
})

describe('weather and chance', () => {
  test('a moment falls on its season and its sun time', () => {
    const january = Date.UTC(2026, 0, 1, 12) / 1000
    expect(hourOfYear(january, 'ulm', 10)).toBeCloseTo(12)
    expect(hourOfYear(january, 'ulm', 25)).toBeCloseTo(13)
    expect(hourOfYear(january, 'sandpoint', -160.5)).toBeCloseTo(3)
  })

  test.each(CLIMATES)('the year of %s has plausible weather', (climate) => {
    const { t_out_c } = readWeather(climate)
    const mean = t_out_c.reduce((sum, value) => sum + value, 0) / t_out_c.length
    expect(mean).toBeGreaterThan(2)
    expect(mean).toBeLessThan(12)
  })

  test('the same seed gives the same numbers, another purpose gives others', () => {
    expect(seeded(seedOf(1, 'a', 'sensors')).next()).toBe(seeded(seedOf(1, 'a', 'sensors')).next())
    expect(seeded(seedOf(1, 'a', 'sensors')).next()).not.toBe(seeded(seedOf(1, 'a', 'bus')).next())
  })
})
