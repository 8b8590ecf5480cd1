import type { AlarmFilter, AlarmTab } from '@heatfleet/contract/alarms/alarm.ts'
import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import type { Words } from '@heatfleet/contract/products/points.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { deviceSearched } from '../../platform/device-search.ts'
import { findAgentPath } from '../../platform/distributor-path.ts'
import { ofNamedAccount } from '../../platform/few-or-many.ts'
import { type ListPage, type ListPart, readPage } from '../../platform/list-page.ts'
import { regionPrefix } from '../../platform/region-prefix.ts'
import { agentsWithin, pathRange, type Scope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'
import { ORDERS_WITH_AGENT, ordersWithin } from '../service-orders/public.ts'
import { longerThan, ofDistributors, ofUnits } from './store-lookups.ts'
import { countTab } from './store-tally.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>
/** Alarms of devices of `devices`; distributors are named when they are within `agents`, service orders when `orders` has them (null = none). */
export type AlarmScopes = { devices: Scope; agents: Scope; orders: Scope | null }
/** A filter, the calling account, and the time by which alarms are overdue. */
export type AlarmQuery = { filter: AlarmFilter; uid: number; now: Date }

/** The newest service order of an alarm: a look-up in a partial index, and none without one. */
const orderOf = (orders: Scope | null) =>
  orders === null
    ? sql<number | null>`null::int`
    : sql<number | null>`(select max(service_orders.order_id) from ${ORDERS_WITH_AGENT}
        where service_orders.alarm_id = alarms.alarm_id and ${ordersWithin(orders)})`

const alarmRows = (db: Db, { devices, agents, orders }: AlarmScopes) =>
  db
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.device_id', 'alarms.device_id')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', (join) =>
      join.onRef('distributors.agent_id', '=', 'devices.agent_id').on(agentsWithin(agents, 'distributors')),
    )
    .leftJoin('accounts', 'accounts.uid', 'alarms.assignee_uid')
    .leftJoin('alarm_rules', (join) =>
      join.on(sql<SqlBool>`alarms.type = 'threshold' and alarm_rules.rule_id::text = alarms.rule_key`),
    )
    .where(alarmsWithin(devices, 'alarms'))
    .select([
      'alarms.alarm_id',
      'alarms.type',
      'alarms.rule_key',
      'alarms.code',
      'alarms.severity',
      'alarms.active',
      'alarms.handling',
      'alarms.value',
      'alarms.first_at',
      'alarms.last_at',
      'alarms.recovered_at',
      'alarms.reason',
      'alarms.due_at',
      'alarms.handled_at',
      'alarms.count',
      'alarms.snapshot_id',
      'alarms.snapshot_done',
      'devices.mac',
      'devices.device_name',
      'devices.product_key',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'distributors.agent_id',
      sql<string>`coalesce(distributors.agent_name, '')`.as('agent_name'),
      'alarms.assignee_uid',
      sql<string>`coalesce(accounts.user_name, '')`.as('assignee'),
      sql<string>`coalesce(alarm_rules.rule_name, '')`.as('rule_name'),
      'alarms.muted',
      'alarms.storm_id',
      orderOf(orders).as('order_id'),
      'devices.virtual',
    ])
export type AlarmRow = Awaited<ReturnType<ReturnType<typeof alarmRows>['executeTakeFirstOrThrow']>>

/** One alarm of the scope, or null. */
export const findAlarm = async (db: Db, scopes: AlarmScopes, alarm_id: number): Promise<AlarmRow | null> =>
  (await alarmRows(db, scopes).where('alarms.alarm_id', '=', alarm_id).executeTakeFirst()) ?? null

const SORTS = {
  last_time: 'alarms.last_at',
  first_time: 'alarms.first_at',
  severity: 'alarms.severity_rank',
  sla: 'alarms.sla_at',
} as const satisfies Record<AlarmFilter['sort_by'], string>

/** So many are counted on the screen: fewer where each alarm's unit, distributor or duration is looked at. */
export const alarmCountMax = ({ search, assignee, country, region_code, longer_than_minutes }: AlarmFilter): number =>
  [search, assignee, country, region_code, longer_than_minutes].some((value) => value !== undefined && value !== '')
    ? ALARM_LIMITS.count_looked_at_max
    : ALARM_LIMITS.count_max

/**
 * A part of the alarms of the scope that match: their numbers first, by an index of `alarms` alone, then what the rows show. One by one
 * no more than `count_max` + 1 are counted.
 */
