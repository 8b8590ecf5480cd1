import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { useEffect, useMemo, useState } from 'react'
import { useRead } from '../cloud/call.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { type Column, columnsOf } from '../ui/data-table-columns.ts'
import type { Selection } from '../ui/data-table-selection.ts'
import { nothingSelected } from '../ui/data-table-selection.ts'
import { type ListPlace, useListAddress } from '../ui/list-address.ts'
import type { List, ListCall, RowOf } from './list.ts'
import { useTableLayout } from './table-layout.ts'

type ListOptions<Address> = {
  /** False waits and shows no rows, for an address that cannot be requested. */
  enabled?: (address: Address) => boolean
  refetchInterval?: number
  /** A part of a screen: its place is kept here, not in the address. */
  embedded?: boolean
  /** What the screen adds to the request. */
  also?: object
}

/** Address and filters of a declared list, for a screen that draws its tables elsewhere. */
export const useListFilters = <C extends ListCall, S, Address extends ListPlace, Given>(
  list: List<C, RowOf<C>, S, Address, Given>,
  given: Given,
  embedded = false,
) => {
  const say = useSay(list, given)
  const at = useListAddress(list.params, list.kept, embedded, list.shares_address)
  const { address, change } = at
  const { titles: columns, labels } = useTexts(list.messages)
  const titles = useMemo(() => list.titles?.(say) ?? columns, [list, say, columns])
  const offered = list.offered(address)
  const found = new Map(
    Object.entries(list.filters).map(([key, filter]) => {
      const label = filter.label?.(say) ?? titles[key] ?? labels[key] ?? key
      // biome-ignore lint/correctness/useHookAtTopLevel: the filters of a list are always the same, in the same order
      const field = filter.useField({
        key,
        label,
        values: address,
        change: (part) => change(part as Partial<Address>),
        say,
      })
      return [key, field]
    }),
  )
  const fields = offered.filters.flatMap((key) => found.get(key) ?? [])
  const filtered =
    fields.some(({ chip }) => chip !== undefined) ||
    offered.filters.some((key) => list.filters[key]?.narrows?.(address, key))
  return { ...at, list, say, titles, offered, fields, filtered }
}

/** A declared list on its screen: address, request, answer, filters, columns, selection. */
export const useList = <C extends ListCall, S, Address extends ListPlace, Given>(
  list: List<C, RowOf<C>, S, Address, Given>,
  given: Given,
  { also, embedded = false, enabled: enabledAt, ...options }: ListOptions<Address> = {},
) => {
  type Row = RowOf<C>
  const at = useListFilters(list, given, embedded)
  const { address, say, titles, offered } = at
  const columns = useMemo(
    (): readonly Column<Row>[] =>
      offered.columns.flatMap((key) => {
        const column = list.columns[key]
        if (column === undefined) return []
        const { px, title, cell, sort, by_default = true, exports: _, ...place } = column
        return {
          ...place,
          key,
          title: title?.(say) ?? titles[key] ?? key,
          width_px: px,
          by_default: typeof by_default === 'function' ? by_default(say) : by_default,
          sort_key: sort === false ? undefined : (sort ?? list.sorts.find((name) => name === key)),
          cell: (row: Row) => cell(row, say, key),
        }
      }),
    [list, say, titles, offered.columns],
  )
  const [layout, setLayout] = useTableLayout(list.name, columns)
  const { pageNo, size } = address
  const body = { ...list.bodyOf(address), ...also }
  // Paging and filter are what every list's call is sent.
  const request = {
    ...(list.path_params === undefined ? {} : { params: list.path_params(say) }),
    query: { ...(list.call.body === undefined ? body : {}), pageNo, size },
    ...(list.call.body === undefined ? {} : { body }),
  } as unknown as RequestOf<C>
  const enabled = enabledAt?.(address) ?? true
  const found = useRead(list.call, request, {
    placeholder: 'keep',
    enabled,
    ...(list.refetch_ms === undefined ? {} : { refetchInterval: list.refetch_ms }),
    ...options,
  })
  const read = enabled ? found : { ...found, data: undefined }
  // Rows were deleted, or the address is an old one: the last page that there is.
  const last_page = Math.max(1, Math.ceil((read.data?.total ?? 0) / size))
  const is_beyond = read.data !== undefined && !read.isPlaceholderData && pageNo > last_page
  const { turnBack } = at
  useEffect(() => {
    if (is_beyond) turnBack(last_page)
  }, [is_beyond, last_page, turnBack])
  const [kept, setKept] = useState<{ match: string; selection: Selection<Row> }>()
  const match = `${at.match} ${JSON.stringify(also ?? {})}`
  const selection = kept?.match === match ? kept.selection : nothingSelected<Row>()
  const shown = columnsOf(layout, columns).flatMap(({ key }) => list.columns[key]?.exports ?? key)
  return {
    ...at,
    columns,
    layout,
    setLayout,
    /** Columns of the file that the table shows now. */
    shown,
    body,
    request,
    read,
    // The answer of a list's call is a page of its rows.
    rows: (read.data?.list ?? NO_ROWS) as readonly Row[],
    total: read.data?.total ?? 0,
    selection,
    select: (next: Selection<Row>) => setKept({ match, selection: next }),
  }
}

/** What {@link useList} gives to the parts of a list's screen. */
export type ListInUse<C extends ListCall, S, Address extends ListPlace, Given> = ReturnType<
  typeof useList<C, S, Address, Given>
>
/** What {@link useListFilters} gives. */
export type FiltersInUse<C extends ListCall, S, Address extends ListPlace, Given> = ReturnType<
  typeof useListFilters<C, S, Address, Given>
>

const NO_ROWS: readonly never[] = []

const useTexts = (messages: List<ListCall, object, object, ListPlace, never>['messages']) => {
  const t = useMessages(messages)
  return useMemo(() => {
    // By key: which catalogue it is, is known only where the list is declared.
    const group = (key: string) => (t as (key: string, options: object) => unknown)(key, { returnObjects: true })
    return { titles: textsOf(group('columns')), labels: textsOf(group('filters')) }
  }, [t])
}

const textsOf = (group: unknown): Readonly<Record<string, string>> =>
  typeof group === 'object' && group !== null
    ? Object.fromEntries(Object.entries(group).filter(([, text]) => typeof text === 'string'))
    : {}

/** What the cells are written with; the same object while nothing in it changes, so that rows are not drawn anew. */
const useSay = <C extends ListCall, S, Address extends ListPlace, Given>(
  list: List<C, RowOf<C>, S, Address, Given>,
  given: Given,
): S => {
  const t = useMessages(list.messages)
  const lang = useLanguage()
  const now: object = { t, lang, ...list.use(given) }
  // Language, texts and what the list's own hook adds: that is what `S` consists of, always under the same names.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes with its parts, not with each drawing
  return useMemo(() => now as S, Object.values(now))
}
