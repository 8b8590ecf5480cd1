import { z } from 'zod'
import { ALARM_TYPE_NAMES } from '../alarms/types.ts'
import { DEVICE_LOG_KINDS, DEVICE_LOG_TYPES } from '../device-log/device-log.ts'
import { LIMITS } from '../limits.ts'
import { SEVERITIES } from '../preferences.ts'
import { Choice, Words } from '../products/points.ts'

const Time = z.iso.datetime()

/** Name of the form in which the owner's data are given; a change that breaks readers gets another number (docs/owner-data.md). */
export const OWNER_DATA_FORM = 'heatfleet-owner-data/1'

/** A point that the manufacturer withholds as a trade secret, and why. */
export const WithheldPoint = z.object({ key: z.string(), names: Words, reason: z.string() })
export type WithheldPoint = z.infer<typeof WithheldPoint>

const Bound = z.union([z.number(), z.object({ point: z.string() })])

/** What is needed to read the values of a point. */
export const OwnerPoint = z.object({
  key: z.string(),
  names: Words,
  unit: z.string(),
  decimals: z.number().int(),
  data_type: z.string(),
  /** `state` = its numbers are names, see `choices`; `counter` = only differences mean something. */
  kind: z.enum(['number', 'state', 'counter']),
  /** How the value is computed from the register (`raw`) or, of a calculated point, from other points; already applied. */
  formula: z.string(),
  choices: z.array(Choice.pick({ value: true, names: true })),
  min: Bound.nullable(),
  max: Bound.nullable(),
  writable: z.boolean(),
  group: z.string(),
})
export type OwnerPoint = z.infer<typeof OwnerPoint>

/** All that a program needs to read the values of a unit. */
export const OwnerMetadata = z.object({
  form: z.literal(OWNER_DATA_FORM),
  device_id: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** The version of the product that its newest report came with; null = none was published. */
  product_version: z.number().int().nullable(),
  /** Reports before this time are not given to this reader. */
  data_from: Time,
  /** Until when this reader may read; null = while the binding lasts. */
  data_to: Time.nullable(),
  points: z.array(OwnerPoint),
  withheld: z.array(WithheldPoint),
})
export type OwnerMetadata = z.infer<typeof OwnerMetadata>

/** Something wrong with the unit, as it was raised and recovered. */
export const OwnerAlarm = z.object({
  type: z.enum(ALARM_TYPE_NAMES),
  /** The point that it is about; null = none. */
  key: z.string().nullable(),
  /** In the product's list of faults; null = none. */
  code: z.string().nullable(),
  severity: z.enum(SEVERITIES),
  /** What was measured at the trigger; null = nothing, or of no single point. */
  value: z.number().nullable(),
  first_time: Time,
  last_time: Time,
  recovered_time: Time.nullable(),
  count: z.number().int(),
})
export type OwnerAlarm = z.infer<typeof OwnerAlarm>

/** What happened to the unit: connection, bus, alarm, module. */
export const OwnerEvent = z.object({ time: Time, type: z.enum(DEVICE_LOG_TYPES), kind: z.enum(DEVICE_LOG_KINDS) })
export type OwnerEvent = z.infer<typeof OwnerEvent>

/** The first line of the file of all data. */
export const OwnerFileHead = OwnerMetadata.extend({
  /** In order of time; the newest, where there are more than the limit. */
  alarms: z.array(OwnerAlarm).max(LIMITS.data_export_alarms_max),
  events: z.array(OwnerEvent).max(LIMITS.data_export_events_max),
})
export type OwnerFileHead = z.infer<typeof OwnerFileHead>

/** The newest value of each point. */
export const OwnerLatest = z.object({
  device_id: z.string(),
  /** Time of the newest report; null = none. */
  time: Time.nullable(),
  /** Sent as `after`, the next answer waits for a newer report. */
  cursor: z.string(),
  values: z.array(z.object({ key: z.string(), value: z.number(), time: Time })),
  withheld: z.array(WithheldPoint),
})

