import { z } from 'zod'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { pngUrl } from '../png-url.ts'
import { ROW_ID_MAX, RowId, RowIdText } from '../row-id.ts'
import { textOf } from '../text.ts'
import { ORDER_LIMITS } from './limits.ts'
import { ORDER_CAUSES, OrderVisitFields } from './visit.ts'

const Time = z.iso.datetime()
export const ByOrder = z.object({ id: RowIdText })

/** What an order is about (product 3.36). */
export const ORDER_TYPES = ['fault', 'usage', 'installation', 'suggestion', 'app'] as const
/** Who entered it: the person in the app, or staff: by hand, from an alarm, or for somebody on the phone. */
export const ORDER_SOURCES = ['app', 'console', 'alarm', 'phone'] as const
/** What staff may name; an order from an alarm is of that unless it is said otherwise. */
const ORDER_DRAFT_SOURCES = ['console', 'phone'] as const
export const ORDER_PRIORITIES = ['low', 'normal', 'high'] as const
/** Spec 4. */
export const ORDER_STATES = ['unresolved', 'resolved'] as const
export type OrderState = (typeof ORDER_STATES)[number]
/** Satisfaction (spec 4). */
export const RATINGS = ['dissatisfied', 'satisfied', 'very_satisfied'] as const
export type Rating = (typeof RATINGS)[number]
/** Of staff to the person, of the person, and what staff keep to themselves. */
export const ORDER_LINE_KINDS = ['answer', 'reply', 'note', 'callback', 'escalated', 'transferred'] as const
/** Whose people process an order: of the device's distributor, of one above it, of the manufacturer. */
export const ORDER_PROCESSED_AT = ['distributor', 'above', 'manufacturer'] as const

/** In which state what may be done; the server's updates and the console's buttons both follow it. */
export const ORDER_MOVES = {
  reply: ['unresolved'],
  assign: ['unresolved'],
  transfer: ['unresolved'],
  resolve: ['unresolved'],
  reopen: ['resolved'],
  rate: ['resolved'],
  invite: ['resolved'],
  revisit: ['resolved'],
  visit: ['unresolved', 'resolved'],
} as const satisfies Record<string, readonly OrderState[]>

/** Photos at what somebody writes, as PNG. */
export const Pictures = z.array(pngUrl(ORDER_LIMITS.picture_bytes)).max(ORDER_LIMITS.pictures_max).default([])
export const PictureNo = z.coerce.number().int().min(1).max(ORDER_LIMITS.pictures_max)

/** A report of a user: kind, text and pictures. */
export const problemFields = {
  type: z.enum(ORDER_TYPES),
  problem: textOf({ min: 1, max: ORDER_LIMITS.text_max }),
  pictures: Pictures,
}
/** What is written at an order. */
export const OrderText = z.object({ text: textOf({ min: 1, max: ORDER_LIMITS.text_max }) })

/** What staff write, with photos. */
export const OrderNote = OrderText.extend({ pictures: Pictures })

/** An answer; `seen_line` = the last line its writer has read (0 = none), for a refusal where somebody else answered since. */
export const OrderAnswer = OrderNote.extend({ seen_line: z.number().int().min(0).max(ROW_ID_MAX).optional() })

export type OrderAnswer = z.output<typeof OrderAnswer>

/** An order by hand: for an app user of the unit, or for none. */
export const OrderDraft = z.object({
  mac: DeviceId,
  app_user_id: RowIdText.nullable().default(null),
  priority: z.enum(ORDER_PRIORITIES).default('normal'),
  /** An alarm of the device that it is about; its snapshot is shown at the order. */
  alarm_id: RowId.optional(),
  source: z.enum(ORDER_DRAFT_SOURCES).optional(),
  ...problemFields,
})

/** Assignee of an order (null = none), and its priority. */
export const OrderAssignment = z.object({
  handler_uid: RowIdText.nullable(),
  priority: z.enum(ORDER_PRIORITIES).optional(),
})

/** What resolving an order leaves behind. */
export const OrderResolution = z
  .object({
    /** Noted at the fault code of the alarm it was created from, for whoever meets the fault next; left out = nothing. */
    solved_by: textOf({ min: 1, max: LIMITS.fault_text_max }).optional(),
  })
  .default({})

/** A service order as lists show it (spec 3). */
export const Order = z.object({
  order_id: RowId,
  status: z.enum(ORDER_STATES),
  type: z.enum(ORDER_TYPES),
  source: z.enum(ORDER_SOURCES),
  priority: z.enum(ORDER_PRIORITIES),
  feedback_time: Time,
  /** Until when staff are to answer it for the first time. */
  due_time: Time,
  /** Null = no app user, or one without a unit in the caller's scope (any more). */
  app_user_id: RowIdText.nullable(),
  respondent: z.string(),
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Of an open order the device's distributor, of a resolved one who had the device then; null = one that is gone. */
  agent_id: RowId.nullable(),
  agent_name: z.string(),
  /** In lists only its beginning. */
  problem: z.string(),
  pictures: z.number().int(),
  videos: z.number().int(),
  /** Levels above the device's distributor that it went up, by itself or by hand. */
  levels_up: z.number().int(),
  processed_at: z.enum(ORDER_PROCESSED_AT),
  /** The distributor whose people process it; empty = the manufacturer, or one outside of the caller's scope. */
  processed_by: z.string(),
  /** How often it went up because nobody had answered in time. */
  escalated: z.number().int(),
  escalated_time: Time.nullable(),
  handler_uid: RowId.nullable(),
  /** User name of the assignee; empty = none yet. */
  handler: z.string(),
  /** When staff first answered; null = not yet. */
  answered_time: Time.nullable(),
  last_reply_time: Time.nullable(),
  resolved_time: Time.nullable(),
  rating: z.enum(RATINGS).nullable(),
  comment: z.string(),
  revisited_time: Time.nullable(),
  /** When staff invited the respondent to rate it; null = not. */
  invited_time: Time.nullable(),
  /** The respondent was erased, and with him all words and pictures. */
  erased: z.boolean(),
})
export type Order = z.infer<typeof Order>

