import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import type { EvaluatedBy, EvaluationShare } from '@heatfleet/contract/service-orders/evaluations.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderFilter, Rating } from '@heatfleet/contract/service-orders/row.ts'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { deviceSearched } from '../../platform/device-search.ts'
import { fewOrMany, ofNamedAccount } from '../../platform/few-or-many.ts'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { partPattern } from '../../platform/named-account.ts'
import { agentsWithin, appUsersWithin, every, pathRange, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { LEVEL, PROCESSED_AT, processedBy } from './store-level.ts'
import { seenOrders } from './store-seen.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>
/** Orders about devices of `devices`; the reporter is returned if within `users`; distributors named in filters of `agents`. */
export type OrderScopes = { devices: Scope; users: Scope; agents: Scope }
/** A filter and the calling account. */
type OrderQuery = { filter: OrderFilter; uid: number }

const DATABASE_INT_MAX = 2_147_483_647

const { high, normal, low } = ORDER_LIMITS.answer_hours
/** Until when staff are to answer it for the first time. */
export const DUE = sql<Date>`(service_orders.feedback_at + make_interval(hours =>
  case service_orders.priority when 'high' then ${sql.lit(high)} when 'low' then ${sql.lit(low)} else ${sql.lit(normal)} end))`

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
      DUE.as('due_at'),
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
      'service_orders.erased_at',
    ])
const BEGINNING = sql<string>`left(service_orders.problem, ${ORDER_LIMITS.start_max}::int)`
const WHOLE = sql<string>`service_orders.problem`

/** One order that is seen, or null. */
export const findOrder = async (db: Db, scopes: OrderScopes, order_id: number) =>
  (await orderRows(db, scopes, WHOLE).where('service_orders.order_id', '=', order_id).executeTakeFirst()) ?? null
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>

const SORTS = {
  feedback_time: sql`service_orders.feedback_at`,
  last_reply_time: sql`service_orders.last_reply_at`,
  resolved_time: sql`service_orders.resolved_at`,
  due_time: sql`case when service_orders.status = 'unresolved' and service_orders.answered_at is null then ${DUE} end`,
} as const satisfies Record<OrderFilter['sort_by'], RawBuilder<unknown>>

/** A part of the visible orders that match; files have the whole text of a problem, pages its beginning. */
export const listOrders = async <Part extends ListPart>(
  db: Db,
  scopes: OrderScopes,
  query: OrderQuery,
  part: Part,
): Promise<ListPage<OrderRow, Part>> => {
  const { sort_by, sort_order } = query.filter
  const conditions = await conditionsOf(db, scopes, query)
  return listPage(
    {
      matching: seenOrders(db, scopes.devices).where((is) => is.and(conditions)),
      rows: orderRows(db, scopes, 'after' in part ? WHOLE : BEGINNING).where((is) => is.and(conditions)),
      order: (rows) =>
        rows
          .orderBy(SORTS[sort_by], (order) => (sort_order === 'asc' ? order.asc() : order.desc()).nullsLast())
          .orderBy('service_orders.order_id', sort_order),
      key: 'service_orders.order_id',
    },
    part,
  )
}

/** Somebody dissatisfied whom nobody has called back. */
const TO_CALL = sql<SqlBool>`(service_orders.rating = 'dissatisfied' and service_orders.revisited_at is null)`

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

const TABS = {
  all: () => null,
  unresolved: () => sql<SqlBool>`service_orders.status = 'unresolved'`,
  resolved: () => sql<SqlBool>`service_orders.status = 'resolved'`,
  overdue: () =>
    sql<SqlBool>`(service_orders.status = 'unresolved' and service_orders.answered_at is null and ${DUE} < now())`,
  mine: (uid) => sql<SqlBool>`(service_orders.status = 'unresolved' and service_orders.handler_uid = ${uid})`,
} as const satisfies Record<OrderFilter['tab'], (uid: number) => Condition | null>

