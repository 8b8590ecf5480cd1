import type { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { countryName } from '../../../ui/countries.ts'
import { useRegionName } from '../../../ui/region-names.ts'

export type RegionCount = ResultOf<typeof api.countryCount>['list'][number]

/** The name of a region of the fleet: of China the province or city, elsewhere the country with its region. */
export const useNameOfRegion = () => {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const regionName = useRegionName()
  return ({ country, region_code }: RegionCount): string =>
    country === null
      ? t(($) => $.agents.stock)
      : country === 'CN' && region_code !== null
        ? regionName(region_code)
        : [countryName(country, lang), region_code].filter(Boolean).join(' · ')
}
