import { expect, it, test } from 'vitest'
import { CO2_AT_FIRST, type Co2Factors, co2AvoidedKg, readCo2, writeCo2 } from './co2.ts'

it.each([
  [1_000, 250, 224 - 0.25 * 537],
  [0, 0, 0],
  // A COP of 2 on that grid causes more than the boiler.
  [1_000, 500, 224 - 0.5 * 537],
])('%d kWh of heat by %d kWh of electricity', (heat, electricity, kg) => {
  expect(co2AvoidedKg(heat, electricity, CO2_AT_FIRST)).toBeCloseTo(kg, 6)
})

test.each<Co2Factors>([
  { heat_g: 224, grid_g: 537, source: '' },
  { heat_g: 380, grid_g: 597, source: 'KOBiZE 2023' },
  { heat_g: 224, grid_g: 537, source: 'own measurement' },
])('factors are in the address: %j', (factors) => {
  const query = new URLSearchParams()
  writeCo2(query, factors)
  expect(readCo2(query)).toEqual(factors)
})

it.each(['co2=1', 'co2=1,2,3', 'co2=-1,2', 'co2=1,x', 'co2=1,9999', 'co2=1.5,2'])('%s is not understood', (text) => {
  expect(readCo2(new URLSearchParams(text))).toEqual(CO2_AT_FIRST)
})
