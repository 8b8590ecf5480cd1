import { z } from 'zod'
import { SEVERITIES } from '../preferences.ts'
import { RowId } from '../row-id.ts'
import { CHANNEL_KINDS, SEND_REASONS } from './channel.ts'
import { NOTIFICATION_LIMITS } from './limits.ts'
import { NOTIFIED_EVENTS } from './policy.ts'

/**
 * `queued` waits for its time or for the next attempt; `failed` was refused for good; `dead` failed at every attempt;
 * `suppressed` is never sent, for its reason.
 */
export const DELIVERY_STATES = ['queued', 'sent', 'failed', 'dead', 'suppressed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** States of messages that did not arrive, and of which nobody tries any more. */
export const UNDELIVERED = ['failed', 'dead'] as const satisfies readonly DeliveryState[]

/** States that can be sent again. */
export const RESENDABLE = ['sent', 'failed', 'dead'] as const satisfies readonly DeliveryState[]
export const isResendable = (state: DeliveryState): boolean => (RESENDABLE as readonly DeliveryState[]).includes(state)

/** Why a message was not sent. */
const SUPPRESSIONS = ['preference', 'out_of_scope', 'no_address', 'muted', 'channel_off'] as const
const DELIVERY_REASONS = [...SEND_REASONS, ...SUPPRESSIONS] as const
export type DeliveryReason = (typeof DELIVERY_REASONS)[number]

/** How a message reached its recipient: by a channel, or in console and app. */
export const DELIVERY_KINDS = ['in_app', ...CHANNEL_KINDS] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** What messages are about: what policies notify of, and reports of the analysis, which have recipients of their own. */
export const DELIVERED_EVENTS = [...NOTIFIED_EVENTS, 'report_ready'] as const
export type DeliveredEvent = (typeof DELIVERED_EVENTS)[number]

/** One message to one recipient about one event. */
export const Delivery = z.object({
  /** A number too long for JavaScript. */
  delivery_id: z.string(),
  created_time: z.iso.datetime(),
  event: z.enum(DELIVERED_EVENTS),
  severity: z.enum(SEVERITIES),
  /** 0 = when it happened; else the step of the escalation. */
  step: z.number().int(),
  /** Code or name of the alarm, problem of the order, name of the rollout. */
  subject: z.string(),
  mac: z.string().nullable(),
  device_name: z.string(),
  alarm_id: z.number().int().nullable(),
  policy_name: z.string(),
  channel_kind: z.enum(DELIVERY_KINDS),
  channel_name: z.string(),
  /** Name of the person; empty = the channel's own target. */
  recipient: z.string(),
  /** Address it was sent to, masked without `pii:view`. */
  recipient_address: z.string(),
  state: z.enum(DELIVERY_STATES),
  reason: z.enum(DELIVERY_REASONS).nullable(),
  answer: z.string(),
  attempts: z.number().int(),
  /** Events in the same message. */
  together: z.number().int(),
  due_time: z.iso.datetime().nullable(),
  sent_time: z.iso.datetime().nullable(),
  /** The same for every attempt: receivers that have seen it drop it. */
  message_id: z.string().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const DELIVERY_EXPORT_COLUMNS = [
  'created_time',
  'event',
  'severity',
  'subject',
  'device_name',
  'mac',
  'policy_name',
  'channel_kind',
  'channel_name',
  'recipient',
  'recipient_address',
  'state',
  'reason',
  'answer',
  'attempts',
  'sent_time',
  'message_id',
] as const

const Id = z.string().regex(/^[1-9]\d{0,17}$/)
export const DeliveryFilter = z.object({
  state: z.enum(DELIVERY_STATES).optional(),
  channel_kind: z.enum(DELIVERY_KINDS).optional(),
  event: z.enum(DELIVERED_EVENTS).optional(),
  policy_id: RowId.optional(),
  channel_id: RowId.optional(),
  alarm_id: RowId.optional(),
  mac: z.string().trim().max(40).optional(),
  recipient: z.string().trim().max(100).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type DeliveryFilter = z.infer<typeof DeliveryFilter>
export const ByDelivery = z.object({ id: Id })

/** Messages to send again: some by their ids, or all that match and did not arrive. */
export const Resend = z.discriminatedUnion('by', [
  z.object({ by: z.literal('ids'), ids: z.array(Id).min(1).max(NOTIFICATION_LIMITS.resent_max) }),
  z.object({
    by: z.literal('filter'),
    filter: DeliveryFilter,
    except: z.array(Id).max(NOTIFICATION_LIMITS.resent_max).default([]),
  }),
])
export type Resend = z.infer<typeof Resend>

export const exampleDelivery: Delivery = {
  delivery_id: '812',
  created_time: '2026-11-20T09:59:58.000Z',
  event: 'alarm_raised',
  severity: 'critical',
  step: 0,
  subject: 'F07',
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  alarm_id: 55,
  policy_name: 'Critical alarms',
  channel_kind: 'webhook',
  channel_name: 'Service desk',
  recipient: '',
  recipient_address: 'https://desk.example.com',
  state: 'sent',
  reason: null,
  answer: '200 ok',
  attempts: 1,
  together: 1,
  due_time: null,
  sent_time: '2026-11-20T10:00:00.000Z',
  message_id: '0191d7a2-0000-7000-8000-000000000000',
}
