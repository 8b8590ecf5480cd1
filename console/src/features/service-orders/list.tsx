import { api } from '@heatfleet/contract/api.ts'
import {
  ORDER_PRIORITIES,
  ORDER_SORTS,
  ORDER_SOURCES,
  ORDER_TABS,
  ORDER_TYPES,
  RATINGS,
} from '@heatfleet/contract/service-orders/row.ts'
import { ORDER_CAUSES } from '@heatfleet/contract/service-orders/visit.ts'
import { type ListCall, listOf } from '../../lists/list.ts'
import { productName } from '../../messages/product-name.ts'
import { dayParam, defaultParam, numberParam } from '../../ui/filter-bar-params.ts'
import { dayEnd, dayStart } from '../../ui/zone-day.ts'
import { EscalatedMark, OrderSlaMark, OrderStateMark, PriorityMark, RatingMark } from './order-marks.tsx'
import { orderPath } from './order-paths.ts'

type Screen = 'orders' | 'evaluations'
const listOfOrders = <C extends ListCall>(call: C, screen: Screen) => listOf(call, 'service-orders', () => ({ screen }))
const { list, column, filter } = listOfOrders(api.orderList, 'orders')
const evaluation = listOfOrders(api.evaluationList, 'evaluations')

const in_orders = { by_default: ({ screen }: { screen: Screen }) => screen === 'orders' }
const in_evaluations = { by_default: ({ screen }: { screen: Screen }) => screen === 'evaluations' }

/** The columns of both lists (product 3.36, 3.37); each shows others at first. */
const columns = {
  order_id: column.link(
    84,
    ({ order_id }) => orderPath(order_id),
    ({ order_id }) => String(order_id),
    { label: ({ order_id }, { t }) => t(($) => $.detail, { id: order_id }) },
  ),
  feedback_time: column.age(130, in_orders),
  due_time: column.custom(156, (order) => <OrderSlaMark order={order} />, { ...in_orders, exports: ['due_time'] }),
  escalated: column.custom(124, (order) => <EscalatedMark {...order} />, in_orders),
  respondent: column.textOf(
    128,
    ({ respondent, app_user_id }) => respondent || (app_user_id === null ? '' : `#${app_user_id}`),
  ),
  device_name: column.textOf(150, ({ device_name, mac }) => device_name || mac),
  mac: column.text(136, { by_default: false }),
  product: column.textOf(
    140,
    ({ product_name, product_english_name }, { lang }) =>
      productName({ name: product_name, english_name: product_english_name }, lang),
    in_orders,
  ),
  agent_name: column.text(140, in_orders),
  problem: column.text(240, { grows: true }),
  pictures: column.numberOf(76, ({ pictures }) => pictures || null, in_orders),
  videos: column.numberOf(76, ({ videos }) => videos || null, { by_default: false }),
  type: column.word(92, ({ t }) => t(($) => $.types, { returnObjects: true }), in_orders),
  source: column.word(110, ({ t }) => t(($) => $.sources, { returnObjects: true }), { by_default: false }),
  priority: column.custom(88, ({ priority }) => <PriorityMark priority={priority} />, in_orders),
  processed_by: column.textOf(
    150,
    ({ processed_at, processed_by }, { t }) => processed_by || t(($) => $.processed_at[processed_at]),
    { by_default: false, exports: [] },
  ),
  handler: column.text(136),
  status: column.custom(130, ({ status }) => <OrderStateMark status={status} />, in_orders),
  last_reply_time: column.age(130, in_orders),
  resolved_time: column.age(130, in_evaluations),
  rating: column.custom(152, (order, { screen }) => <RatingMark {...order} marks_task={screen === 'evaluations'} />),
  comment: column.text(180, in_evaluations),
  revisited_time: column.age(130, in_evaluations),
}

