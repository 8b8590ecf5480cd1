import { describe, expect, it } from 'vitest'
import { fromDatum, toDatum } from './datum.ts'

describe('positions on shifted maps', () => {
  // Published pairs of the open conversions (eviltransform).
  it.each([
    [
      { lat: 22.543847, lon: 113.912316 },
      { lat: 22.540796, lon: 113.917154 },
    ],
    [
      { lat: 39.911954, lon: 116.377817 },
      { lat: 39.913352, lon: 116.384065 },
    ],
    [
      { lat: 39.739, lon: 116.79 },
      { lat: 39.74, lon: 116.796 },
    ],
  ])('%j is drawn at %j', (at, drawn) => {
    const there = toDatum('gcj02', at)
    expect(Math.abs(there.lat - drawn.lat)).toBeLessThan(0.001)
    expect(Math.abs(there.lon - drawn.lon)).toBeLessThan(0.001)
    const back = fromDatum('gcj02', there)
    expect(back.lat).toBeCloseTo(at.lat, 7)
    expect(back.lon).toBeCloseTo(at.lon, 7)
  })

  it('are drawn by Baidu where its own conversion has them, and found back', () => {
    // Published pair of GCJ-02 and BD-09 (coordtransform).
    const at = fromDatum('gcj02', { lon: 116.404, lat: 39.915 })
    const there = toDatum('bd09', at)
    expect(there.lon).toBeCloseTo(116.41036949371029, 6)
    expect(there.lat).toBeCloseTo(39.92133699351021, 6)
    const back = fromDatum('bd09', there)
    expect([back.lon, back.lat]).toEqual([expect.closeTo(at.lon, 7), expect.closeTo(at.lat, 7)])
  })

  it('stay where they are outside of China, and on unshifted maps', () => {
    const warsaw = { lat: 52.23, lon: 21.01 }
    expect(toDatum('gcj02', warsaw)).toEqual(warsaw)
    expect(toDatum('bd09', warsaw)).toEqual(warsaw)
    expect(fromDatum('gcj02', warsaw)).toEqual(warsaw)
    expect(toDatum('wgs84', { lat: 30, lon: 120 })).toEqual({ lat: 30, lon: 120 })
  })
})
