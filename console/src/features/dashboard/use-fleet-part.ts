import { TREND_DAYS } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useFleetFilters } from '../../lists/fleet-filters.ts'
import { useMessages } from '../../messages/messages.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import {
  defaultParam,
  numberParam,
  readParams,
  textParam,
  type ValuesOf,
  writeParams,
} from '../../ui/filter-bar-params.ts'
import { choiceFilter } from '../../ui/list-filters.tsx'
import { withoutEmpty } from '../../ui/list-request.ts'
import { regionFilter } from '../../ui/region-filter.tsx'
import { useRegionName } from '../../ui/region-names.ts'

const DAYS = ['1', '7', '30', '90'] as const
const PARAMS = {
  agent_id: numberParam,
  product_key: textParam(63),
  region_code: textParam(10),
  days: defaultParam(DAYS, '30'),
}
type Values = ValuesOf<typeof PARAMS>
/** The part of the fleet that the address names, and the filters that change it. */
export const useFleetPart = () => {
  const t = useMessages('dashboard')
  const [query, setQuery] = useSearchParams()
  const values = readParams(PARAMS, query)
  const { agent_id, product_key, region_code } = values
  const part = useMemo(() => withoutEmpty({ agent_id, product_key, region_code }), [agent_id, product_key, region_code])
  const regionName = useRegionName()
  const change = (next: Partial<Values>) => setQuery(writeParams(PARAMS, { ...values, ...next }))
  const { agentName, distributorFilter, productFilter } = useFleetFilters()
  const fields: FilterField[] = [
    distributorFilter({
      key: 'agent_id',
      label: t(($) => $.filters.agent),
      agent_id,
      below: (agent) => t(($) => $.filters.below, { agent }),
      onChange: (next) => change({ agent_id: next }),
    }),
    productFilter({
      label: t(($) => $.filters.product),
      product_key,
      onChange: (next) => change({ product_key: next }),
    }),
    regionFilter(
      'region_code',
      t(($) => $.filters.region),
      { value: region_code, value_text: region_code === '' ? undefined : regionName(region_code) },
      (next) => change({ region_code: next }),
    ),
    choiceFilter(
      'days',
      t(($) => $.filters.days),
      DAYS.map((days) => ({ value: days, label: t(($) => $.filters[`days_${days}`]) })),
      values.days === '30' ? undefined : values.days,
      (next) => change({ days: next ?? '30' }),
    ),
  ]
  return {
    part,
    days: TREND_DAYS.find((days) => String(days) === values.days) ?? 30,
    fields,
    agent_name: agentName(agent_id),
    chooseAgent: (next: number | undefined) => change({ agent_id: next }),
    reset: () => setQuery(new URLSearchParams()),
  }
}
