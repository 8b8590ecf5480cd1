import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { EVERYTHING, pathRange, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { seenOrders } from './store-seen.ts'

type Db = Kysely<Tables>

/** Number of visible open orders of a row of `app_users`. */
export const openOrdersOf = (db: Db, scope: Scope): RawBuilder<number> =>
  sql<number>`(${seenOrders(db, scope)
    .where('service_orders.status', '=', 'unresolved')
    .where(sql<SqlBool>`service_orders.app_user_id = app_users.app_user_id`)
    .select(sql<number>`count(*)::int`.as('n'))})`

export type ServiceFigures = { open_orders: number; rated_orders: number; satisfied_orders: number }

/** Orders of each of these distributors and of all below it that are seen: the open ones, and how those resolved since were rated. */
export const countServed = async (
  db: Db,
  scope: Scope,
  { agent_ids, since }: { agent_ids: readonly number[]; since: Date },
): Promise<Map<number, ServiceFigures>> => {
  const rows = await db
    .with('served', (served) =>
      seenOrders(served as Db, scope)
        .where(sql<SqlBool>`(service_orders.status = 'unresolved' or service_orders.resolved_at >= ${since})`)
        .groupBy('distributors.agent_path')
        .select([
          'distributors.agent_path',
          sql<number>`count(*) filter (where service_orders.status = 'unresolved')`.as('open'),
          sql<number>`count(service_orders.rating) filter (where service_orders.status = 'resolved')`.as('rated'),
          sql<number>`count(*) filter (where service_orders.status = 'resolved'
            and service_orders.rating <> 'dissatisfied')`.as('satisfied'),
        ]),
    )
    .selectFrom('distributors')
    .innerJoin('served', (join) =>
      join.on(
        sql<SqlBool>`served.agent_path >= distributors.agent_path
          and served.agent_path < rtrim(distributors.agent_path, '/') || '0'`,
      ),
    )
    .where('distributors.agent_id', '=', sql<number>`any(${[...agent_ids]}::int[])`)
    .groupBy('distributors.agent_id')
    .select([
      'distributors.agent_id',
      sql<number>`sum(served.open)::int`.as('open_orders'),
      sql<number>`sum(served.rated)::int`.as('rated_orders'),
      sql<number>`sum(served.satisfied)::int`.as('satisfied_orders'),
    ])
    .execute()
  return new Map(rows.map(({ agent_id, ...figures }) => [agent_id, figures]))
}

/** Service figures of a subtree: resolved orders, median time to resolve, ratings. */
export type Served = { handled: number; handling_ms: number | null; rated: number; satisfied: number }

// Orders closed because the respondent was erased do not count as handled.
export const HANDLED = sql`service_orders.status = 'resolved'
  and (service_orders.erased_at is null or service_orders.resolved_at < service_orders.erased_at)`
const SERVED = [
  sql<number>`(count(*) filter (where ${HANDLED}))::int`.as('handled'),
  sql<number | null>`(percentile_cont(0.5) within group (order by
    extract(epoch from service_orders.resolved_at - service_orders.feedback_at) * 1000)
    filter (where ${HANDLED}))::float8`.as('handling_ms'),
  sql<number>`count(service_orders.rating)::int`.as('rated'),
  sql<number>`(count(*) filter (where service_orders.rating <> 'dissatisfied'))::int`.as('satisfied'),
] as const

/** Figures of one distributor, within the scope. */
export const readServed = (db: Db, scope: Scope, { agent_path, since }: { agent_path: string; since: Date }) =>
  seenOrders(db, scope)
    .where('service_orders.resolved_at', '>=', since)
    .where(pathRange('distributors.agent_path', agent_path))
    .select(SERVED)
    .executeTakeFirstOrThrow()

/**
 * The same for each of the last `months` calendar months of a zone up to that of `now`, the oldest first; months without orders
 * are among them.
 */
export const listServedMonths = async (
  db: Db,
  scope: Scope,
  { agent_path, now, time_zone, months }: { agent_path: string; now: Date; time_zone: string; months: number },
): Promise<(Served & { month: string })[]> => {
  const last = sql`date_trunc('month', ${now}::timestamptz at time zone ${time_zone})`
  const first = sql`${last} - make_interval(months => ${months - 1}::int)`
  const served = seenOrders(db, scope)
    .where(sql<SqlBool>`service_orders.resolved_at >= (${first}) at time zone ${time_zone}`)
    .where(pathRange('distributors.agent_path', agent_path))
    .select(sql<string>`to_char(service_orders.resolved_at at time zone ${time_zone}, 'YYYY-MM')`.as('month'))
    .select(SERVED)
    .groupBy('month')
  const { rows } = await sql<Served & { month: string }>`
    select month, coalesce(handled, 0) as handled, handling_ms, coalesce(rated, 0) as rated, coalesce(satisfied, 0) as satisfied
    from (select to_char(day, 'YYYY-MM') as month from generate_series(${first}, ${last}, interval '1 month') as day) as months
    left join (${served}) as served using (month) order by month`.execute(db)
  return rows
}

/** Figures of all distributors of one level with resolved orders; unscoped, for anonymous figures. */
export const listServed = async (
  db: Db,
  { agent_level, since }: { agent_level: number; since: Date },
): Promise<(Served & { agent_id: number })[]> => {
  const agent = sql<number>`split_part(distributors.agent_path, '/', ${sql.lit(agent_level + 1)})`
  return seenOrders(db, EVERYTHING)
    .where('service_orders.resolved_at', '>=', since)
    .where(sql<SqlBool>`${agent} <> ''`)
    .groupBy(agent)
    .select(sql<number>`${agent}::int`.as('agent_id'))
    .select(SERVED)
    .execute()
}
