import { ACCOUNT_SORTS, ACCOUNT_STATES } from '@heatfleet/contract/accounts/row.ts'
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
  textParam,
  type ValuesOf,
} from '../../ui/filter-bar-params.ts'
import { withoutEmpty } from '../../ui/list-request.ts'
import { dayEnd, dayStart } from '../../ui/zone-day.ts'

export const PAGE_SIZES = [10, 20, 50, 100] as const

/** Every part of the address of the list: filters, page and order. */
export const PARAMS = {
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

export type ListRequest = RequestOf<typeof api.accountList>

/** The call that an address asks for; empty values are left out (spec 5). */
export const listRequest = (address: ListAddress): ListRequest => {
  const { pageNo, size, last_login_from, last_login_to, ...filter } = address
  const body = { ...filter, last_login_from: dayStart(last_login_from), last_login_to: dayEnd(last_login_to) }
  return { query: { pageNo, size }, body: withoutEmpty(body) }
}
