import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import type {
  ORDER_LINE_KINDS,
  ORDER_PRIORITIES,
  ORDER_SOURCES,
  ORDER_TYPES,
  OrderState,
  Rating,
} from '@heatfleet/contract/service-orders/row.ts'
import type { VIDEO_TYPES } from '@heatfleet/contract/service-orders/videos.ts'
import type { OrderCause, OrderPart } from '@heatfleet/contract/service-orders/visit.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Time, WithDefault } from './column-types.ts'

/** Tables of service orders: migrations 0046, 0114, 0115, 0131 and 0135. */
export type OrderTables = {
  service_orders: {
    order_id: Generated<number>
    device_id: number
    app_user_id: number | null
    agent_id: number | null
    type: (typeof ORDER_TYPES)[number]
    source: (typeof ORDER_SOURCES)[number]
    priority: Generated<(typeof ORDER_PRIORITIES)[number]>
    status: Generated<OrderState>
    problem: string
    pictures: Generated<number>
    videos: Generated<number>
    feedback_at: Time
    due_at: GeneratedAlways<Date>
    created_by: number | null
    handler_uid: number | null
    answered_at: Time | null
    last_reply_at: Time | null
    resolved_at: Time | null
    rating: Rating | null
    comment: Generated<string>
    rated_at: Time | null
    revisited_at: Time | null
    rating_invited_at: Time | null
    erased_at: Time | null
    /** The alarm it was created from. */
    alarm_id: number | null
    visit_from: Time | null
    visit_to: Time | null
    parts: WithDefault<JSONColumnType<OrderPart[]>>
    cause: OrderCause | null
    result: Generated<string>
    visit_changed_at: Time | null
    levels_up: Generated<number>
    escalated: Generated<number>
    escalated_at: Time | null
  }
  service_order_lines: {
    line_id: Generated<number>
    order_id: number
    kind: (typeof ORDER_LINE_KINDS)[number]
    uid: number | null
    text: string
    at: Time
    /** Of escalated and transferred: the level that got it. */
    levels_up: Generated<number | null>
    pictures: Generated<number>
  }
  service_order_line_pictures: { line_id: number; picture_no: number; picture: Buffer }
  service_order_pictures: { order_id: number; picture_no: number; picture: Buffer }
  service_order_videos: {
    order_id: number
    video_no: number
    content_type: (typeof VIDEO_TYPES)[number]
    video: Buffer
    uid: number | null
    at: Time
  }
  service_order_settings: { is_only: Generated<boolean>; escalation_minutes: number; since: Time; updated_at: Time }
  canned_answers: {
    canned_answer_id: Generated<number>
    agent_id: number | null
    language: MessageLanguage
    title: string
    text: string
    uid: number | null
    updated_at: Time
  }
}
