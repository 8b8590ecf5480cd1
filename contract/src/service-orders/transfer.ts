import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { textOf } from '../text.ts'
import { ORDER_LIMITS } from './limits.ts'
import { ByOrder, exampleOrder, OrderDetail } from './row.ts'
import { NO_VISIT } from './visit.ts'

/** To whom an order is handed, and why. */
export const OrderTransfer = z.object({
  /** Levels above the device's distributor; above the top is the manufacturer. */
  levels_up: z.number().int().min(0).max(ORDER_LIMITS.levels_up_max),
  reason: textOf({ min: 1, max: LIMITS.reason_max }),
})

/** Service orders are handed up and down the tree of distributors (decision 0090). */
export const orderTransfers = endpoints({
  orderTransfer: {
    method: 'PUT',
    path: '/service-order/order-info/:id/transfer',
    kind: 'change',
    of: 'order',
    needs: 'order:assign',
    about: 'service_order',
    params: ByOrder,
    body: OrderTransfer,
    result: OrderDetail,
    fails: ['order_not_found', 'order_resolved', 'order_level_unchanged', 'order_level_too_high', 'order_lines_full'],
    says: "Hands an order to another level: down to the device's distributor, or up to the one above the caller at most. It loses its processing person.",
    example: {
      ...exampleOrder,
      levels_up: 1,
      processed_at: 'above',
      processed_by: 'Zhejiang Nuanyuan',
      handler_uid: null,
      handler: '',
      lines: [],
      alarm_id: null,
      levels: 2,
      levels_max: 2,
      fault_code: null,
      ...NO_VISIT,
    },
  },
})
