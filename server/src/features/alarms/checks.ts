import type { AlarmReason, AlarmType } from '@heatfleet/contract/alarms/types.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { type RawBuilder, sql } from 'kysely'

/** A condition that holds, or that no longer does, at a device. */
export type CheckedCondition = {
  device_id: number
  rule_key: string
  at: Date
  severity: Severity
  /** Why the severity is not that of the type. */
  reason?: AlarmReason
  value: number | null
}

/** What a type of alarm is checked by. Both select from the whole fleet: the system's own work. */
export type Check = {
  /** Conditions that hold and have no active alarm. */
  raised: (now: Date, limit: number) => RawBuilder<CheckedCondition>
  /** Active alarms whose condition no longer holds. */
  recovered: (now: Date, limit: number) => RawBuilder<CheckedCondition>
}

export const isNew = (type: AlarmType, device: string, rule_key: RawBuilder<unknown>) => sql`not exists (
  select from alarms a where a.device_id = ${sql.ref(device)} and a.type = ${sql.lit(type)} and a.rule_key = ${rule_key}
    and a.recovered_at is null)`

/** Active alarms of a type with a condition over `a` and its `d` and `s`. */
export const over = (
  type: AlarmType,
  at: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  limit: number,
) => sql<CheckedCondition>`
  select a.device_id, a.rule_key, ${at} as at, a.severity, null::float8 as value
  from alarms a join devices d on d.device_id = a.device_id left join device_status s on s.device_id = a.device_id
  where a.type = ${sql.lit(type)} and a.recovered_at is null and (${condition}) limit ${limit}`