const conditionsOf = async (
  db: Db,
  { users, agents }: OrderScopes,
  { filter, uid }: OrderQuery,
): Promise<Condition[]> => {
  const is = (column: string, value: string | number | undefined) =>
    value === undefined || value === '' ? null : sql<SqlBool>`${sql.ref(column)} = ${value}`
  const between = (column: string, from: string | undefined, to: string | undefined) => [
    from === undefined ? null : sql<SqlBool>`${sql.ref(column)} >= ${new Date(from)}`,
    to === undefined ? null : sql<SqlBool>`${sql.ref(column)} <= ${new Date(to)}`,
  ]
  const has_comment = sql<SqlBool>`service_orders.comment <> ''`
  const all: (Condition | null)[] = [
    TABS[filter.tab](uid),
    filter.search === undefined || filter.search === '' ? null : searchCondition(filter.search),
    is('service_orders.type', filter.type),
    is('service_orders.source', filter.source),
    is('service_orders.priority', filter.priority),
    is('devices.product_key', filter.product_key),
    is('devices.mac', filter.mac),
    is('service_orders.handler_uid', filter.handler_uid),
    filter.handler ? await ofNamedAccount(db, 'service_orders.handler_uid', filter.handler) : null,
    is('service_orders.alarm_id', filter.alarm_id),
    filter.cause === 'unset' ? sql<SqlBool>`service_orders.cause is null` : is('service_orders.cause', filter.cause),
    filter.escalated === undefined
      ? null
      : filter.escalated
        ? sql<SqlBool>`service_orders.escalated > 0`
        : sql<SqlBool>`service_orders.escalated = 0`,
    filter.under === undefined ? null : await underCondition(db, agents, filter.under),
    // A hidden reporter matches nothing, or a filter by number would reveal them.
    filter.app_user_id === undefined
      ? null
      : sql<SqlBool>`exists (select from app_users where app_users.app_user_id = service_orders.app_user_id
          and app_users.app_user_id = ${filter.app_user_id} and ${appUsersWithin(users, 'app_users')})`,
    filter.respondent ? await respondentNamed(db, users, filter.respondent) : null,
    ...between('service_orders.feedback_at', filter.feedback_from, filter.feedback_to),
    ...between('service_orders.resolved_at', filter.resolved_from, filter.resolved_to),
    filter.rating === 'none' ? sql<SqlBool>`service_orders.rating is null` : is('service_orders.rating', filter.rating),
    filter.to_call === undefined ? null : filter.to_call ? TO_CALL : sql<SqlBool>`${TO_CALL} is not true`,
    filter.has_comment === undefined ? null : filter.has_comment ? has_comment : sql<SqlBool>`not ${has_comment}`,
  ]
  return all.filter((condition) => condition !== null)
}

/** Reporters the caller may not see are not found by their name either. */
const respondentNamed = (db: Db, users: Scope, name: string): Promise<Condition> => {
  const named = every(
    sql<SqlBool>`lower(app_users.nick_name) like ${partPattern(name)}`,
    appUsersWithin(users, 'app_users'),
  )
  return fewOrMany({
    find: async (limit) =>
      (await db.selectFrom('app_users').select('app_user_id').where(named).limit(limit).execute()).map(
        ({ app_user_id }) => app_user_id,
      ),
    of_few: (ids) => sql<SqlBool>`service_orders.app_user_id = any(${ids}::int[])`,
    of_many: sql<SqlBool>`exists (select from app_users where app_users.app_user_id = service_orders.app_user_id and ${named})`,
  })
}

const searchCondition = (search: string): Condition => {
  const mac = normalizeDeviceId(search)
  if (mac !== null) return sql<SqlBool>`devices.mac = ${mac}`
  const number = /^#?(\d{1,10})$/.exec(search)?.[1]
  const order_id = number === undefined || Number(number) > DATABASE_INT_MAX ? null : Number(number)
  return sql<SqlBool>`(${deviceSearched(search)} or service_orders.order_id = ${order_id}::int)`
}

/** The place of a distributor of the scope; null = it is not seen. */
export const findPathWithin = async (db: Db, agents: Scope, agent_id: number): Promise<string | null> =>
  (
    await db
      .selectFrom('distributors')
      .select('agent_path')
      .where('agent_id', '=', agent_id)
      .where(agentsWithin(agents, 'distributors'))
      .executeTakeFirst()
  )?.agent_path ?? null

/** One that is not seen has nothing below it that is. */
const underCondition = async (db: Db, agents: Scope, agent_id: number): Promise<Condition> => {
  const path = await findPathWithin(db, agents, agent_id)
  return path === null ? sql<SqlBool>`false` : pathRange('distributors.agent_path', path)
}