/** A line of the conversation, or what staff noted beside it. */
export const OrderLine = z.object({
  line_id: RowId,
  kind: z.enum(ORDER_LINE_KINDS),
  /** User name; empty = the respondent, or an account that is gone. */
  author: z.string(),
  time: Time,
  text: z.string(),
  /** How many photos there are with it. */
  pictures: z.number().int(),
  /** Of escalated and transferred: the level that got it; else null. */
  levels_up: z.number().int().nullable(),
})
export type OrderLine = z.infer<typeof OrderLine>

export const OrderDetail = Order.extend({
  lines: z.array(OrderLine),
  /** The alarm it was created from; null = none, or one that is gone. */
  alarm_id: RowId.nullable(),
  /** Distributors at and above the device; one level higher is the manufacturer. */
  levels: z.number().int(),
  /** The highest level that the caller may hand it to. */
  levels_max: z.number().int(),
  /** The fault code of its alarm, where the caller may note what solved it; null = none. */
  fault_code: z.string().nullable(),
  ...OrderVisitFields.shape,
})
export type OrderDetail = z.infer<typeof OrderDetail>

/** Tabs of the list; `mine` = unresolved ones the caller processes, `overdue` = unanswered ones whose time is over. */
export const ORDER_TABS = ['unresolved', 'mine', 'overdue', 'resolved', 'all'] as const
export const ORDER_SORTS = ['feedback_time', 'last_reply_time', 'resolved_time', 'due_time'] as const

/** Filters of the list (product 3.36, 3.37); whatever is left out does not filter. */
export const OrderFilter = z.object({
  tab: z.enum(ORDER_TABS).default('all'),
  /** The number of an order, a MAC or IMEI or part of a device's name. */
  search: z.string().trim().max(100).optional(),
  type: z.enum(ORDER_TYPES).optional(),
  source: z.enum(ORDER_SOURCES).optional(),
  priority: z.enum(ORDER_PRIORITIES).optional(),
  product_key: z.string().max(64).optional(),
  /** Devices of this distributor and of all below it. */
  under: RowId.optional(),
  mac: DeviceId.optional(),
  app_user_id: RowIdText.optional(),
  /** Part of the nick name of who reported it. */
  respondent: z.string().trim().max(60).optional(),
  handler_uid: RowId.optional(),
  /** Part of the user name of who processes it. */
  handler: z.string().trim().max(60).optional(),
  /** Went up because nobody had answered in time. */
  escalated: z.boolean().optional(),
  /** What it came down to; `unset` = not said. */
  cause: z.enum([...ORDER_CAUSES, 'unset']).optional(),
  /** Created from this alarm. */
  alarm_id: RowId.optional(),
  feedback_from: Time.optional(),
  feedback_to: Time.optional(),
  resolved_from: Time.optional(),
  resolved_to: Time.optional(),
  /** `none` = not rated. */
  rating: z.enum([...RATINGS, 'none']).optional(),
  has_comment: z.boolean().optional(),
  /** Part of the comment on a rating. */
  comment: z.string().trim().max(60).optional(),
  /** Staff invited to rate it once more. */
  invited: z.boolean().optional(),
  /** Rated dissatisfied, and nobody has called back since. */
  to_call: z.boolean().optional(),
  sort_by: z.enum(ORDER_SORTS).default('feedback_time'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type OrderFilter = z.infer<typeof OrderFilter>

/** What an export of the list can hold. */
export const ORDER_EXPORT_COLUMNS = [
  'order_id',
  'feedback_time',
  'due_time',
  'respondent',
  'mac',
  'device_name',
  'product',
  'agent_name',
  'problem',
  'pictures',
  'videos',
  'type',
  'source',
  'priority',
  'escalated',
  'handler',
  'status',
  'last_reply_time',
  'resolved_time',
  'rating',
  'comment',
] as const

export const exampleOrder: Order = {
  order_id: 17,
  status: 'unresolved',
  type: 'fault',
  source: 'app',
  priority: 'normal',
  feedback_time: '2026-11-21T09:15:00.000Z',
  due_time: '2026-11-22T09:15:00.000Z',
  app_user_id: 9,
  respondent: 'Anna Nowak',
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  product_key: 'r290-monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  agent_id: 7,
  agent_name: 'Hangzhou Nuanyuan',
  problem: 'The hot water stays lukewarm since yesterday.',
  pictures: 1,
  videos: 0,
  levels_up: 0,
  processed_at: 'distributor',
  processed_by: 'Hangzhou Nuanyuan',
  escalated: 0,
  escalated_time: null,
  handler_uid: 12,
  handler: 'hotline',
  answered_time: null,
  last_reply_time: null,
  resolved_time: null,
  rating: null,
  comment: '',
  revisited_time: null,
  invited_time: null,
  erased: false,
}
