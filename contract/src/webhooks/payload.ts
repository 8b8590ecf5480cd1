import { z } from 'zod'
import type { Permission } from '../permissions.ts'
import { SEVERITIES } from '../preferences.ts'
import { ALARM_HANDLING_STATES } from '../transitions.ts'

const Time = z.iso.datetime()

const Alarm = z.object({
  alarm_id: z.number().int(),
  /** Kind of the alarm, as in the alarm list. */
  type: z.string(),
  /** Code of the fault; null where the type says all. */
  code: z.string().nullable(),
  severity: z.enum(SEVERITIES),
})
const Order = z.object({
  order_id: z.number().int(),
  type: z.string(),
  source: z.enum(['app', 'console']),
  priority: z.enum(['low', 'normal', 'high']),
  status: z.enum(['unresolved', 'resolved']),
})
const Device = z.object({
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  /** Empty = the manufacturer's stock. */
  distributor: z.string(),
})

/** What each event says beside the unit. Texts of people are read by the API, where their erasure holds. */
const DETAILS = {
  alarm_raised: Alarm.extend({ value: z.number().nullable() }),
  alarm_recovered: Alarm,
  alarm_handled: Alarm.extend({ from: z.enum(ALARM_HANDLING_STATES), to: z.enum(ALARM_HANDLING_STATES) }),
  order_created: Order,
  /** Status, priority or processing person changed; `from` is the status before. */
  order_moved: Order.extend({ from: z.enum(['unresolved', 'resolved']), assigned: z.boolean() }),
  order_answered: Order.extend({ by: z.enum(['staff', 'respondent']) }),
  shipment_moved: z.object({
    batch_no: z.string(),
    order_no: z.string(),
    /** Empty = the manufacturer. */
    sender: z.string(),
    receiver: z.string(),
    state: z.enum(['shipped', 'confirmed', 'returned']),
    /** Units within the scope of the webhook. */
    device_count: z.number().int(),
    /** The first thousand of them. */
    macs: z.array(z.string()),
  }),
  upgrade_finished: z.object({
    upgrade_id: z.number().int(),
    state: z.string(),
    /** Why it failed; null = it did not, or nothing is known. */
    reason: z.string().nullable(),
    from_version: z.string(),
    to_version: z.string(),
  }),
  device_online: z.object({}),
  device_offline: z.object({}),
  device_bound: z.object({ action: z.enum(['bound', 'shared', 'transferred']), bind_way: z.string() }),
  device_unbound: z.object({ action: z.literal('unbound'), bind_way: z.string() }),
} as const

/** What a webhook may subscribe to. */
export const WEBHOOK_EVENTS = [
  'alarm_raised',
  'alarm_recovered',
  'alarm_handled',
  'order_created',
  'order_moved',
  'order_answered',
  'shipment_moved',
  'upgrade_finished',
  'device_online',
  'device_offline',
  'device_bound',
  'device_unbound',
] as const satisfies readonly (keyof typeof DETAILS)[]
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Right that subscribing to an event needs. */
export const WEBHOOK_NEEDS = {
  alarm_raised: 'alarm:view',
  alarm_recovered: 'alarm:view',
  alarm_handled: 'alarm:view',
  order_created: 'order:view',
  order_moved: 'order:view',
  order_answered: 'order:view',
  shipment_moved: 'shipment:view',
  upgrade_finished: 'ota:view',
  device_online: 'device:view',
  device_offline: 'device:view',
  device_bound: 'binding:view',
  device_unbound: 'binding:view',
} as const satisfies Record<WebhookEvent, Permission>

const common = {
  /** The same at every attempt: receivers drop what they have seen. */
  id: z.uuid(),
  /** Rises with each event: receivers order by it. A number too long for JavaScript. */
  sequence: z.string(),
  version: z.literal(1),
  happened_at: Time,
  /** Null = the event is about several units. */
  device: Device.nullable(),
}

const payloadOf = <E extends WebhookEvent>(event: E) =>
  z.object({ ...common, event: z.literal(event), data: DETAILS[event] })

/** The test call, which has no event. */
const TestPayload = z.object({ ...common, event: z.literal('test'), data: z.object({}) })

/** The body of a call, as JSON. */
export const WebhookPayload = z.discriminatedUnion('event', [
  TestPayload,
  payloadOf('alarm_raised'),
  payloadOf('alarm_recovered'),
  payloadOf('alarm_handled'),
  payloadOf('order_created'),
  payloadOf('order_moved'),
  payloadOf('order_answered'),
  payloadOf('shipment_moved'),
  payloadOf('upgrade_finished'),
  payloadOf('device_online'),
  payloadOf('device_offline'),
  payloadOf('device_bound'),
  payloadOf('device_unbound'),
])
export type WebhookPayload = z.infer<typeof WebhookPayload>

export const examplePayload: WebhookPayload = {
  id: '0191d7a2-0000-7000-8000-000000000000',
  sequence: '4711',
  version: 1,
  event: 'alarm_raised',
  happened_at: '2026-11-20T09:59:58.000Z',
  device: {
    mac: '863412060123455',
    device_name: 'Villa Linden 4',
    product_key: 'r290-monobloc',
    distributor: 'Hangzhou heat',
  },
  data: { alarm_id: 55, type: 'device_fault', code: 'F07', severity: 'major', value: null },
}
