import type { EvaluatedBy, EvaluationShare } from '@heatfleet/contract/service-orders/evaluations.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderFilter, Rating } from '@heatfleet/contract/service-orders/row.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ListPage, type ListPart, readPage } from '../../platform/list-page.ts'
import { appUsersWithin, isEverything } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { conditionsOf, type OrderQuery, type OrderScopes, TO_CALL, visibleConditions } from './store-filter.ts'
import { LEVEL, PROCESSED_AT, processedBy } from './store-level.ts'
import { seenOrders } from './store-seen.ts'

type Db = Kysely<Tables>

const orderRows = (db: Db, { devices, users, agents }: OrderScopes, problem: RawBuilder<string>) =>
  seenOrders(db, devices)
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('app_users', (join) =>
      join.onRef('app_users.app_user_id', '=', 'service_orders.app_user_id').on(appUsersWithin(users, 'app_users')),
    )
    .leftJoin('accounts', 'accounts.uid', 'service_orders.handler_uid')
    .select([
      'service_orders.order_id',
      'service_orders.status',
      'service_orders.type',
      'service_orders.source',
      'service_orders.priority',
      'service_orders.feedback_at',
      'service_orders.due_at',
      'app_users.app_user_id',
      sql<string>`coalesce(app_users.nick_name, '')`.as('respondent'),
      'devices.mac',
      'devices.device_name',
      'devices.product_key',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'distributors.agent_id',
      sql<string>`coalesce(distributors.agent_name, '')`.as('agent_name'),
      problem.as('problem'),
      'service_orders.pictures',
      'service_orders.videos',
      LEVEL.as('levels_up'),
      PROCESSED_AT.as('processed_at'),
      processedBy(agents).as('processed_by'),
      'service_orders.escalated',
      'service_orders.escalated_at',
      'service_orders.handler_uid',
      sql<string>`coalesce(accounts.user_name, '')`.as('handler'),
      'service_orders.answered_at',
      'service_orders.last_reply_at',
      'service_orders.resolved_at',
      'service_orders.rating',
      'service_orders.comment',
      'service_orders.revisited_at',
      'service_orders.rating_invited_at',
      'service_orders.erased_at',
    ])
const BEGINNING = sql<string>`left(service_orders.problem, ${ORDER_LIMITS.start_max}::int)`
const WHOLE = sql<string>`service_orders.problem`

/** One order that is seen, or null. */
export const findOrder = async (db: Db, scopes: OrderScopes, order_id: number) =>
  (await orderRows(db, scopes, WHOLE).where('service_orders.order_id', '=', order_id).executeTakeFirst()) ?? null
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** Each has an index in both directions; what has no such time comes last in both. */
const SORTS = {
  feedback_time: { by: sql`service_orders.feedback_at`, is_always_set: true },
  last_reply_time: { by: sql`service_orders.last_reply_at`, is_always_set: false },
  resolved_time: { by: sql`service_orders.resolved_at`, is_always_set: false },
  due_time: {
    by: sql`case when service_orders.status = 'unresolved' and service_orders.answered_at is null then service_orders.due_at end`,
    is_always_set: false,
  },
} as const satisfies Record<OrderFilter['sort_by'], { by: RawBuilder<unknown>; is_always_set: boolean }>

/** So many are counted on the screen: fewer where orders are looked at one by one. */
export const orderCountMax = (
  { devices }: OrderScopes,
  { tab: _, sort_by: __, sort_order: ___, ...filter }: OrderFilter,
): number =>
  !isEverything(devices) || Object.values(filter).some((value) => value !== undefined && value !== '')
    ? ORDER_LIMITS.count_looked_at_max
    : ORDER_LIMITS.count_max

/**
 * A part of the visible orders that match: their numbers first, by an index of `service_orders` alone, then what the rows show. No more
 * than `count_max` + 1 are counted. Files have the whole text of a problem, pages its beginning.
 */