export const listAlarms = async <Part extends ListPart>(
  db: Db,
  scopes: AlarmScopes,
  { count_max, ...query }: AlarmQuery & { count_max: number },
  part: Part,
): Promise<ListPage<AlarmRow, Part>> => {
  const { sort_by, sort_order } = query.filter
  const conditions = await conditionsOf(db, scopes, query)
  const matching = db.selectFrom('alarms').where((is) => is.and(conditions))
  const numbers = matching.select('alarms.alarm_id')
  return readPage(
    {
      count: async () => {
        const tallied = await countTab(db, scopes.devices, query.filter)
        if (tallied !== null) return tallied
        const some = matching.select(sql`1`.as('one')).limit(count_max + 1)
        const counted = db.selectFrom(some.as('some')).select(sql<number>`count(*)::int`.as('n'))
        return (await counted.executeTakeFirstOrThrow()).n
      },
      read: async (one) => {
        if ('after' in one) {
          const behind = one.after === null ? numbers : numbers.where('alarms.alarm_id', '>', Number(one.after))
          // In one statement: a row that went between two of them would look like the end of the list.
          const next = behind.orderBy('alarms.alarm_id').limit(one.limit)
          return alarmRows(db, scopes).where('alarms.alarm_id', 'in', next).orderBy('alarms.alarm_id').execute()
        }
        const sorted = numbers.orderBy(SORTS[sort_by], sort_order)
        const newest = sort_by === 'severity' ? sorted.orderBy('alarms.last_at', sort_order) : sorted
        const page = newest.orderBy('alarms.alarm_id', sort_order).offset(one.offset).limit(one.limit)
        return readRows(db, scopes, await page.execute())
      },
    },
    part,
  )
}

/** The rows of these numbers, in their order; one that is gone meanwhile is left out. */
const readRows = (db: Db, scopes: AlarmScopes, numbers: readonly { alarm_id: number }[]): Promise<AlarmRow[]> =>
  listAlarmRows(
    db,
    scopes,
    numbers.map(({ alarm_id }) => alarm_id),
  )

/** Those of these alarms that are in the scope, in the given order. */
export const listAlarmRows = async (db: Db, scopes: AlarmScopes, ids: readonly number[]): Promise<AlarmRow[]> => {
  if (ids.length === 0) return []
  const rows = await alarmRows(db, scopes)
    .where(sql<SqlBool>`alarms.alarm_id = any(${[...ids]}::int[])`)
    .execute()
  const by_id = new Map(rows.map((row) => [row.alarm_id, row]))
  return ids.flatMap((id) => by_id.get(id) ?? [])
}

/** The quick tabs of the list, over `alarms`. */
export const TABS = {
  all: () => sql<SqlBool>`true`,
  unprocessed: () => sql<SqlBool>`alarms.handling = 'unprocessed'`,
  in_process: () => sql<SqlBool>`alarms.handling = 'in_process'`,
  // The second condition is that of the partial index.
  overdue: ({ now }) => sql<SqlBool>`(alarms.sla_at < ${now} and alarms.sla_at < 'infinity')`,
  processed: () => sql<SqlBool>`alarms.handling = 'processed'`,
  closed: () => sql<SqlBool>`alarms.handling = 'closed'`,
  recovered: () => sql<SqlBool>`(alarms.handling in ('unprocessed', 'in_process') and not alarms.active)`,
  mine: ({ uid }) => sql<SqlBool>`(alarms.assignee_uid = ${uid} and alarms.handling <> 'closed')`,
} as const satisfies Record<AlarmTab, (query: Pick<AlarmQuery, 'uid' | 'now'>) => Condition>

