import { DEVICE_SORTS, QUICK_TABS } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { BUS_STATES, IDENTIFY_STATES, ONLINE_STATES, RECOGNITION_STATES } from '@heatfleet/contract/transitions.ts'
import {
  choiceParam,
  countParam,
  dayParam,
  defaultParam,
  eitherParam,
  flagParam,
  numberParam,
  readParams,
  textParam,
  type ValuesOf,
  writeParams,
} from '../../ui/filter-bar-params.ts'

/** Rows a page may hold; the largest is the most the server gives at once. */
export const PAGE_SIZES = [10, 20, 50, 100, LIMITS.page_size_max] as const
/** Networks a module may have. */
export const NETWORKS = ['4g', 'wifi'] as const

/** Every part of the address of the device list: filters, quick tab, page and order. */
const PARAMS = {
  quick: defaultParam(QUICK_TABS, 'all'),
  // Long enough for as many ids as one filter may hold, each with its separator.
  keyword: textParam(LIMITS.filter_ids_max * 24),
  product_key: textParam(64),
  agent_id: numberParam,
  include_lower: flagParam(true),
  online_status: choiceParam(ONLINE_STATES),
  active_status: eitherParam,
  alarm_status: eitherParam,
  vcard_pk: choiceParam(RECOGNITION_STATES),
  identify_status: choiceParam(IDENTIFY_STATES),
  import_tag: textParam(40),
  software_version: textParam(40),
  hardware_version: textParam(40),
  bus_status: choiceParam(BUS_STATES),
  net: choiceParam(NETWORKS),
  last_online_from: dayParam,
  last_online_to: dayParam,
  sort_by: defaultParam(DEVICE_SORTS, 'mac'),
  sort_order: defaultParam(['asc', 'desc'], 'asc'),
  pageNo: countParam(1),
  size: countParam(20, PAGE_SIZES),
}

/** What the device list shows, as the address tells it. */
export type ListAddress = ValuesOf<typeof PARAMS>

/** Reads the address; unknown or broken parts are as if they were not there. */
export const readAddress = (query: URLSearchParams): ListAddress => readParams(PARAMS, query)

/** Writes the address; empty values and defaults are left out. */
export const writeAddress = (address: ListAddress): URLSearchParams => writeParams(PARAMS, address)

/** The filters alone, without quick tab, page and order. */
export const FILTER_KEYS = [
  'keyword',
  'product_key',
  'agent_id',
  'include_lower',
  'online_status',
  'active_status',
  'alarm_status',
  'vcard_pk',
  'identify_status',
  'import_tag',
  'software_version',
  'hardware_version',
  'bus_status',
  'net',
  'last_online_from',
  'last_online_to',
] as const satisfies readonly (keyof ListAddress)[]

/** The same view without any filter; order and page size stay. */
export const withoutFilters = (address: ListAddress): ListAddress => ({
  ...readAddress(new URLSearchParams()),
  quick: address.quick,
  sort_by: address.sort_by,
  sort_order: address.sort_order,
  size: address.size,
})

/** A change of what is listed starts at page 1; turning the page does not. */
export const changeAddress = (address: ListAddress, change: Partial<ListAddress>): ListAddress => ({
  ...address,
  pageNo: 1,
  ...change,
})

/** The part of an address that a saved view keeps: everything but the page. */
export const viewOf = (address: ListAddress): string => writeAddress({ ...address, pageNo: 1 }).toString()

/** What decides which rows match, order and page aside: a selection of "all that match" holds only while it is equal. */
export const matchKey = (address: ListAddress): string =>
  writeAddress({ ...address, pageNo: 1, size: 20, sort_by: 'mac', sort_order: 'asc' }).toString()
