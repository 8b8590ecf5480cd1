import { ALARM_TYPES, type AlarmReason, type AlarmType } from '@heatfleet/contract/alarms/types.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { BusState } from '@heatfleet/contract/transitions.ts'
import type { Alarm } from './alarm-rules.ts'
import type { DeviceState } from './device-cache.ts'
import type { EvaluatedReport } from './persist-reports.ts'
import type { EvaluatedRule } from './rule-evaluation.ts'

/** An alarm of a device that a report or a module's event raised or recovered. */
export type AlarmChange = { device_id: number; type: AlarmType; rule_key: string; at_ms: number } & (
  | {
      raised: true
      code: string | null
      severity: Severity
      value: number | null
      /** Why the severity is not that of the type. */
      reason?: AlarmReason
      /** Of an alarm rule; else that of the type. */
      cool_down_s?: number
    }
  | { raised: false }
)

/**
 * Alarms raised and recovered by these reports, in order, from the state before each. A replayed or late report leaves the
 * state as it is and changes none. Pure.
 */
export const alarmChangesOf = (
  reports: readonly EvaluatedReport[],
  findRule: (rule_id: number) => EvaluatedRule | undefined,
): AlarmChange[] => {
  const changes: AlarmChange[] = []
  const states = new Map<number, DeviceState>()
  for (const { device, state, at_ms } of reports) {
    const { device_id } = device
    const before = states.get(device_id) ?? device.state
    states.set(device_id, state)
    if (state === before) continue
    const bus = busAlarmOf(device_id, before.bus_status, state.bus_status, at_ms)
    if (bus !== null) changes.push(bus)
    if (state.rules !== before.rules) changes.push(...ruleChangesOf(device_id, before, state, at_ms, findRule))
    if (before.alarm_keys.length === 0 && state.alarm_keys.length === 0) continue
    for (const rule_key of before.alarm_keys)
      if (!state.alarm_keys.includes(rule_key))
        changes.push({ device_id, type: 'device_fault', rule_key, at_ms, raised: false })
    for (const alarm of state.alarms) changes.push(...raisedBy(device_id, alarm, before, at_ms))
  }
  return changes
}

/** Alarms of rules of people; one whose rule was edited is raised again, which changes nothing where it is active. */
const ruleChangesOf = (
  device_id: number,
  before: DeviceState,
  after: DeviceState,
  at_ms: number,
  findRule: (rule_id: number) => EvaluatedRule | undefined,
): AlarmChange[] => {
  const changes: AlarmChange[] = []
  for (const [rule_id, was] of before.rules)
    if (was.active && after.rules.get(rule_id)?.active !== true)
      changes.push({ device_id, type: 'threshold', rule_key: String(rule_id), at_ms, raised: false })
  for (const [rule_id, { active, value, revision }] of after.rules) {
    const was = before.rules.get(rule_id)
    const rule = findRule(rule_id)
    if (!active || rule === undefined || (was?.active === true && was.revision === revision)) continue
    changes.push({
      device_id,
      type: 'threshold',
      rule_key: String(rule_id),
      at_ms,
      raised: true,
      code: null,
      severity: rule.severity,
      value,
      cool_down_s: rule.cool_down_minutes * 60,
    })
  }
  return changes
}

/** A fault word that changes to another code is another alarm: the one before has recovered. */
const raisedBy = (device_id: number, alarm: Alarm, before: DeviceState, at_ms: number): AlarmChange[] => {
  const of = { device_id, type: 'device_fault', rule_key: alarm.key, at_ms } as const
  const raised: AlarmChange = { ...of, raised: true, code: alarm.code, severity: alarm.severity, value: alarm.value }
  if (!before.alarm_keys.includes(alarm.key)) return [raised]
  // Codes are not known of alarms that were loaded with the device.
  const was = before.alarms.find(({ key }) => key === alarm.key)
  return was === undefined || was.code === alarm.code ? [] : [{ ...of, raised: false }, raised]
}

/** The alarm of a bus that was lost or answers again; null = no change. */
export const busAlarmOf = (device_id: number, before: BusState, after: BusState, at_ms: number): AlarmChange | null => {
  if (before === after || (before !== 'lost' && after !== 'lost')) return null
  const of = { device_id, type: 'bus_lost', rule_key: '', at_ms } as const
  return after === 'lost'
    ? { ...of, raised: true, code: null, severity: ALARM_TYPES.bus_lost.severity, value: null }
    : { ...of, raised: false }
}

/** The changes in rounds that name each alarm once: one statement can change a row only once. */
export const roundsOf = (changes: readonly AlarmChange[]): AlarmChange[][] => {
  const rounds: AlarmChange[][] = []
  const turns = new Map<string, number>()
  for (const change of changes) {
    const key = `${change.device_id} ${change.type} ${change.rule_key}`
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    const round = rounds[turn]
    if (round === undefined) rounds.push([change])
    else round.push(change)
  }
  return rounds
}
