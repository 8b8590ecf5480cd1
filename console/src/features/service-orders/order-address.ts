import type { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import {
  ORDER_PRIORITIES,
  ORDER_SORTS,
  ORDER_SOURCES,
  ORDER_TABS,
  ORDER_TYPES,
  RATINGS,
} from '@heatfleet/contract/service-orders/row.ts'
import {
  choiceParam,
  dayParam,
  defaultParam,
  eitherParam,
  numberParam,
  textParam,
  type ValuesOf,
} from '../../ui/filter-bar-params.ts'
import { placeParams } from '../../ui/list-address.ts'
import { withoutEmpty } from '../../ui/list-request.ts'
import { dayEnd, dayStart } from '../../ui/zone-day.ts'

/** What both lists filter by. */
const FILTERS = {
  search: textParam(100),
  type: choiceParam(ORDER_TYPES),
  source: choiceParam(ORDER_SOURCES),
  priority: choiceParam(ORDER_PRIORITIES),
  product_key: textParam(64),
  under: numberParam,
  app_user_id: numberParam,
  handler_uid: numberParam,
  feedback_from: dayParam,
  feedback_to: dayParam,
  resolved_from: dayParam,
  resolved_to: dayParam,
  rating: choiceParam([...RATINGS, 'none']),
  has_comment: eitherParam,
}
/** Newest first until somebody asks otherwise. */
const newestFirst = (sort: (typeof ORDER_SORTS)[number]) => ({
  ...placeParams(ORDER_SORTS, sort),
  sort_order: defaultParam(['asc', 'desc'], 'desc'),
})
export const ORDER_PARAMS = { tab: defaultParam(ORDER_TABS, 'unresolved'), ...FILTERS, ...newestFirst('feedback_time') }
export const EVALUATION_PARAMS = { ...FILTERS, ...newestFirst('resolved_time') }
export type OrderAddress = ValuesOf<typeof ORDER_PARAMS>
export type EvaluationAddress = ValuesOf<typeof EVALUATION_PARAMS>

/** The call that an address asks for; empty values are left out (spec 5). */
const requestOf = <Address extends EvaluationAddress>({ pageNo, size, ...filter }: Address) => {
  const body = {
    ...filter,
    feedback_from: dayStart(filter.feedback_from),
    feedback_to: dayEnd(filter.feedback_to),
    resolved_from: dayStart(filter.resolved_from),
    resolved_to: dayEnd(filter.resolved_to),
  }
  return { query: { pageNo, size }, body: withoutEmpty(body) }
}
export const orderRequest = (address: OrderAddress): RequestOf<typeof api.orderList> => requestOf(address)
export const evaluationRequest = (address: EvaluationAddress): RequestOf<typeof api.evaluationList> =>
  requestOf(address)
