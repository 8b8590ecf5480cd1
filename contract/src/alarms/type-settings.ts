import { z } from 'zod'
import { DETECTORS } from '../analysis/detectors.ts'
import { endpoints } from '../endpoint.ts'
import { SEVERITIES } from '../preferences.ts'
import { ALARM_LIMITS } from './limits.ts'
import { ALARM_TYPE_NAMES } from './types.ts'

/** Below the coldest and above the mildest winter nobody lives with a heat pump. */
const Frost = z.number().min(-40).max(20)
const Limit = z.number().int().min(1).max(ALARM_LIMITS.time_limit_minutes_max)

/** Types that are off until the manufacturer switches them on. */
export const OPT_IN_TYPES = [...DETECTORS, 'frozen_values'] as const
export type OptInType = (typeof OPT_IN_TYPES)[number]

/** A built-in type of alarm, and what the manufacturer set of it. */
const AlarmTypeState = z.object({
  type: z.enum(ALARM_TYPE_NAMES),
  /** Of {@link OPT_IN_TYPES}: off until it is switched on. */
  enabled: z.boolean(),
  /** Null = of the fault or the rule. */
  severity: z.enum(SEVERITIES).nullable(),
  /** An alarm that recovered so many minutes ago and that nobody had taken is processed; null = it waits for a person. */
  process_minutes: Limit.nullable(),
  /** User name of who changed it last; empty = nobody, or an account that is gone. */
  updated_by: z.string(),
  updated_time: z.iso.datetime().nullable(),
})
export type AlarmTypeState = z.output<typeof AlarmTypeState>

/** A detector, or another type that is off by default, as a type of alarm. */
export const DetectorAlarm = z.object({ enabled: z.boolean(), severity: z.enum(SEVERITIES) })
export type DetectorAlarm = z.output<typeof DetectorAlarm>

/** After how many minutes recovered an alarm that nobody had taken is processed by itself; null = never. */
export const AlarmTypeProcess = z.object({ process_minutes: Limit.nullable() })
export type AlarmTypeProcess = z.output<typeof AlarmTypeProcess>

/** Offline alarms are critical below this outdoor temperature, °C (null = never for that reason), and are told again. */
export const OfflineAlarm = z.object({
  frost_below_c: Frost.nullable(),
  /** Policies tell again each so many hours while the unit stays offline; null = never. */
  remind_hours: z.number().int().min(1).max(ALARM_LIMITS.remind_hours_max).nullable().default(null),
})
export type OfflineAlarm = z.output<typeof OfflineAlarm>

/** Minutes within which alarms of each severity are to be processed; null = no limit. */
export const AlarmTimes = z.object({
  critical: Limit.nullable(),
  major: Limit.nullable(),
  minor: Limit.nullable(),
  info: Limit.nullable(),
})
export type AlarmTimes = z.output<typeof AlarmTimes>

const AlarmTypeSettings = z.object({
  types: z.array(AlarmTypeState).max(ALARM_TYPE_NAMES.length),
  offline: OfflineAlarm,
  times: AlarmTimes,
})
export type AlarmTypeSettings = z.output<typeof AlarmTypeSettings>

const example: AlarmTypeSettings = {
  types: [
    {
      type: 'charge_drift',
      enabled: true,
      severity: 'minor',
      process_minutes: null,
      updated_by: 'admin',
      updated_time: '2026-11-21T09:15:00.000Z',
    },
  ],
  offline: { frost_below_c: 0, remind_hours: 24 },
  times: { critical: 240, major: 1_440, minor: 4_320, info: null },
}

/** What the manufacturer sets of built-in types of alarms, for the whole fleet (product 3.42). */
export const alarmTypes = endpoints({
  alarmTypeSettings: {
    method: 'GET',
    path: '/event/alarm-types',
    kind: 'read',
    of: 'alarm-type',
    needs: 'alarm-rule:view',
    about: 'unscoped',
    result: AlarmTypeSettings,
    fails: [],
    says: 'The built-in types of alarms as they are set, and the times within which alarms are to be processed.',
    example,
  },
  alarmDetectorSet: {
    method: 'PUT',
    path: '/event/alarm-types/:type',
    kind: 'change',
    of: 'alarm-type',
    needs: 'alarm-rule:types',
    about: 'unscoped',
    params: z.object({ type: z.enum(OPT_IN_TYPES) }),
    body: DetectorAlarm,
    result: AlarmTypeSettings,
    fails: [],
    says: 'Switches a detector, or another type that is off by default, on as a type of alarm, with its severity; or off: then its active alarms recover.',
    example,
  },
  alarmTypeProcessSet: {
    method: 'PUT',
    path: '/event/alarm-types/:type/processed',
    kind: 'change',
    of: 'alarm-type',
    needs: 'alarm-rule:types',
    about: 'unscoped',
    params: z.object({ type: z.enum(ALARM_TYPE_NAMES).exclude(['threshold']) }),
    body: AlarmTypeProcess,
    result: AlarmTypeSettings,
    fails: [],
    says: 'Sets after how many minutes recovered an alarm of a built-in type is processed by itself, where nobody had taken it.',
    example,
  },
  alarmOfflineSet: {
    method: 'PUT',
    path: '/event/alarm-offline',
    kind: 'change',
    of: 'alarm-type',
    needs: 'alarm-rule:types',
    about: 'unscoped',
    body: OfflineAlarm,
    result: AlarmTypeSettings,
    fails: [],
    says: 'Sets the outdoor temperature below which a unit that goes offline is a critical alarm, and how often policies tell again of one that stays offline.',
    example,
  },
  alarmTimesSet: {
    method: 'PUT',
    path: '/event/alarm-times',
    kind: 'change',
    of: 'alarm-type',
    needs: 'alarm-rule:types',
    about: 'unscoped',
    body: AlarmTimes,
    result: AlarmTypeSettings,
    fails: [],
    says: 'Sets the times within which alarms are to be processed, by severity; of alarms raised from now on.',
    example,
  },
})