/** The filters of both lists; between them stand the days of one moment. Those of the other come with an address. */
const filters_before_days = {
  search: filter.text(100),
  type: filter.choice(ORDER_TYPES).text(({ t }, code) => t(($) => $.types[code])),
  under: filter.agent({
    label: ({ t }) => t(($) => $.columns.agent_name),
    below: ({ t }, agent) => t(($) => $.filters.and_below, { agent }),
  }),
  product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product) }),
  rating: filter.choice([...RATINGS, 'none']).text(({ t }, code) => t(($) => $.ratings[code])),
}
const filters_after_days = {
  has_comment: filter.either(({ t }) => ({ yes: t(($) => $.filters.yes), no: t(($) => $.filters.no) })),
  source: filter.choice(ORDER_SOURCES).text(({ t }, code) => t(($) => $.sources[code])),
  priority: filter.choice(ORDER_PRIORITIES).text(({ t }, code) => t(($) => $.priorities[code])),
  app_user_id: filter.one(
    numberParam,
    ({ key, label, value, change }) =>
      value === undefined ? null : { key, label, control: null, chip: `#${value}`, clear: () => change(undefined) },
    { label: ({ t }) => t(($) => $.columns.respondent) },
  ),
  escalated: filter.either(({ t }) => ({ yes: t(($) => $.filters.yes), no: t(($) => $.filters.no) })),
  cause: filter
    .choice([...ORDER_CAUSES, 'unset'])
    .text(({ t }, code) => (code === 'unset' ? t(($) => $.cause_unset) : t(($) => $.causes[code]))),
  handler: filter.text(60),
  respondent: filter.text(60),
  handler_uid: filter.hidden(numberParam),
}

const facts = {
  key: ({ order_id }: { order_id: number }) => String(order_id),
  path: ({ order_id }: { order_id: number }) => orderPath(order_id),
  columns,
  sorts: ORDER_SORTS,
}

/** What people report about their units (product 3.36). */
export const orders = list({
  ...facts,
  name: 'orders',
  needs: 'order:view',
  label: ({ t }) => t(($) => $.title),
  title: ({ order_id }, { t }) => t(($) => $.detail, { id: order_id }),
  summary: ({ t }, count, { more }) => t(($) => (more ? $.more : $.matching), { count }),
  never: ({ t }) => ({ title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  sorted: { by: 'feedback_time', order: 'desc' },
  also: { tab: defaultParam(ORDER_TABS, 'unresolved') },
  filters: {
    ...filters_before_days,
    feedback: filter.days('feedback_from', 'feedback_to', { label: ({ t }) => t(($) => $.columns.feedback_time) }),
    ...filters_after_days,
    resolved_from: filter.hidden(dayParam, (day) => ({ resolved_from: dayStart(day) })),
    resolved_to: filter.hidden(dayParam, (day) => ({ resolved_to: dayEnd(day) })),
  },
  body: ({ tab }) => ({ tab }),
  export: { kind: 'order-list', needs: 'order:export' },
})

/** Resolved orders, and what people thought of the service (product 3.37). */
export const evaluations = evaluation.list({
  ...facts,
  columns: {
    ...columns,
    last_answer: evaluation.column.text(200, in_evaluations),
    revisited_by: evaluation.column.text(130, in_evaluations),
    revisit_result: evaluation.column.text(200, in_evaluations),
    invited_time: evaluation.column.age(130, { by_default: false }),
  },
  name: 'evaluations',
  needs: 'revisit:view',
  label: ({ t }) => t(($) => $.evaluations.title),
  title: ({ order_id }, { t }) => t(($) => $.detail, { id: order_id }),
  summary: ({ t }, count) => t(($) => $.matching, { count }),
  never: ({ t }) => ({ title: t(($) => $.evaluations.never_any), text: t(($) => $.evaluations.never_any_hint) }),
  sorted: { by: 'resolved_time', order: 'desc' },
  filters: {
    ...filters_before_days,
    resolved: filter.days('resolved_from', 'resolved_to', { label: ({ t }) => t(($) => $.columns.resolved_time) }),
    to_call: filter.either(({ t }) => ({ yes: t(($) => $.filters.yes), no: t(($) => $.filters.no) })),
    comment: filter.text(60),
    invited: filter.either(({ t }) => ({ yes: t(($) => $.filters.yes), no: t(($) => $.filters.no) })),
    ...filters_after_days,
    feedback_from: filter.hidden(dayParam, (day) => ({ feedback_from: dayStart(day) })),
    feedback_to: filter.hidden(dayParam, (day) => ({ feedback_to: dayEnd(day) })),
  },
})
