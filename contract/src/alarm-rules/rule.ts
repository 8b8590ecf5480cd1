import { z } from 'zod'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { SEVERITIES } from '../preferences.ts'
import { RowId } from '../row-id.ts'
import { brokenAs, textOf } from '../text.ts'
import { isTimeZone } from '../time-zone.ts'
import { ALARM_RULE_LIMITS } from './limits.ts'
import { canHoldOnline, hasOfflineTerm } from './offline-terms.ts'

const Time = z.iso.datetime()
const Minutes = z.number().int().min(1).max(ALARM_RULE_LIMITS.minutes_max)

export const RULE_OPERATORS = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const
export type RuleOperator = (typeof RULE_OPERATORS)[number]
/** Operators with a side, which a clear value can lie on. */
export const ORDERED_OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const satisfies readonly RuleOperator[]
export const RULE_STATES = ['online', 'offline'] as const

const PointTerm = z
  .object({
    of: z.literal('point'),
    key: z.string().min(1).max(LIMITS.point_key_max),
    op: z.enum(RULE_OPERATORS),
    /** Number, or the value of a named state. */
    value: z.number(),
    /** Hysteresis: while the alarm is active the term compares with this value instead; null = with the same. */
    clear: z.number().nullable().default(null),
  })
  .refine(({ op, value, clear }) => isClearSide(op, value, clear), brokenAs('alarm_rule_clear', 'clear'))
const StateTerm = z.object({ of: z.literal('state'), state: z.enum(RULE_STATES) })

/** A clear value lies where the condition is easier to meet: below the limit of "above", above the limit of "below". */
const isClearSide = (op: RuleOperator, value: number, clear: number | null): boolean => {
  if (clear === null) return true
  if (op === 'gt' || op === 'gte') return clear <= value
  if (op === 'lt' || op === 'lte') return clear >= value
  return false
}

/** One comparison of a condition. */
export const RuleTerm = z.discriminatedUnion('of', [PointTerm, StateTerm])
export type RuleTerm = z.output<typeof RuleTerm>
export type PointRuleTerm = z.output<typeof PointTerm>

/** Terms in groups; each group, and the condition as a whole, holds when any or all of its parts hold. */
export const RuleCondition = z.object({
  match: z.enum(['any', 'all']),
  groups: z
    .array(
      z.object({
        match: z.enum(['any', 'all']),
        terms: z.array(RuleTerm).min(1).max(ALARM_RULE_LIMITS.terms_max),
      }),
    )
    .min(1)
    .max(ALARM_RULE_LIMITS.groups_max),
})
export type RuleCondition = z.output<typeof RuleCondition>

/** When a condition becomes an alarm: at once, after it held for a time, or after it began so often within a time. */
export const RuleHold = z.discriminatedUnion('by', [
  z.object({ by: z.literal('at_once') }),
  z.object({ by: z.literal('duration'), minutes: Minutes }),
  z.object({
    by: z.literal('repeat'),
    times: z.number().int().min(2).max(ALARM_RULE_LIMITS.repeat_max),
    minutes: Minutes,
  }),
])
export type RuleHold = z.output<typeof RuleHold>

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** When a rule raises, by the clock of the unit's country; a time that ends at or before its start ends on the next day. */
export const RuleSchedule = z.object({
  /** ISO days, 1 = Monday; of a time over midnight the day it starts on. */
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length),
  from: ClockTime,
  to: ClockTime,
  /** Where the country of the unit has several zones or none is known. */
  time_zone: z.string().max(64).refine(isTimeZone),
})
export type RuleSchedule = z.output<typeof RuleSchedule>

/** Which units of the product; of a rule of a distributor only those below it. */
export const RuleTarget = z.discriminatedUnion('by', [
  z.object({ by: z.literal('product') }),
  z.object({ by: z.literal('agent'), agent_id: RowId }),
  z.object({ by: z.literal('group'), group_id: RowId }),
  z.object({
    by: z.literal('devices'),
    macs: z
      .array(DeviceId)
      .min(1)
      .max(ALARM_RULE_LIMITS.devices_max)
      .refine((macs) => new Set(macs).size === macs.length),
  }),
])
export type RuleTarget = z.output<typeof RuleTarget>
export const RULE_TARGETS = ['product', 'agent', 'group', 'devices'] as const satisfies readonly RuleTarget['by'][]

const what = {
  product_key: z.string().min(1).max(LIMITS.product_key_max),
  target: RuleTarget,
  condition: RuleCondition.refine(
    (condition) => !hasOfflineTerm(condition) || !canHoldOnline(condition),
    brokenAs('alarm_rule_offline'),
  ),
  hold: RuleHold,
  /** The alarm recovers when the condition has not held for so long; 0 = at once. */
  clear_minutes: z.number().int().min(0).max(ALARM_RULE_LIMITS.minutes_max),
  schedule: RuleSchedule.nullable(),
}
/** How often a unit goes offline is not counted. Runs although other fields are wrong, so nothing is taken for granted. */
const isCountable = ({ condition, hold }: { condition: unknown; hold: unknown }): boolean => {
  const counted = RuleHold.safeParse(hold).data
  const told = RuleCondition.safeParse(condition).data
  return counted?.by !== 'repeat' || told === undefined || !hasOfflineTerm(told)
}

