import type { AlarmLogKind } from '@heatfleet/contract/alarms/alarm.ts'
import type { AlarmReason, AlarmType } from '@heatfleet/contract/alarms/types.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { OrderCause, OrderPart } from '@heatfleet/contract/service-orders/visit.ts'
import type { AlarmHandling } from '@heatfleet/contract/transitions.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { GeneratedTime, Time, WithDefault } from './column-types.ts'

type AlarmTallyCell = { handling: AlarmHandling; active: boolean; muted: boolean; n: number }

/** Tables of alarms: migrations 0067, 0095, 0103 and that of alarm rules. */
export type AlarmTables = {
  alarms: {
    alarm_id: Generated<number>
    device_id: number
    agent_path: Generated<string>
    product_key: Generated<string>
    type: AlarmType
    rule_key: Generated<string>
    code: string | null
    severity: Severity
    severity_rank: GeneratedAlways<number>
    value: number | null
    first_at: Time
    last_at: Time
    recovered_at: Time | null
    active: GeneratedAlways<boolean>
    count: Generated<number>
    handling: Generated<AlarmHandling>
    assignee_uid: number | null
    snapshot_id: number | null
    snapshot_done: Generated<boolean>
    muted: Generated<boolean>
    storm_id: Generated<number | null>
    changed_at: GeneratedTime
    reason: Generated<AlarmReason | null>
    due_at: Time | null
    handled_at: Time | null
    sla_at: GeneratedAlways<Date>
  }
  alarm_type_settings: {
    type: AlarmType
    enabled: boolean
    severity: Severity | null
    frost_below_c: number | null
    process_minutes: number | null
    remind_hours: number | null
    updated_at: Time
    updated_by: number | null
  }
  alarm_detector_units: { device_id: number; looked_at: Time }
  alarm_frozen_units: { device_id: number; digest: string; since_at: Time }
  /** One row: the unit that was looked at last. */
  alarm_frozen_progress: { is_only: Generated<boolean>; device_id: number }
  alarm_time_limits: { severity: Severity; minutes: number | null }
  alarm_storms: {
    storm_id: Generated<number>
    type: AlarmType
    agent_id: number
    began_at: Time
    ended_at: Time | null
  }
  alarm_tally: AlarmTallyCell & { agent_path: string; below: boolean }
  alarm_tally_changes: AlarmTallyCell & { agent_path: string }
  standing_alarm_changes: { device_id: number }
  alarm_log: {
    log_id: Generated<number>
    alarm_id: number
    at: Time
    kind: AlarmLogKind
    uid: number | null
    text: Generated<string>
    mentions: Generated<number[]>
    cause: OrderCause | null
    parts: WithDefault<JSONColumnType<OrderPart[]>>
    pictures: Generated<number>
  }
  alarm_log_pictures: { log_id: number; picture_no: number; picture: Buffer }
  alarm_snapshots: {
    snapshot_id: Generated<number>
    device_id: number
    trigger_at: Time
    layout_id: number | null
    body: Buffer
  }
}
