import { z } from 'zod'
import { SEND_REASONS } from '../notification-policies/channel.ts'
import { RowId } from '../row-id.ts'
import { examplePayload, WEBHOOK_EVENTS } from './payload.ts'

/** `queued` waits for its first or next attempt; `dead` failed at every attempt; `suppressed` is never made, for its reason. */
export const WEBHOOK_CALL_STATES = ['queued', 'sent', 'dead', 'suppressed'] as const
export type WebhookCallState = (typeof WEBHOOK_CALL_STATES)[number]

/** States that can be sent again. */
export const REPEATABLE = ['sent', 'dead'] as const satisfies readonly WebhookCallState[]
export const isRepeatable = (state: WebhookCallState): boolean => state === 'sent' || state === 'dead'

const WEBHOOK_REASONS = [...SEND_REASONS, 'out_of_scope', 'webhook_off'] as const
export type WebhookReason = (typeof WEBHOOK_REASONS)[number]

/** One call of a webhook about one event. */
export const WebhookCall = z.object({
  /** A number too long for JavaScript. */
  call_id: z.string(),
  created_time: z.iso.datetime(),
  webhook_id: RowId,
  webhook_name: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  /** Code of the alarm, number of the order or the shipment, version of the upgrade; empty = the event says all. */
  subject: z.string(),
  /** Null = the event is about several units. */
  mac: z.string().nullable(),
  device_name: z.string(),
  state: z.enum(WEBHOOK_CALL_STATES),
  reason: z.enum(WEBHOOK_REASONS).nullable(),
  status: z.number().int().nullable(),
  answer: z.string(),
  took_ms: z.number().int().nullable(),
  attempts: z.number().int(),
  due_time: z.iso.datetime().nullable(),
  sent_time: z.iso.datetime().nullable(),
  message_id: z.string(),
})
export type WebhookCall = z.infer<typeof WebhookCall>

/** One attempt; reason null = accepted. */
const WebhookAttempt = z.object({
  attempt_no: z.number().int(),
  at: z.iso.datetime(),
  reason: z.enum(SEND_REASONS).nullable(),
  status: z.number().int().nullable(),
  answer: z.string(),
  took_ms: z.number().int(),
})

/** A call with what was sent and each attempt. */
export const WebhookCallDetail = WebhookCall.extend({
  /** The body as it was sent; null = no attempt was made. */
  body: z.string().nullable(),
  /** The last twenty, the newest first. */
  log: z.array(WebhookAttempt),
})
export type WebhookCallDetail = z.infer<typeof WebhookCallDetail>

export const WebhookCallFilter = z.object({
  webhook_id: RowId.optional(),
  state: z.enum(WEBHOOK_CALL_STATES).optional(),
  event: z.enum(WEBHOOK_EVENTS).optional(),
  mac: z.string().trim().max(40).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type WebhookCallFilter = z.infer<typeof WebhookCallFilter>

export const ByCall = z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/) })

export const exampleCall: WebhookCall = {
  call_id: '812',
  created_time: '2026-11-20T09:59:59.000Z',
  webhook_id: 2,
  webhook_name: 'Service desk',
  event: 'alarm_raised',
  subject: 'F07',
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  state: 'sent',
  reason: null,
  status: 200,
  answer: 'ok',
  took_ms: 84,
  attempts: 1,
  due_time: null,
  sent_time: '2026-11-20T10:00:00.000Z',
  message_id: '0191d7a2-0000-7000-8000-000000000000',
}
export const exampleCallDetail: WebhookCallDetail = {
  ...exampleCall,
  body: JSON.stringify(examplePayload),
  log: [{ attempt_no: 1, at: '2026-11-20T10:00:00.000Z', reason: null, status: 200, answer: 'ok', took_ms: 84 }],
}
