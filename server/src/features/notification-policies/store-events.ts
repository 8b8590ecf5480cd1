import type { RuleNotify } from '@heatfleet/contract/alarm-rules/rule.ts'
import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import type { EscalationStep, NotifiedEvent } from '@heatfleet/contract/notification-policies/policy.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { groupScopeOf } from '../../platform/group-scope.ts'
import type { GroupScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/**
 * Whether an alarm is muted: its messages are then suppressed, and say so. The one place that knows how alarms are muted by
 * a mark on their row; `alarms` is joined by the query.
 */
const IS_MUTED = sql<boolean>`alarms.muted`

/** An event on its way to messages, with the place by which policies and people are found. */
export type NewEvent = {
  event_id: string
  event: NotifiedEvent
  severity: Severity
  device_id: number | null
  rollout_id: number | null
  alarm_type: AlarmType | null
  /** Of the device, or of who proposed the rollout. */
  agent_path: string
  /** The distributor that has the device; null = none. */
  agent_id: number | null
  product_key: string
  muted: boolean
  /** Whom the rule of people that raised the alarm notifies; null = no such rule raised it. */
  notify_by: RuleNotify['by'] | null
  notify_policy_ids: number[] | null
  /** The how-many-th time that it is told again; 0 = the first. */
  reminder: number
  /** Of an order that moved: the level whose people are told; null = by the policy alone. */
  levels_up: number | null
  /** About a virtual unit: nobody is told (decision 0090). */
  virtual: boolean
}

const eventRows = (db: Db) =>
  db
    .selectFrom('notification_events')
    .leftJoin('devices', 'devices.device_id', 'notification_events.device_id')
    .leftJoin('alarms', 'alarms.alarm_id', 'notification_events.alarm_id')
    .leftJoin('alarm_rules', (join) =>
      join.on(sql<SqlBool>`alarms.type = 'threshold' and alarm_rules.rule_id::text = alarms.rule_key`),
    )
    .leftJoin('rollouts', 'rollouts.rollout_id', 'notification_events.rollout_id')
    .leftJoin('service_orders', 'service_orders.order_id', 'notification_events.order_id')
    .select([
      'alarm_rules.notify_by',
      'alarm_rules.notify_policy_ids',
      'notification_events.reminder',
      'notification_events.event_id',
      // Reports have recipients of their own: no policy sees them.
      sql<NotifiedEvent>`notification_events.event`.as('event'),
      'notification_events.severity',
      'notification_events.device_id',
      'notification_events.rollout_id',
      'alarms.type as alarm_type',
      sql<string>`coalesce(devices.agent_path, rollouts.agent_path, '/')`.as('agent_path'),
      'devices.agent_id',
      sql<string>`coalesce(devices.product_key, rollouts.product_key, '')`.as('product_key'),
      sql<boolean>`(alarms.alarm_id is not null and ${IS_MUTED})`.as('muted'),
      // Dissatisfaction is told one level above the people who processed the order.
      sql<number | null>`case notification_events.event when 'order_escalated' then service_orders.levels_up
        when 'order_transferred' then service_orders.levels_up
        when 'order_dissatisfied' then service_orders.levels_up + 1 end`.as('levels_up'),
      sql<boolean>`coalesce(devices.virtual, false)`.as('virtual'),
    ])

/** Events that no turn has taken yet, the oldest first, locked by the transaction. */
export const lockNewEvents = (trx: Db, limit: number): Promise<NewEvent[]> =>
  eventRows(trx)
    .where('notification_events.dispatched_at', 'is', null)
    .where('notification_events.event', '<>', 'report_ready')
    .orderBy('notification_events.event_id')
    .limit(limit)
    .forUpdate('notification_events')
    .skipLocked()
    .execute()

export const markDispatched = async (trx: Db, event_ids: readonly string[], at: Date): Promise<void> => {
  await trx
    .updateTable('notification_events')
    .set({ dispatched_at: at })
    .where('event_id', 'in', [...event_ids])
    .execute()
}

/** Enabled policies with their enabled channels; the work of the system, no scope. */
export const listEnabledPolicies = async (db: Db) =>
  db
    .selectFrom('notification_policies')
    .leftJoin('distributors', 'distributors.agent_id', 'notification_policies.agent_id')
    .where('notification_policies.enabled', '=', true)
    .select([
      'policy_id',
      'policy_name',
      'events',
      'alarm_types',
      'notification_policies.product_keys',
      'notification_policies.resource_group_id',
      'least',
      'role_ids',
      'to_distributor',
      'to_app_users',
      'in_app',
      'quiet_hours',
      'time_zone',
      'digest_minutes',
      'escalation',
      'notification_policies.agent_id',
      'narrowed_uid',
      sql<string>`coalesce(distributors.agent_path, '/')`.as('owner_path'),
      sql<
        PolicyChannel[]
      >`coalesce((select jsonb_agg(jsonb_build_object('channel_id', c.channel_id, 'channel_name', c.channel_name,
          'kind', c.kind, 'language', c.language, 'target', c.target) order by c.channel_id)
        from notification_policy_channels p join notification_channels c on c.channel_id = p.channel_id
        where p.policy_id = notification_policies.policy_id and c.enabled), '[]')`.as('channels'),
    ])
    .orderBy('policy_id')
    .execute()
type PolicyChannel = Pick<ChannelColumns, 'channel_name' | 'kind' | 'target'> & {
  channel_id: number
  language: 'en' | 'zh' | 'pl'
}
type ChannelColumns = Tables['notification_channels']
export type EnabledPolicy = Awaited<ReturnType<typeof listEnabledPolicies>>[number]

/** What the resource groups of policies list, by number; one that is gone is left out. The work of the system, no scope. */
export const listPolicyGroups = async (
  db: Db,
  policies: readonly EnabledPolicy[],
): Promise<Map<number, GroupScope>> => {
  const ids = policies.flatMap(({ resource_group_id }) => resource_group_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('resource_groups')
    .where('group_id', 'in', ids)
    .select([
      'group_id',
      'region_codes',
      'product_keys',
      'device_ids',
      sql<string[]>`array(select named.agent_path from distributors named
        where named.agent_id = any(resource_groups.agent_ids))`.as('agent_paths'),
    ])
    .execute()
  return new Map(rows.map((row) => [row.group_id, groupScopeOf(row)]))
}

export type NewDelivery = Omit<
  Tables['notification_deliveries'],
  | 'delivery_id'
  | 'answer'
  | 'attempts'
  | 'together'
  | 'message_id'
  | 'created_at'
  | 'due_at'
  | 'sent_at'
  | 'step'
  | 'gathered'
> & { step: number; gathered: boolean; due_at: Date | null; sent_at: Date | null }

type InsertedDelivery = Pick<
  NewDelivery,
  'event_id' | 'app_user_id' | 'channel_id' | 'language' | 'policy_id' | 'state' | 'step'
>

const DELIVERY_COLUMNS = sql`event_id, policy_id, channel_id, step, recipient_key, uid, app_user_id, agent_id, policy_name, channel_kind,
  channel_name, recipient, recipient_address, language, state, reason, gathered, created_at, due_at, sent_at`

/**
 * Inserts deliveries; one that is there already stays as it is. Returns those that are new. As one JSON text: a statement with a parameter
 * for each value of a thousand rows would hold the event loop for a tenth of a second.
 */
export const insertDeliveries = async (
  trx: Db,
  rows: readonly NewDelivery[],
  at: Date,
): Promise<InsertedDelivery[]> => {
  if (rows.length === 0) return []
  const json = JSON.stringify(rows.map((row) => ({ ...row, created_at: at })))
  const { rows: inserted } = await sql<InsertedDelivery>`
    insert into notification_deliveries (${DELIVERY_COLUMNS})
    select ${DELIVERY_COLUMNS} from jsonb_populate_recordset(null::notification_deliveries, ${json}::jsonb)
    on conflict do nothing returning event_id, app_user_id, channel_id, language, policy_id, state, step`.execute(trx)
  return inserted
}

/** Plans the steps of an escalation. */
export const insertEscalations = async (
  trx: Db,
  event_id: string,
  policy_id: number,
  steps: readonly EscalationStep[],
  now_ms: number,
): Promise<void> => {
  if (steps.length === 0) return
  await trx
    .insertInto('notification_escalations')
    .values(
      steps.map(({ after_minutes }, index) => ({
        event_id,
        policy_id,
        step: index + 1,
        due_at: new Date(now_ms + after_minutes * 60_000),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Takes the steps that are due, for good: with each, its event if the alarm is still active and nobody has accepted it, and
 * it is not muted; else null.
 */
export const takeDueEscalations = async (trx: Db, now: Date, limit: number) => {
  const due = await trx
    .deleteFrom('notification_escalations')
    .where(
      sql<SqlBool>`(event_id, policy_id, step) in (select event_id, policy_id, step from notification_escalations
        where due_at <= ${now} order by due_at, event_id, step limit ${limit} for update skip locked)`,
    )
    .returning(['event_id', 'policy_id', 'step'])
    .execute()
  if (due.length === 0) return []
  const events = await eventRows(trx)
    .where(
      'notification_events.event_id',
      'in',
      due.map(({ event_id }) => event_id),
    )
    .where('alarms.handling', '=', 'unprocessed')
    .where('alarms.recovered_at', 'is', null)
    .execute()
  const open = new Map(events.filter(({ muted }) => !muted).map((event) => [event.event_id, event]))
  return due.map((step) => ({ ...step, event: open.get(step.event_id) ?? null }))
}

/** Whether there is anything to do at all. */
export const hasWork = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ has_work: boolean }>`select (
    exists (select from notification_policies where enabled)
    or exists (select from notification_deliveries where state = 'queued')) as has_work`.execute(db)
  return rows[0]?.has_work ?? false
}
