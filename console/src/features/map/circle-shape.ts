import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import { distanceKm, type MapCircle, placeOnCircle } from '@heatfleet/contract/map/map-circle.ts'
import { placeOfShare, type Share, shareOf } from './area-shares.ts'

const CORNERS = 72

/** The circle between its centre and a point of its edge, as far as the limits let it be. */
export const circleOfShares = (box: MapBox, centre: Share, edge: Share): MapCircle => {
  const at = placeOfShare(box, centre)
  const wanted_km = distanceKm(at, placeOfShare(box, edge))
  const radius_km = Math.min(LIMITS.map_circle_max_km, Math.max(LIMITS.map_circle_min_km, wanted_km))
  return { ...at, radius_km: Number(radius_km.toFixed(3)) }
}

/** Its edge on the map, as points of an SVG polygon of 100 × 100: far from the equator circles of the ground are ovals. */
export const circlePoints = (box: MapBox, circle: MapCircle): string =>
  Array.from({ length: CORNERS }, (_, corner) => {
    const { x, y } = shareOf(box, placeOnCircle(circle, (corner / CORNERS) * 2 * Math.PI))
    return `${(100 * x).toFixed(2)},${(100 * y).toFixed(2)}`
  }).join(' ')

/** What is proposed before anything is drawn: the middle of the view, and a quarter of its height. */
export const circleInView = (box: MapBox): MapCircle => circleOfShares(box, { x: 0.5, y: 0.5 }, { x: 0.5, y: 0.25 })
