import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { countParam, defaultParam, type Params, readParams, writeParams } from './filter-bar-params.ts'

/** Rows per page; the largest is the server's maximum. */
export const PAGE_SIZES = [10, 20, 50, 100, LIMITS.page_size_max] as const

/** Order and page of a list, as query parameters. */
export type ListPlace = { sort_by: string; sort_order: 'asc' | 'desc'; pageNo: number; size: number }

/** The parameters of {@link ListPlace}, to be spread beside the filters of a list. */
export const placeParams = <const Sort extends string>(sorts: readonly Sort[], first: NoInfer<Sort>) => ({
  sort_by: defaultParam(sorts, first),
  sort_order: defaultParam(['asc', 'desc'], 'asc'),
  pageNo: countParam(1),
  size: countParam(20, PAGE_SIZES),
})

/**
 * The query of a list and functions that change it: filters, order and page. A change of filters or order goes to page
 * 1, `turn` does not; it ignores an order that the list does not have. `clear` resets the filters, but keeps `kept`,
 * order and page size. `match` is equal while the same rows match; `view` is all but the page, for {@link open};
 * `viewOf` normalises a stored view.
 * `clearAll` resets `kept` too. `embedded`: the list is a part of a screen and keeps its query to itself.
 */
export const useListAddress = <Values extends ListPlace>(
  params: Params<Values>,
  kept: readonly (keyof Values & string)[] = NOTHING,
  embedded = false,
) => {
  const own = useState(() => new URLSearchParams())
  const of_screen = useSearchParams()
  const [query, setQuery] = embedded ? own : of_screen
  const address = useMemo(() => readParams(params, query), [params, query])
  const change = useCallback(
    // The latest query, not the rendered one: two quick changes must not undo each other.
    (part: Partial<Values>) =>
      setQuery((newest) => writeParams(params, { ...readParams(params, newest), pageNo: 1, ...part })),
    [params, setQuery],
  )
  const turn = useCallback(
    ({ sort_by, ...place }: Partial<ListPlace>) => {
      const known = sort_by === undefined ? null : params.sort_by.read(sort_by)
      // Order and page are part of every list's values.
      change({ ...place, ...(known === null ? {} : { sort_by: known }) } as Partial<Values>)
    },
    [params, change],
  )
  const empty = useMemo(() => readParams(params, new URLSearchParams()), [params])
  const clearBut = useCallback(
    (keys: readonly (keyof Values & string)[]) =>
      setQuery((newest) => {
        const before = readParams(params, newest)
        const { sort_by, sort_order, size } = before
        const left = Object.fromEntries(keys.map((key) => [key, before[key]]))
        return writeParams(params, { ...empty, ...left, sort_by, sort_order, size, pageNo: 1 })
      }),
    [setQuery, params, empty],
  )
  const clear = useCallback(() => clearBut(kept), [clearBut, kept])
  const clearAll = useCallback(() => clearBut(NOTHING), [clearBut])
  const { sort_by, sort_order, size } = empty
  const match = writeParams(params, { ...address, sort_by, sort_order, size, pageNo: 1 }).toString()
  const open = useCallback(
    (saved: string) => setQuery(writeParams(params, readParams(params, new URLSearchParams(saved)))),
    [params, setQuery],
  )
  const view = writeParams(params, { ...address, pageNo: 1 }).toString()
  const viewOf = useCallback(
    (saved: string) => writeParams(params, { ...readParams(params, new URLSearchParams(saved)), pageNo: 1 }).toString(),
    [params],
  )
  return { address, change, turn, clear, clearAll, match, view, viewOf, open }
}

const NOTHING: readonly never[] = []
