import type { api } from '@heatfleet/contract/api.ts'
import { DISTRIBUTOR_SORTS } from '@heatfleet/contract/distributors/distributors.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import {
  choiceParam,
  countParam,
  dayParam,
  defaultParam,
  eitherParam,
  numberParam,
  readParams,
  textParam,
  type ValuesOf,
  writeParams,
} from '../../ui/filter-bar-params.ts'
import { withoutEmpty } from '../../ui/list-request.ts'
import { dayEnd, dayStart } from '../../ui/zone-day.ts'

export const PAGE_SIZES = [10, 20, 50, 100, LIMITS.page_size_max] as const
export const VIEWS = ['table', 'coverage'] as const

const PARAMS = {
  view: defaultParam(VIEWS, 'table'),
  under: numberParam,
  agent_name: textParam(100),
  agent_level: choiceParam(['1', '2', '3']),
  region_code: textParam(6),
  country: textParam(2),
  product_key: textParam(64),
  has_account: eitherParam,
  disabled: eitherParam,
  created_from: dayParam,
  created_to: dayParam,
  sort_by: defaultParam(DISTRIBUTOR_SORTS, 'tree'),
  sort_order: defaultParam(['asc', 'desc'], 'asc'),
  pageNo: countParam(1),
  size: countParam(20, PAGE_SIZES),
}

/** What the list of distributors shows, as the address tells it. */
export type ListAddress = ValuesOf<typeof PARAMS>

export const readAddress = (query: URLSearchParams): ListAddress => readParams(PARAMS, query)
export const writeAddress = (address: ListAddress): URLSearchParams => writeParams(PARAMS, address)

/** A change of what is listed starts at page 1; turning the page does not. */
export const changeAddress = (address: ListAddress, change: Partial<ListAddress>): ListAddress => ({
  ...address,
  pageNo: 1,
  ...change,
})

/** What a saved view keeps: everything but the page. */
export const viewOf = (address: ListAddress): string => writeAddress({ ...address, pageNo: 1 }).toString()

/** The same place in the tree without any filter. */
export const withoutFilters = (address: ListAddress): ListAddress => ({
  ...readAddress(new URLSearchParams()),
  view: address.view,
  sort_by: address.sort_by,
  sort_order: address.sort_order,
  size: address.size,
})

const LEVELS = { '1': 1, '2': 2, '3': 3 } as const

/** The call that an address asks for; empty values are left out (spec 5). `parent_id`: those directly below it. */
export const listRequest = (address: ListAddress, parent_id?: number): RequestOf<typeof api.agentList> => ({
  query: { pageNo: address.pageNo, size: address.size },
  body: withoutEmpty({
    parent_id,
    under: address.under,
    agent_name: address.agent_name,
    agent_level: address.agent_level === undefined ? undefined : LEVELS[address.agent_level],
    region_code: address.region_code,
    country: address.country,
    product_key: address.product_key,
    has_account: address.has_account,
    disabled: address.disabled,
    created_from: dayStart(address.created_from),
    created_to: dayEnd(address.created_to),
    sort_by: address.sort_by,
    sort_order: address.sort_order,
  }),
})
