import type { api } from '@heatfleet/contract/api.ts'
import { CHINA } from '@heatfleet/contract/countries.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { Region } from '../../ui/region-table.ts'

type Covered = ResultOf<typeof api.agentCoverage>
/** A distributor sits there; one may sell there; nobody. */
type CityState = 'seated' | 'sold' | 'gap'
/** One province with its cities. */
export type ProvinceRow = {
  code: string
  name: string
  distributors: number
  devices: number
  cities: { code: string; name: string; state: CityState }[]
  /** Cities that are no gaps. */
  covered: number
}

/** A country outside China in which somebody of the scope sits. */
export type CountryRow = { country: string; distributors: number; devices: number }

/** Countries but China with who is there, those with the most distributors first. */
export const countryRows = (covered: Covered): CountryRow[] => {
  const rows = new Map<string, CountryRow>()
  for (const { country, seated, devices } of covered) {
    if (country === CHINA) continue
    const before = rows.get(country) ?? { country, distributors: 0, devices: 0 }
    rows.set(country, { country, distributors: before.distributors + seated, devices: before.devices + devices })
  }
  return [...rows.values()].sort((a, b) => b.distributors - a.distributors || (a.country < b.country ? -1 : 1))
}

/** Provinces with who is in which of their cities, those with the most distributors first. */
export const coverageRows = (regions: readonly Region[], covered: Covered): ProvinceRow[] => {
  // 33 of 330000, 3301 of 330100 and of 330110.
  const within = (prefix: string) => covered.filter(({ region_code }) => region_code.startsWith(prefix))
  const soldWhole = (code: string) => covered.some((row) => row.region_code === code && row.agencies > 0)
  return regions
    .map(({ code, name, children }) => {
      const here = within(code.slice(0, 2))
      const cities = children.map((city) => {
        const inside = within(city.code.slice(0, 4))
        const is_sold = inside.some(({ agencies }) => agencies > 0) || soldWhole(code)
        const state: CityState = inside.some(({ seated }) => seated > 0) ? 'seated' : is_sold ? 'sold' : 'gap'
        return { code: city.code, name: city.name, state }
      })
      return {
        code,
        name,
        distributors: here.reduce((sum, { seated }) => sum + seated, 0),
        devices: here.reduce((sum, { devices }) => sum + devices, 0),
        cities,
        covered: cities.filter(({ state }) => state !== 'gap').length,
      }
    })
    .sort((a, b) => b.distributors - a.distributors || (a.code < b.code ? -1 : 1))
}
