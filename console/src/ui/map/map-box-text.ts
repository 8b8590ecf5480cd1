import type { MapBox } from '@heatfleet/contract/map/map-box.ts'

/** `west,south,east,north` in an address; null = not that. */
export const readBox = (text: string): MapBox | null => {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = parts
  const is_valid =
    parts.length === 4 && west >= -180 && west <= east && east <= 180 && south >= -90 && south <= north && north <= 90
  return is_valid ? { west, south, east, north } : null
}

export const writeBox = ({ west, south, east, north }: MapBox): string =>
  [west, south, east, north].map((degrees) => degrees.toFixed(4)).join(',')
