import type { MapBox } from '@heatfleet/contract/map/map-box.ts'

/** Shares of width and height from the upper left corner. */
type Share = { x: number; y: number }

/** Height on the map, as Web Mercator draws it. */
const heightOf = (lat: number): number => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
const latOf = (height: number): number => ((2 * Math.atan(Math.exp(height)) - Math.PI / 2) * 180) / Math.PI

/** The part of a box between two corners. */
export const boxOfShares = (box: MapBox, a: Share, b: Share): MapBox => {
  const [top, bottom] = [heightOf(box.north), heightOf(box.south)]
  const lon = (x: number) => box.west + x * (box.east - box.west)
  const lat = (y: number) => latOf(top + y * (bottom - top))
  return {
    west: lon(Math.min(a.x, b.x)),
    east: lon(Math.max(a.x, b.x)),
    north: lat(Math.min(a.y, b.y)),
    south: lat(Math.max(a.y, b.y)),
  }
}

/** Where the corners of an area are in a box. */
export const sharesOf = (box: MapBox, area: MapBox): [Share, Share] => {
  const [top, bottom] = [heightOf(box.north), heightOf(box.south)]
  const x = (lon: number) => (lon - box.west) / (box.east - box.west)
  const y = (lat: number) => (heightOf(lat) - top) / (bottom - top)
  return [
    { x: x(area.west), y: y(area.north) },
    { x: x(area.east), y: y(area.south) },
  ]
}
