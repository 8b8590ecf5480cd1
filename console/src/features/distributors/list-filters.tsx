import { api } from '@heatfleet/contract/api.ts'
import { AGENT_LEVELS } from '@heatfleet/contract/distributors/distributors.ts'
import { useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { countries } from '../../ui/countries.ts'
import { RegionField } from '../../ui/field.tsx'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { choiceFilter, eitherFilter, textFilter, useDaysFilter } from '../../ui/list-filters.tsx'
import { useRegionName } from '../../ui/region-names.ts'
import type { ListAddress } from './list-address.ts'

type Change = (part: Partial<ListAddress>) => void
/** How long the list of products is good without asking again, ms. */
const PICKER_STALE_MS = 60_000

/** The filters of product 3.27 but the tree, which stands beside the table. */
export const useListFilters = (address: ListAddress, change: Change): FilterField[] => {
  const t = useMessages('distributors')
  const regionName = useRegionName()
  const products = useRead(api.menuProducts, undefined, { staleTime: PICKER_STALE_MS })
  const nameOf = useProductName()
  const language = useLanguage()
  const country_options = useMemo(() => countries(language), [language])
  const region_label = t(($) => $.columns.region)
  const days = useDaysFilter()

  const either = (key: 'has_account' | 'disabled', label: string): FilterField =>
    eitherFilter(key, label, { yes: t(($) => $.yes), no: t(($) => $.no) }, address[key], (value) =>
      change({ [key]: value }),
    )
  const { created_from: from, created_to: to } = address
  return [
    textFilter(
      'agent_name',
      t(($) => $.columns.agent_name),
      address.agent_name,
      (agent_name) => change({ agent_name }),
    ),
    choiceFilter(
      'agent_level',
      t(($) => $.columns.agent_level),
      AGENT_LEVELS.map((level) => ({ value: `${level}` as const, label: t(($) => $.levels[level]) })),
      address.agent_level,
      (agent_level) => change({ agent_level }),
    ),
    choiceFilter(
      'product_key',
      t(($) => $.columns.product_keys),
      (products.data ?? []).map((product) => ({ value: product.product_key, label: nameOf(product) })),
      address.product_key === '' ? undefined : address.product_key,
      (product_key = '') => change({ product_key }),
    ),
    either(
      'has_account',
      t(($) => $.filters.has_account),
    ),
    {
      key: 'region_code',
      label: region_label,
      control: (
        <RegionField
          label={region_label}
          value={address.region_code === '' ? null : address.region_code}
          onChange={(region_code) => change({ region_code: region_code ?? '' })}
        />
      ),
      chip: address.region_code === '' ? undefined : regionName(address.region_code),
      clear: () => change({ region_code: '' }),
    },
    choiceFilter(
      'country',
      t(($) => $.coverage.country),
      country_options,
      address.country === '' ? undefined : address.country,
      (country = '') => change({ country }),
    ),
    either(
      'disabled',
      t(($) => $.filters.disabled),
    ),
    days(
      'created',
      t(($) => $.columns.created_time),
      { from, to },
      (period) => change({ created_from: period.from, created_to: period.to }),
    ),
  ]
}
