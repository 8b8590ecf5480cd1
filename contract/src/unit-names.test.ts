import { describe, expect, it } from 'vitest'
import { unitName } from './unit-names.ts'

describe('the name of a unit', () => {
  it.each([
    ['m3/h', 'm³/h'],
    ['M3 / h', 'm³/h'],
    ['℃', '°C'],
    ['degC', '°C'],
    ['KWH', 'kWh'],
    ['rpm', 'r/min'],
    ['kpa', 'kPa'],
    ['°C', '°C'],
    ['', ''],
    [' steps ', 'steps'],
  ])('found as "%s" is "%s"', (found, name) => {
    expect(unitName(found)).toBe(name)
  })
})
