import type { WebhookDraft, WebhookFilter } from '@heatfleet/contract/webhooks/webhook.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { addJob } from '../../platform/jobs.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import type { Tables } from '../../platform/tables.ts'
import { isAsRead, namedLike, ownedWithin } from '../notification-policies/public.ts'

type Db = Kysely<Tables>

/** Name of the task of a turn. */
export const TURN_TASK = 'webhooks'

/** Queues a turn; a waiting one is replaced. */
export const queueTurn = (db: Db, delay_ms = 0): Promise<void> =>
  addJob(db, { task: TURN_TASK, payload: {}, queue: TURN_TASK, key: TURN_TASK, delay_ms })

const STATE = sql<
  'active' | 'failing' | 'paused' | 'off'
>`case when not webhooks.enabled then 'off' when webhooks.paused_at is not null then 'paused'
  when webhooks.failing_since is not null then 'failing' else 'active' end`

const COLUMNS = [
  'webhooks.webhook_id',
  'webhooks.webhook_name',
  'webhooks.events',
  'webhooks.target',
  STATE.as('state'),
  'webhooks.failing_since',
  'webhooks.old_secret_until',
  sql<number>`(select count(*)::int from webhook_deliveries
    where webhook_deliveries.webhook_id = webhooks.webhook_id and state = 'queued')`.as('queued'),
  'webhooks.last_sent_at',
  'webhooks.last_error',
  'webhooks.agent_id',
  'webhooks.address_sealed',
  'webhooks.secret_sealed',
  'webhooks.old_secret_sealed',
  'webhooks.updated_at',
  'distributors.agent_name',
  'distributors.agent_path as owner_path',
  'creators.user_name as creator',
] as const

/** Webhooks whose owner the caller sees. */
const webhookRows = (db: Db, caller: Caller) =>
  db
    .selectFrom('webhooks')
    .leftJoin('distributors', 'distributors.agent_id', 'webhooks.agent_id')
    .leftJoin('accounts as creators', 'creators.uid', 'webhooks.created_by')
    .where(ownedWithin(caller, 'webhooks'))

const SORTED_BY = {
  webhook_name: sql`lower(webhooks.webhook_name)`,
  updated_at: sql`webhooks.updated_at`,
} as const satisfies Record<WebhookFilter['sort_by'], unknown>

/** A part of the webhooks visible to the caller that match. */
export const listWebhooks = <Part extends ListPart>(
  db: Db,
  caller: Caller,
  { webhook_name, event, state, sort_by, sort_order }: WebhookFilter,
  part: Part,
) => {
  const conditions = [
    namedLike('webhooks.webhook_name', webhook_name),
    event === undefined ? null : sql<SqlBool>`webhooks.events @> array[${event}::text]`,
    state === undefined ? null : sql<SqlBool>`${STATE} = ${state}`,
  ].filter((condition) => condition !== null)
  const matching = webhookRows(db, caller).where((where) => where.and(conditions))
  return listPage(
    {
      matching,
      rows: matching.select(COLUMNS),
      order: (rows) => rows.orderBy(SORTED_BY[sort_by], sort_order).orderBy('webhooks.webhook_id'),
      key: 'webhooks.webhook_id',
    },
    part,
  )
}

/** A visible webhook, or undefined. */
export const findWebhook = (db: Db, caller: Caller, webhook_id: number) =>
  webhookRows(db, caller).select(COLUMNS).where('webhooks.webhook_id', '=', webhook_id).executeTakeFirst()
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

/** Stored values of a webhook. */
type WebhookValues = Pick<WebhookDraft, 'webhook_name' | 'events'> & {
  target: string
  address_sealed: Buffer
  narrowed_uid: number | null
}

/** Creates a webhook of the caller's organisation; null when this has `max` already. A taken name violates uniqueness. */
export const insertWebhook = async (
  db: Db,
  { uid, agent_id }: Pick<Caller, 'uid' | 'agent_id'>,
  values: WebhookValues & { secret_sealed: Buffer },
  { at, max }: { at: Date; max: number },
): Promise<number | null> =>
  db.transaction().execute(async (trx) => {
    const { n } = await trx
      .selectFrom('webhooks')
      .select(sql<number>`count(*)::int`.as('n'))
      .where(sql<SqlBool>`agent_id is not distinct from ${agent_id}`)
      .executeTakeFirstOrThrow()
    if (n >= max) return null
    const { webhook_id } = await trx
      .insertInto('webhooks')
      .values({ ...values, agent_id, created_by: uid, created_at: at, updated_at: at })
      .returning('webhook_id')
      .executeTakeFirstOrThrow()
    await queueTurn(trx)
    return webhook_id
  })

/** Nothing of earlier failures counts any more. */
const FRESH = { failing_since: null, failures: 0, wait_until: null, paused_at: null, last_error: '' } as const

/** Changes a webhook that was read at `read_at`, which may work again from now; false when it was changed since. */
export const updateWebhook = async (
  db: Db,
  { webhook_id, read_at, at }: { webhook_id: number; read_at: Date; at: Date },
  values: WebhookValues,
): Promise<boolean> => {
  const done = await db
    .updateTable('webhooks')
    .set({ ...values, ...FRESH, updated_at: at })
    .where('webhook_id', '=', webhook_id)
    .where(isAsRead(read_at))
    .executeTakeFirst()
  if (done.numUpdatedRows > 0n) await queueTurn(db)
  return done.numUpdatedRows > 0n
}

/** Switches a webhook; what waits is dropped when it goes off. */
export const setWebhookEnabled = (db: Db, webhook_id: number, enabled: boolean, at: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx
      .updateTable('webhooks')
      .set({ enabled, ...FRESH, updated_at: at })
      .where('webhook_id', '=', webhook_id)
      .execute()
    if (enabled) await queueTurn(trx)
    else
      await trx
        .updateTable('webhook_deliveries')
        .set({ state: 'suppressed', reason: 'webhook_off', due_at: null })
        .where('webhook_id', '=', webhook_id)
        .where('state', '=', 'queued')
        .execute()
  })

/** Stores a new secret; the one before signs along until a time, or not at all (null). */
export const replaceSecret = async (
  db: Db,
  webhook_id: number,
  { secret_sealed, old_until, at }: { secret_sealed: Buffer; old_until: Date | null; at: Date },
): Promise<void> => {
  await db
    .updateTable('webhooks')
    .set({
      secret_sealed,
      old_secret_sealed: old_until === null ? null : sql<Buffer>`webhooks.secret_sealed`,
      old_secret_until: old_until,
      updated_at: at,
    })
    .where('webhook_id', '=', webhook_id)
    .execute()
}

/** Removes a webhook that was read at `read_at` with its log; false when it was changed since. */
export const deleteWebhook = async (db: Db, webhook_id: number, read_at: Date): Promise<boolean> => {
  const done = await db
    .deleteFrom('webhooks')
    .where('webhook_id', '=', webhook_id)
    .where(isAsRead(read_at))
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** Webhooks of the caller's organisation, or those below it, that the system paused since a time, the newest first. */
export const listPausedWebhooks = async (db: Db, caller: Caller, since: Date, limit: number) =>
  (
    await webhookRows(db, caller)
      .where('webhooks.paused_at', '>', since)
      .select(['webhooks.webhook_id', 'webhooks.webhook_name', 'webhooks.paused_at', 'webhooks.last_error'])
      .orderBy('webhooks.paused_at', 'desc')
      .limit(limit)
      .execute()
  ).flatMap(({ paused_at, ...row }) => (paused_at === null ? [] : [{ ...row, at: paused_at }]))
