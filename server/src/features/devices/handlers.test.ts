import { expect, it } from 'vitest'
import { zoneOfCountry } from './zone-of-country.ts'

it.each([
  ['PL', 'Europe/Warsaw'],
  ['CN', 'Asia/Shanghai'],
  ['DE', 'Europe/Berlin'],
  ['US', null],
  ['ES', null],
])('the clocks of %s show %s', (country, zone) => {
  expect(zoneOfCountry(country)).toBe(zone)
})