/** Reports of a unit: one row each, in order of time. */
export const OwnerHistory = z.object({
  device_id: z.string(),
  product_version: z.number().int().nullable(),
  /** Keys of the columns after the time. */
  points: z.array(z.string()),
  /** Unix time in ms, then a value for each point; null = not reported. */
  rows: z.array(z.array(z.number().nullable())),
  /** Where the next answer goes on; at the end of the history it finds the reports that came since. */
  next_cursor: z.string(),
  /** Whether reports were left for the next answer. */
  more: z.boolean(),
  withheld: z.array(WithheldPoint),
})

/** A place in the reports of a unit: the time (unix ms) of the next one. */
export const dataCursorOf = (next_ms: number): string => `c${Math.max(0, next_ms).toString(36)}`
/** The time (unix ms) of a cursor. */
export const cursorTimeOf = (cursor: string): number => Number.parseInt(cursor.slice(1), 36)

const Cursor = z.string().regex(/^c[0-9a-z]{1,10}$/, 'data_cursor_invalid')
const WaitSeconds = z.coerce.number().int().min(0).max(LIMITS.data_wait_max_s).default(0)
/** Keys between commas; left out = all that are not withheld. */
const Keys = z
  .string()
  .max(LIMITS.data_points_max * 41)
  .regex(/^[A-Za-z]\w{0,39}(,[A-Za-z]\w{0,39})*$/)
  .transform((text) => [...new Set(text.split(','))])
  .optional()

export const LatestQuery = z.object({ after: Cursor.optional(), wait_s: WaitSeconds })
export type LatestQuery = z.output<typeof LatestQuery>

export const OwnerHistoryQuery = z.object({
  points: Keys,
  /** Of the first answer; `cursor` goes on where it ended. */
  from: Time.optional(),
  to: Time.optional(),
  cursor: Cursor.optional(),
  rows: z.coerce.number().int().min(1).max(LIMITS.data_rows_max).default(LIMITS.data_rows_default),
  /** Waits for the next report, where there is none yet. */
  wait_s: WaitSeconds,
})
export type OwnerHistoryQuery = z.output<typeof OwnerHistoryQuery>

const outdoor = { en: 'Outdoor temperature', zh: '室外温度', pl: 'Temperatura zewnętrzna' }
const withheld: WithheldPoint[] = [
  {
    key: 'eev_target',
    names: { en: 'EEV target', zh: '电子膨胀阀目标', pl: 'Cel zaworu EEV' },
    reason: 'Control algorithm of the refrigerant circuit',
  },
]
export const exampleMetadata: OwnerMetadata = {
  form: OWNER_DATA_FORM,
  device_id: '863412060123455',
  device_name: 'Villa Linden 4',
  product_key: 'r290-monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  product_version: 3,
  data_from: '2026-09-02T10:00:00.000Z',
  data_to: null,
  points: [
    {
      key: 't_amb',
      names: outdoor,
      unit: '°C',
      decimals: 1,
      data_type: 's16',
      kind: 'number',
      formula: 'raw / 10',
      choices: [],
      min: -40,
      max: 60,
      writable: false,
      group: 'Temperatures',
    },
  ],
  withheld,
}
export const exampleLatest: z.infer<typeof OwnerLatest> = {
  device_id: '863412060123455',
  time: '2026-11-21T09:15:00.000Z',
  cursor: dataCursorOf(Date.UTC(2026, 10, 21, 9, 15) + 1),
  values: [{ key: 't_amb', value: 4.5, time: '2026-11-21T09:15:00.000Z' }],
  withheld,
}
export const exampleHistory: z.infer<typeof OwnerHistory> = {
  device_id: '863412060123455',
  product_version: 3,
  points: ['t_amb', 't_out'],
  rows: [
    [Date.UTC(2026, 10, 21, 9, 14), 4.4, 35.1],
    [Date.UTC(2026, 10, 21, 9, 15), 4.5, null],
  ],
  next_cursor: dataCursorOf(Date.UTC(2026, 10, 21, 9, 15) + 1),
  more: false,
  withheld,
}
