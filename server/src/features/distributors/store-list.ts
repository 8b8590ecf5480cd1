import type { DistributorFilter } from '@heatfleet/contract/distributors/distributors.ts'
import { type Compilable, type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { findAgentPath } from '../../platform/distributor-path.ts'
import { type ListPage, type ListPart, readPage } from '../../platform/list-page.ts'
import { runPrepared } from '../../platform/prepared.ts'
import { regionPrefix } from '../../platform/region-prefix.ts'
import { agentsWithin, pathRange, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import { figuresBelow, holdingsBelow } from '../devices/public.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>
/** Visible distributors, and visible devices of theirs. */
export type VisibilityScope = { agent: Scope; device: Scope }

/** A text as it stands within a pattern of LIKE. */
export const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

const conditionsOf = (filter: DistributorFilter, under_path: string | null): Condition[] => {
  const has_account = sql<SqlBool>`exists (select from accounts where accounts.agent_id = distributors.agent_id)`
  const all: (Condition | null)[] = [
    filter.agent_name
      ? sql`lower(distributors.agent_name) like ${`%${literal(filter.agent_name.toLowerCase())}%`}`
      : null,
    filter.agent_level === undefined ? null : sql`distributors.agent_level = ${filter.agent_level}`,
    // One that is not in the scope has nothing below it that is.
    filter.under === undefined
      ? null
      : under_path === null
        ? sql`false`
        : pathRange('distributors.agent_path', under_path),
    filter.parent_id === undefined ? null : sql`distributors.parent_id = ${filter.parent_id}`,
    filter.region_code ? sql`distributors.region_code like ${`${literal(regionPrefix(filter.region_code))}%`}` : null,
    filter.country ? sql`distributors.country = ${filter.country}` : null,
    filter.product_key
      ? sql`(distributors.product_keys = '{}' or ${filter.product_key} = any(distributors.product_keys))`
      : null,
    filter.has_account === undefined ? null : filter.has_account ? has_account : sql`not ${has_account}`,
    filter.disabled === undefined ? null : sql`distributors.disabled = ${filter.disabled}`,
    filter.created_from === undefined ? null : sql`distributors.created_at >= ${new Date(filter.created_from)}`,
    filter.created_to === undefined ? null : sql`distributors.created_at < ${new Date(filter.created_to)}`,
    filter.agent_ids === undefined ? null : sql`distributors.agent_id = any(${filter.agent_ids})`,
    filter.except_agent_ids === undefined ? null : sql`distributors.agent_id <> all(${filter.except_agent_ids})`,
  ]
  return all.filter((condition) => condition !== null)
}

const SORTS = {
  tree: sql`distributors.agent_path`,
  agent_id: sql`distributors.agent_id`,
  agent_name: sql`lower(distributors.agent_name)`,
  agent_level: sql`distributors.agent_level`,
  region_code: sql`distributors.region_code`,
  created_time: sql`distributors.created_at`,
} as const satisfies Record<DistributorFilter['sort_by'], unknown>

/** A part of the distributors that match, with the figures of each subtree. */
export const listAgents = async <Part extends ListPart>(
  database: Connections,
  visibility: VisibilityScope,
  filter: DistributorFilter,
  part: Part,
): Promise<ListPage<FullAgent, Part>> => {
  const { db } = database
  const matching = matchingAgents(db, visibility, filter, await findUnder(db, visibility, filter))
  // A filtered list is planned for its values; the unfiltered one, as the screen opens, once for all.
  const is_plain = conditionsOf(filter, null).length === 0
  const run = <Row>(query: Compilable<Row> & { execute: () => Promise<Row[]> }): Promise<Row[]> =>
    is_plain ? runPrepared(database, query) : query.execute()
  const ids = matching.select('distributors.agent_id')
  const idsOf = (of: ListPart) =>
    'after' in of
      ? ids.where('distributors.agent_id', '>', Number(of.after ?? 0))
      : ids
          .orderBy(SORTS[filter.sort_by], (order) =>
            (filter.sort_order === 'asc' ? order.asc() : order.desc()).nullsLast(),
          )
          .offset(of.offset)
  return readPage(
    {
      count: async () => (await run(matching.select(sql<number>`count(*)::int`.as('total'))))[0]?.total ?? 0,
      read: async (of) => {
        const page = (await run(idsOf(of).orderBy('distributors.agent_id').limit(of.limit))).map(
          ({ agent_id }) => agent_id,
        )
        const rows = new Map(
          (await runPrepared(database, fullAgents(db, visibility, page))).map((row) => [row.agent_id, row]),
        )
        return page.flatMap((agent_id) => rows.get(agent_id) ?? [])
      },
    },
    part,
  )
}

const findUnder = (db: Db, visibility: VisibilityScope, { under }: DistributorFilter): Promise<string | null> =>
  under === undefined ? Promise.resolve(null) : findAgentPath(db, visibility.agent, under)

const matchingAgents = (db: Db, visibility: VisibilityScope, filter: DistributorFilter, under_path: string | null) =>
  db
    .selectFrom('distributors')
    .where(agentsWithin(visibility.agent, 'distributors'))
    .where((is) => is.and(conditionsOf(filter, under_path)))

/** One distributor of the scope with its figures, or null. */
export const findFull = async (db: Db, visibility: VisibilityScope, agent_id: number) =>
  (await fullAgents(db, visibility, [agent_id]).execute())[0] ?? null

/** These distributors of the scope with all columns; figures of devices are of the whole subtree. */
const fullAgents = (db: Db, visibility: VisibilityScope, agent_ids: readonly number[]) =>
  db
    .with('above', (above) =>
      above
        .selectFrom('distributors')
        .where(agentsWithin(visibility.agent, 'distributors'))
        .select(['agent_id', 'agent_name']),
    )
    .selectFrom('distributors')
    .leftJoin('above', 'above.agent_id', 'distributors.parent_id')
    .innerJoinLateral(figuresBelow(visibility).as<'figures'>('figures'), (join) => join.onTrue())
    .innerJoinLateral(holdingsBelow(visibility).as<'holdings'>('holdings'), (join) => join.onTrue())
    .where('distributors.agent_id', '=', sql<number>`any(${[...agent_ids]}::int[])`)
    .where(agentsWithin(visibility.agent, 'distributors'))
    .selectAll('distributors')
    .select([
      'above.agent_id as above_id',
      'above.agent_name as above_name',
      'figures.device_count',
      'figures.online_count',
      'figures.alarm_count',
      'holdings.active_count',
      'holdings.stock_count',
      'holdings.shipped_count',
      sql<number>`(select count(*)::int from distributors below where below.parent_id = distributors.agent_id)`.as(
        'sub_count',
      ),
      sql<number>`(select count(*)::int from accounts where accounts.agent_id = distributors.agent_id)`.as(
        'account_count',
      ),
    ])
export type FullAgent = NonNullable<Awaited<ReturnType<typeof findFull>>>

/** Regions where distributors of the scope sit, with their own devices, and regions of China that agency areas name. */
export const listCoverage = async (db: Db, visibility: VisibilityScope) => {
  const seats = await db
    .selectFrom('distributors')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('devices')
          .whereRef('devices.agent_id', '=', 'distributors.agent_id')
          .where(withinScope(visibility.device, 'devices'))
          .where(NOT_VIRTUAL)
          .select(sql<number>`count(*)::int`.as('n'))
          .as('own'),
      (join) => join.onTrue(),
    )
    .where(agentsWithin(visibility.agent, 'distributors'))
    .groupBy(['distributors.country', sql`2`])
    .select([
      'distributors.country',
      sql<string>`coalesce(distributors.region_code, '')`.as('region_code'),
      sql<number>`count(*)::int`.as('seated'),
      sql<number>`coalesce(sum(own.n), 0)::int`.as('devices'),
    ])
    .execute()
  const areas = await db
    .selectFrom('distributors')
    .where(agentsWithin(visibility.agent, 'distributors'))
    .select([
      sql<string>`unnest(distributors.agency_area)`.as('region_code'),
      sql<number>`count(*)::int`.as('agencies'),
    ])
    .groupBy(sql`1`)
    .execute()
  return { seats, areas }
}
