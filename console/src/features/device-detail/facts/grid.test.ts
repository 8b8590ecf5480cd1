import { describe, expect, it } from 'vitest'
import { linesOf, placeOf, pointAt, SPANS } from './grid.ts'

describe('the grid on which a position is picked', () => {
  const centre = { lat: 52, lon: 21 }
  it.each(SPANS)('of %f degrees finds the point that was clicked', (span) => {
    for (const [x, y] of [
      [0, 0],
      [0.25, 0.75],
      [1, 1],
    ] as const) {
      const place = placeOf(centre, span, pointAt(centre, span, x, y))
      expect(place.x).toBeCloseTo(x, 6)
      expect(place.y).toBeCloseTo(y, 6)
    }
  })
  it('has north above, and east at the right', () => {
    expect(pointAt(centre, 2, 0.5, 0).lat).toBeCloseTo(53, 6)
    expect(pointAt(centre, 2, 1, 0.5).lon).toBeGreaterThan(21)
  })
  it('ends at the poles and the date line', () => {
    expect(pointAt({ lat: 89, lon: 179 }, 40, 1, 0)).toEqual({ lat: 90, lon: 180 })
    expect(pointAt({ lat: -89, lon: -179 }, 40, 0, 1)).toEqual({ lat: -90, lon: -180 })
  })
  it('draws the same distance both ways', () => {
    const at = (point: { lat: number; lon: number }) => placeOf({ lat: 60, lon: 0 }, 2, point)
    expect(Math.abs(at({ lat: 60.5, lon: 0 }).y - 0.5)).toBeCloseTo(at({ lat: 60, lon: 1 }).x - 0.5, 6)
  })
  it('has lines inside only', () => {
    for (const span of SPANS) {
      const lines = linesOf(centre, span)
      expect(lines.filter(({ along }) => along === 'lat').length).toBeGreaterThanOrEqual(4)
      for (const { share } of lines) expect(share >= -1e-9 && share <= 1 + 1e-9).toBe(true)
    }
  })
})
