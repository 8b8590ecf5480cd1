import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { WEBHOOK_LIMITS } from '@heatfleet/contract/webhooks/limits.ts'
import { REPEATABLE, type WebhookCallFilter } from '@heatfleet/contract/webhooks/webhook-call.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { shipmentsWithin, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { isNarrowed, ownedWithin } from '../notification-policies/public.ts'

type Db = Kysely<Tables>

/** Calls of webhooks whose owner the caller sees, about devices and shipments in scope. */
const callRows = (db: Db, caller: Caller) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.webhook_id', 'webhook_deliveries.webhook_id')
    .innerJoin('webhook_events', 'webhook_events.event_id', 'webhook_deliveries.event_id')
    .leftJoin('distributors', 'distributors.agent_id', 'webhooks.agent_id')
    .leftJoin('devices', 'devices.device_id', 'webhook_events.device_id')
    .leftJoin('shipments', 'shipments.shipment_id', 'webhook_events.shipment_id')
    .where(ownedWithin(caller, 'webhooks'))
    .where(sql<SqlBool>`(webhook_events.device_id is null or ${withinScope(caller.scope, 'devices')})`)
    // A body names units: who sees a part of a shipment only reads those of no webhook.
    .where(
      sql<SqlBool>`(webhook_events.shipment_id is null
        or (${!isNarrowed(caller)}::boolean and ${shipmentsWithin(caller.scope, 'shipments')}))`,
    )

const COLUMNS = [
  'webhook_deliveries.delivery_id',
  'webhook_deliveries.created_at',
  'webhook_deliveries.webhook_id',
  'webhooks.webhook_name',
  'webhook_events.event',
  sql<string>`coalesce(webhook_events.detail ->> 'code', webhook_events.detail ->> 'order_id',
    webhook_events.detail ->> 'batch_no', webhook_events.detail ->> 'to_version',
    webhook_events.detail ->> 'type', '')`.as('subject'),
  'devices.mac',
  sql<string>`coalesce(devices.device_name, '')`.as('device_name'),
  'webhook_deliveries.state',
  'webhook_deliveries.reason',
  'webhook_deliveries.status',
  'webhook_deliveries.answer',
  'webhook_deliveries.took_ms',
  'webhook_deliveries.attempts',
  'webhook_deliveries.body',
  'webhook_deliveries.due_at',
  'webhook_deliveries.sent_at',
  'webhook_deliveries.message_id',
  'webhooks.agent_id',
  'distributors.agent_path as owner_path',
] as const

/** A part of the delivery log visible to the caller that matches, by time. */
export const listCalls = <Part extends ListPart>(db: Db, caller: Caller, filter: WebhookCallFilter, part: Part) => {
  const matching = callRows(db, caller).where((where) => where.and(conditionsOf(filter)))
  const count = async (): Promise<number> => {
    const limited = matching.select(sql`1`.as('one')).limit(WEBHOOK_LIMITS.count_max + 1)
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
          .orderBy('webhook_deliveries.created_at', filter.sort_order)
          .orderBy('webhook_deliveries.delivery_id', filter.sort_order),
      key: 'webhook_deliveries.delivery_id',
    },
    part,
  )
}

const conditionsOf = ({ webhook_id, state, event, mac, from, to }: WebhookCallFilter) =>
  [
    webhook_id === undefined ? null : sql<SqlBool>`webhook_deliveries.webhook_id = ${webhook_id}`,
    state === undefined ? null : sql<SqlBool>`webhook_deliveries.state = ${state}`,
    event === undefined ? null : sql<SqlBool>`webhook_events.event = ${event}`,
    mac === undefined || mac === '' ? null : sql<SqlBool>`devices.mac = ${normalizeDeviceId(mac) ?? mac}`,
    from === undefined ? null : sql<SqlBool>`webhook_deliveries.created_at >= ${new Date(from)}`,
    to === undefined ? null : sql<SqlBool>`webhook_deliveries.created_at <= ${new Date(to)}`,
  ].filter((condition) => condition !== null)

/** A visible call, or undefined. */
export const findCall = (db: Db, caller: Caller, delivery_id: string) =>
  callRows(db, caller).select(COLUMNS).where('webhook_deliveries.delivery_id', '=', delivery_id).executeTakeFirst()
export type CallRow = NonNullable<Awaited<ReturnType<typeof findCall>>>

/** Attempts shown of a call. */
const ATTEMPTS_SHOWN = 20

/** The last attempts of a call that the caller has read, the newest first. */
export const listAttempts = (db: Db, delivery_id: string) =>
  db
    .selectFrom('webhook_attempts')
    .where('delivery_id', '=', delivery_id)
    .select(['attempt_no', 'at', 'reason', 'status', 'answer', 'took_ms'])
    .orderBy('attempt_no', 'desc')
    .limit(ATTEMPTS_SHOWN)
    .execute()

/** Queues a call again with all attempts; false unless it is in a state for it. */
export const requeueCall = async (db: Db, delivery_id: string, at: Date): Promise<boolean> => {
  const done = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'queued', due_at: at, attempts: 0, reason: null, sent_at: null })
    .where('delivery_id', '=', delivery_id)
    .where('state', 'in', [...REPEATABLE])
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Events of the webhook's kinds within its owner's reach, in a time. */
const eventsOf = (webhook_id: number, from: Date, to: Date) => sql`
  from webhook_events e
    join webhooks w on w.webhook_id = ${webhook_id} and w.events @> array[e.event]
    left join distributors o on o.agent_id = w.agent_id
    left join devices d on d.device_id = e.device_id
    left join shipments s on s.shipment_id = e.shipment_id
  where e.happened_at between ${from} and ${to}
    and starts_with(coalesce(d.agent_path, s.receiver_path, '/'), coalesce(o.agent_path, '/'))`

/** How many events a replay of a time would look at, at most one more than may be. */
export const countReplayed = async (db: Db, webhook_id: number, from: Date, to: Date): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from (select 1 ${eventsOf(webhook_id, from, to)}
    limit ${WEBHOOK_LIMITS.replay_max + 1}) limited`.execute(db)
  return rows[0]?.n ?? 0
}

/** Queues calls about what happened in a time: what was missed or failed, on request also what was accepted. */
export const replayCalls = async (
  db: Db,
  webhook_id: number,
  { from, to, with_sent, at }: { from: Date; to: Date; with_sent: boolean; at: Date },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries (webhook_id, event_id, state, created_at, due_at)
    select w.webhook_id, e.event_id, 'queued', ${at}::timestamptz, ${at}::timestamptz ${eventsOf(webhook_id, from, to)}
    on conflict (webhook_id, event_id) do update
      set state = 'queued', due_at = excluded.due_at, attempts = 0, reason = null, sent_at = null
      where webhook_deliveries.state = 'dead'
        or (webhook_deliveries.state = 'suppressed' and webhook_deliveries.reason = 'webhook_off')
        or (webhook_deliveries.state = 'sent' and ${with_sent}::boolean)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes what is older than it is kept. */
export const deleteOldEvents = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('webhook_events').where('happened_at', '<', before).execute()
}
