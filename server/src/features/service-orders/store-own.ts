import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { ORDER_MOVES, type Rating } from '@heatfleet/contract/service-orders/row.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Orders of an app user, wherever the devices are now. */
const own = (db: Db, app_user_id: number) =>
  db
    .selectFrom('service_orders')
    .innerJoin('devices', 'devices.device_id', 'service_orders.device_id')
    .where('service_orders.app_user_id', '=', app_user_id)

const TOLD = [
  'service_orders.order_id',
  'service_orders.device_id',
  'devices.mac',
  'service_orders.type',
  'service_orders.status',
  'service_orders.pictures',
  'service_orders.videos',
  'service_orders.feedback_at',
  'service_orders.last_reply_at',
  'service_orders.resolved_at',
  'service_orders.rating',
  'service_orders.comment',
  'service_orders.visit_from',
  'service_orders.visit_to',
] as const

/** A page of them, newest first, each with the beginning of its text. */
export const listOwnOrders = async (
  db: Db,
  app_user_id: number,
  { offset, limit }: { offset: number; limit: number },
) => {
  const { total } = await own(db, app_user_id).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await own(db, app_user_id)
    .select(TOLD)
    .select(sql<string>`left(service_orders.problem, ${ORDER_LIMITS.start_max}::int)`.as('problem'))
    .orderBy('service_orders.order_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total }
}

/** One of the user's orders, or null. */
export const findOwnOrder = async (db: Db, app_user_id: number, order_id: number) =>
  (await own(db, app_user_id)
    .where('service_orders.order_id', '=', order_id)
    .select(TOLD)
    .select('service_orders.problem')
    .executeTakeFirst()) ?? null
export type OwnOrderRow = NonNullable<Awaited<ReturnType<typeof findOwnOrder>>>

/** Stores the rating of a resolved order, once. */
export const saveRating = async (
  db: Db,
  app_user_id: number,
  order_id: number,
  { rating, comment, at }: { rating: Rating; comment: string; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('service_orders')
    .set({ rating, comment, rated_at: at })
    .where('order_id', '=', order_id)
    .where('app_user_id', '=', app_user_id)
    .where('status', 'in', ORDER_MOVES.rate)
    .where('rating', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Removes all texts, pictures and videos from the orders of a user, within the transaction that erases the user; the orders, their
 * kind and rating stay. Open orders are closed, because there is no respondent any more.
 */
export const eraseOrdersOf = async (tx: Db, app_user_id: number, at: Date): Promise<void> => {
  const ids = tx.selectFrom('service_orders').select('order_id').where('app_user_id', '=', app_user_id)
  await tx.deleteFrom('service_order_lines').where('order_id', 'in', ids).execute()
  await tx.deleteFrom('service_order_pictures').where('order_id', 'in', ids).execute()
  await tx.deleteFrom('service_order_videos').where('order_id', 'in', ids).execute()
  await tx
    .updateTable('service_orders')
    .set({
      problem: '',
      comment: '',
      pictures: 0,
      videos: 0,
      result: '',
      status: 'resolved',
      resolved_at: sql`coalesce(resolved_at, ${at}::timestamptz)`,
      erased_at: at,
    })
    .where('app_user_id', '=', app_user_id)
    .execute()
}
