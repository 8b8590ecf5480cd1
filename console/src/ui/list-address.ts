import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { countParam, defaultParam, type Params, readParams, writeParams } from './filter-bar-params.ts'

/** Rows per page; the largest is the server's maximum. */
export const PAGE_SIZES = [10, 20, 50, 100, LIMITS.page_size_max] as const

/** Order and page of a list, as query parameters. */
export type ListPlace = { sort_by: string; sort_order: 'asc' | 'desc'; pageNo: number; size: number }

/** The parameters of {@link ListPlace}, to be spread beside the filters of a list. */
export const placeParams = <const Sort extends string>(
  sorts: readonly Sort[],
  first: NoInfer<Sort>,
  sizes: readonly number[] = PAGE_SIZES,
) => ({
  sort_by: defaultParam(sorts, first),
  sort_order: defaultParam(['asc', 'desc'], 'asc'),
  pageNo: countParam(1),
  size: countParam(sizes.find((size) => size === USUAL_SIZE) ?? sizes[0] ?? USUAL_SIZE, sizes),
})
/** Default rows per page, where the list offers that many. */
const USUAL_SIZE = 20

/** What the query of a list becomes by a change; without its screen, so that it can be tested. */
export const listQuery = <Values extends ListPlace>(params: Params<Values>, is_shared = false) => {
  const empty = readParams(params, new URLSearchParams())
  const { sort_by, sort_order, size } = empty
  const at = (query: URLSearchParams | string) => readParams(params, new URLSearchParams(query))
  const write = (values: Values, before: URLSearchParams): URLSearchParams => {
    const after = writeParams(params, values)
    if (is_shared) for (const [key, text] of before) if (!(key in params)) after.set(key, text)
    return after
  }
  return {
    /** A change of filters or order goes to page 1. */
    changed: (query: URLSearchParams, part: Partial<Values>) => write({ ...at(query), pageNo: 1, ...part }, query),
    /** The filters are reset; `kept`, order and page size stay. */
    cleared: (query: URLSearchParams, kept: readonly (keyof Values & string)[]) => {
      const before = at(query)
      const left = Object.fromEntries(
        [...kept, 'sort_by', 'sort_order', 'size'].map((key) => [key, before[key as keyof Values]]),
      )
      return write({ ...empty, ...left }, query)
    },
    /** Equal while the same rows match: without order and page. */
    match: (query: URLSearchParams) =>
      writeParams(params, { ...at(query), sort_by, sort_order, size, pageNo: 1 }).toString(),
    /** All but the page, as a view is saved. */
    view: (query: URLSearchParams | string) => writeParams(params, { ...at(query), pageNo: 1 }).toString(),
    opened: (saved: string) => writeParams(params, at(saved)),
  }
}

/**
 * The query of a list and functions that change it: filters, order and page. `turn` stays on the page and ignores an
 * order that the list does not have. `clear` resets the filters but `kept`, `clearAll` those too. `match` is equal while
 * the same rows match; `view` is what a saved view keeps, for {@link open}; `viewOf` normalises a stored view.
 * `embedded`: the list is a part of a screen and keeps its query to itself; `is_shared`: the screen has parameters of
 * its own, which stay.
 */
export const useListAddress = <Values extends ListPlace>(
  params: Params<Values>,
  kept: readonly (keyof Values & string)[] = NOTHING,
  embedded = false,
  is_shared = false,
) => {
  const own = useState(() => new URLSearchParams())
  const of_screen = useSearchParams()
  const [query, setQuery] = embedded ? own : of_screen
  const rules = useMemo(() => listQuery(params, is_shared), [params, is_shared])
  const address = useMemo(() => readParams(params, query), [params, query])
  const change = useCallback(
    // The latest query, not the rendered one: two quick changes must not undo each other.
    (part: Partial<Values>) => setQuery((newest) => rules.changed(newest, part)),
    [rules, setQuery],
  )
  const turnBack = useCallback(
    // In place of the page that does not exist, so that Back does not lead to it again. An embedded list has no history.
    (pageNo: number) =>
      of_screen[1] === setQuery
        ? of_screen[1]((newest) => rules.changed(newest, { pageNo } as Partial<Values>), { replace: true })
        : setQuery((newest) => rules.changed(newest, { pageNo } as Partial<Values>)),
    [rules, setQuery, of_screen],
  )
  const turn = useCallback(
    ({ sort_by, ...paging }: Partial<ListPlace>) => {
      const known = sort_by === undefined ? null : params.sort_by.read(sort_by)
      // Order and page are part of every list's values.
      change({ ...paging, ...(known === null ? {} : { sort_by: known }) } as Partial<Values>)
    },
    [params, change],
  )
  const clear = useCallback(() => setQuery((newest) => rules.cleared(newest, kept)), [rules, setQuery, kept])
  const clearAll = useCallback(() => setQuery((newest) => rules.cleared(newest, NOTHING)), [rules, setQuery])
  const open = useCallback((saved: string) => setQuery(rules.opened(saved)), [rules, setQuery])
  const match = rules.match(query)
  const view = rules.view(query)
  return { address, change, turn, turnBack, clear, clearAll, match, view, viewOf: rules.view, open }
}

const NOTHING: readonly never[] = []
