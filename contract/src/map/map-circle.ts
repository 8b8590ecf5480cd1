import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import type { MapBox } from './map-box.ts'

/** All within a distance of a place; WGS-84 degrees. */
export const MapCircle = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  radius_km: z.number().min(LIMITS.map_circle_min_km).max(LIMITS.map_circle_max_km),
})
export type MapCircle = z.output<typeof MapCircle>

type LonLat = { lon: number; lat: number }

/** Mean radius of the Earth (IUGG), km. */
const EARTH_KM = 6_371.0088

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/** Haversine of the angle between two places; that of a distance is {@link haversineOf}. */
const haversine = (a: LonLat, b: LonLat): number =>
  Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
  Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lon - a.lon) / 2) ** 2

/** Haversine of a distance in km: places are nearer where theirs is less. */
export const haversineOf = (km: number): number => Math.sin(km / EARTH_KM / 2) ** 2

/** Great-circle distance, km. */
export const distanceKm = (a: LonLat, b: LonLat): number =>
  2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, haversine(a, b))))

/** What holds a circle; all longitudes where it crosses the date line or holds a pole. */
export const boxAroundCircle = ({ lat, lon, radius_km }: MapCircle): MapBox => {
  const angle = radius_km / EARTH_KM
  const [south, north] = [lat - degrees(angle), lat + degrees(angle)]
  const holds_pole = south <= -90 || north >= 90
  const reach = holds_pole ? 180 : degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat)))))
  const crosses = lon - reach < -180 || lon + reach > 180
  return {
    west: crosses ? -180 : lon - reach,
    south: Math.max(-90, south),
    east: crosses ? 180 : lon + reach,
    north: Math.min(90, north),
  }
}

/** Where one stands after so many km from the centre, clockwise from north by an angle in radians. */
export const placeOnCircle = ({ lat, lon, radius_km }: MapCircle, bearing: number): LonLat => {
  const angle = radius_km / EARTH_KM
  const from = radians(lat)
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing))
  const turned = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  )
  return { lat: degrees(to), lon: lon + degrees(turned) }
}
