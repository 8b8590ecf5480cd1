import type { Order } from '@heatfleet/contract/service-orders/row.ts'
import type { OrderRow } from './store-list.ts'

/** An order in its wire form. */
export const toOrder = ({
  feedback_at,
  due_at,
  answered_at,
  last_reply_at,
  resolved_at,
  revisited_at,
  rating_invited_at,
  erased_at,
  escalated_at,
  ...row
}: OrderRow): Order => ({
  ...row,
  feedback_time: feedback_at.toISOString(),
  due_time: due_at.toISOString(),
  answered_time: answered_at?.toISOString() ?? null,
  last_reply_time: last_reply_at?.toISOString() ?? null,
  resolved_time: resolved_at?.toISOString() ?? null,
  revisited_time: revisited_at?.toISOString() ?? null,
  invited_time: rating_invited_at?.toISOString() ?? null,
  escalated_time: escalated_at?.toISOString() ?? null,
  erased: erased_at !== null,
})
