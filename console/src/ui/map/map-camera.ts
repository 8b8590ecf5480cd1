import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { MapBox } from '@heatfleet/contract/map/map-box.ts'

/** Where a map is looked at. */
export type Camera = { lon: number; lat: number; zoom: number }
/** What of it is seen. */
export type MapSeen = { camera: Camera; box: MapBox }

export const WORLD: MapBox = { west: -180, south: -85, east: 180, north: 85 }

/** `120.15,30.27,9.5` in an address; null = not that. */
export const readCamera = (text: string): Camera | null => {
  const [lon, lat, zoom, ...more] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (lon === undefined || lat === undefined || zoom === undefined || more.length > 0) return null
  const is_valid = Math.abs(lon) <= 180 && Math.abs(lat) <= 85 && zoom >= 0 && zoom <= LIMITS.map_zoom_max
  return is_valid ? { lon, lat, zoom } : null
}

export const writeCamera = ({ lon, lat, zoom }: Camera): string =>
  `${lon.toFixed(4)},${lat.toFixed(4)},${zoom.toFixed(1)}`

/** The box of all places; null where there is none. */
export const boxAround = (places: readonly { lon: number; lat: number }[]): MapBox | null => {
  if (places.length === 0) return null
  const lons = places.map(({ lon }) => lon)
  const lats = places.map(({ lat }) => lat)
  return {
    west: Math.min(...lons),
    south: Math.min(...lats),
    east: Math.max(...lons),
    north: Math.max(...lats),
  }
}

/** Corners as the calls take them: within the world, and in the right order. */
export const clampedBox = ({ west, south, east, north }: MapBox): MapBox => ({
  west: Math.max(-180, Math.min(180, west)),
  south: Math.max(-85, Math.min(85, south)),
  east: Math.max(-180, Math.min(180, east)),
  north: Math.max(-85, Math.min(85, north)),
})
