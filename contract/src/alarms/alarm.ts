import { z } from 'zod'
import { DeviceId } from '../identifiers.ts'
import { SEVERITIES } from '../preferences.ts'
import { Words } from '../products/points.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { ORDER_LIMITS } from '../service-orders/limits.ts'
import { Pictures } from '../service-orders/row.ts'
import { ORDER_CAUSES, OrderPart } from '../service-orders/visit.ts'
import { textOf } from '../text.ts'
import { ALARM_HANDLING_STATES } from '../transitions.ts'
import { ALARM_LIMITS } from './limits.ts'
import { ALARM_REASONS, ALARM_TYPE_NAMES } from './types.ts'

const Time = z.iso.datetime()
export const ByAlarm = z.object({ id: RowIdText })

/** Whether what raised the alarm still holds; apart from its handling. */
export const ALARM_CONDITIONS = ['active', 'recovered'] as const
export type AlarmCondition = (typeof ALARM_CONDITIONS)[number]

/** What an entry of the log says. When it was raised and has recovered are times of the alarm itself. */
const ALARM_LOG_KINDS = [
  'escalated',
  'accepted',
  'released',
  'assigned',
  'processed',
  'closed',
  'reopened',
  'comment',
  'auto_processed',
  'reminded',
] as const
export type AlarmLogKind = (typeof ALARM_LOG_KINDS)[number]

/** An alarm as lists show it (spec 3; product 3.17). */
export const Alarm = z.object({
  alarm_id: RowId,
  type: z.enum(ALARM_TYPE_NAMES),
  /** Of a device fault the key of its point, of a control the key of the setting, of a SIM card its number, of a rule its id; else empty. */
  rule_key: z.string(),
  /** In the knowledge base; null = none. */
  code: z.string().nullable(),
  /** Of the code in the product's fault sets; null = none has it. */
  names: Words.nullable(),
  severity: z.enum(SEVERITIES),
  /** Why the severity is not that of the type; null = it is. */
  reason: z.enum(ALARM_REASONS).nullable(),
  condition: z.enum(ALARM_CONDITIONS),
  handling: z.enum(ALARM_HANDLING_STATES),
  /** What was measured at the trigger; null = nothing. */
  value: z.number().nullable(),
  first_time: Time,
  /** When it was raised last: later than `first_time` for an alarm that came back. */
  last_time: Time,
  recovered_time: Time.nullable(),
  /** Until when it is to be processed, unless it recovers before; null = no limit. */
  due_time: Time.nullable(),
  /** When it was processed or closed; null = it is not. */
  handled_time: Time.nullable(),
  /** How often it was raised. */
  count: z.number().int(),
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** The unit's distributor; null = the manufacturer's stock, or one outside the scope. */
  agent_id: RowId.nullable(),
  agent_name: z.string(),
  assignee_uid: RowId.nullable(),
  /** User name; empty = none. */
  assignee: z.string(),
  /** Of a rule of people its name; else empty. */
  rule_name: z.string(),
  /** Neither notified nor counted in the quick tabs. */
  muted: z.boolean(),
  /** The storm it belongs to; null = none. */
  storm_id: RowId.nullable(),
  /** Its newest service order that the caller sees; null = none. */
  order_id: RowId.nullable(),
  /** Of a virtual unit: listed, but nobody outside of the console is told. */
  virtual: z.boolean(),
})
export type Alarm = z.infer<typeof Alarm>

/** What happened to an alarm, in the order in which it was written. */
export const AlarmLogLine = z.object({
  log_id: RowId,
  kind: z.enum(ALARM_LOG_KINDS),
  time: Time,
  /** User name; empty = the system, or an account that is gone. */
  author: z.string(),
  /**
   * A result, a reason or a comment; of an assignment the assignee, of an escalation the severity, of an alarm that was processed
   * by itself the rule (empty = its built-in type), of a reminder its number.
   */
  text: z.string(),
  /** User names of those that a comment mentions. */
  mentions: z.array(z.string()).max(ALARM_LIMITS.mentions_max),
  /** Of a result: what it came down to, null = not said; and the parts used. */
  cause: z.enum(ORDER_CAUSES).nullable(),
  parts: z.array(OrderPart).max(ORDER_LIMITS.parts_max),
  /** How many photos there are with it. */
  pictures: z.number().int(),
})
export type AlarmLogLine = z.infer<typeof AlarmLogLine>

/** `waiting` = the half hour after the trigger is not over; `none` = the unit reported nothing. */
const SNAPSHOT_STATES = ['waiting', 'stored', 'none'] as const

export const AlarmDetail = Alarm.extend({
  log: z.array(AlarmLogLine).max(ALARM_LIMITS.log_max),
  snapshot: z.enum(SNAPSHOT_STATES),
  /** The mute that ends last; null = none. */
  mute: z.object({ mute_id: RowId, reason: z.string(), until: Time, author: z.string() }).nullable(),
})
export type AlarmDetail = z.infer<typeof AlarmDetail>

