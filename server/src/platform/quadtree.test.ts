import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellBits, codeOf, rangesOf, squareOf, toLat, toLon, toX, toY } from './quadtree.ts'

const LON = fc.double({ min: -179.9, max: 179.9, noNaN: true })
const LAT = fc.double({ min: -84, max: 84, noNaN: true })
const BOX = fc.tuple(LON, LON, LAT, LAT).map(([lon, lon2, lat, lat2]) => ({
  west: Math.min(lon, lon2),
  east: Math.max(lon, lon2),
  south: Math.min(lat, lat2),
  north: Math.max(lat, lat2),
}))

describe('the quadtree of the map', () => {
  it('gives a position back within a metre', () => {
    fc.assert(
      fc.property(LON, LAT, (lon, lat) => {
        expect(toLon(toX(lon))).toBeCloseTo(lon, 4)
        expect(toLat(toY(lat))).toBeCloseTo(lat, 4)
      }),
    )
  })

  it('covers every point of a box with few ranges', () => {
    fc.assert(
      fc.property(BOX, LON, LAT, (box, lon, lat) => {
        const square = squareOf(box)
        const ranges = rangesOf(square, 24)
        expect(ranges.length).toBeLessThanOrEqual(24)
        const [x, y] = [toX(lon), toY(lat)]
        if (x < square.x0 || x > square.x1 || y < square.y0 || y > square.y1) return
        const code = codeOf(x, y)
        expect(ranges.some(({ from, to }) => code >= from && code < to)).toBe(true)
      }),
    )
  })

  it.each([
    { zoom: 3, px: 64, bits: 20 },
    { zoom: 3.5, px: 64, bits: 20 },
    { zoom: 18, px: 64, bits: 5 },
  ])('makes squares of $px px or more at zoom $zoom', ({ zoom, px, bits }) => {
    const part = squareOf({ west: 119.999, south: 30, east: 120, north: 30.001 })
    expect(cellBits(zoom, part, px, 600)).toBe(bits)
  })

  it('makes larger squares where a view would hold too many', () => {
    const world = squareOf({ west: -180, south: -85, east: 180, north: 85 })
    expect((2 ** 26 / 2 ** cellBits(20, world, 64, 600)) ** 2).toBeLessThanOrEqual(600)
  })
})
