import { api } from '@heatfleet/contract/api.ts'
import { TREND_DAYS } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import {
  defaultParam,
  numberParam,
  readParams,
  textParam,
  type ValuesOf,
  writeParams,
} from '../../ui/filter-bar-params.ts'
import { titleOf } from '../../ui/filter-bar-tree.ts'
import { choiceFilter } from '../../ui/list-filters.tsx'
import { withoutEmpty } from '../../ui/list-request.ts'
import { treeFilter } from '../../ui/tree-filter.tsx'

const DAYS = ['7', '30', '90'] as const
const PARAMS = { agent_id: numberParam, product_key: textParam(63), days: defaultParam(DAYS, '30') }
type Values = ValuesOf<typeof PARAMS>
const PICKER_STALE_MS = 60_000

/** The part of the fleet that the address names, and the filters that change it. */
export const useFleetPart = () => {
  const t = useMessages('dashboard')
  const [query, setQuery] = useSearchParams()
  const values = readParams(PARAMS, query)
  const { agent_id, product_key } = values
  const part = useMemo(() => withoutEmpty({ agent_id, product_key }), [agent_id, product_key])
  const change = (next: Partial<Values>) => setQuery(writeParams(PARAMS, { ...values, ...next }))
  const agents = useDistributorChoices(null)
  const products = useRead(api.menuProducts, undefined, { staleTime: PICKER_STALE_MS })
  const nameOf = useProductName()
  const agent_name = agent_id === undefined ? undefined : (titleOf(agents, agent_id) ?? String(agent_id))
  const fields: FilterField[] = [
    treeFilter(
      'agent_id',
      t(($) => $.filters.agent),
      {
        value: agent_id,
        value_text: agent_name === undefined ? undefined : t(($) => $.filters.below, { agent: agent_name }),
        nodes: agents,
      },
      (next) => change({ agent_id: next }),
    ),
    choiceFilter(
      'product_key',
      t(($) => $.filters.product),
      (products.data ?? []).map((product) => ({ value: product.product_key, label: nameOf(product) })),
      product_key === '' ? undefined : product_key,
      (next) => change({ product_key: next ?? '' }),
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
    agent_name,
    chooseAgent: (next: number | undefined) => change({ agent_id: next }),
    reset: () => setQuery(new URLSearchParams()),
  }
}
