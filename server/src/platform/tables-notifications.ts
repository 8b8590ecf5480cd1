import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import type { ChannelKind, MailSecurity, MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import type {
  DeliveredEvent,
  DeliveryKind,
  DeliveryReason,
  DeliveryState,
} from '@heatfleet/contract/notification-policies/delivery.ts'
import type { EscalationStep, NotifiedEvent, PolicyDraft } from '@heatfleet/contract/notification-policies/policy.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Time } from './column-types.ts'

/** The mail server of a channel; empty for others. */
export type ChannelSettings = {
  host: string
  port: number
  security: MailSecurity
  user_name: string
  sender: string
}

/** Tables of notification policies. */
export type NotificationTables = {
  notification_channels: {
    channel_id: Generated<number>
    channel_name: string
    kind: ChannelKind
    language: Generated<MessageLanguage>
    shared: Generated<boolean>
    settings: JSONColumnType<ChannelSettings>
    target: string
    secrets_sealed: Buffer
    has_secret: Generated<boolean>
    enabled: Generated<boolean>
    agent_id: number | null
    created_by: number | null
    paused_until: Time | null
    last_sent_at: Time | null
    last_error: Generated<string>
    created_at: Time
    updated_at: Time
  }
  notification_policies: {
    policy_id: Generated<number>
    policy_name: string
    events: NotifiedEvent[]
    alarm_types: Generated<AlarmType[]>
    product_keys: Generated<string[]>
    resource_group_id: number | null
    least: Severity
    role_ids: number[]
    to_distributor: boolean
    to_app_users: boolean
    in_app: boolean
    quiet_hours: JSONColumnType<PolicyDraft['quiet_hours']>
    time_zone: string
    digest_minutes: number
    escalation: JSONColumnType<EscalationStep[]>
    enabled: Generated<boolean>
    agent_id: number | null
    narrowed_uid: number | null
    created_by: number | null
    created_at: Time
    updated_at: Time
  }
  notification_policy_channels: { policy_id: number; channel_id: number }
  notification_events: {
    event_id: Generated<string>
    identity: string
    event: DeliveredEvent
    severity: Severity
    device_id: number | null
    alarm_id: number | null
    order_id: number | null
    rollout_id: number | null
    report_run_id: Generated<number | null>
    happened_at: Time
    dispatched_at: Time | null
    reminder: Generated<number>
  }
  notification_escalations: { event_id: string; policy_id: number; step: number; due_at: Time }
  notification_deliveries: {
    delivery_id: Generated<string>
    event_id: string
    policy_id: number | null
    channel_id: number | null
    step: Generated<number>
    recipient_key: string
    uid: number | null
    app_user_id: number | null
    agent_id: number | null
    policy_name: string
    channel_kind: DeliveryKind
    channel_name: string
    recipient: string
    recipient_address: string
    language: MessageLanguage
    state: DeliveryState
    reason: DeliveryReason | null
    answer: Generated<string>
    attempts: Generated<number>
    gathered: Generated<boolean>
    together: Generated<number>
    message_id: string | null
    created_at: Time
    due_at: Time | null
    sent_at: Time | null
  }
}
