import type { api } from '@heatfleet/contract/api.ts'
import { APP_USER_SORTS, APP_USER_STATES, MARKS } from '@heatfleet/contract/app-users/app-users.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import {
  choiceParam,
  countParam,
  dayParam,
  defaultParam,
  eitherParam,
  numberParam,
  textParam,
  type ValuesOf,
} from '../../ui/filter-bar-params.ts'
import { withoutEmpty } from '../../ui/list-request.ts'
import { dayEnd, dayStart } from '../../ui/zone-day.ts'

export const PAGE_SIZES = [10, 20, 50, 100] as const

/** Every part of the address of the list: filters, page and order. */
export const PARAMS = {
  search: textParam(100),
  phone: textParam(LIMITS.phone_max),
  email: textParam(LIMITS.email_max),
  app_id: numberParam,
  status: choiceParam(APP_USER_STATES),
  mark: choiceParam(MARKS),
  has_device: eitherParam,
  country: textParam(2),
  registered_from: dayParam,
  registered_to: dayParam,
  last_login_from: dayParam,
  last_login_to: dayParam,
  sort_by: defaultParam(APP_USER_SORTS, 'register_time'),
  sort_order: defaultParam(['asc', 'desc'], 'desc'),
  pageNo: countParam(1),
  size: countParam(20, PAGE_SIZES),
}
export type ListAddress = ValuesOf<typeof PARAMS>

/** The call that an address asks for; empty values are left out (spec 5). */
export const listRequest = (address: ListAddress): RequestOf<typeof api.appUserList> => {
  const { pageNo, size, registered_from, registered_to, last_login_from, last_login_to, ...filter } = address
  const body = {
    ...filter,
    registered_from: dayStart(registered_from),
    registered_to: dayEnd(registered_to),
    last_login_from: dayStart(last_login_from),
    last_login_to: dayEnd(last_login_to),
  }
  return { query: { pageNo, size }, body: withoutEmpty(body) }
}
