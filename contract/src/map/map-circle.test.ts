import { expect, it, test } from 'vitest'
import { boxAroundCircle, distanceKm, haversineOf, placeOnCircle } from './map-circle.ts'

it.each([
  ['Hangzhou to Shanghai', { lat: 30.2741, lon: 120.1551 }, { lat: 31.2304, lon: 121.4737 }, 164.7],
  ['across the date line', { lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 }, 111.2],
  ['to itself', { lat: 50, lon: 20 }, { lat: 50, lon: 20 }, 0],
])('the distance %s', (_, a, b, km) => {
  expect(distanceKm(a, b)).toBeCloseTo(km, 0)
})

test.each([
  { lat: 30.42, lon: 120.3, radius_km: 5 },
  { lat: 52.23, lon: 21.01, radius_km: 400 },
  { lat: -41.3, lon: 179.9, radius_km: 300 },
  { lat: 89, lon: 10, radius_km: 500 },
])('the edge of %j is its radius away, and its box holds it', (circle) => {
  const box = boxAroundCircle(circle)
  for (let step = 0; step < 32; step++) {
    const { lat, lon } = placeOnCircle(circle, (step / 32) * 2 * Math.PI)
    expect(distanceKm(circle, { lat, lon })).toBeCloseTo(circle.radius_km, 6)
    const turned = ((((lon + 180) % 360) + 360) % 360) - 180
    expect(turned).toBeGreaterThanOrEqual(box.west - 1e-9)
    expect(turned).toBeLessThanOrEqual(box.east + 1e-9)
    expect(lat).toBeGreaterThanOrEqual(box.south - 1e-9)
    expect(lat).toBeLessThanOrEqual(box.north + 1e-9)
  }
})

it('a box that crosses nothing is as narrow as its circle', () => {
  const { west, east } = boxAroundCircle({ lat: 60, lon: 20, radius_km: 10 })
  expect(distanceKm({ lat: 60, lon: west }, { lat: 60, lon: east })).toBeCloseTo(20, 2)
})

it('a distance compares as its haversine does', () => {
  expect(haversineOf(5)).toBeLessThan(haversineOf(6))
})
