import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import {
  type DeliveryFilter,
  RESENDABLE,
  type Resend,
  UNDELIVERED,
} from '@heatfleet/contract/notification-policies/delivery.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { rolloutsWithin, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { ownedWithin } from './store-owner.ts'

type Db = Kysely<Tables>

/** Deliveries of policies whose owner the caller sees, about devices and rollouts in scope. */
const deliveryRows = (db: Db, caller: Caller) =>
  db
    .selectFrom('notification_deliveries')
    .innerJoin('notification_events', 'notification_events.event_id', 'notification_deliveries.event_id')
    .leftJoin('distributors', 'distributors.agent_id', 'notification_deliveries.agent_id')
    .leftJoin('devices', 'devices.device_id', 'notification_events.device_id')
    .leftJoin('alarms', 'alarms.alarm_id', 'notification_events.alarm_id')
    .leftJoin('service_orders', 'service_orders.order_id', 'notification_events.order_id')
    .leftJoin('rollouts', 'rollouts.rollout_id', 'notification_events.rollout_id')
    .leftJoin('analysis_report_runs', 'analysis_report_runs.run_id', 'notification_events.report_run_id')
    .leftJoin('analysis_reports', 'analysis_reports.report_id', 'analysis_report_runs.report_id')
    .where(ownedWithin(caller, 'notification_deliveries'))
    .where(sql<SqlBool>`(notification_events.device_id is null or ${withinScope(caller.scope, 'devices')})`)
    .where(sql<SqlBool>`(notification_events.rollout_id is null or ${rolloutsWithin(caller.scope, 'rollouts')})`)

const COLUMNS = [
  'notification_deliveries.delivery_id',
  'notification_deliveries.created_at',
  'notification_events.event',
  'notification_events.severity',
  'notification_deliveries.step',
  sql<string>`coalesce(alarms.code, alarms.type, left(service_orders.problem, 120), rollouts.name,
    analysis_reports.report_name, '')`.as('subject'),
  'devices.mac',
  sql<string>`coalesce(devices.device_name, '')`.as('device_name'),
  'notification_events.alarm_id',
  'notification_deliveries.policy_name',
  'notification_deliveries.channel_kind',
  'notification_deliveries.channel_name',
  'notification_deliveries.channel_id',
  'notification_deliveries.recipient',
  'notification_deliveries.recipient_address',
  'notification_deliveries.state',
  'notification_deliveries.reason',
  'notification_deliveries.answer',
  'notification_deliveries.attempts',
  'notification_deliveries.together',
  'notification_deliveries.due_at',
  'notification_deliveries.sent_at',
  'notification_deliveries.message_id',
  'notification_deliveries.agent_id',
  'distributors.agent_path as owner_path',
] as const

/** A part of the delivery log visible to the caller that matches, by time. */
export const listDeliveries = <Part extends ListPart>(db: Db, caller: Caller, filter: DeliveryFilter, part: Part) => {
  const { sort_order } = filter
  const matching = deliveryRows(db, caller).where((where) => where.and(conditionsOf(filter)))
  const count = async (): Promise<number> => {
    const limited = matching.select(sql`1`.as('one')).limit(NOTIFICATION_LIMITS.count_max + 1)
    const { n } = await db
      .selectFrom(limited.as('limited'))
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
    return n
  }
  return listPage(
    {
      matching,
      count,
      rows: matching.select(COLUMNS),
      order: (rows) =>
        rows
          .orderBy('notification_deliveries.created_at', sort_order)
          .orderBy('notification_deliveries.delivery_id', sort_order),
      key: 'notification_deliveries.delivery_id',
    },
    part,
  )
}

const conditionsOf = (filter: DeliveryFilter) => {
  const is = (column: string, value: string | number | undefined) =>
    value === undefined || value === '' ? null : sql<SqlBool>`${sql.ref(column)} = ${value}`
  return [
    is('notification_deliveries.state', filter.state),
    is('notification_deliveries.channel_kind', filter.channel_kind),
    is('notification_events.event', filter.event),
    is('notification_deliveries.policy_id', filter.policy_id),
    is('notification_deliveries.channel_id', filter.channel_id),
    is('notification_events.alarm_id', filter.alarm_id),
    filter.mac === undefined || filter.mac === ''
      ? null
      : sql<SqlBool>`devices.mac = ${normalizeDeviceId(filter.mac) ?? filter.mac}`,
    filter.recipient === undefined || filter.recipient === ''
      ? null
      : sql<SqlBool>`position(lower(${filter.recipient}) in lower(notification_deliveries.recipient)) > 0`,
    filter.from === undefined ? null : sql<SqlBool>`notification_deliveries.created_at >= ${new Date(filter.from)}`,
    filter.to === undefined ? null : sql<SqlBool>`notification_deliveries.created_at <= ${new Date(filter.to)}`,
  ].filter((condition) => condition !== null)
}

/** A visible delivery, or undefined. */
export const findDelivery = (db: Db, caller: Caller, delivery_id: string) =>
  deliveryRows(db, caller)
    .select(COLUMNS)
    .where('notification_deliveries.delivery_id', '=', delivery_id)
    .executeTakeFirst()
export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

const requeue = (db: Db, at: Date) =>
  db
    .updateTable('notification_deliveries')
    .set({ state: 'queued', due_at: at, attempts: 0, reason: null, answer: '', sent_at: null, gathered: false })
    .where('state', 'in', [...RESENDABLE])
    .where('channel_id', 'is not', null)

/** Queues a delivery again with all attempts; false unless it is in a state for it and its channel still exists. */
export const requeueDelivery = async (db: Db, delivery_id: string, at: Date): Promise<boolean> => {
  const done = await requeue(db, at).where('delivery_id', '=', delivery_id).executeTakeFirst()
  return done.numUpdatedRows > 0n
}

type OwnerOf = { agent_id: number | null; owner_path: string | null }

/**
 * Queues deliveries of owners that the caller may change again: those named, or those of a filter that did not arrive. Null when the
 * filter holds more than `max`.
 */
export const requeueDeliveries = async (
  db: Db,
  caller: Caller,
  which: Resend,
  { at, max, isOwn }: { at: Date; max: number; isOwn: (row: OwnerOf) => boolean },
): Promise<{ resent: number; left: number } | null> => {
  const wanted =
    which.by === 'ids'
      ? deliveryRows(db, caller).where(sql<SqlBool>`notification_deliveries.delivery_id = any(${which.ids}::bigint[])`)
      : deliveryRows(db, caller)
          .where((where) => where.and(conditionsOf(which.filter)))
          .where(sql<SqlBool>`notification_deliveries.delivery_id <> all(${which.except}::bigint[])`)
          .where('notification_deliveries.state', 'in', [...UNDELIVERED])
  const found = await wanted
    .select([
      'notification_deliveries.delivery_id',
      'notification_deliveries.agent_id',
      'distributors.agent_path as owner_path',
    ])
    .limit(max + 1)
    .execute()
  if (found.length > max) return null
  const ids = found.filter(isOwn).map(({ delivery_id }) => delivery_id)
  const done = await requeue(db, at).where(sql<SqlBool>`delivery_id = any(${ids}::bigint[])`).executeTakeFirst()
  const resent = Number(done.numUpdatedRows)
  return { resent, left: (which.by === 'ids' ? which.ids.length : found.length) - resent }
}

/** Deletes what is older than it is kept. */
export const deleteOldNotifications = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('notification_events').where('happened_at', '<', before).execute()
}