/** All points from 30 minutes before to 30 minutes after the trigger. */
export const AlarmSnapshot = z.object({
  trigger_time: Time,
  /** Times of the reports, unix ms. */
  at_ms: z.array(z.number()).max(ALARM_LIMITS.snapshot_rows_max),
  points: z.array(
    z.object({
      key: z.string(),
      /** One value a report; null = not in it. */
      values: z.array(z.number().nullable()).max(ALARM_LIMITS.snapshot_rows_max),
    }),
  ),
})
export type AlarmSnapshot = z.infer<typeof AlarmSnapshot>

export const AlarmText = z.object({ text: textOf({ min: 1, max: ALARM_LIMITS.text_max }) })

/** A comment; those it mentions find it in their inbox. */
export const AlarmComment = AlarmText.extend({
  mention_uids: z.array(RowId).max(ALARM_LIMITS.mentions_max).default([]),
  pictures: Pictures,
})

/** Quick tabs (product 3.17); `recovered` = recovered and not processed, `mine` = assigned to the caller and not closed, `overdue` = its time is over while it is active and nobody processed it. */
export const ALARM_TABS = [
  'unprocessed',
  'in_process',
  'overdue',
  'processed',
  'closed',
  'recovered',
  'mine',
  'all',
] as const
export type AlarmTab = (typeof ALARM_TABS)[number]
export const ALARM_SORTS = ['last_time', 'first_time', 'severity', 'sla'] as const

/** Filters of the list; what is left out does not filter. */
export const AlarmFilter = z.object({
  tab: z.enum(ALARM_TABS).default('all'),
  condition: z.enum(ALARM_CONDITIONS).optional(),
  handling: z.enum(ALARM_HANDLING_STATES).optional(),
  severity: z.enum(SEVERITIES).optional(),
  type: z.enum(ALARM_TYPE_NAMES).optional(),
  code: z.string().trim().max(40).optional(),
  product_key: z.string().max(64).optional(),
  /** Units of this distributor and of all below it. */
  under: RowId.optional(),
  /** A MAC or IMEI, or the beginning of a device's name. */
  search: z.string().trim().max(100).optional(),
  mac: DeviceId.optional(),
  assignee_uid: RowId.optional(),
  /** Part of the assignee's user name. */
  assignee: z.string().trim().max(60).optional(),
  /** Of the unit's distributor, as far as it is in scope: a country (ISO 3166-1), and a region (GB/T 2260) with all below it. */
  country: z.string().length(2).optional(),
  region_code: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
  /** Active for longer than so many minutes since it was raised last; of a recovered one until it recovered. */
  longer_than_minutes: z.number().int().min(1).max(ALARM_LIMITS.duration_minutes_max).optional(),
  /** Raised last within this time. */
  last_from: Time.optional(),
  last_to: Time.optional(),
  /** Raised more than once. */
  repeated: z.boolean().optional(),
  /** Its time is over while it is active and nobody processed it; or not. */
  overdue: z.boolean().optional(),
  /** Alarms of this rule of people. */
  rule_id: RowId.optional(),
  /** Alarms of this storm. */
  storm_id: RowId.optional(),
  /** Left out, muted ones are in the tab of all alarms only. */
  muted: z.boolean().optional(),
  sort_by: z.enum(ALARM_SORTS).default('last_time'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type AlarmFilter = z.infer<typeof AlarmFilter>

export const AlarmCounts = z.object({
  unprocessed: z.number().int(),
  in_process: z.number().int(),
  /** Counted up to `ALARM_LIMITS.overdue_max`. */
  overdue: z.number().int().max(ALARM_LIMITS.overdue_max),
  processed: z.number().int(),
  closed: z.number().int(),
  recovered: z.number().int(),
  mine: z.number().int(),
  all: z.number().int(),
})
export type AlarmCounts = z.infer<typeof AlarmCounts>

/** What an export of the list can hold. */
export const ALARM_EXPORT_COLUMNS = [
  'alarm_id',
  'severity',
  'type',
  'code',
  'name',
  'mac',
  'device_name',
  'product',
  'agent_name',
  'first_time',
  'last_time',
  'recovered_time',
  'due_time',
  'sla',
  'count',
  'value',
  'condition',
  'handling',
  'assignee',
  'order_id',
] as const

export const exampleAlarm: Alarm = {
  alarm_id: 512,
  type: 'device_fault',
  rule_key: 'f01',
  code: 'F01',
  names: { en: 'DHW tank temperature sensor fault', zh: '生活热水温度传感器故障', pl: 'Czujnik temperatury CWU' },
  severity: 'major',
  reason: null,
  condition: 'active',
  handling: 'unprocessed',
  value: 1,
  first_time: '2026-11-21T09:15:00.000Z',
  last_time: '2026-11-21T09:40:00.000Z',
  recovered_time: null,
  due_time: '2026-11-22T09:15:00.000Z',
  handled_time: null,
  count: 2,
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  product_key: 'r290-monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  agent_id: 7,
  agent_name: 'Hangzhou Nuanyuan',
  assignee_uid: null,
  assignee: '',
  rule_name: '',
  muted: false,
  storm_id: null,
  order_id: null,
  virtual: false,
}
