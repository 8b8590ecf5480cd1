import { ALARM_SEVERITY, alarmDefaultOf } from '@heatfleet/contract/faults/alarm-rules.ts'
import { SEVERITIES, type Severity } from '@heatfleet/contract/preferences.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { AlarmDefault, FaultSeverity } from '@heatfleet/contract/products/settings.ts'
import type { Values } from '@heatfleet/modbus/point.ts'

/** When a fault point is an alarm, and its severity; compiled once per product version. */
export type AlarmRule = {
  key: string
  /** The normal value; any other is a fault. */
  normal: number
  /** Time the fault must last before it is an alarm, by the device's clock. */
  delay_ms: number
  severity: Severity
  /** In the knowledge base; null = the point names none. */
  code: string | null
  /** Severity and code by value, for a fault word whose values differ. */
  by_value: ReadonlyMap<number, Weight>
}
type Weight = { severity: Severity; code: string | null }
/** `value` = what the point read at the evaluation. */
export type Alarm = Weight & { key: string; value: number }

/** Active faults that have not lasted long enough, with the device time at which each began, unix ms. */
export type PendingFaults = ReadonlyMap<string, number>
const NOTHING_PENDING: PendingFaults = new Map()

/** The rules of a product version; a point with a disabled alarm has none. `severities` = of the knowledge base, by code. */
export const alarmRulesOf = (
  points: readonly DataPoint[],
  defaults: readonly AlarmDefault[],
  severities: ReadonlyMap<string, FaultSeverity>,
): AlarmRule[] =>
  points.flatMap((point) => {
    if (!point.alarm) return []
    const { key, normal, fault, choices } = point
    const { enabled, severity, delay_s } = alarmDefaultOf(defaults, point, severities.get(fault ?? ''))
    if (!enabled) return []
    // The product's setting of a point takes precedence over the knowledge base's severities of its values.
    const is_configured = defaults.some((one) => one.key === key)
    const by_value = choices.flatMap(({ value, fault: code }): [number, Weight][] => {
      if (code === undefined) return []
      const weight = is_configured ? severity : (severities.get(code) ?? severity)
      return [[value, { severity: ALARM_SEVERITY[weight], code }]]
    })
    return [
      {
        key,
        normal,
        delay_ms: delay_s * 1000,
        severity: ALARM_SEVERITY[severity],
        code: fault,
        by_value: new Map(by_value),
      },
    ]
  })

/**
 * The active alarms after a report, the most severe first, and the faults that are pending. An alarm that is active already
 * has no delay. Pure; runs for every report.
 */
export const evaluateAlarms = (
  rules: readonly AlarmRule[],
  values: Values,
  before: { alarm_keys: readonly string[]; pending_faults: PendingFaults },
  at_ms: number,
): { alarms: readonly Alarm[]; pending_faults: PendingFaults } => {
  const alarms: Alarm[] = []
  let pending: Map<string, number> | null = null
  for (const { key, normal, delay_ms, severity, code, by_value } of rules) {
    const value = values[key]
    if (value === undefined || value === normal) continue
    if (delay_ms > 0 && !before.alarm_keys.includes(key)) {
      const since = before.pending_faults.get(key) ?? at_ms
      if (at_ms - since < delay_ms) {
        pending ??= new Map()
        pending.set(key, since)
        continue
      }
    }
    alarms.push({ key, value, ...(by_value.get(value) ?? { severity, code }) })
  }
  if (alarms.length > 1) alarms.sort((one, other) => rankOf(other) - rankOf(one))
  return { alarms, pending_faults: pending ?? NOTHING_PENDING }
}

/** The highest severity of some alarms; null = none. */
export const worstOf = (alarms: readonly Alarm[]): Severity | null =>
  alarms.reduce<Alarm | null>((worst, alarm) => (worst === null || rankOf(alarm) > rankOf(worst) ? alarm : worst), null)
    ?.severity ?? null

const rankOf = ({ severity }: Alarm): number => SEVERITIES.indexOf(severity)
