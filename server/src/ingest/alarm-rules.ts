import { ALARM_SEVERITY, alarmDefaultOf } from '@heatfleet/contract/faults/alarm-rules.ts'
import { SEVERITIES, type Severity } from '@heatfleet/contract/preferences.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { AlarmDefault, FaultSeverity } from '@heatfleet/contract/products/settings.ts'
import type { Values } from '@heatfleet/modbus/point.ts'

/** When a fault point is an alarm, and how bad it is; made once for each product version. */
export type AlarmRule = {
  key: string
  /** The healthy value; any other is a fault. */
  normal: number
  /** So long it must last, by the unit's clock. */
  delay_ms: number
  severity: Severity
  /** In the knowledge base; null = the point names none. */
  code: string | null
  /** Of a fault word whose values weigh differently or have codes of their own. */
  by_value: ReadonlyMap<number, Weight>
}
type Weight = { severity: Severity; code: string | null }
export type Alarm = Weight & { key: string }

/** Faults that stand and have not lasted long enough, with the unit's time at which each began, unix ms. */
export type PendingFaults = ReadonlyMap<string, number>
const NOTHING_PENDING: PendingFaults = new Map()

/** The rules of a version; a point whose alarm is switched off has none. `known` = severities of the knowledge base by code. */
export const alarmRulesOf = (
  points: readonly DataPoint[],
  defaults: readonly AlarmDefault[],
  known: ReadonlyMap<string, FaultSeverity>,
): AlarmRule[] =>
  points.flatMap((point) => {
    if (!point.alarm) return []
    const { key, normal, fault, choices } = point
    const { enabled, severity, delay_s } = alarmDefaultOf(defaults, point, known.get(fault ?? ''))
    if (!enabled) return []
    // What was said of the point goes before what is known of its single values.
    const is_said = defaults.some((one) => one.key === key)
    const by_value = choices.flatMap(({ value, fault: code }): [number, Weight][] => {
      if (code === undefined) return []
      const weight = is_said ? severity : (known.get(code) ?? severity)
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
 * The alarms that stand after a report, the worst first, and the faults that wait for their time. One that stands
 * already waits no more. Pure; runs for every report.
 */
export const judgeAlarms = (
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
    alarms.push({ key, ...(by_value.get(value) ?? { severity, code }) })
  }
  if (alarms.length > 1) alarms.sort((one, other) => rankOf(other) - rankOf(one))
  return { alarms, pending_faults: pending ?? NOTHING_PENDING }
}

/** The worst of some alarms; null = there is none. */
export const worstOf = (alarms: readonly Alarm[]): Severity | null =>
  alarms.reduce<Alarm | null>((worst, alarm) => (worst === null || rankOf(alarm) > rankOf(worst) ? alarm : worst), null)
    ?.severity ?? null

const rankOf = ({ severity }: Alarm): number => SEVERITIES.indexOf(severity)
