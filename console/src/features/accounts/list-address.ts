import { ACCOUNT_SORTS, ACCOUNT_STATES } from '@heatfleet/contract/account-row.ts'
import type { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
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
import { dayEnd, dayStart, withoutEmpty } from '../../ui/list-request.ts'

export const PAGE_SIZES = [10, 20, 50, 100] as const

/** Every part of the address of the list: filters, page and order. */
const PARAMS = {
  user_name: textParam(LIMITS.user_name_max),
  nick_name: textParam(LIMITS.nick_name_max),
  company: textParam(LIMITS.company_max),
  phone: textParam(LIMITS.phone_max),
  email: textParam(LIMITS.email_max),
  role_id: numberParam,
  resource_group_id: numberParam,
  agent_id: numberParam,
  include_lower: flagParam(true),
  state: choiceParam(ACCOUNT_STATES),
  totp: eitherParam,
  last_login_from: dayParam,
  last_login_to: dayParam,
  sort_by: defaultParam(ACCOUNT_SORTS, 'created_at'),
  sort_order: defaultParam(['asc', 'desc'], 'desc'),
  pageNo: countParam(1),
  size: countParam(20, PAGE_SIZES),
}
export type ListAddress = ValuesOf<typeof PARAMS>

/** Reads the address; unknown or broken parts are as if they were not there. */
export const readAddress = (query: URLSearchParams): ListAddress => readParams(PARAMS, query)

/** Writes the address; empty values and defaults are left out. */
export const writeAddress = (address: ListAddress): URLSearchParams => writeParams(PARAMS, address)

/** The same view without any filter; order and page size stay. */
export const withoutFilters = ({ sort_by, sort_order, size }: ListAddress): ListAddress => ({
  ...readAddress(new URLSearchParams()),
  sort_by,
  sort_order,
  size,
})

/** The part of an address that a saved view keeps: everything but the page. */
export const viewOf = (address: ListAddress): string => writeAddress({ ...address, pageNo: 1 }).toString()

export type ListRequest = RequestOf<typeof api.accountList>

/** The call that an address asks for; empty values are left out (spec 5). */
export const listRequest = (address: ListAddress): ListRequest => {
  const { pageNo, size, last_login_from, last_login_to, ...filter } = address
  const body = { ...filter, last_login_from: dayStart(last_login_from), last_login_to: dayEnd(last_login_to) }
  return { query: { pageNo, size }, body: withoutEmpty(body) }
}
