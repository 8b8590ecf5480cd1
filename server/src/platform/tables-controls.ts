import type { ControlSource } from '@heatfleet/contract/controls/controls.ts'
import type { ControlState } from '@heatfleet/contract/transitions.ts'
import type { Generated } from 'kysely'
import type { Time } from './column-types.ts'

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
  }
}
