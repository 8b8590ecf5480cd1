import type { OrderStatistics, OrderStatisticsFilter } from '@heatfleet/contract/service-orders/statistics.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { pathRange } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { HANDLED } from './store-figures.ts'
import { DUE, type OrderScopes } from './store-list.ts'
import { seenOrders } from './store-seen.ts'

type Db = Kysely<Tables>

/** What the figures are of: a period, and the distributor at and below which orders are counted. */
export type StatisticsQuery = Pick<OrderStatisticsFilter, 'product_key' | 'step' | 'time_zone'> & {
  from: Date
  to: Date
  now: Date
  /** '/' = all of the scope. */
  agent_path: string
}

const matching = (db: Db, { devices }: OrderScopes, { from, to, product_key, agent_path }: StatisticsQuery) =>
  seenOrders(db, devices)
    .where('service_orders.feedback_at', '>=', from)
    .where('service_orders.feedback_at', '<', to)
    .$if(product_key !== undefined, (query) => query.where('devices.product_key', '=', product_key ?? ''))
    .$if(agent_path !== '/', (query) => query.where(pathRange('distributors.agent_path', agent_path)))

const msBetween = (end: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`extract(epoch from ${end} - service_orders.feedback_at) * 1000`
const REPLY_MS = msBetween(sql`service_orders.answered_at`)
const RESOLVE_MS = msBetween(sql`service_orders.resolved_at`)
const percentile = (share: number, value: RawBuilder<number>, condition: RawBuilder<unknown>) =>
  sql<
    number | null
  >`(percentile_cont(${sql.lit(share)}) within group (order by ${value}) filter (where ${condition}))::float8`
const ANSWERED = sql`service_orders.answered_at is not null`
const counted = (condition: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${condition}))::int`
/** The first answer came after its time, or is late now; without an answer an order that was closed by erasure is not late. */
const late = (now: Date) =>
  sql`coalesce(service_orders.answered_at, service_orders.resolved_at, ${now}::timestamptz) > ${DUE}`
const ESCALATED = sql`service_orders.escalated > 0`

const sharesOf = (now: Date) =>
  [
    sql<number>`count(*)::int`.as('orders'),
    counted(sql`service_orders.status = 'unresolved'`).as('unresolved'),
    counted(late(now)).as('late'),
    counted(ESCALATED).as('escalated'),
    percentile(0.5, REPLY_MS, ANSWERED).as('first_reply_median_ms'),
    percentile(0.5, RESOLVE_MS, HANDLED).as('resolve_median_ms'),
  ] as const

/** Counts and times of all that match. */
export const readFigures = (db: Db, scopes: OrderScopes, query: StatisticsQuery) =>
  matching(db, scopes, query)
    .select([
      sql<number>`count(*)::int`.as('orders'),
      counted(ANSWERED).as('answered'),
      counted(HANDLED).as('resolved'),
      counted(late(query.now)).as('late'),
      counted(ESCALATED).as('escalated'),
      percentile(0.5, REPLY_MS, ANSWERED).as('first_reply_median_ms'),
      percentile(0.9, REPLY_MS, ANSWERED).as('first_reply_p90_ms'),
      percentile(0.5, RESOLVE_MS, HANDLED).as('resolve_median_ms'),
      percentile(0.9, RESOLVE_MS, HANDLED).as('resolve_p90_ms'),
    ])
    .executeTakeFirstOrThrow()

/** How many were reported, and how many of those that match were resolved, by day or week; only those with any. */
export const listVolume = async (
  db: Db,
  scopes: OrderScopes,
  query: StatisticsQuery,
): Promise<OrderStatistics['volume']> => {
  const { step, time_zone, to } = query
  const dayOf = (column: string) =>
    sql`to_char(date_trunc(${step}, ${sql.ref(column)} at time zone ${time_zone}), 'YYYY-MM-DD')`
  const { rows } = await sql<OrderStatistics['volume'][number]>`
    with days as materialized (${matching(db, scopes, query).select([
      dayOf('service_orders.feedback_at').as('reported'),
      sql`case when ${HANDLED} and service_orders.resolved_at < ${to}
        then ${dayOf('service_orders.resolved_at')} end`.as('resolved'),
    ])})
    select day, sum(reported)::int as reported, sum(resolved)::int as resolved from (
      select reported as day, count(*) as reported, 0 as resolved from days group by 1
      union all
      select resolved, 0, count(*) from days where resolved is not null group by 1) counts
    group by day order by day`.execute(db)
  return rows
}

/** What resolved orders came down to, the most frequent first. */
export const listCauses = (db: Db, scopes: OrderScopes, query: StatisticsQuery) =>
  matching(db, scopes, query)
    .where(sql<SqlBool>`(${HANDLED})`)
    .groupBy('service_orders.cause')
    .select(['service_orders.cause', sql<number>`count(*)::int`.as('orders')])
    .orderBy(sql`2 desc, 1`)
    .execute()

/** Distributors directly below the one that is looked at, each with all below it, and what is its own; those with most orders first. */
export const listDistributorShares = (db: Db, scopes: OrderScopes, query: StatisticsQuery, limit: number) => {
  const depth = query.agent_path.split('/').filter(Boolean).length
  const child = sql<string>`coalesce(split_part(distributors.agent_path, '/', ${sql.lit(depth + 2)}), '')`
  return matching(db, scopes, query)
    .groupBy(sql`1`)
    .select(child.as('child'))
    .select(sharesOf(query.now))
    .orderBy(sql`2 desc, 1`)
    .limit(limit)
    .execute()
}

/** Products, those with most orders first. */
export const listProductShares = (db: Db, scopes: OrderScopes, query: StatisticsQuery, limit: number) =>
  matching(db, scopes, query)
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .groupBy('products.product_key')
    .select(['products.product_key', 'products.name as product_name', 'products.english_name as product_english_name'])
    .select(sharesOf(query.now))
    .orderBy(sql`4 desc, 1`)
    .limit(limit)
    .execute()

/** Names of distributors by their ids. */
export const namesOfDistributors = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const rows = await db
    .selectFrom('distributors')
    .where('agent_id', '=', sql<number>`any(${[...ids]}::int[])`)
    .select(['agent_id', 'agent_name'])
    .execute()
  return new Map(rows.map(({ agent_id, agent_name }) => [agent_id, agent_name]))
}
