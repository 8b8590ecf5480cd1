import { randomUUID } from 'node:crypto'
import type { SendReason } from '@heatfleet/contract/notification-policies/channel.ts'
import type { DeliveryReason } from '@heatfleet/contract/notification-policies/delivery.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { type DueRow, type PlannedMessage, planMessages } from './plan-messages.ts'

type Db = Kysely<Tables>

const { gather_ms, lease_ms, sent_per_turn, storm_min, storm_ms, together_max } = NOTIFICATION_LIMITS
/** Rows that one turn looks at: a storm of one recipient must not hide the others. */
const LOOKED_AT_MAX = 2_000

/** A message that this turn sends: its deliveries, under one id. */
export type ClaimedMessage = { message_id: string; attempts: number; rows: DueRow[] }

/**
 * What was queued by a clock that was ahead is due now, or it would wait until the clock is there again. One that is claimed is left alone: its lease
 * ends that much after it was queued, and under the clock of now before it.
 */
export const hastenFutureDeliveries = async (db: Db, now: Date): Promise<void> => {
  const leased = new Date(now.getTime() + lease_ms)
  await db
    .updateTable('notification_deliveries')
    .set({ due_at: now })
    .where('state', '=', 'queued')
    .where('due_at', '>', leased)
    .where('created_at', '>', leased)
    .where(sql<SqlBool>`due_at >= created_at and due_at < created_at + ${lease_ms} * interval '1 millisecond'`)
    .execute()
}

/**
 * Claims the messages that are due. Their id is fixed before the first attempt, and until the lease is over nobody claims
 * them again: after a crash the same message is sent under the same id.
 */
export const claimDue = (db: Db, now: Date): Promise<ClaimedMessage[]> =>
  db.transaction().execute(async (trx) => {
    const rows: DueRow[] = await trx
      .selectFrom('notification_deliveries')
      .innerJoin('notification_channels', 'notification_channels.channel_id', 'notification_deliveries.channel_id')
      .where('notification_deliveries.state', '=', 'queued')
      .where('notification_deliveries.due_at', '<=', now)
      .where(sql<SqlBool>`(notification_channels.paused_until is null or notification_channels.paused_until <= ${now})`)
      .select([
        'notification_deliveries.delivery_id',
        'notification_deliveries.event_id',
        'notification_deliveries.policy_id',
        sql<number>`notification_deliveries.channel_id`.as('channel_id'),
        'notification_deliveries.recipient_key',
        'notification_deliveries.step',
        'notification_deliveries.message_id',
        'notification_deliveries.attempts',
        'notification_deliveries.gathered',
        sql<boolean>`notification_channels.paused_until is not null`.as('probing'),
      ])
      .orderBy('notification_deliveries.due_at')
      .orderBy('notification_deliveries.delivery_id')
      .limit(LOOKED_AT_MAX)
      .forUpdate('notification_deliveries')
      .skipLocked()
      .execute()
    if (rows.length === 0) return []
    const { messages, postponed } = planMessages(rows, await listStorms(trx, now), {
      now_ms: now.getTime(),
      makeId: randomUUID,
    })
    for (const { delivery_ids, due_ms } of postponed)
      await trx
        .updateTable('notification_deliveries')
        .set({ due_at: new Date(due_ms), gathered: true })
        .where('delivery_id', 'in', delivery_ids)
        .execute()
    const claimed: ClaimedMessage[] = []
    for (const { message_id, attempts, ...planned } of messages.slice(0, sent_per_turn)) {
      const of_message = await lockDeliveries(trx, { message_id, attempts, ...planned }, now)
      await trx
        .updateTable('notification_deliveries')
        .set({
          message_id,
          attempts,
          together: of_message.length,
          due_at: new Date(now.getTime() + lease_ms),
        })
        .where(isOneOf(of_message.map(({ delivery_id }) => delivery_id)))
        .execute()
      claimed.push({ message_id, attempts, rows: of_message })
    }
    return claimed
  })

const isOneOf = (delivery_ids: readonly string[]) => sql<SqlBool>`delivery_id = any(${[...delivery_ids]}::bigint[])`

