import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { countParam, defaultParam, type Params, readParams, writeParams } from './filter-bar-params.ts'

/** Rows a page may hold; the largest is the most the server gives at once. */
export const PAGE_SIZES = [10, 20, 50, 100, LIMITS.page_size_max] as const

/** Order and page of a list, as every list keeps them in its address. */
export type ListPlace = { sort_by: string; sort_order: 'asc' | 'desc'; pageNo: number; size: number }

/** The parameters of {@link ListPlace} of one list, to be spread beside its filters. */
export const placeParams = <const Sort extends string>(sorts: readonly Sort[], first: NoInfer<Sort>) => ({
  sort_by: defaultParam(sorts, first),
  sort_order: defaultParam(['asc', 'desc'], 'asc'),
  pageNo: countParam(1),
  size: countParam(20, PAGE_SIZES),
})

/**
 * The address of a list and how to change it: filters, order and page live in the query. A change of what is listed
 * starts at page 1, turning the page does not. `turn` is what a table asks for: an order that this list does not have
 * stays as it was. `clear` empties the filters, but leaves `kept`, order and page size. `match` is equal while the same
 * rows match; `view` is all but the page, for {@link open}; `viewOf` is a stored view as it would be written now.
 */
export const useListAddress = <Values extends ListPlace>(
  params: Params<Values>,
  kept: readonly (keyof Values & string)[] = NOTHING,
) => {
  const [query, setQuery] = useSearchParams()
  const address = useMemo(() => readParams(params, query), [params, query])
  const change = useCallback(
    // The newest query, not the drawn one: two quick changes must not undo each other.
    (part: Partial<Values>) =>
      setQuery((newest) => writeParams(params, { ...readParams(params, newest), pageNo: 1, ...part })),
    [params, setQuery],
  )
  const turn = useCallback(
    ({ sort_by, ...place }: Partial<ListPlace>) => {
      const known = sort_by === undefined ? null : params.sort_by.read(sort_by)
      // The parts of a place are those of every list's values.
      change({ ...place, ...(known === null ? {} : { sort_by: known }) } as Partial<Values>)
    },
    [params, change],
  )
  const empty = useMemo(() => readParams(params, new URLSearchParams()), [params])
  const clear = useCallback(
    () =>
      setQuery((newest) => {
        const before = readParams(params, newest)
        const { sort_by, sort_order, size } = before
        const left = Object.fromEntries(kept.map((key) => [key, before[key]]))
        return writeParams(params, { ...empty, ...left, sort_by, sort_order, size, pageNo: 1 })
      }),
    [setQuery, params, kept, empty],
  )
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
  return { address, change, turn, clear, match, view, viewOf, open }
}

const NOTHING: readonly never[] = []
