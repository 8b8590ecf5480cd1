import type { Endpoint, RequestOf, ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { ExportKind } from '@heatfleet/contract/exports/exports.ts'
import type { ListName } from '@heatfleet/contract/list-preferences/list-preferences.ts'
import type { Page } from '@heatfleet/contract/paging.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { FilterOf } from '../features/exports/public.ts'
import type { Language } from '../messages/language-code.ts'
import type { Namespace } from '../messages/messages.ts'
import { defaultParam, type Params, type ValuesOf } from '../ui/filter-bar-params.ts'
import type { Icon } from '../ui/icons.tsx'
import { type ListPlace, PAGE_SIZES, placeParams } from '../ui/list-address.ts'
import { withoutEmpty } from '../ui/list-request.ts'
import { columnKinds, type ListColumn } from './columns.tsx'
import { type AddressOf, type AnyFilter, filterParams } from './filter-kind.ts'
import { filterKinds } from './filters.tsx'
import type { Translate } from './texts.ts'

/** What cells, titles and labels are written with: the language, and what a list adds to it. */
export type Say = { lang: Language }
/** The same with the texts of one catalogue. */
type SayOf<Ns extends Namespace, Extra> = Say & { t: Translate<Ns> } & Extra

export type ListCall = Endpoint & { result: z.ZodType<Page<object>> }
export type RowOf<C extends ListCall> = ResultOf<C> extends { list: (infer Row)[] } ? Row : never
/** What the filters are sent in: the body, or the query of a call without one. */
type BodyOf<C extends ListCall> = C extends { body: z.ZodType }
  ? NonNullable<RequestOf<C>['body']>
  : NonNullable<RequestOf<C>['query']>

/** Columns that show the row's own value must have the name of one. */
type Owned<Row, Cs> = { [Key in keyof Cs]: Key extends keyof Row ? unknown : { own?: never } }

/** Kinds of export whose columns are known beforehand. */
export type ListKind = Exclude<ExportKind, 'device-history'>

/** How a list is written to a file. */
export type ListExport<Kind extends ListKind, S, Filter = FilterOf<Kind>> = {
  kind: Kind
  /** Null where the rows are one's own. */
  needs: Permission | null
  /** What the file is filtered by beside the filters of the list. */
  also?: (say: S) => Partial<Filter>
  /** Every column is chosen at first, whatever the table shows. */
  all?: boolean
  /** The filter of some rows alone by their keys, and of all that match but some: for lists whose rows can be selected. */
  only?: (keys: string[]) => Filter
  except?: (keys: string[]) => Partial<Filter>
}

type Facts<C extends ListCall, Row, S> = {
  /** Under which name the account keeps columns and views; null = it keeps none. */
  name: ListName | null
  /** The right that reading needs, named when it is missing. */
  needs?: Permission
  /** Accessible name of the table. */
  label: (say: S) => string
  key: (row: Row) => string
  /** How a row is called by screen readers. */
  title: (row: Row, say: S) => string
  /** Address of the row's own screen; `query` is what the address of the list holds now. */
  path?: (row: Row, query: URLSearchParams) => string
  /** Parameters in the path of the call. */
  path_params?: (say: S) => RequestOf<C>['params']
  /** The screen keeps parameters of its own in the address, which stay. */
  shares_address?: boolean
  /** Poll interval, ms, by the latest result. */
  refetch_ms?: (data: ResultOf<C> | undefined) => number | false
  /** Titles of columns and labels of filters by their keys, where those are not `columns` of the catalogue. */
  titles?: (say: S) => Readonly<Record<string, string>>
  /** Left of the bar above the table. */
  summary: (say: S, total: number, data: ResultOf<C>) => string
  /** Shown when there has never been a row. */
  never: (say: S) => { title: string; text?: string; icon?: Icon; action?: ReactNode }
  page_sizes?: readonly number[]
  /** Filters that are always in view. */
  visible?: number
  export?: ListExport<ListKind, S, object>
}

/** A list as its screen uses it; made by {@link listOf}. */
export type List<C extends ListCall, Row, S, Address extends ListPlace, Given> = Facts<C, Row, S> & {
  call: C
  messages: Namespace
  use: (given: Given) => object
  columns: Readonly<Record<string, ListColumn<Row, S>>>
  sorts: readonly string[]
  filters: Readonly<Record<string, AnyFilter<S>>>
  params: Params<Address>
  /** Filters and columns that this address offers, in this order. */
  offered: (address: Address) => Offered
  /** Parts of the address that clearing the filters leaves alone. */
  kept: readonly (keyof Address & string)[]
  bodyOf: (address: Address) => BodyOf<C>
}

type Offered = { filters: readonly string[]; columns: readonly string[] }
type Nothing = Record<never, never>

/**
 * Begins the declaration of a list: its call and its catalogue fix what columns and filters may name. `use` is a hook
 * that adds to what cells are written with; `Given` is what the screen hands it.
 */
export const listOf = <C extends ListCall, Ns extends Namespace, Extra extends object = Nothing, Given = undefined>(
  call: C,
  messages: Ns,
  use: (given: Given) => Extra = () => ({}) as Extra,
) => {
  type Row = RowOf<C>
  type S = SayOf<Ns, Extra>
  const list = <
    F extends Record<string, AnyFilter<never>>,
    Cs extends Record<string, ListColumn<Row, never>>,
    Also extends Params<Record<never, never>> = Nothing,
  >({
    filters,
    sorts = [],
    sorted,
    also,
    columns,
    offered,
    body,
    ...facts
  }: Omit<Facts<C, Row, S>, 'export'> & {
    export?: { [Kind in ListKind]: ListExport<Kind, S> }[ListKind]
    filters: F
    columns: Cs & Owned<Row, Cs>
    /** What the server can sort by; without it the order is the server's. */
    sorts?: readonly string[]
    sorted?: { by: string; order: 'asc' | 'desc' }
    /** Parts of the address that are no filters: a tab. */
    also?: Also
    /** Filters and columns that mean something there, for a list whose tabs differ; default: all, as they are declared. */
    offered?: (address: AddressOf<F> & ValuesOf<Also>) => {
      filters?: readonly NoInfer<keyof F & string>[]
      columns?: readonly NoInfer<keyof Cs & string>[]
    }
    /** What the filters alone do not say of the request. */
    body?: (address: AddressOf<F> & ValuesOf<Also> & ListPlace) => Partial<BodyOf<C>>
  }): List<C, Row, S, AddressOf<F> & ValuesOf<Also> & ListPlace, Given> => {
    type Address = AddressOf<F> & ValuesOf<Also> & ListPlace
    const first = sorted?.by ?? 'server'
    const params = {
      ...also,
      ...filterParams(filters),
      ...placeParams(sorts.length === 0 ? [first] : sorts, first, facts.page_sizes ?? PAGE_SIZES),
      sort_order: defaultParam(['asc', 'desc'], sorted?.order ?? 'asc'),
    }
    const all: Offered = { filters: Object.keys(filters), columns: Object.keys(columns) }
    const offeredAt = (address: Address): Offered => (offered === undefined ? all : { ...all, ...offered(address) })
    const filterMap: Readonly<Record<string, AnyFilter<never>>> = filters
    return {
      ...facts,
      call,
      messages,
      use,
      // Made by the kinds below, which are given this very `S`.
      columns: columns as Record<string, ListColumn<Row, never>> as Record<string, ListColumn<Row, S>>,
      sorts,
      filters: filterMap as Record<string, AnyFilter<S>>,
      // One parameter for each value of the address, by the types of the filters.
      params: params as unknown as Params<Address>,
      offered: offeredAt,
      kept: [
        ...Object.keys(also ?? {}),
        ...Object.keys(filters).filter((key) => filterMap[key]?.kept),
      ] as (keyof Address & string)[],
      bodyOf: (address) => {
        const values: object = address
        const filtered = offeredAt(address).filters.map((key) => filterMap[key]?.body(values, key))
        const order = sorts.length === 0 ? {} : { sort_by: address.sort_by, sort_order: address.sort_order }
        // The filters are those of the call's own filter; the server refuses what is not.
        return withoutEmpty(Object.assign({}, ...filtered, order, body?.(address))) as BodyOf<C>
      },
    }
  }
  return { list, column: columnKinds<Row, S>(), filter: filterKinds<S>() }
}

/** A list for a screen that filters it: some of its columns, in this order, whatever the account chose. */
export const fixedList = <C extends ListCall, S, Address extends ListPlace, Given>(
  { export: _, ...list }: List<C, RowOf<C>, S, Address, Given>,
  keys: readonly string[],
): List<C, RowOf<C>, S, Address, Given> => {
  const columns = keys.flatMap((key) => {
    const column = list.columns[key]
    return column === undefined ? [] : [[key, { ...column, by_default: true }] as const]
  })
  const offered = { filters: [], columns: keys }
  return { ...list, name: null, filters: {}, columns: Object.fromEntries(columns), offered: () => offered }
}
