import type { Severity } from '../preferences.ts'
import type { DataPoint } from '../products/points.ts'
import type { AlarmDefault, FaultSeverity } from '../products/settings.ts'

/** How bad the alarm of a fault is: what stops and needs a hand is critical (product 3.42). */
export const ALARM_SEVERITY = {
  info: 'info',
  warning: 'minor',
  fault: 'major',
  lockout: 'critical',
} as const satisfies Record<FaultSeverity, Severity>

/** The same read from the alarm's side. */
export const FAULT_SEVERITY = {
  info: 'info',
  minor: 'warning',
  major: 'fault',
  critical: 'lockout',
} as const satisfies Record<Severity, FaultSeverity>

/**
 * How a fault point weighs: as was said of it, else as the knowledge base has its code (`known`), else as a fault; at once.
 * Console and gateway read a product's alarm defaults by this one rule.
 */
export const alarmDefaultOf = (
  defaults: readonly AlarmDefault[],
  { key }: Pick<DataPoint, 'key'>,
  known: FaultSeverity | undefined,
): AlarmDefault =>
  defaults.find((one) => one.key === key) ?? { key, severity: known ?? 'fault', enabled: true, delay_s: 0 }
