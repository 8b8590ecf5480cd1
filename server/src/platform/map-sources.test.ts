import { describe, expect, it } from 'vitest'
import { isRouteAddress, isTileAddress, tileOriginsOf } from './map-sources.ts'

describe('the address of map tiles', () => {
  it.each([
    ['https://tiles.example.com/{z}/{x}/{y}.png', true],
    ['http://10.0.0.7:8090/wmts?x={x}&y={y}&z={z}&key=1', true],
    ['https://tiles.example.com/{z}/{x}.png', false],
    ['ftp://tiles.example.com/{z}/{x}/{y}.png', false],
    ['https://{s}.example.com/{z}/{x}/{y}.png', false],
    ["https://a.example.com; script-src 'unsafe-inline'/{z}/{x}/{y}", false],
    ['tiles/{z}/{x}/{y}.png', false],
  ])('%s: %s', (address, right) => expect(isTileAddress(address)).toBe(right))

  it('opens its host, and nothing without one', () => {
    expect(tileOriginsOf({})).toEqual([])
    expect(
      tileOriginsOf({
        HEATFLEET_MAP_TILES: 'https://a.example.com/{z}/{x}/{y}.png',
        HEATFLEET_MAP_SECOND_TILES: 'http://b.example.com:81/{z}/{x}/{y}',
        HEATFLEET_MAP_SATELLITE_TILES: 'https://c.example.com/sat/{z}/{y}/{x}',
      }),
    ).toEqual(['https://a.example.com', 'http://b.example.com:81', 'https://c.example.com'])
  })
})

it.each([
  ['https://www.openstreetmap.org/directions?to={lat},{lon}', true],
  ['https://uri.amap.com/navigation?to={lon},{lat}&coordinate=wgs84', true],
  ['https://routes.example.com/{lat}', false],
  ['javascript:alert({lat},{lon})', false],
  ['https://{lat}.example.com/{lon}', false],
])('the address of a service of routes %s: %s', (address, right) => expect(isRouteAddress(address)).toBe(right))
