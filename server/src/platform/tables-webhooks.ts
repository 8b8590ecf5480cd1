import type { SendReason } from '@heatfleet/contract/notification-policies/channel.ts'
import type { WebhookEvent } from '@heatfleet/contract/webhooks/payload.ts'
import type { WebhookCallState, WebhookReason } from '@heatfleet/contract/webhooks/webhook-call.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Time } from './column-types.ts'

/** Tables of webhooks. */
export type WebhookTables = {
  webhooks: {
    webhook_id: Generated<number>
    webhook_name: string
    events: WebhookEvent[]
    target: string
    address_sealed: Buffer
    secret_sealed: Buffer
    old_secret_sealed: Buffer | null
    old_secret_until: Time | null
    enabled: Generated<boolean>
    agent_id: number | null
    narrowed_uid: number | null
    created_by: number | null
    failing_since: Time | null
    failures: Generated<number>
    wait_until: Time | null
    paused_at: Time | null
    last_sent_at: Time | null
    last_error: Generated<string>
    created_at: Time
    updated_at: Time
  }
  webhook_events: {
    event_id: Generated<string>
    identity: string
    event: WebhookEvent
    device_id: number | null
    shipment_id: number | null
    detail: JSONColumnType<Record<string, unknown>>
    happened_at: Time
    dispatched_at: Time | null
  }
  webhook_deliveries: {
    delivery_id: Generated<string>
    webhook_id: number
    event_id: string
    message_id: Generated<string>
    state: WebhookCallState
    reason: WebhookReason | null
    status: number | null
    answer: Generated<string>
    took_ms: number | null
    attempts: Generated<number>
    body: string | null
    created_at: Time
    due_at: Time | null
    sent_at: Time | null
  }
  webhook_attempts: {
    delivery_id: string
    attempt_no: number
    at: Time
    reason: SendReason | null
    status: number | null
    answer: string
    took_ms: number
  }
}
