import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { Paging, pageOf } from '../paging.ts'
import { ByOrder, exampleOrder, Order, OrderDetail, OrderFilter, OrderText } from './row.ts'
import { NO_VISIT } from './visit.ts'

/** How those who rated were served, of all resolved orders that match. */
export const EvaluationFigures = z.object({
  resolved: z.number().int(),
  dissatisfied: z.number().int(),
  satisfied: z.number().int(),
  very_satisfied: z.number().int(),
  /** Of the dissatisfied, those whom nobody has called back. */
  to_call: z.number().int(),
})
export type EvaluationFigures = z.infer<typeof EvaluationFigures>

/** By whom the ratings are divided. */
export const EVALUATED_BY = ['agent', 'handler', 'product'] as const
export type EvaluatedBy = (typeof EVALUATED_BY)[number]

/** The ratings of one distributor, handler or product. */
export const EvaluationShare = z.object({
  /** Empty = the manufacturer, or nobody. */
  name: z.string(),
  /** Of a product; empty otherwise. */
  english_name: z.string(),
  rated: z.number().int(),
  /** Satisfied and very satisfied. */
  satisfied: z.number().int(),
})
export type EvaluationShare = z.infer<typeof EvaluationShare>

const evaluated: Order = {
  ...exampleOrder,
  status: 'resolved',
  answered_time: '2026-11-21T10:00:00.000Z',
  resolved_time: '2026-11-22T08:00:00.000Z',
  rating: 'satisfied',
  comment: 'Quick, thank you.',
}

/** What people thought of the service, and who was called back (product 3.37). */
export const orderEvaluations = endpoints({
  evaluationList: {
    method: 'POST',
    path: '/service-order/evaluation-list',
    kind: 'read',
    of: 'order',
    needs: 'revisit:view',
    about: { list: 'service_order' },
    query: Paging,
    body: OrderFilter.omit({ tab: true }).default({ sort_by: 'resolved_time', sort_order: 'desc' }),
    result: pageOf(Order).extend({
      figures: EvaluationFigures,
      /** Those with most ratings. */
      shares: z.record(z.enum(EVALUATED_BY), z.array(EvaluationShare)),
    }),
    fails: [],
    says: 'Resolved orders in scope with their ratings, and how many of all that match were rated how.',
    example: {
      list: [evaluated],
      total: 1,
      pageNo: 1,
      size: 999,
      figures: { resolved: 1, dissatisfied: 0, satisfied: 1, very_satisfied: 0, to_call: 0 },
      shares: {
        agent: [{ name: 'Yuhang', english_name: '', rated: 1, satisfied: 1 }],
        handler: [],
        product: [],
      },
    },
  },
  orderRevisit: {
    method: 'POST',
    path: '/service-order/order-info/:id/revisit',
    kind: 'change',
    of: 'order',
    needs: 'revisit:record',
    about: 'service_order',
    params: ByOrder,
    body: OrderText,
    result: OrderDetail,
    fails: ['order_not_found', 'order_not_resolved', 'app_user_erased', 'order_lines_full'],
    says: 'Records what a call back to the respondent of a resolved order gave; for staff alone.',
    example: { ...evaluated, lines: [], alarm_id: null, levels: 2, levels_max: 2, fault_code: null, ...NO_VISIT },
  },
})
