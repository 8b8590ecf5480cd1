import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import { useLanguage } from '../../messages/messages.ts'
import { formatNumber } from '../../ui/format.ts'

/** A place that was searched for or is proposed for a unit; WGS-84. */
export type Place = { label: string; lat: number; lon: number; accuracy_m: number }

const M_PER_DEGREE = 111_195

/** What holds all of a place, as exactly as it is known. */
export const boxOfPlace = ({ lat, lon, accuracy_m }: Place): MapBox => {
  const high = accuracy_m / M_PER_DEGREE
  const wide = high / Math.max(0.1, Math.cos((lat / 180) * Math.PI))
  const within = (degrees: number, most: number) => Math.min(most, Math.max(-most, degrees))
  return {
    west: within(lon - wide, 180),
    east: within(lon + wide, 180),
    south: within(lat - high, 85),
    north: within(lat + high, 85),
  }
}

/** A distance with as many figures as it is known by: 50 m, 2.4 km, 167 km. */
export const useDistance = (): ((distance_m: number) => string) => {
  const lang = useLanguage()
  return (distance_m) =>
    distance_m < 1_000
      ? `${formatNumber(distance_m, 0, lang)} m`
      : `${formatNumber(distance_m / 1_000, distance_m < 10_000 ? 1 : 0, lang)} km`
}
