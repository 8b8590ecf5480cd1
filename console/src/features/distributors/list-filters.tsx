import { api } from '@heatfleet/contract/api.ts'
import { AGENT_LEVELS } from '@heatfleet/contract/distributors.ts'
import { useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { countries } from '../../ui/countries.ts'
import { RegionField } from '../../ui/field.tsx'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { FilterChoice, FilterDays, FilterText } from '../../ui/filter-bar-controls.tsx'
import { useRegionName } from '../../ui/region-names.ts'
import { useProductName } from '../../words/product-name.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import type { ListAddress } from './list-address.ts'

type Change = (part: Partial<ListAddress>) => void
/** How long the list of products is good without asking again, ms. */
const PICKER_STALE_MS = 60_000

/** The filters of product 3.27 but the tree, which stands beside the table. */
export const useListFilters = (address: ListAddress, change: Change): FilterField[] => {
  const t = useWords('distributors')
  const regionName = useRegionName()
  const products = useRead(api.menuProducts, undefined, { staleTime: PICKER_STALE_MS })
  const nameOf = useProductName()
  const language = useLanguage()
  const country_options = useMemo(() => countries(language), [language])
  const name_label = t(($) => $.columns.agent_name)
  const region_label = t(($) => $.columns.region)
  const created_label = t(($) => $.columns.created_time)
  const yes = t(($) => $.yes)
  const no = t(($) => $.no)

  const choice = <Value extends string>(
    key: 'agent_level' | 'product_key' | 'country' | 'has_account' | 'disabled',
    label: string,
    options: readonly { value: Value; label: string }[],
    value: Value | undefined,
    onChange: (next: Value | undefined) => void,
  ): FilterField => ({
    key,
    label,
    control: <FilterChoice label={label} value={value} options={options} onChange={onChange} />,
    chip: options.find((option) => option.value === value)?.label,
    clear: () => onChange(undefined),
  })
  const either = (key: 'has_account' | 'disabled', label: string): FilterField => {
    const value = address[key]
    return choice(
      key,
      label,
      [
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ],
      value === undefined ? undefined : value ? 'yes' : 'no',
      (next) => change({ [key]: next === undefined ? undefined : next === 'yes' }),
    )
  }
  const { created_from: from, created_to: to } = address
  return [
    {
      key: 'agent_name',
      label: name_label,
      control: (
        <FilterText label={name_label} value={address.agent_name} onCommit={(agent_name) => change({ agent_name })} />
      ),
      chip: address.agent_name === '' ? undefined : address.agent_name,
      clear: () => change({ agent_name: '' }),
    },
    choice(
      'agent_level',
      t(($) => $.columns.agent_level),
      AGENT_LEVELS.map((level) => ({ value: `${level}` as const, label: t(($) => $.levels[level]) })),
      address.agent_level,
      (agent_level) => change({ agent_level }),
    ),
    choice(
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
    choice(
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
    {
      key: 'created',
      label: created_label,
      control: (
        <FilterDays
          label={created_label}
          from={from}
          to={to}
          onChange={(days) => change({ created_from: days.from, created_to: days.to })}
        />
      ),
      chip: from === undefined && to === undefined ? undefined : `${from ?? '…'} – ${to ?? '…'}`,
      clear: () => change({ created_from: undefined, created_to: undefined }),
    },
  ]
}
