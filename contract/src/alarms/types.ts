import type { Severity } from '../preferences.ts'

/** How an alarm of a type is raised: by a report in the transaction that stores it, or by the check that runs each minute. */
type RaisedBy = 'report' | 'check'

/** One built-in type of alarm (product 3.42). */
type AlarmTypeRow = {
  raised_by: RaisedBy
  /** Default severity; null = of the fault, by the product and the knowledge base. */
  severity: Severity | null
  /** An alarm that comes back within this time after it recovered is the same alarm, unless it was processed or closed. */
  cool_down_s: number
  /** The condition lasts this long before the alarm is raised; by type of network where it differs. */
  grace_s: number | { wifi: number; '4g': number }
  /** Off until the manufacturer switches it on. */
  opt_in?: true
}

/** What a unit does over days: found once a day, and calm for days before it is another alarm. */
const DETECTOR = { raised_by: 'check', severity: 'minor', cool_down_s: 3 * 86_400, grace_s: 0, opt_in: true } as const

/** The built-in types. What a person may set of a fault (severity, delay, enabled) is an alarm default of the product. */
export const ALARM_TYPES = {
  /** A fault bit or fault word of the product. */
  device_fault: { raised_by: 'report', severity: null, cool_down_s: 600, grace_s: 0 },
  /** The module does not reach the unit's board. */
  bus_lost: { raised_by: 'report', severity: 'major', cool_down_s: 600, grace_s: 0 },
  /** No connection for longer than the grace; `major` after a day. */
  offline: { raised_by: 'check', severity: 'minor', cool_down_s: 1800, grace_s: { wifi: 180, '4g': 600 } },
  /** Online, and yet no report for this time: three polls of the slowest plan. */
  no_data: { raised_by: 'check', severity: 'minor', cool_down_s: 1800, grace_s: 1800 },
  /** Reports come, the compressor runs, and yet no measured value has changed for this time. */
  frozen_values: { raised_by: 'check', severity: 'minor', cool_down_s: 3600, grace_s: 1800, opt_in: true },
  /** The last known flow water is near freezing. */
  frost_risk: { raised_by: 'check', severity: 'critical', cool_down_s: 1800, grace_s: 0 },
  /** The SIM card ends within 30 days (`info`), 7 days (`minor`), or has ended (`major`). */
  sim_expiry: { raised_by: 'check', severity: 'info', cool_down_s: 0, grace_s: 0 },
  /** The carrier or a person stopped the card of the unit. */
  sim_stopped: { raised_by: 'check', severity: 'major', cool_down_s: 0, grace_s: 0 },
  /** Most of the traffic of the plan is used; `major` once all of it is. */
  sim_traffic: { raised_by: 'check', severity: 'minor', cool_down_s: 0, grace_s: 0 },
  /** Another module reports the card than before; recovers when a person has confirmed it. */
  sim_moved: { raised_by: 'check', severity: 'minor', cool_down_s: 0, grace_s: 0 },
  /** The board has not been recognized for a day. */
  model_unrecognized: { raised_by: 'check', severity: 'minor', cool_down_s: 3600, grace_s: 86_400 },
  /** A control was acknowledged and read back otherwise; recovers with the next verified one of the same point. */
  control_mismatch: { raised_by: 'check', severity: 'minor', cool_down_s: 600, grace_s: 0 },
  /** The last upgrade of the module or the board failed; recovers with the next that succeeds. */
  ota_failed: { raised_by: 'check', severity: 'minor', cool_down_s: 600, grace_s: 0 },
  /** Several reports of a few minutes could not be parsed: a wrong register list, a module of another kind, a broken bus. */
  parse_failed: { raised_by: 'check', severity: 'minor', cool_down_s: 3600, grace_s: 0 },
  /** Detectors of the analysis over daily figures, each of its own; severity as the manufacturer sets it. */
  short_cycling: DETECTOR,
  heater_overuse: DETECTOR,
  charge_drift: DETECTOR,
  low_flow: DETECTOR,
  stuck_sensor: DETECTOR,
  /** A rule of people; severity and cool-down are the rule's. */
  threshold: { raised_by: 'report', severity: null, cool_down_s: 600, grace_s: 0 },
} as const satisfies Record<string, AlarmTypeRow>
export type AlarmType = keyof typeof ALARM_TYPES
export const ALARM_TYPE_NAMES = Object.keys(ALARM_TYPES) as [AlarmType, ...AlarmType[]] // the table has rows

/** Flow water below this is a frost risk, °C. */
export const FROST_RISK_C = 4
/** Days before the end of a SIM card from which it is an alarm, and from which it is a minor one. */
export const SIM_ALARM_DAYS = { info: 30, minor: 7 } as const
/** Percent of the traffic of a plan from which it is an alarm. */
export const SIM_TRAFFIC = { minor_percent: 80 } as const
/** Measured values that must all stand still: of fewer it is no wonder. */
export const FROZEN_VALUES = { points_min: 3 } as const
/** Unreadable reports of a unit within this time that are an alarm; it recovers after so long without one. */
export const PARSE_FAILED = { reports: 3, within_s: 600, recovers_s: 1_800 } as const
/** An offline alarm is major after this time. */
export const OFFLINE_MAJOR_S = 86_400
/** Offline is critical below this outdoor temperature, °C, unless the manufacturer sets another; the unit measured it at most so long ago. A sensor that says less than `sensor_min_c` is broken. */
export const OFFLINE_FROST = { below_c: 0, age_s: 86_400, sensor_min_c: -45 } as const
/** Why the severity of an alarm is not that of its type. `frost`: the unit is offline while it freezes, its pipes may burst. */
export const ALARM_REASONS = ['frost'] as const
export type AlarmReason = (typeof ALARM_REASONS)[number]
