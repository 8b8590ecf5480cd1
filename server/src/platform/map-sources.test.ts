import { describe, expect, it } from 'vitest'
import { isTileAddress, tileOriginsOf } from './map-sources.ts'

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
      }),
    ).toEqual(['https://a.example.com', 'http://b.example.com:81'])
  })
})
