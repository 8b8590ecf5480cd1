import { MapCircle } from '@heatfleet/contract/map/map-circle.ts'
import type { Language } from '../../messages/language-code.ts'
import { formatNumber } from '../format.ts'

/** `lon,lat,radius_km` in an address; null = not that. */
export const readCircle = (text: string): MapCircle | null => {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [lon, lat, radius_km] = parts
  const circle = MapCircle.safeParse({ lon, lat, radius_km })
  return parts.length === 3 && circle.success ? circle.data : null
}

export const writeCircle = ({ lon, lat, radius_km }: MapCircle): string =>
  [lon.toFixed(4), lat.toFixed(4), String(Number(radius_km.toFixed(3)))].join(',')

/** The centre as people read it: latitude first. */
export const centreText = ({ lat, lon }: Pick<MapCircle, 'lat' | 'lon'>): string =>
  `${lat.toFixed(4)}, ${lon.toFixed(4)}`

/** A number of km with the decimals that it has, three at most. */
export const kmText = (km: number, lang: Language): string =>
  formatNumber(km, [0, 1, 2].find((decimals) => Math.abs(km - Number(km.toFixed(decimals))) < 0.0005) ?? 3, lang)
