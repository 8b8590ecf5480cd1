import { describe, expect, it } from 'vitest'
import { readBox, writeBox } from './map-box-text.ts'
import { boxAround, readCamera, writeCamera } from './map-camera.ts'

describe('the view of the map in an address', () => {
  it.each([
    ['120.15,30.27,9.5', { lon: 120.15, lat: 30.27, zoom: 9.5 }],
    ['0,0,0', { lon: 0, lat: 0, zoom: 0 }],
    ['181,0,3', null],
    ['0,86,3', null],
    ['0,0,21', null],
    ['0,0', null],
    ['0,0,,', null],
    ['a,b,c', null],
    ['', null],
  ])('%s', (text, camera) => expect(readCamera(text)).toEqual(camera))

  it('is written so that it is read again', () =>
    expect(readCamera(writeCamera({ lon: 120.15123456, lat: 30.27, zoom: 9.53 }))).toEqual({
      lon: 120.1512,
      lat: 30.27,
      zoom: 9.5,
    }))

  it.each([
    ['1,2,3,4', { west: 1, south: 2, east: 3, north: 4 }],
    ['3,2,1,4', null],
    ['1,2,3', null],
    ['1,2,3,91', null],
  ])('area %s', (text, box) => {
    expect(readBox(text)).toEqual(box)
    if (box !== null) expect(readBox(writeBox(box))).toEqual(box)
  })

  it('is around all places, or nowhere', () => {
    expect(boxAround([])).toBeNull()
    expect(
      boxAround([
        { lon: 3, lat: 4 },
        { lon: 1, lat: 9 },
      ]),
    ).toEqual({ west: 1, south: 4, east: 3, north: 9 })
  })
})