/** All deliveries of a message: a turn looks at few of a storm, and what waits for others of the same moment comes with it. */
const lockDeliveries = async (trx: Db, { message_id, rows, takes }: PlannedMessage, now: Date): Promise<DueRow[]> => {
  const [first] = rows
  if (takes === 'none' || first === undefined) return rows
  const { policy_id, channel_id, recipient_key, probing } = first
  const soon = new Date(now.getTime() + gather_ms)
  const of_recipient = sql<SqlBool>`message_id is null and policy_id is not distinct from ${policy_id}::int
    and channel_id = ${channel_id} and recipient_key = ${recipient_key}`
  const belongs = {
    same_id: sql<SqlBool>`message_id = ${message_id}`,
    due: sql<SqlBool>`${of_recipient} and (due_at <= ${now} or (not gathered and due_at <= ${soon}))`,
    gathered: sql<SqlBool>`${of_recipient} and gathered and due_at <= ${now}`,
  }[takes]
  const found = await trx
    .selectFrom('notification_deliveries')
    .where('state', '=', 'queued')
    .where(belongs)
    .select(['delivery_id', 'event_id', 'step', 'message_id', 'attempts', 'gathered'])
    .orderBy('due_at')
    .orderBy('delivery_id')
    .limit(together_max)
    .forUpdate()
    .skipLocked()
    .execute()
  return found.map((row) => ({ ...row, policy_id, channel_id, recipient_key, probing }))
}

/** When the last storm message of each policy, channel and recipient was sent, by key; of those that still count. */
const listStorms = async (trx: Db, now: Date): Promise<Map<string, number>> => {
  const rows = await trx
    .selectFrom('notification_deliveries')
    .where('state', '=', 'sent')
    .where('together', '>=', storm_min)
    .where('gathered', '=', false)
    .where('sent_at', '>', new Date(now.getTime() - storm_ms))
    // By the index of the state; what was sent lately was made lately, or waited a day at most.
    .where('created_at', '>', new Date(now.getTime() - 2 * 86_400_000))
    .select(['policy_id', 'channel_id', 'recipient_key', sql<Date>`max(sent_at)`.as('sent_at')])
    .groupBy(['policy_id', 'channel_id', 'recipient_key'])
    .execute()
  return new Map(
    rows.map(({ policy_id, channel_id, recipient_key, sent_at }) => [
      `${policy_id} ${channel_id} ${recipient_key}`,
      sent_at.getTime(),
    ]),
  )
}

/** What sending needs of a message: its channel, its recipient, its policy. */
export const readMessage = (db: Db, delivery_id: string) =>
  db
    .selectFrom('notification_deliveries')
    .innerJoin('notification_channels', 'notification_channels.channel_id', 'notification_deliveries.channel_id')
    .leftJoin('notification_policies', 'notification_policies.policy_id', 'notification_deliveries.policy_id')
    .leftJoin('distributors', 'distributors.agent_id', 'notification_deliveries.agent_id')
    .where('delivery_id', '=', delivery_id)
    .select([
      'notification_deliveries.channel_id',
      'notification_deliveries.uid',
      'notification_deliveries.app_user_id',
      'notification_deliveries.recipient_address',
      'notification_deliveries.language',
      'notification_deliveries.policy_name',
      sql<string>`coalesce(distributors.agent_path, '/')`.as('owner_path'),
      'notification_channels.kind',
      'notification_channels.settings',
      'notification_channels.secrets_sealed',
      'notification_channels.enabled',
      'notification_policies.narrowed_uid',
      sql<string>`coalesce(notification_policies.time_zone, 'UTC')`.as('time_zone'),
      sql<{ after_minutes: number }[]>`coalesce(notification_policies.escalation, '[]')`.as('escalation'),
    ])
    .executeTakeFirst()
export type MessageRow = NonNullable<Awaited<ReturnType<typeof readMessage>>>

/** Device, rollout and report of each event. */
export const listSubjects = (db: Db, event_ids: readonly string[]) =>
  db
    .selectFrom('notification_events')
    .where(sql<SqlBool>`event_id = any(${[...event_ids]}::bigint[])`)
    .select(['event_id', 'device_id', 'rollout_id', 'report_run_id'])
    .execute()

const ofIds = (db: Db, delivery_ids: readonly string[]) =>
  db.updateTable('notification_deliveries').where(isOneOf(delivery_ids)).where('state', '=', 'queued')

export const markSent = async (db: Db, ids: readonly string[], answer: string, at: Date): Promise<void> => {
  await ofIds(db, ids).set({ state: 'sent', reason: null, answer, due_at: null, sent_at: at }).execute()
}

export const markSuppressed = async (db: Db, ids: readonly string[], reason: DeliveryReason): Promise<void> => {
  if (ids.length > 0) await ofIds(db, ids).set({ state: 'suppressed', reason, due_at: null }).execute()
}

/** Notes a failed attempt; without a next one the message is dead, or failed where it was refused. */
export const markFailed = async (
  db: Db,
  ids: readonly string[],
  failure: { reason: SendReason; answer: string; retry: boolean; next_at: Date | null },
): Promise<void> => {
  const { reason, answer, retry, next_at } = failure
  const state = next_at !== null ? 'queued' : retry ? 'dead' : 'failed'
  await ofIds(db, ids).set({ state, reason, answer, due_at: next_at }).execute()
}
