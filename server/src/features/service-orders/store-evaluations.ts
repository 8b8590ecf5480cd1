import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { ORDER_MOVES } from '@heatfleet/contract/service-orders/row.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { conditionsOf, type OrderQuery, type OrderScopes } from './store-filter.ts'
import { seenOrders } from './store-seen.ts'

type Db = Kysely<Tables>

/** What an evaluation shows beside its order: the last answer, and what the last call-back gave. Texts by their beginning. */
type EvaluationText = { order_id: number; last_answer: string; revisited_by: string; revisit_result: string }

/** The texts of orders that the caller sees: `order_ids` are those of a page. */
export const listEvaluationTexts = async (
  db: Db,
  order_ids: readonly number[],
): Promise<ReadonlyMap<number, EvaluationText>> => {
  const last = (kind: 'answer' | 'callback') => sql`lateral (
    select left(l.text, ${ORDER_LIMITS.start_max}::int) as text, coalesce(accounts.user_name, '') as user_name
    from service_order_lines l left join accounts on accounts.uid = l.uid
    where l.order_id = orders.order_id and l.kind = ${kind} order by l.line_id desc limit 1)`
  const { rows } = await sql<EvaluationText>`
    select orders.order_id, coalesce(answer.text, '') as last_answer, coalesce(callback.user_name, '') as revisited_by,
      coalesce(callback.text, '') as revisit_result
    from unnest(${[...order_ids]}::int[]) orders(order_id)
      left join ${last('answer')} answer on true left join ${last('callback')} callback on true`.execute(db)
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** Ratings of those that match by the month in which they were resolved, the newest `months`, the oldest of them first. */
export const listRatingTrend = async (
  db: Db,
  scopes: OrderScopes,
  { time_zone, months, ...query }: OrderQuery & { time_zone: string; months: number },
) => {
  const conditions = await conditionsOf(db, scopes, query)
  const rows = await seenOrders(db, scopes.devices)
    .where((is) => is.and(conditions))
    .where('service_orders.rating', 'is not', null)
    .select([
      sql<string>`to_char(service_orders.resolved_at at time zone ${time_zone}, 'YYYY-MM')`.as('month'),
      sql<number>`count(*)::int`.as('rated'),
      sql<number>`(count(*) filter (where service_orders.rating <> 'dissatisfied'))::int`.as('satisfied'),
    ])
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .limit(months)
    .execute()
  return rows.toReversed()
}

/** Comments of the dissatisfied among those that match, the newest. */
export const listComplaints = async (
  db: Db,
  scopes: OrderScopes,
  { limit, ...query }: OrderQuery & { limit: number },
): Promise<string[]> => {
  const conditions = await conditionsOf(db, scopes, query)
  const rows = await seenOrders(db, scopes.devices)
    .where((is) => is.and(conditions))
    .where('service_orders.rating', '=', 'dissatisfied')
    .where('service_orders.comment', '<>', '')
    .select('service_orders.comment')
    .orderBy('service_orders.rated_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ comment }) => comment)
}

/** Notes the one invitation to rate an order; false when there was one, or it is rated or open again. */
export const markInvited = async (db: Db, order_id: number, at: Date): Promise<boolean> => {
  const done = await db
    .updateTable('service_orders')
    .set({ rating_invited_at: at })
    .where('order_id', '=', order_id)
    .where('status', 'in', ORDER_MOVES.rate)
    .where('rating', 'is', null)
    .where('erased_at', 'is', null)
    .where('rating_invited_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** The language of an app user; undefined = gone. */
export const findLanguage = async (db: Db, app_user_id: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('app_users')
      .select('language')
      .where('app_user_id', '=', app_user_id)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
  )?.language
