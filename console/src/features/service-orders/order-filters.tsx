import { api } from '@heatfleet/contract/api.ts'
import { ORDER_PRIORITIES, ORDER_SOURCES, ORDER_TYPES, RATINGS } from '@heatfleet/contract/service-orders/row.ts'
import { useRead } from '../../cloud/call.ts'
import { useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { titleOf } from '../../ui/filter-bar-tree.ts'
import { choiceFilter, eitherFilter, textFilter, useDaysFilter } from '../../ui/list-filters.tsx'
import { treeFilter } from '../../ui/tree-filter.tsx'
import type { EvaluationAddress } from './order-address.ts'

type Change = (part: Partial<EvaluationAddress>) => void
const PICKER_STALE_MS = 60_000

/** The filters of both lists in the order of product 3.36 and 3.37; `by_day`: which moment is asked for. */
export const useOrderFilters = (
  address: EvaluationAddress,
  change: Change,
  by_day: 'feedback' | 'resolved',
): FilterField[] => {
  const t = useMessages('service-orders')
  const days = useDaysFilter()
  const agent = useAgentFilter(address, change)
  const product = useProductFilter(address, change)
  const optionsOf = <Value extends string>(values: readonly Value[], wordOf: (value: Value) => string) =>
    values.map((value) => ({ value, label: wordOf(value) }))
  const { search, type, source, priority, rating, has_comment, app_user_id } = address
  const of_person: FilterField[] =
    app_user_id === undefined
      ? []
      : [
          {
            key: 'app_user_id',
            label: t(($) => $.columns.respondent),
            control: null,
            chip: `#${app_user_id}`,
            clear: () => change({ app_user_id: undefined }),
          },
        ]
  return [
    textFilter(
      'search',
      t(($) => $.filters.search),
      search,
      (value) => change({ search: value }),
    ),
    choiceFilter(
      'type',
      t(($) => $.columns.type),
      optionsOf(ORDER_TYPES, (value) => t(($) => $.types[value])),
      type,
      (value) => change({ type: value }),
    ),
    agent,
    product,
    choiceFilter(
      'rating',
      t(($) => $.columns.rating),
      optionsOf([...RATINGS, 'none'] as const, (value) => t(($) => $.ratings[value])),
      rating,
      (value) => change({ rating: value }),
    ),
    days(
      by_day,
      t(($) => $.columns[`${by_day}_time`]),
      { from: address[`${by_day}_from`], to: address[`${by_day}_to`] },
      ({ from, to }) => change({ [`${by_day}_from`]: from, [`${by_day}_to`]: to }),
    ),
    eitherFilter(
      'has_comment',
      t(($) => $.filters.has_comment),
      { yes: t(($) => $.filters.yes), no: t(($) => $.filters.no) },
      has_comment,
      (value) => change({ has_comment: value }),
    ),
    choiceFilter(
      'source',
      t(($) => $.columns.source),
      optionsOf(ORDER_SOURCES, (value) => t(($) => $.sources[value])),
      source,
      (value) => change({ source: value }),
    ),
    choiceFilter(
      'priority',
      t(($) => $.columns.priority),
      optionsOf(ORDER_PRIORITIES, (value) => t(($) => $.priorities[value])),
      priority,
      (value) => change({ priority: value }),
    ),
    ...of_person,
  ]
}

const useAgentFilter = ({ under }: EvaluationAddress, change: Change): FilterField => {
  const t = useMessages('service-orders')
  const agents = useDistributorChoices(null)
  const shown =
    under === undefined ? undefined : t(($) => $.filters.and_below, { agent: titleOf(agents, under) ?? String(under) })
  return treeFilter(
    'under',
    t(($) => $.columns.agent_name),
    { value: under, value_text: shown, nodes: agents },
    (next) => change({ under: next }),
  )
}

const useProductFilter = ({ product_key }: EvaluationAddress, change: Change): FilterField => {
  const t = useMessages('service-orders')
  const products = useRead(api.menuProducts, undefined, { staleTime: PICKER_STALE_MS })
  const nameOf = useProductName()
  return choiceFilter(
    'product_key',
    t(($) => $.columns.product),
    (products.data ?? []).map((product) => ({ value: product.product_key, label: nameOf(product) })),
    product_key === '' ? undefined : product_key,
    (value) => change({ product_key: value ?? '' }),
  )
}
