import type { MapBox } from '@heatfleet/contract/map/map-box.ts'

/** Shares of width and height from the upper left corner. */
export type Share = { x: number; y: number }

/** Height on the map, as Web Mercator draws it. */
const heightOf = (lat: number): number => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
const latOf = (height: number): number => ((2 * Math.atan(Math.exp(height)) - Math.PI / 2) * 180) / Math.PI

/** The place under a point of the view. */
export const placeOfShare = (box: MapBox, { x, y }: Share): { lon: number; lat: number } => {
  const [top, bottom] = [heightOf(box.north), heightOf(box.south)]
  return { lon: box.west + x * (box.east - box.west), lat: latOf(top + y * (bottom - top)) }
}

/** Where a place is in the view. */
export const shareOf = (box: MapBox, { lon, lat }: { lon: number; lat: number }): Share => {
  const [top, bottom] = [heightOf(box.north), heightOf(box.south)]
  return { x: (lon - box.west) / (box.east - box.west), y: (heightOf(lat) - top) / (bottom - top) }
}

/** The part of a box between two corners. */
export const boxOfShares = (box: MapBox, a: Share, b: Share): MapBox => {
  const upper_left = placeOfShare(box, { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) })
  const lower_right = placeOfShare(box, { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) })
  return { west: upper_left.lon, east: lower_right.lon, north: upper_left.lat, south: lower_right.lat }
}

/** Where the corners of an area are in a box. */
export const sharesOf = (box: MapBox, area: MapBox): [Share, Share] => [
  shareOf(box, { lon: area.west, lat: area.north }),
  shareOf(box, { lon: area.east, lat: area.south }),
]
