import type {
  RuleCondition,
  RuleHold,
  RuleNotify,
  RuleSchedule,
  RuleTarget,
} from '@heatfleet/contract/alarm-rules/rule.ts'
import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Time } from './column-types.ts'

/** Tables of alarm rules and mutes: the migration of alarm rules. */
export type AlarmRuleTables = {
  alarm_rules: {
    rule_id: Generated<number>
    rule_name: string
    product_key: string
    agent_id: number | null
    target_by: RuleTarget['by']
    under_agent_id: number | null
    group_id: number | null
    device_ids: Generated<number[]>
    condition: ColumnType<RuleCondition, string, string>
    hold: ColumnType<RuleHold, string, string>
    clear_minutes: number
    schedule: ColumnType<RuleSchedule | null, string | null, string | null>
    severity: Severity
    severity_rank: GeneratedAlways<number>
    cool_down_minutes: number
    process_minutes: number | null
    notify_by: Generated<RuleNotify['by']>
    notify_policy_ids: Generated<number[]>
    enabled: Generated<boolean>
    revision: Generated<number>
    created_by: number | null
    updated_by: number | null
    created_at: Time
    updated_at: Time
    deleted_at: Time | null
  }
  alarm_rule_states: {
    device_id: number
    rule_id: number
    revision: number
    active: boolean
    value: number | null
    since_at: Time | null
    clear_since_at: Time | null
    began_ms: Generated<string[]>
    holds: boolean
  }
  alarm_mute_devices: { mute_id: number; device_id: number }
  alarm_mutes: {
    mute_id: Generated<number>
    agent_id: number | null
    rule_id: number | null
    type: AlarmType | null
    rule_key: string | null
    code: string | null
    device_id: number | null
    group_id: number | null
    under_agent_id: number | null
    reason: string
    uid: number | null
    from_at: Time
    until_at: Time
    ended_at: Time | null
    ended_by: number | null
  }
}
