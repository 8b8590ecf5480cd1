import type { PositionEstimate } from '@heatfleet/contract/map/map.ts'
import { REGION_CENTRES } from '../../platform/region-centres.ts'

const M_PER_KM = 1_000

/** Where a unit of a distributor of this region roughly is: a province of China, else a country; null = the region has no known middle. */
export const estimateOf = (region: { country: string; region_code: string }): PositionEstimate | null => {
  const { country, region_code } = region
  const code = country === 'CN' && /^\d{6}$/.test(region_code) ? `${region_code.slice(0, 2)}0000` : country
  const centre = REGION_CENTRES[code]
  if (centre === undefined) return null
  const [lat, lon, radius_km] = centre
  return { code, lat, lon, accuracy_m: radius_km * M_PER_KM }
}
