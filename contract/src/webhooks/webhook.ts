import { z } from 'zod'
import { OWNER_LOCKS, SEND_REASONS } from '../notification-policies/channel.ts'
import { RowId } from '../row-id.ts'
import { textOf } from '../text.ts'
import { WEBHOOK_LIMITS } from './limits.ts'
import { WEBHOOK_EVENTS } from './payload.ts'

const distinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length

const values = {
  webhook_name: textOf({ min: 1, max: WEBHOOK_LIMITS.name_max }),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .max(WEBHOOK_EVENTS.length)
    .refine(distinct, { params: { rule: 'no_duplicates' } }),
  /** Where calls go. It may contain a key, so it is sealed and never returned; of a change, empty = as stored. */
  address: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(WEBHOOK_LIMITS.address_max)]).default(''),
}
export const WebhookDraft = z.object(values)
export type WebhookDraft = z.infer<typeof WebhookDraft>
export const WebhookChange = z.object({ ...values, updated_at: z.iso.datetime() })

/** `active`, `failing` (it is tried again), `paused` (by the system, after a long failure), `off` (by a person). */
export const WEBHOOK_STATES = ['active', 'failing', 'paused', 'off'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** A webhook in the list. */
export const Webhook = z.object({
  webhook_id: RowId,
  webhook_name: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** Scheme and host of the address. */
  target: z.string(),
  state: z.enum(WEBHOOK_STATES),
  /** Since when calls fail; null = the last one was accepted. */
  failing_since: z.iso.datetime().nullable(),
  /** Until when calls are signed with the secret before the last rotation, too; null = they are not. */
  old_secret_until: z.iso.datetime().nullable(),
  /** Calls that wait. */
  queued: z.number().int(),
  last_sent_time: z.iso.datetime().nullable(),
  /** Why the last call failed; empty = it did not. */
  last_error: z.string(),
  /** The distributor that made it; null = the manufacturer. */
  agent_id: z.number().int().nullable(),
  agent_name: z.string().nullable(),
  /** Empty when the account is gone. */
  creator: z.string(),
  updated_at: z.iso.datetime(),
  lock: z.enum(OWNER_LOCKS).nullable(),
})
export type Webhook = z.infer<typeof Webhook>

export const WEBHOOK_SORTS = ['webhook_name', 'updated_at'] as const
export const WebhookFilter = z.object({
  webhook_name: z.string().trim().max(WEBHOOK_LIMITS.name_max).optional(),
  event: z.enum(WEBHOOK_EVENTS).optional(),
  state: z.enum(WEBHOOK_STATES).optional(),
  sort_by: z.enum(WEBHOOK_SORTS).default('webhook_name'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type WebhookFilter = z.infer<typeof WebhookFilter>

/** What the other side answered to the test call. */
export const WebhookTest = z.object({
  ok: z.boolean(),
  /** HTTP status; null = there was no answer. */
  status: z.number().int().nullable(),
  reason: z.enum(SEND_REASONS).nullable(),
  /** Its own words, shortened. */
  answer: z.string(),
  took_ms: z.number().int(),
})
export type WebhookTest = z.infer<typeof WebhookTest>

export const exampleWebhook: Webhook = {
  webhook_id: 2,
  webhook_name: 'Service desk',
  events: ['alarm_raised', 'alarm_recovered'],
  target: 'https://desk.example.com',
  state: 'active',
  failing_since: null,
  old_secret_until: null,
  queued: 0,
  last_sent_time: '2026-11-20T10:00:00.000Z',
  last_error: '',
  agent_id: null,
  agent_name: null,
  creator: 'admin',
  updated_at: '2026-11-18T08:00:00.000Z',
  lock: null,
}
