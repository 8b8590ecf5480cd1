import { z } from 'zod'
import { ALARM_TYPE_NAMES } from '../alarms/types.ts'
import { LIMITS } from '../limits.ts'
import { SEVERITIES } from '../preferences.ts'
import { RowId } from '../row-id.ts'
import { textOf } from '../text.ts'
import { isTimeZone } from '../time-zone.ts'
import { Channel, OWNER_LOCKS } from './channel.ts'
import { NOTIFICATION_LIMITS } from './limits.ts'

/** What a policy may notify of. A higher severity of an alarm counts as raised again. */
export const NOTIFIED_EVENTS = [
  'alarm_raised',
  'alarm_recovered',
  'order_created',
  'order_escalated',
  'order_transferred',
  'order_dissatisfied',
  'rollout_halted',
  'rollout_ended',
] as const
export type NotifiedEvent = (typeof NOTIFIED_EVENTS)[number]

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const noDuplicates = { params: { rule: 'no_duplicates' } }
const distinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length

/** After so many minutes without anybody accepting the alarm, the distributor so many levels above its own is told. */
export const EscalationStep = z.object({
  after_minutes: z.number().int().min(1).max(NOTIFICATION_LIMITS.escalation_minutes_max),
  levels_up: z.number().int().min(0).max(3),
})
export type EscalationStep = z.infer<typeof EscalationStep>

const values = {
  policy_name: textOf({ min: 1, max: NOTIFICATION_LIMITS.name_max }),
  events: z.array(z.enum(NOTIFIED_EVENTS)).min(1).max(NOTIFIED_EVENTS.length).refine(distinct, noDuplicates),
  /** Types of alarms it is about; none = all. Other events have no type. */
  alarm_types: z
    .array(z.enum(ALARM_TYPE_NAMES))
    .max(ALARM_TYPE_NAMES.length)
    .refine(distinct, noDuplicates)
    .default([]),
  /** Only units of these products; none = of all. */
  product_keys: z
    .array(z.string().max(LIMITS.product_key_max))
    .max(NOTIFICATION_LIMITS.policy_products_max)
    .refine(distinct, noDuplicates)
    .default([]),
  /** Only units in this resource group; null = all that the owner of the policy has. */
  resource_group_id: RowId.nullable().default(null),
  /** Of alarms; the severity of other events is fixed. */
  least: z.enum(SEVERITIES).default('major'),
  /** Accounts with one of these roles that have the device in their scope. */
  role_ids: z.array(RowId).max(NOTIFICATION_LIMITS.policy_roles_max).refine(distinct, noDuplicates).default([]),
  /** All accounts of the distributor that has the device. */
  to_distributor: z.boolean().default(false),
  /** The app users that the device is bound to. */
  to_app_users: z.boolean().default(false),
  /** In the console's bell, and as a message in the app. */
  in_app: z.boolean().default(true),
  channel_ids: z.array(RowId).max(NOTIFICATION_LIMITS.policy_channels_max).refine(distinct, noDuplicates).default([]),
  /** Messages below critical wait for the end of these hours. */
  quiet_hours: z.object({ on: z.boolean(), from: ClockTime, to: ClockTime }),
  /** Zone of the quiet hours, where a person has not chosen an own one. */
  time_zone: z.string().max(64).refine(isTimeZone),
  /** Messages below critical are sent together each so many minutes; 0 = at once. */
  digest_minutes: z.number().int().min(0).max(NOTIFICATION_LIMITS.digest_minutes_max).default(0),
  escalation: z
    .array(EscalationStep)
    .max(NOTIFICATION_LIMITS.escalation_steps_max)
    .refine((steps) => distinct(steps.map(({ after_minutes }) => after_minutes)), noDuplicates)
    .default([]),
}
export const PolicyDraft = z.object(values)
export type PolicyDraft = z.infer<typeof PolicyDraft>
export const PolicyChange = z.object({ ...values, updated_at: z.iso.datetime() })

/** A policy in the list. */
export const Policy = z.object({
  policy_id: RowId,
  ...values,
  time_zone: z.string(),
  channels: z.array(Channel.pick({ channel_id: true, channel_name: true, kind: true, enabled: true })),
  roles: z.array(z.object({ role_id: RowId, role_name: z.string() })),
  /** Null = none, or one that is gone: then nobody is told. */
  resource_group_name: z.string().nullable(),
  enabled: z.boolean(),
  /** The distributor that made it; null = the manufacturer. */
  agent_id: z.number().int().nullable(),
  agent_name: z.string().nullable(),
  creator: z.string(),
  updated_at: z.iso.datetime(),
  lock: z.enum(OWNER_LOCKS).nullable(),
})
export type Policy = z.infer<typeof Policy>

export const POLICY_SORTS = ['policy_name', 'updated_at'] as const
export const PolicyFilter = z.object({
  policy_name: z.string().trim().max(NOTIFICATION_LIMITS.name_max).optional(),
  event: z.enum(NOTIFIED_EVENTS).optional(),
  enabled: z.boolean().optional(),
  sort_by: z.enum(POLICY_SORTS).default('policy_name'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type PolicyFilter = z.infer<typeof PolicyFilter>

export const examplePolicy: Policy = {
  policy_id: 2,
  policy_name: 'Critical alarms',
  events: ['alarm_raised'],
  alarm_types: ['device_fault'],
  product_keys: ['r290-monobloc'],
  resource_group_id: null,
  resource_group_name: null,
  least: 'critical',
  role_ids: [3],
  to_distributor: true,
  to_app_users: false,
  in_app: true,
  channel_ids: [3],
  quiet_hours: { on: false, from: '22:00', to: '07:00' },
  time_zone: 'Europe/Warsaw',
  digest_minutes: 0,
  escalation: [{ after_minutes: 30, levels_up: 1 }],
  channels: [{ channel_id: 3, channel_name: 'Service desk', kind: 'webhook', enabled: true }],
  roles: [{ role_id: 3, role_name: 'After-sales operator' }],
  enabled: true,
  agent_id: null,
  agent_name: null,
  creator: 'admin',
  updated_at: '2026-11-18T08:00:00.000Z',
  lock: null,
}
