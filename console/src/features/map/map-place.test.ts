import { expect, it } from 'vitest'
import { boxOfPlace } from './map-place.ts'

it('a place is shown with all around it that it may be, and never beyond the map', () => {
  const at = { label: '', lat: 60, lon: 20, accuracy_m: 111_195 }
  const { west, south, east, north } = boxOfPlace(at)
  expect([south, north]).toEqual([59, 61])
  // A degree is half as wide there.
  expect(west).toBeCloseTo(18, 6)
  expect(east).toBeCloseTo(22, 6)
  expect(boxOfPlace({ ...at, lat: 84, lon: 179, accuracy_m: 5_000_000 })).toMatchObject({ north: 85, east: 180 })
})
