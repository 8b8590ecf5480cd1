import { expect, it } from 'vitest'
import { boxOfShares, sharesOf } from './area-shares.ts'

it.each([
  [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ],
  [
    { x: 0.8, y: 0.7 },
    { x: 0.2, y: 0.1 },
  ],
])('an area between %j and %j is drawn where it was', (a, b) => {
  const box = { west: 70, south: 10, east: 140, north: 60 }
  const area = boxOfShares(box, a, b)
  expect(area.west).toBeLessThan(area.east)
  expect(area.south).toBeLessThan(area.north)
  const [from, to] = sharesOf(box, area)
  expect(from.x).toBeCloseTo(Math.min(a.x, b.x), 9)
  expect(from.y).toBeCloseTo(Math.min(a.y, b.y), 9)
  expect(to.x).toBeCloseTo(Math.max(a.x, b.x), 9)
  expect(to.y).toBeCloseTo(Math.max(a.y, b.y), 9)
})
