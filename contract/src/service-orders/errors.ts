/** Refusals about service orders: code -> wire key. */
export const ORDER_ERRORS = {
  order_not_found: 'order not found',
  order_resolved: 'order is resolved',
  order_not_resolved: 'order is not resolved',
  order_unanswered: 'order is not answered',
  order_reopen_over: 'order reopening is over',
  order_rated: 'order is rated',
  order_answered_meanwhile: 'order was answered meanwhile',
  order_lines_full: 'order lines full',
  order_visit_backwards: 'order visit backwards',
  orders_full: 'orders full',
} as const
