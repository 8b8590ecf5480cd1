import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMemo } from 'react'
import { countedAgents } from '../../cloud/agent-tree.ts'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { FilterText } from '../../ui/filter-bar-controls.tsx'
import { titleOf } from '../../ui/filter-bar-tree.ts'
import { choiceFilter, eitherFilter, textFilter, useDaysFilter } from '../../ui/list-filters.tsx'
import { treeFilter } from '../../ui/tree-filter.tsx'
import { idsOf } from './ids.ts'
import type { ListAddress, TABS } from './list-address.ts'

type Change = (part: Partial<ListAddress>) => void
/** How long the pickers' own lists are good without asking again, ms. */
const PICKER_STALE_MS = 60_000

/** The filters of product 3.10; each tab has those that mean something there. */
export const useFilters = (address: ListAddress, change: Change): FilterField[] => {
  const t = useMessages('shipments')
  const nameOf = useProductName()
  const days = useDaysFilter()
  const products = useRead(api.menuProducts, undefined, { staleTime: PICKER_STALE_MS })
  const agents = useRead(api.menuAgents, undefined, { staleTime: PICKER_STALE_MS })
  const tree = useMemo(() => countedAgents(agents.data ?? []), [agents.data])
  const agent_label = address.tab === 'to_ship' ? t(($) => $.columns.holder) : t(($) => $.columns.receiver_name)
  const { product_key, agent_id, state, ever_online, ship_from: from, ship_to: to } = address
  const agent = agent_id === undefined ? undefined : (titleOf(tree, agent_id) ?? String(agent_id))
  const all: Record<string, FilterField> = {
    macs: useIdFilter(address, change),
    product_key: choiceFilter(
      'product_key',
      t(($) => $.columns.product_name),
      (products.data ?? []).map((product) => ({ value: product.product_key, label: nameOf(product) })),
      product_key === '' ? undefined : product_key,
      (next = '') => change({ product_key: next }),
    ),
    agent_id: treeFilter('agent_id', agent_label, { value: agent_id, shown: agent, nodes: tree }, (next) =>
      change({ agent_id: next }),
    ),
    batch_no: textFilter(
      'batch_no',
      t(($) => $.columns.batch_no),
      address.batch_no,
      (batch_no) => change({ batch_no }),
    ),
    order_no: textFilter(
      'order_no',
      t(($) => $.columns.order_no),
      address.order_no,
      (order_no) => change({ order_no }),
    ),
    state: choiceFilter(
      'state',
      t(($) => $.columns.state),
      (['shipped', 'confirmed'] as const).map((value) => ({ value, label: t(($) => $.states[value]) })),
      state === 'returned' ? undefined : state,
      (next) => change({ state: next }),
    ),
    ever_online: eitherFilter(
      'ever_online',
      t(($) => $.filters.ever_online),
      { yes: t(($) => $.yes), no: t(($) => $.no) },
      ever_online,
      (next) => change({ ever_online: next }),
    ),
    period: days(
      'period',
      t(($) => $.filters.period),
      { from, to },
      (period) => change({ ship_from: period.from, ship_to: period.to }),
    ),
  }
  return FILTERS_OF[address.tab].flatMap((key) => all[key] ?? [])
}

const FILTERS_OF = {
  to_ship: ['macs', 'product_key', 'agent_id'],
  shipped: ['macs', 'product_key', 'agent_id', 'state', 'batch_no', 'order_no', 'ever_online', 'period'],
  batches: ['batch_no', 'agent_id', 'product_key', 'order_no', 'period'],
  returned: ['macs', 'product_key', 'agent_id', 'ever_online', 'batch_no', 'order_no', 'period'],
} as const satisfies Record<(typeof TABS)[number], readonly string[]>

const useIdFilter = ({ macs: text }: ListAddress, change: Change): FilterField => {
  const t = useMessages('shipments')
  const label = t(($) => $.columns.mac)
  const { macs, incomplete } = idsOf(text)
  const max = LIMITS.filter_ids_max
  const error =
    incomplete.length > 0
      ? t(($) => $.filters.not_whole, { ids: incomplete.slice(0, 3).join(', ') })
      : macs.length > max
        ? t(($) => $.filters.over_max, { max })
        : undefined
  return {
    key: 'macs',
    label,
    control: (
      <FilterText
        label={label}
        placeholder={t(($) => $.filters.macs)}
        value={text}
        joinLines={(lines) => lines.replaceAll(/[\s,]*[\n\r\t]+\s*/g, ', ')}
        error={error}
        onCommit={(next) => change({ macs: next })}
      />
    ),
    chip:
      macs.length === 0 || error !== undefined
        ? undefined
        : macs.length > 1
          ? t(($) => $.units, { count: macs.length })
          : macs[0],
    clear: () => change({ macs: '' }),
  }
}
