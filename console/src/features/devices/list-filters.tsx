import { api } from '@heatfleet/contract/api.ts'
import { BUS_STATES, IDENTIFY_STATES, ONLINE_STATES, RECOGNITION_STATES } from '@heatfleet/contract/transitions.ts'
import { useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { countedDistributors } from '../../cloud/distributor-tree.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { useDayText } from '../../ui/day-text.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { FilterSwitch, FilterText } from '../../ui/filter-bar-controls.tsx'
import { titleOf } from '../../ui/filter-bar-tree.ts'
import { choiceFilter, eitherFilter, textFilter, useDaysFilter } from '../../ui/list-filters.tsx'
import { treeFilter } from '../../ui/tree-filter.tsx'
import { joinPastedLines, type Keyword, parseKeyword } from './keyword.ts'
import { type ListAddress, NETWORKS } from './list-address.ts'

type Change = (part: Partial<ListAddress>) => void
/** Filters whose value is one of a table of names. */
type ChoiceKey = 'online_status' | 'vcard_pk' | 'identify_status' | 'bus_status' | 'net'
type EitherKey = 'active_status' | 'alarm_status'
type TextKey = 'import_tag' | 'software_version' | 'hardware_version'

/** How long the pickers' own lists are good without asking again, ms. */
const PICKER_STALE_MS = 60_000

/** The filters of the device list in the order of product 3.7, bound to its address. */
export const useListFilters = (address: ListAddress, change: Change): FilterField[] => {
  const t = useMessages('devices')
  const common = useCommonFilters(address, change)

  const text = (key: TextKey): FilterField =>
    textFilter(
      key,
      t(($) => $.columns[key]),
      address[key],
      (value) => change({ [key]: value }),
    )
  const choice = <Value extends string>(
    key: ChoiceKey,
    names: readonly Value[],
    value: Value | undefined,
    name: (value: Value) => string,
  ): FilterField =>
    choiceFilter(
      key,
      t(($) => $.columns[key]),
      names.map((option) => ({ value: option, label: name(option) })),
      value,
      (next) => change({ [key]: next }),
    )
  const either = (key: EitherKey, yes: string, no: string): FilterField =>
    eitherFilter(
      key,
      t(($) => $.columns[key]),
      { yes, no },
      address[key],
      (value) => change({ [key]: value }),
    )
  return [
    ...common,
    choice('online_status', ONLINE_STATES, address.online_status, (state) => t(($) => $.online[state])),
    either(
      'active_status',
      t(($) => $.active.yes),
      t(($) => $.active.no),
    ),
    either(
      'alarm_status',
      t(($) => $.alarm.yes),
      t(($) => $.alarm.no),
    ),
    choice('vcard_pk', RECOGNITION_STATES, address.vcard_pk, (state) => t(($) => $.recognition[state])),
    choice('identify_status', IDENTIFY_STATES, address.identify_status, (state) => t(($) => $.recognition[state])),
    choice('bus_status', BUS_STATES, address.bus_status, (state) => t(($) => $.bus[state])),
    choice('net', NETWORKS, address.net, (net) => t(($) => $.net[net])),
    text('import_tag'),
    text('software_version'),
    text('hardware_version'),
    useLastOnlineFilter(address, change),
  ]
}

/** Keyword, product and distributor. */
const useCommonFilters = (address: ListAddress, change: Change): FilterField[] => {
  const t = useMessages('devices')
  const products = useRead(api.menuProducts, undefined, { staleTime: PICKER_STALE_MS })
  const agents = useRead(api.menuAgents, undefined, { staleTime: PICKER_STALE_MS })
  const tree = useMemo(() => countedDistributors(agents.data ?? []), [agents.data])
  const keyword = parseKeyword(address.keyword)
  const keywordError = useKeywordError()
  const keyword_label = t(($) => $.filters.keyword)
  const agent_label = t(($) => $.columns.agent_name)

  const nameOf = useProductName()
  const { product_key, agent_id, include_lower } = address
  const agent = agent_id === undefined ? undefined : (titleOf(tree, agent_id) ?? String(agent_id))
  const agent_shown = agent !== undefined && include_lower ? t(($) => $.filters.and_below, { agent }) : agent
  return [
    {
      key: 'keyword',
      label: keyword_label,
      control: (
        <FilterText
          label={keyword_label}
          placeholder={t(($) => $.filters.keyword_hint)}
          value={address.keyword}
          joinTextLines={joinPastedLines}
          error={keywordError(keyword)}
          onCommit={(text) => change({ keyword: text })}
        />
      ),
      chip:
        keyword.kind !== 'name' && keyword.kind !== 'ids'
          ? undefined
          : keyword.kind === 'ids' && keyword.macs.length > 1
            ? t(($) => $.filters.keyword_ids, { count: keyword.macs.length })
            : address.keyword,
      clear: () => change({ keyword: '' }),
    },
    choiceFilter(
      'product_key',
      t(($) => $.columns.product_name),
      (products.data ?? []).map((product) => ({ value: product.product_key, label: nameOf(product) })),
      product_key === '' ? undefined : product_key,
      (next) => change({ product_key: next ?? '' }),
    ),
    {
      ...treeFilter(
        'agent_id',
        agent_label,
        {
          value: agent_id,
          shown: agent_shown,
          nodes: tree,
          footer: (
            <FilterSwitch
              label={t(($) => $.filters.include_lower)}
              on={include_lower}
              onChange={(on) => change({ include_lower: on })}
            />
          ),
        },
        (next) => change({ agent_id: next }),
      ),
      clear: () => change({ agent_id: undefined, include_lower: true }),
    },
  ]
}

const useLastOnlineFilter = (address: ListAddress, change: Change): FilterField => {
  const t = useMessages('devices')
  const dayText = useDayText()
  const days = useDaysFilter()
  const { last_online_from: from, last_online_to: to } = address
  const chip =
    from !== undefined && to !== undefined
      ? t(($) => $.filters.between_days, { from: dayText(from), to: dayText(to) })
      : from !== undefined
        ? t(($) => $.filters.from_day, { day: dayText(from) })
        : to !== undefined
          ? t(($) => $.filters.to_day, { day: dayText(to) })
          : undefined
  const field = days(
    'last_online',
    t(($) => $.filters.last_online),
    { from, to },
    (next) => change({ last_online_from: next.from, last_online_to: next.to }),
  )
  return { ...field, chip }
}

/** Why a keyword cannot be asked; undefined when it can. */
const useKeywordError = (): ((keyword: Keyword) => string | undefined) => {
  const t = useMessages('devices')
  return (keyword) => {
    if (keyword.kind === 'incomplete')
      return t(($) => $.filters.keyword_incomplete, { count: keyword.ids.length, ids: shortList(keyword.ids) })
    return keyword.kind === 'too_many' ? t(($) => $.filters.keyword_over_limit, { max: keyword.max }) : undefined
  }
}

/** So many wrong ids are named; the rest is counted. */
const NAMED_MAX = 3
const shortList = (ids: readonly string[]): string =>
  ids.length > NAMED_MAX ? `${ids.slice(0, NAMED_MAX).join(', ')} … +${ids.length - NAMED_MAX}` : ids.join(', ')
