import type { SendReason } from '@heatfleet/contract/notification-policies/channel.ts'
import { WEBHOOK_LIMITS } from '@heatfleet/contract/webhooks/limits.ts'
import type { WebhookEvent } from '@heatfleet/contract/webhooks/payload.ts'
import type { WebhookReason } from '@heatfleet/contract/webhooks/webhook-call.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, shippedWithin, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

const { events_per_turn, lease_ms, sent_per_turn, sent_per_webhook, wait_first_ms, wait_max_ms } = WEBHOOK_LIMITS

/**
 * Turns new events into calls of webhooks that work, in the statement that marks them as done; gives how many events. Virtual
 * units call nobody (decision 0090).
 */
export const dispatchEvents = async (db: Db, now: Date): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    with taken as (
      select event_id from webhook_events where dispatched_at is null order by event_id limit ${events_per_turn}
      for update skip locked),
    marked as (
      update webhook_events set dispatched_at = ${now} from taken where webhook_events.event_id = taken.event_id
      returning webhook_events.event_id, event, device_id, shipment_id),
    added as (
      insert into webhook_deliveries (webhook_id, event_id, state, created_at, due_at)
      select w.webhook_id, e.event_id, 'queued', ${now}::timestamptz, ${now}::timestamptz
      from marked e
        join webhooks w on w.enabled and w.paused_at is null and w.events @> array[e.event]
        left join distributors o on o.agent_id = w.agent_id
        left join devices d on d.device_id = e.device_id
        left join shipments s on s.shipment_id = e.shipment_id
      where d.virtual is not true
        and starts_with(coalesce(d.agent_path, s.receiver_path, '/'), coalesce(o.agent_path, '/'))
      on conflict (webhook_id, event_id) do nothing)
    select count(*)::int as n from marked`.execute(db)
  return rows[0]?.n ?? 0
}

/** A call that this turn makes. */
export type ClaimedCall = {
  delivery_id: string
  webhook_id: number
  message_id: string
  attempts: number
  body: string | null
  event_id: string
  event: WebhookEvent
  device_id: number | null
  shipment_id: number | null
  detail: Record<string, unknown>
  happened_at: Date
}

/**
 * What was queued by a clock that was ahead is due now, or it would wait until the clock is there again. One that is claimed is left alone: its lease
 * ends that much after it was queued, and under the clock of now before it.
 */
export const hastenFutureCalls = async (db: Db, now: Date): Promise<void> => {
  const leased = new Date(now.getTime() + lease_ms)
  await sql`update webhook_deliveries set due_at = ${now}
    where state = 'queued' and due_at > ${leased} and created_at > ${leased}
      and due_at >= created_at and due_at < created_at + ${lease_ms} * interval '1 millisecond'`.execute(db)
}

/**
 * Claims calls that are due. Until the lease is over nobody claims them again. A webhook that failed last has one call tried;
 * one that waits has none.
 */
export const claimDue = async (db: Db, now: Date): Promise<ClaimedCall[]> => {
  const { rows } = await sql<ClaimedCall>`
    with claimed as (
      select due.delivery_id from webhooks w cross join lateral (
        select delivery_id from webhook_deliveries d
        where d.webhook_id = w.webhook_id and d.state = 'queued' and d.due_at <= ${now}
        order by d.due_at, d.delivery_id limit case when w.failures > 0 then 1 else ${sent_per_webhook} end
        for update skip locked) due
      where w.enabled and w.paused_at is null and (w.wait_until is null or w.wait_until <= ${now})
      limit ${sent_per_turn})
    update webhook_deliveries d set due_at = ${new Date(now.getTime() + lease_ms)}
    from claimed, webhook_events e
    where d.delivery_id = claimed.delivery_id and e.event_id = d.event_id
    returning d.delivery_id, d.webhook_id, d.message_id, d.attempts, d.body, d.event_id, e.event, e.device_id,
      e.shipment_id, e.detail, e.happened_at`.execute(db)
  return rows.toSorted((a, b) => Number(BigInt(a.event_id) - BigInt(b.event_id)))
}

/** What calling needs of a webhook. */
export const readWebhook = (db: Db, webhook_id: number) =>
  db
    .selectFrom('webhooks')
    .leftJoin('distributors', 'distributors.agent_id', 'webhooks.agent_id')
    .where('webhook_id', '=', webhook_id)
    .select([
      'webhooks.webhook_id',
      'webhooks.address_sealed',
      'webhooks.secret_sealed',
      'webhooks.old_secret_sealed',
      'webhooks.old_secret_until',
      'webhooks.narrowed_uid',
      sql<string>`coalesce(distributors.agent_path, '/')`.as('owner_path'),
    ])
    .executeTakeFirst()
export type SendingWebhook = NonNullable<Awaited<ReturnType<typeof readWebhook>>>

/** A device as payloads name it; undefined when it is not in the scope. */
export const findNamedDevice = (db: Db, scope: Scope, device_id: number) =>
  db
    .selectFrom('devices')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .where('devices.device_id', '=', device_id)
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.mac',
      sql<string>`coalesce(devices.device_name, '')`.as('device_name'),
      'devices.product_key',
      sql<string>`coalesce(distributors.agent_name, '')`.as('distributor'),
    ])
    .executeTakeFirst()

/** Which of the devices of a shipment are in the scope, by id. */
export const listShippedMacs = async (
  db: Db,
  scope: Scope,
  shipment_id: number,
  device_ids: readonly number[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('shipment_devices')
    .innerJoin('shipments', 'shipments.shipment_id', 'shipment_devices.shipment_id')
    .innerJoin('devices', 'devices.device_id', 'shipment_devices.device_id')
    .where('shipment_devices.shipment_id', '=', shipment_id)
    .where('shipment_devices.device_id', '=', sql<number>`any(${[...device_ids]}::int[])`)
    .where(shippedWithin(scope, 'shipment_devices'))
    .select('devices.mac')
    .orderBy('devices.mac')
    .execute()
  return rows.map(({ mac }) => mac)
}

const ofId = (db: Db, delivery_id: string) =>
  db.updateTable('webhook_deliveries').where('delivery_id', '=', delivery_id).where('state', '=', 'queued')

/** Fixes the body of a call before its first attempt. */
export const fixBody = async (db: Db, delivery_id: string, body: string): Promise<void> => {
  await db
    .updateTable('webhook_deliveries')
    .set({ body })
    .where('delivery_id', '=', delivery_id)
    .where('body', 'is', null)
    .execute()
}

export const markSuppressed = async (db: Db, delivery_id: string, reason: WebhookReason): Promise<void> => {
  await ofId(db, delivery_id).set({ state: 'suppressed', reason, due_at: null }).execute()
}

/** Gives back a call that was claimed and not tried. */
export const release = async (db: Db, delivery_id: string, now: Date): Promise<void> => {
  await ofId(db, delivery_id).set({ due_at: now }).execute()
}

/** How an attempt ended; reason null = accepted. */
export type Outcome = {
  reason: SendReason | null
  status: number | null
  answer: string
  took_ms: number
  at: Date
  /** Null = there is no further attempt. */
  next_at: Date | null
  /** The receiver is gone for good. */
  gone: boolean
}

/** Notes an attempt at the call, in its log and at the webhook. */
export const noteAttempt = (db: Db, { delivery_id, webhook_id }: ClaimedCall, outcome: Outcome): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { reason, status, answer, took_ms, at, next_at, gone } = outcome
    await trx
      .insertInto('webhook_attempts')
      .values({
        delivery_id,
        attempt_no: sql<number>`(select coalesce(max(attempt_no), 0) + 1 from webhook_attempts
          where delivery_id = ${delivery_id})`,
        at,
        reason,
        status,
        answer,
        took_ms,
      })
      .execute()
    await ofId(trx, delivery_id)
      .set({
        state: reason === null ? 'sent' : next_at === null ? 'dead' : 'queued',
        reason,
        status,
        answer,
        took_ms,
        attempts: sql<number>`attempts + 1`,
        due_at: reason === null ? null : next_at,
        sent_at: reason === null ? at : null,
      })
      .execute()
    const of_webhook = trx.updateTable('webhooks').where('webhook_id', '=', webhook_id)
    if (reason === null)
      await of_webhook
        .set({ failing_since: null, failures: 0, wait_until: null, last_sent_at: at, last_error: '' })
        .execute()
    else
      await of_webhook
        .set({
          failing_since: sql<Date>`coalesce(failing_since, ${at}::timestamptz)`,
          // Calls of one turn that fail together count once.
          failures: sql<number>`case when wait_until > ${at} then failures else failures + 1 end`,
          wait_until: sql<Date>`case when wait_until > ${at} then wait_until else ${at}::timestamptz
            + least(${wait_first_ms} * power(2, least(failures, 20)), ${wait_max_ms}) * interval '1 millisecond' end`,
          last_error: answer === '' ? reason : `${reason}: ${answer}`,
          ...(gone ? { paused_at: at } : {}),
        })
        .execute()
  })

/** Pauses webhooks whose calls have failed since a time; gives their names. */
export const pauseFailing = (db: Db, since: Date, now: Date) =>
  db
    .updateTable('webhooks')
    .set({ paused_at: now })
    .where('enabled', '=', true)
    .where('paused_at', 'is', null)
    .where('failing_since', '<=', since)
    .returning(['webhook_id', 'webhook_name'])
    .execute()

/** Whether turns are needed. */
export const hasWork = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ has_work: boolean }>`select
    exists (select from webhooks where enabled and paused_at is null) as has_work`.execute(db)
  return rows[0]?.has_work ?? false
}
