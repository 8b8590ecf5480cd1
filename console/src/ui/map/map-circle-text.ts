import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { MapCircle } from '@heatfleet/contract/map/map-circle.ts'
import type { Language } from '../../messages/language-code.ts'
import { formatNumber } from '../format.ts'

/** `lon,lat,radius_km` in an address; null = not that. By hand as the area: the device list opens without schemas. */
export const readCircle = (text: string): MapCircle | null => {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [lon = Number.NaN, lat = Number.NaN, radius_km = Number.NaN] = parts
  const is_valid =
    parts.length === 3 &&
    Math.abs(lon) <= 180 &&
    Math.abs(lat) <= 90 &&
    radius_km >= LIMITS.map_circle_min_km &&
    radius_km <= LIMITS.map_circle_max_km
  return is_valid ? { lon, lat, radius_km } : null
}

export const writeCircle = ({ lon, lat, radius_km }: MapCircle): string =>
  [lon.toFixed(4), lat.toFixed(4), String(Number(radius_km.toFixed(3)))].join(',')

/** The centre as people read it: latitude first. */
export const centreText = ({ lat, lon }: Pick<MapCircle, 'lat' | 'lon'>): string =>
  `${lat.toFixed(4)}, ${lon.toFixed(4)}`

/** A number of km with the decimals that it has, three at most. */
export const kmText = (km: number, lang: Language): string =>
  formatNumber(km, [0, 1, 2].find((decimals) => Math.abs(km - Number(km.toFixed(decimals))) < 0.0005) ?? 3, lang)
