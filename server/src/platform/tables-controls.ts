import type { ControlSource } from '@heatfleet/contract/controls/controls.ts'
import type { ScheduledCommand, ScheduledState } from '@heatfleet/contract/controls/scheduled.ts'
import type { ControlState } from '@heatfleet/contract/transitions.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Time } from './column-types.ts'
import type { RolloutOrigin } from './tables-rollouts.ts'

/** What was set on devices. */
export type ControlTables = {
  control_log: {
    control_id: Generated<string>
    device_id: number
    uid: number
    operator_name: string
    operator_email: Generated<string>
    operator_phone: Generated<string>
    source: ControlSource
    control_time: Time
    finish_time: Time | null
    point_key: string
    layout_id: number
    old_value: number | null
    new_value: number
    read_back: number | null
    state: ControlState
    reason: string | null
    control_data: Generated<string>
    sends: Generated<number>
    expires_at: Time
    sent_at: Time | null
    acked_at: Time | null
    frame: Generated<string>
    read_back_data: Generated<string>
    address: Generated<string>
    request_id: Generated<string>
    rollout_id: number | null
    change_reason: Generated<string>
  }
  scheduled_commands: {
    scheduled_id: Generated<number>
    device_id: number
    points: JSONColumnType<ScheduledCommand['points']>
    change_reason: string
    run_at: Time
    expires_at: Time
    uid: number | null
    api_token_id: number | null
    operator_name: string
    origin: JSONColumnType<RolloutOrigin>
    created_at: Time
    state: Generated<ScheduledState>
    reason: string | null
    cancelled_by: Generated<string>
    control_ids: Generated<string[]>
    finished_at: Time | null
  }
  pinned_points: { uid: number; product_key: string; points: string[] }
}
