import { LIMITS } from '@heatfleet/contract/limits.ts'
import { distanceKm } from '@heatfleet/contract/map/map-circle.ts'
import { expect, it } from 'vitest'
import { placeOfShare } from './area-shares.ts'
import { circleInView, circleOfShares, circlePoints } from './circle-shape.ts'

const box = { west: 119, south: 29.5, east: 121, north: 31 }

it('a circle is drawn from its centre to where the pointer is', () => {
  const [centre, edge] = [
    { x: 0.5, y: 0.5 },
    { x: 0.75, y: 0.5 },
  ]
  const circle = circleOfShares(box, centre, edge)
  expect(circle.lon).toBeCloseTo(120, 6)
  expect(circle.radius_km).toBeCloseTo(distanceKm(circle, placeOfShare(box, edge)), 2)
  const xs = circlePoints(box, circle)
    .split(' ')
    .map((point) => Number(point.split(',')[0]))
  expect(Math.max(...xs)).toBeCloseTo(75, 1)
  expect(Math.min(...xs)).toBeCloseTo(25, 1)
})

it('a circle is neither a point nor larger than the limit', () => {
  const world = { west: -180, south: -85, east: 180, north: 85 }
  const at = { x: 0.5, y: 0.5 }
  expect(circleOfShares(world, at, at).radius_km).toBe(LIMITS.map_circle_min_km)
  expect(circleOfShares(world, at, { x: 1, y: 0.5 }).radius_km).toBe(LIMITS.map_circle_max_km)
})

it('one is proposed in the middle of the view', () => {
  const { lat, lon, radius_km } = circleInView(box)
  expect(lon).toBeCloseTo(120, 6)
  expect(lat).toBeGreaterThan(30.2)
  expect(lat).toBeLessThan(30.3)
  expect(radius_km).toBeGreaterThan(35)
  expect(radius_km).toBeLessThan(50)
})
