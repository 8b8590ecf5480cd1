import type { OrderStatistics, OrderStatisticsFilter } from '@heatfleet/contract/service-orders/statistics.ts'
import { type Kysely, sql } from 'kysely'
import { pathRange } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { HANDLED } from './store-figures.ts'
import type { OrderScopes } from './store-filter.ts'
import { seenOrders } from './store-seen.ts'

type Db = Kysely<Tables>

/** What the figures are of: a period, and the distributor at and below which orders are counted. */
type StatisticsQuery = Pick<OrderStatisticsFilter, 'product_key' | 'step' | 'time_zone'> & {
  from: Date
  to: Date
  now: Date
  /** '/' = all of the scope. */
  agent_path: string
  /** Distributors and products shown apart. */
  limit: number
}

/** A distributor directly below the one that is looked at with all below it; `child` empty = its own orders alone. */
type DistributorShare = Omit<OrderStatistics['distributors'][number], 'agent_id' | 'agent_name' | 'below'> & {
  child: string
}
type Read = Omit<OrderStatistics, 'distributors'> & { distributors: DistributorShare[] }

/** The orders that match, with what the panels need of each; times in ms. */
const matching = (db: Db, { devices }: OrderScopes, query: StatisticsQuery) => {
  const { from, to, now, product_key, agent_path, step, time_zone } = query
  const depth = agent_path.split('/').filter(Boolean).length
  const stepOf = (column: string) => sql<Date>`date_trunc(${step}, ${sql.ref(column)} at time zone ${time_zone})`
  const msTo = (column: string) =>
    sql<number>`extract(epoch from ${sql.ref(column)} - service_orders.feedback_at)::float8 * 1000`
  return seenOrders(db, devices)
    .where('service_orders.feedback_at', '>=', from)
    .where('service_orders.feedback_at', '<', to)
    .$if(product_key !== undefined, (rows) => rows.where('devices.product_key', '=', product_key ?? ''))
    .$if(agent_path !== '/', (rows) => rows.where(pathRange('distributors.agent_path', agent_path)))
    .select([
      sql<boolean>`service_orders.status = 'unresolved'`.as('open'),
      sql<boolean>`${HANDLED}`.as('handled'),
      // The first answer came after its time, or is late now; an order that was closed by erasure is not.
      sql<boolean>`coalesce(service_orders.answered_at, service_orders.resolved_at, ${now}::timestamptz) > service_orders.due_at`.as(
        'late',
      ),
      sql<boolean>`service_orders.escalated > 0`.as('escalated'),
      'service_orders.cause',
      msTo('service_orders.answered_at').as('reply_ms'),
      sql<number>`case when ${HANDLED} then ${msTo('service_orders.resolved_at')} end`.as('resolve_ms'),
      stepOf('service_orders.feedback_at').as('reported'),
      sql<Date>`case when ${HANDLED} and service_orders.resolved_at < ${to}
        then ${stepOf('service_orders.resolved_at')} end`.as('resolved'),
      sql<string>`coalesce(split_part(distributors.agent_path, '/', ${sql.lit(depth + 2)}), '')`.as('child'),
      'devices.product_key',
    ])
}

/** Median and the time within which nine of ten are; the ones without a time do not count. */
const quantiles = (column: 'reply_ms' | 'resolve_ms') =>
  sql`percentile_cont(array[0.5, 0.9]) within group (order by ${sql.ref(column)}) filter (where ${sql.ref(column)} is not null)`
const median = (column: 'reply_ms' | 'resolve_ms') =>
  sql`percentile_cont(0.5) within group (order by ${sql.ref(column)}) filter (where ${sql.ref(column)} is not null)`
const SHARE = sql`count(*)::int as orders, (count(*) filter (where open))::int as unresolved,
  (count(*) filter (where late))::int as late, (count(*) filter (where escalated))::int as escalated,
  ${median('reply_ms')} as first_reply_median_ms, ${median('resolve_ms')} as resolve_median_ms`

/** All panels of one statement: the orders are found and their scope is checked once, not once for each panel. */
export const readStatistics = async (db: Db, scopes: OrderScopes, query: StatisticsQuery): Promise<Read> => {
  const { rows } = await sql<Read>`
    with matching as materialized (${matching(db, scopes, query)}),
    figures as (
      select orders, answered, resolved, late, escalated,
        reply[1] as first_reply_median_ms, reply[2] as first_reply_p90_ms,
        resolve[1] as resolve_median_ms, resolve[2] as resolve_p90_ms
      from (select count(*) as orders, count(reply_ms) as answered, count(resolve_ms) as resolved,
          count(*) filter (where late) as late, count(*) filter (where escalated) as escalated,
          ${quantiles('reply_ms')} as reply, ${quantiles('resolve_ms')} as resolve from matching) counted),
    volume as (
      select to_char(day, 'YYYY-MM-DD') as day, sum(reported)::int as reported, sum(resolved)::int as resolved from (
        select reported as day, count(*) as reported, 0 as resolved from matching group by 1
        union all
        select resolved, 0, count(*) from matching where resolved is not null group by 1) counts
      group by counts.day),
    causes as (select cause, count(*)::int as orders from matching where handled group by cause),
    distributors_below as (
      select child, ${SHARE} from matching group by child order by orders desc, child limit ${query.limit}),
    of_products as (
      select product_key, ${SHARE} from matching group by product_key order by orders desc, product_key
      limit ${query.limit})
    select (select to_jsonb(figures) from figures) as figures,
      (select coalesce(jsonb_agg(volume order by day), '[]') from volume) as volume,
      (select coalesce(jsonb_agg(causes order by orders desc, cause), '[]') from causes) as causes,
      (select coalesce(jsonb_agg(below order by orders desc, child), '[]') from distributors_below below) as distributors,
      (select coalesce(jsonb_agg(to_jsonb(shares) || jsonb_build_object('product_name', products.name,
          'product_english_name', products.english_name) order by shares.orders desc, shares.product_key), '[]')
        from of_products shares join products on products.product_key = shares.product_key) as products`.execute(db)
  const [read] = rows
  if (read === undefined) throw new Error('The statement returns one row.')
  return read
}

/** Names of distributors by their ids. */
export const namesOfDistributors = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const rows = await db
    .selectFrom('distributors')
    .where('agent_id', '=', sql<number>`any(${[...ids]}::int[])`)
    .select(['agent_id', 'agent_name'])
    .execute()
  return new Map(rows.map(({ agent_id, agent_name }) => [agent_id, agent_name]))
}
