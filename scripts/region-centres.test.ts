import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { REGION_CENTRES } from '../server/src/platform/region-centres.ts'
import { regionCentresOf } from './region-centres.ts'

const square = (west: number, south: number, side: number) => [
  [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ],
]
const regionOf = (coordinates: unknown) => [
  { properties: { kind: 'country', code: 'XX' }, geometry: { type: 'MultiPolygon', coordinates } },
  { properties: { kind: 'country_name', code: 'XX' }, geometry: { type: 'Point', coordinates: [0, 0] } },
]

it('the radius holds 80 % of the area, and what is smaller than that does not stretch it', () => {
  const [one] = regionCentresOf({ features: regionOf([square(-1, -1, 2)]) })
  // Of a square of 2 degrees: between half a side (111 km) and half a diagonal (157 km).
  expect(one).toMatchObject({ code: 'XX', lat: 0, lon: 0 })
  expect(one?.radius_km).toBeGreaterThan(105)
  expect(one?.radius_km).toBeLessThan(157)
  const [with_island] = regionCentresOf({ features: regionOf([square(-1, -1, 2), square(20, 0, 0.2)]) })
  expect(with_island?.radius_km).toBeLessThan(200)
  const [with_half] = regionCentresOf({ features: regionOf([square(-1, -1, 2), square(20, 0, 2)]) })
  expect(with_half?.radius_km).toBeGreaterThan(2_000)
})

it('the table of the server is that of the outlines', () => {
  const outlines = JSON.parse(readFileSync(new URL('../console/src/ui/map/outlines.geojson', import.meta.url), 'utf8'))
  const centres = regionCentresOf(outlines).map(({ code, lat, lon, radius_km }) => [code, [lat, lon, radius_km]])
  expect(REGION_CENTRES).toEqual(Object.fromEntries(centres))
})