/** What decides when a rule raises: enough for a test. */
export const RuleTest = z.object(what).refine(isCountable, brokenAs('alarm_rule_offline_repeat', 'hold'))
export type RuleTest = z.output<typeof RuleTest>

/** Whom a rule notifies: the policies that concern the alarm, nobody, or named ones, whatever types and severity these name. */
export const RuleNotify = z.discriminatedUnion('by', [
  z.object({ by: z.literal('default') }),
  z.object({ by: z.literal('none') }),
  z.object({
    by: z.literal('policies'),
    policy_ids: z
      .array(RowId)
      .min(1)
      .max(ALARM_RULE_LIMITS.notify_policies_max)
      .refine((ids) => new Set(ids).size === ids.length),
  }),
])
export type RuleNotify = z.output<typeof RuleNotify>
export const RULE_NOTIFY_BY = ['default', 'none', 'policies'] as const satisfies readonly RuleNotify['by'][]

export const AlarmRuleDraft = z
  .object({
    rule_name: textOf({ min: 1, max: ALARM_RULE_LIMITS.name_max }),
    ...what,
    severity: z.enum(SEVERITIES),
    /** An alarm that comes back within this time after it recovered is the same alarm. */
    cool_down_minutes: z.number().int().min(0).max(ALARM_RULE_LIMITS.minutes_max),
    /** An alarm that recovered so long ago and that nobody had taken is processed by the rule; null = it waits for a person. */
    process_minutes: Minutes.nullable().default(null),
    notify: RuleNotify.default({ by: 'default' }),
  })
  .refine(isCountable, brokenAs('alarm_rule_offline_repeat', 'hold'))
export type AlarmRuleDraft = z.output<typeof AlarmRuleDraft>

/** Why a visible rule cannot be changed. */
const ALARM_RULE_LOCKS = ['not_own', 'no_right'] as const

/** A rule of people (product 3.17, 3.40). Of another organisation's rule the target is told as far as it is in scope. */
export const AlarmRule = z.object({
  rule_id: RowId,
  rule_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  target_by: z.enum(RULE_TARGETS),
  /** Null = outside the scope, or gone: then it names no unit. */
  target: RuleTarget.nullable(),
  /** Name of the distributor or group; number of devices; empty of a product. */
  target_name: z.string(),
  condition: RuleCondition,
  hold: RuleHold,
  clear_minutes: z.number().int(),
  schedule: RuleSchedule.nullable(),
  severity: z.enum(SEVERITIES),
  cool_down_minutes: z.number().int(),
  process_minutes: z.number().int().nullable(),
  /** Null = of another organisation. */
  notify: RuleNotify.nullable(),
  /** The policies that are named. */
  notify_policies: z.array(z.object({ policy_id: RowId, policy_name: z.string() })),
  enabled: z.boolean(),
  /** Alarms of units in scope raised within 7 days, and those that are active. */
  fired: z.number().int(),
  active: z.number().int(),
  /** Until when all its alarms are muted; null = they are not. */
  muted_until: Time.nullable(),
  /** Whose it is; null = the manufacturer's. */
  agent_id: RowId.nullable(),
  agent_name: z.string(),
  /** Empty = of another organisation, or an account that is gone. */
  updated_by: z.string(),
  created_at: Time,
  updated_at: Time,
  /** Null = the caller may change it. */
  lock: z.enum(ALARM_RULE_LOCKS).nullable(),
})
export type AlarmRule = z.output<typeof AlarmRule>

export const ALARM_RULE_SORTS = ['rule_name', 'updated_at', 'severity'] as const
export const AlarmRuleFilter = z.object({
  rule_name: z.string().trim().max(ALARM_RULE_LIMITS.name_max).optional(),
  product_key: z.string().max(LIMITS.product_key_max).optional(),
  severity: z.enum(SEVERITIES).optional(),
  enabled: z.boolean().optional(),
  sort_by: z.enum(ALARM_RULE_SORTS).default('rule_name'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type AlarmRuleFilter = z.output<typeof AlarmRuleFilter>

/** What a rule would have done in the last days. */
export const RuleTestResult = z.object({
  /** Units of the target in scope, and those whose reports were read in the time a test has. */
  units: z.number().int(),
  units_read: z.number().int(),
  fired: z.number().int(),
  units_fired: z.number().int(),
  /** Reports read, and how long it took, ms. */
  reports: z.number().int(),
  took_ms: z.number().int(),
  /** Days in the zone of the caller, the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), fired: z.number().int() })),
  /** The first units that it fired at. */
  first: z.array(
    z.object({
      mac: z.string(),
      device_name: z.string(),
      fired: z.number().int(),
      first_time: Time,
      value: z.number().nullable(),
    }),
  ),
})
export type RuleTestResult = z.output<typeof RuleTestResult>