/** What a filter means within the scope, over `alarms`. */
export const conditionsOf = async (
  db: Db,
  { devices, agents }: AlarmScopes,
  { filter, uid, now }: AlarmQuery,
): Promise<Condition[]> => {
  const is = (column: string, value: string | number | undefined) =>
    value === undefined || value === '' ? null : sql<SqlBool>`${sql.ref(column)} = ${value}`
  const all: (Condition | null)[] = [
    await ofUnits(
      db,
      devices,
      filter.mac === undefined ? null : sql<SqlBool>`devices.mac = ${filter.mac}`,
      filter.search === undefined || filter.search === '' ? null : searched(filter.search),
    ),
    filter.tab === 'all' ? null : TABS[filter.tab]({ uid, now }),
    // Written as the partial index has it.
    filter.condition === undefined
      ? null
      : filter.condition === 'active'
        ? sql<SqlBool>`alarms.recovered_at is null`
        : sql<SqlBool>`alarms.recovered_at is not null`,
    is('alarms.handling', filter.handling),
    filter.severity === undefined ? null : is('alarms.severity_rank', RANKS[filter.severity]),
    is('alarms.type', filter.type),
    is('alarms.code', filter.code),
    is('alarms.product_key', filter.product_key),
    is('alarms.assignee_uid', filter.assignee_uid),
    filter.assignee ? await ofNamedAccount(db, 'alarms.assignee_uid', filter.assignee) : null,
    filter.country ? await ofDistributors(db, agents, sql<SqlBool>`distributors.country = ${filter.country}`) : null,
    filter.region_code
      ? await ofDistributors(
          db,
          agents,
          sql<SqlBool>`distributors.region_code like ${`${regionPrefix(filter.region_code)}%`}`,
        )
      : null,
    filter.longer_than_minutes === undefined ? null : longerThan(filter.longer_than_minutes * MINUTE_MS, now),
    is('alarms.storm_id', filter.storm_id),
    filter.under === undefined ? null : await underCondition(db, agents, filter.under),
    filter.last_from === undefined ? null : sql<SqlBool>`alarms.last_at >= ${new Date(filter.last_from)}`,
    filter.last_to === undefined ? null : sql<SqlBool>`alarms.last_at <= ${new Date(filter.last_to)}`,
    filter.repeated === undefined
      ? null
      : filter.repeated
        ? sql<SqlBool>`alarms.count > 1`
        : sql<SqlBool>`alarms.count = 1`,
    filter.overdue === undefined
      ? null
      : filter.overdue
        ? TABS.overdue({ uid, now })
        : sql<SqlBool>`alarms.sla_at >= ${now}`,
    mutedCondition(filter),
    filter.rule_id === undefined
      ? null
      : sql<SqlBool>`(alarms.type = 'threshold' and alarms.rule_key = ${String(filter.rule_id)})`,
  ]
  return all.filter((condition) => condition !== null)
}

/** Muted alarms are in the tab of all; in the others they are asked for. */
const mutedCondition = ({ muted, tab }: AlarmFilter): Condition | null => {
  if (muted === undefined) return tab === 'all' ? null : sql<SqlBool>`not alarms.muted`
  return muted ? sql<SqlBool>`alarms.muted` : sql<SqlBool>`not alarms.muted`
}

const MINUTE_MS = 60_000
const RANKS = { info: 0, minor: 1, major: 2, critical: 3 } as const

const searched = (search: string): Condition => {
  const mac = normalizeDeviceId(search)
  return mac === null ? deviceSearched(search) : sql<SqlBool>`devices.mac = ${mac}`
}

/** A distributor outside the scope has nothing below it. */
const underCondition = async (db: Db, agents: Scope, agent_id: number): Promise<Condition> => {
  const path = await findAgentPath(db, agents, agent_id)
  return path === null ? sql<SqlBool>`false` : pathRange('alarms.agent_path', path)
}

/** Names of fault codes as the products use them, by product and code; no scope: a visible alarm implies its product. */
export const listCodeNames = async (
  db: Db,
  codes: readonly { product_key: string; code: string | null }[],
): Promise<Map<string, Words>> => {
  const named = codes.filter(({ code }) => code !== null)
  if (named.length === 0) return new Map()
  const { rows } = await sql<{ product_key: string; code: string; names: Words }>`
    select distinct on (p.product_key, f.code) p.product_key, f.code, f.names
    from products p
    join product_versions v on v.layout_id = p.layout_id
    cross join lateral jsonb_array_elements_text(v.settings -> 'fault_sets') with ordinality as sets (set_name, place)
    join fault_codes f on f.set_name = sets.set_name
    where p.product_key = any(${named.map(({ product_key }) => product_key)}::text[])
      and f.code = any(${named.map(({ code }) => code)}::text[])
    order by p.product_key, f.code, f.built_in, sets.place`.execute(db)
  return new Map(rows.map(({ product_key, code, names }) => [codeKey({ product_key, code }), names]))
}

/** Key of {@link listCodeNames}. */
export const codeKey = ({ product_key, code }: { product_key: string; code: string | null }): string =>
  `${product_key} ${code ?? ''}`

/** Ids of alarms of the scope with what a batch calls them. */
export const listAlarmNames = async (db: Db, scope: Scope, ids: readonly number[]) =>
  db
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.device_id', 'alarms.device_id')
    .where(alarmsWithin(scope, 'alarms'))
    .where(sql<SqlBool>`alarms.alarm_id = any(${[...ids]}::int[])`)
    .select(['alarms.alarm_id', 'alarms.type', 'alarms.code', 'devices.device_name'])
    .execute()