export const listOrders = async <Part extends ListPart>(
  db: Db,
  scopes: OrderScopes,
  { count_max, ...query }: OrderQuery & { count_max: number },
  part: Part,
): Promise<ListPage<OrderRow, Part>> => {
  const { sort_by, sort_order } = query.filter
  const conditions = await visibleConditions(db, scopes, query)
  const matching = db.selectFrom('service_orders').where((is) => is.and(conditions))
  const numbers = matching.select('service_orders.order_id')
  return readPage(
    {
      count: async () => {
        const some = matching.select(sql`1`.as('one')).limit(count_max + 1)
        const counted = db.selectFrom(some.as('some')).select(sql<number>`count(*)::int`.as('n'))
        return (await counted.executeTakeFirstOrThrow()).n
      },
      read: async (one) => {
        if ('after' in one) {
          const behind = one.after === null ? numbers : numbers.where('service_orders.order_id', '>', Number(one.after))
          // In one statement: a row that went between two of them would look like the end of the list.
          const next = behind.orderBy('service_orders.order_id').limit(one.limit)
          return orderRows(db, scopes, WHOLE)
            .where('service_orders.order_id', 'in', next)
            .orderBy('service_orders.order_id')
            .execute()
        }
        const { by, is_always_set } = SORTS[sort_by]
        const page = await numbers
          .orderBy(by, (order) => {
            const sorted = sort_order === 'asc' ? order.asc() : order.desc()
            return is_always_set ? sorted : sorted.nullsLast()
          })
          .orderBy('service_orders.order_id', sort_order)
          .offset(one.offset)
          .limit(one.limit)
          .execute()
        return readRows(
          db,
          scopes,
          page.map(({ order_id }) => order_id),
        )
      },
    },
    part,
  )
}

/** The rows of these numbers, in their order; one that is gone meanwhile is left out. */
const readRows = async (db: Db, scopes: OrderScopes, ids: readonly number[]): Promise<OrderRow[]> => {
  if (ids.length === 0) return []
  const rows = await orderRows(db, scopes, BEGINNING)
    .where(sql<boolean>`service_orders.order_id = any(${[...ids]}::int[])`)
    .execute()
  const by_id = new Map(rows.map((row) => [row.order_id, row]))
  return ids.flatMap((id) => by_id.get(id) ?? [])
}

const SHARED_BY = {
  agent: { name: sql<string>`coalesce(distributors.agent_name, '')`, english_name: sql<string>`''` },
  handler: { name: sql<string>`coalesce(accounts.user_name, '')`, english_name: sql<string>`''` },
  product: { name: sql<string>`products.name`, english_name: sql<string>`products.english_name` },
} as const satisfies Record<EvaluatedBy, Record<'name' | 'english_name', RawBuilder<string>>>

/** Ratings of those that match by distributor, handler or product, those with most ratings first. */
export const listShares = async (
  db: Db,
  scopes: OrderScopes,
  { by, limit, ...query }: OrderQuery & { by: EvaluatedBy; limit: number },
): Promise<EvaluationShare[]> => {
  const conditions = await conditionsOf(db, scopes, query)
  const { name, english_name } = SHARED_BY[by]
  return seenOrders(db, scopes.devices)
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('accounts', 'accounts.uid', 'service_orders.handler_uid')
    .where((is) => is.and(conditions))
    .where('service_orders.rating', 'is not', null)
    .select([
      name.as('name'),
      english_name.as('english_name'),
      sql<number>`count(*)::int`.as('rated'),
      sql<number>`(count(*) filter (where service_orders.rating <> 'dissatisfied'))::int`.as('satisfied'),
    ])
    .groupBy(sql`1, 2`)
    .orderBy(sql`3 desc, 1`)
    .limit(limit)
    .execute()
}

/** How many that match were resolved, and rated how. */
export const countRatings = async (db: Db, scopes: OrderScopes, listQuery: OrderQuery) => {
  const conditions = await conditionsOf(db, scopes, listQuery)
  const rated = (rating: Rating) =>
    sql<number>`(count(*) filter (where service_orders.rating = ${rating}))::int`.as(rating)
  return seenOrders(db, scopes.devices)
    .where((is) => is.and(conditions))
    .select([
      sql<number>`count(*)::int`.as('resolved'),
      rated('dissatisfied'),
      rated('satisfied'),
      rated('very_satisfied'),
      sql<number>`(count(*) filter (where ${TO_CALL}))::int`.as('to_call'),
    ])
    .executeTakeFirstOrThrow()
}
