import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { Paging, pageOf } from '../paging.ts'
import { isTimeZone } from '../time-zone.ts'
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

/** A resolved order with what was answered and what a call-back gave; texts by their beginning. */
const EvaluatedOrder = Order.extend({
  last_answer: z.string(),
  /** User name of who called back last; empty = nobody, or an account that is gone. */
  revisited_by: z.string(),
  revisit_result: z.string(),
})

/** Ratings of the orders resolved in a month, `2026-11`. */
const MonthOfRatings = z.object({ month: z.string(), rated: z.number().int(), satisfied: z.number().int() })

/** A word of complaints: in the comments of so many dissatisfied. */
const Word = z.object({ word: z.string(), orders: z.number().int() })

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
    result: pageOf(EvaluatedOrder).extend({
      figures: EvaluationFigures,
      /** Those with most ratings. */
      shares: z.record(z.enum(EVALUATED_BY), z.array(EvaluationShare)),
    }),
    fails: [],
    says: 'Resolved orders in scope with their ratings, and how many of all that match were rated how.',
    example: {
      list: [
        { ...evaluated, last_answer: 'The fan is replaced.', revisited_by: 'hotline', revisit_result: 'All is well.' },
      ],
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
  evaluationSummary: {
    method: 'POST',
    path: '/service-order/evaluation-summary',
    kind: 'read',
    of: 'order',
    needs: 'revisit:view',
    about: 'unscoped',
    body: OrderFilter.omit({ tab: true, sort_by: true, sort_order: true })
      .extend({ time_zone: z.string().max(64).refine(isTimeZone).default('UTC') })
      .default({ time_zone: 'UTC' }),
    result: z.object({
      /** By the month of `time_zone` in which they were resolved, the oldest first. */
      trend: z.array(MonthOfRatings),
      /** Comments of the dissatisfied that were read: the newest. */
      complaints: z.number().int(),
      /** The words of most of them first. */
      words: z.array(Word),
    }),
    fails: [],
    says: 'Of the resolved orders in scope that match: ratings by month, and the words that the dissatisfied have in common.',
    example: {
      trend: [{ month: '2026-11', rated: 12, satisfied: 10 }],
      complaints: 2,
      words: [{ word: 'noise', orders: 2 }],
    },
  },
  orderInvite: {
    method: 'POST',
    path: '/service-order/order-info/:id/invite-rating',
    kind: 'change',
    of: 'order',
    needs: 'revisit:record',
    about: 'service_order',
    params: ByOrder,
    result: OrderDetail,
    fails: [
      'order_not_found',
      'order_not_resolved',
      'order_rated',
      'order_invited',
      'order_no_respondent',
      'app_user_erased',
    ],
    says: 'Invites the respondent of a resolved order by a message in the app to rate it, once.',
    example: {
      ...evaluated,
      rating: null,
      comment: '',
      invited_time: '2026-11-25T08:00:00.000Z',
      lines: [],
      alarm_id: null,
      levels: 2,
      levels_max: 2,
      fault_code: null,
      ...NO_VISIT,
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
