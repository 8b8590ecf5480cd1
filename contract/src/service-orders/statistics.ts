import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { RowId } from '../row-id.ts'
import { isTimeZone } from '../time-zone.ts'
import { ORDER_LIMITS } from './limits.ts'
import { ORDER_CAUSES } from './visit.ts'

const Time = z.iso.datetime()
const count = z.number().int()
const duration_ms = z.number().nullable()

/** By which the volume is drawn. */
export const ORDER_STEPS = ['day', 'week'] as const

/** Orders reported within a period; whatever else is left out does not filter. */
export const OrderStatisticsFilter = z
  .object({
    from: Time,
    to: Time,
    step: z.enum(ORDER_STEPS).default('day'),
    /** Days and weeks begin by its clock. */
    time_zone: z.string().max(64).refine(isTimeZone).default('UTC'),
    product_key: z.string().max(64).optional(),
    /** Devices of this distributor and of all below it. */
    under: RowId.optional(),
  })
  .refine(({ from, to }) => from < to && Date.parse(to) - Date.parse(from) <= ORDER_LIMITS.statistics_ms, {
    path: ['to'],
    message: 'order_period_invalid',
  })
export type OrderStatisticsFilter = z.infer<typeof OrderStatisticsFilter>

/** How long it took; null = nothing was. */
const TimesTaken = {
  first_reply_median_ms: duration_ms,
  first_reply_p90_ms: duration_ms,
  resolve_median_ms: duration_ms,
  resolve_p90_ms: duration_ms,
}
const Share = z.object({
  orders: count,
  unresolved: count,
  /** The first answer came after the time for it, or is late now. */
  late: count,
  escalated: count,
  first_reply_median_ms: duration_ms,
  resolve_median_ms: duration_ms,
})

export const OrderStatistics = z.object({
  figures: z.object({ orders: count, answered: count, resolved: count, late: count, escalated: count, ...TimesTaken }),
  /** Days or weeks, the first day of each as YYYY-MM-DD; those without orders are among them. */
  volume: z.array(z.object({ day: z.string(), reported: count, resolved: count })),
  /** Of resolved orders, the most frequent first; null = not said. */
  causes: z.array(z.object({ cause: z.enum(ORDER_CAUSES).nullable(), orders: count })),
  /** Directly below the one that is looked at, each with all below it; `below` false = its own alone. Null = the manufacturer. */
  distributors: z.array(Share.extend({ agent_id: RowId.nullable(), agent_name: z.string(), below: z.boolean() })),
  products: z.array(
    Share.extend({ product_key: z.string(), product_name: z.string(), product_english_name: z.string() }),
  ),
})
export type OrderStatistics = z.infer<typeof OrderStatistics>

const share = {
  orders: 12,
  unresolved: 3,
  late: 1,
  escalated: 1,
  first_reply_median_ms: 3_600_000,
  resolve_median_ms: 86_400_000,
}

/** Statistics of service orders (product 3.36). */
export const orderStatistics = endpoints({
  orderStatistics: {
    method: 'POST',
    path: '/service-order/statistics',
    kind: 'read',
    of: 'order',
    needs: 'order:view',
    // Sums of a period: the matrix compares them before and after there is more out of sight.
    about: 'unscoped',
    body: OrderStatisticsFilter,
    result: OrderStatistics,
    fails: ['order_period_invalid'],
    says: 'Volume, time to the first reply and to the solution, causes, distributors and products of the orders in scope that were reported within a period.',
    example: {
      figures: {
        orders: 12,
        answered: 10,
        resolved: 9,
        late: 1,
        escalated: 1,
        first_reply_median_ms: 3_600_000,
        first_reply_p90_ms: 36_000_000,
        resolve_median_ms: 86_400_000,
        resolve_p90_ms: 259_200_000,
      },
      volume: [{ day: '2026-11-21', reported: 12, resolved: 9 }],
      causes: [{ cause: 'component', orders: 5 }],
      distributors: [{ ...share, agent_id: 7, agent_name: 'Hangzhou Nuanyuan', below: true }],
      products: [
        {
          ...share,
          product_key: 'r290-monobloc',
          product_name: 'R290 整体式热泵',
          product_english_name: 'R290 monobloc',
        },
      ],
    },
  },
})
