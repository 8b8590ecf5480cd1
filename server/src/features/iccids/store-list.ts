import type { ICCID_SORTS, IccidFilter } from '@heatfleet/contract/iccids/card.ts'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { devicesOfAgent } from '../../platform/distributor-path.ts'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { iccidsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>
/** Scope of devices and of distributors that filters name; the time that days left are counted from. */
type CardQuery = { filter: IccidFilter; agents: Scope; now: Date }

const DAY_MS = 86_400_000
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Another device reports the same card. */
const IS_TWICE = sql<boolean>`exists (select from devices other where left(other.iccid, 19) = iccids.iccid_key
  and other.device_id <> iccids.device_id)`
const IS_MOVED = sql<boolean>`(iccids.moved_at is not null)`
const IS_TRAFFIC_HIGH = sql<boolean>`(iccids.traffic_total_mb > 0
  and iccids.traffic_used_mb > 0.8 * iccids.traffic_total_mb)`
const IS_ONLINE = sql<boolean>`coalesce(device_status.online, false)`
const MARK_IS = { moved: IS_MOVED, twice: IS_TWICE, checksum: sql<boolean>`iccids.checksum_wrong` } as const
const NOT_CANCELLED = sql<SqlBool>`iccids.status <> 'cancelled'`

const isWithin = (now: Date, days: number): RawBuilder<boolean> =>
  sql<boolean>`(${NOT_CANCELLED} and iccids.expires_at >= ${now}
    and iccids.expires_at <= ${new Date(now.getTime() + days * DAY_MS)})`
const isOver = (now: Date): RawBuilder<boolean> => sql<boolean>`(${NOT_CANCELLED} and iccids.expires_at < ${now})`

const cardsOf = (db: Db, scope: Scope) =>
  db
    .selectFrom('iccids')
    .leftJoin('devices', 'devices.device_id', 'iccids.device_id')
    .leftJoin('device_status', 'device_status.device_id', 'iccids.device_id')
    .where(iccidsWithin(scope, 'iccids'))

const cardRows = (db: Db, scope: Scope) =>
  cardsOf(db, scope)
    .leftJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .select([
      'iccids.card_id',
      'iccids.iccid',
      'iccids.msisdn',
      'iccids.operator',
      'iccids.plan',
      'iccids.activated_at',
      'iccids.expires_at',
      'iccids.status',
      'iccids.traffic_used_mb',
      'iccids.traffic_total_mb',
      'iccids.remark',
      'iccids.synced_at',
      'iccids.device_id',
      'iccids.checksum_wrong',
      'iccids.imported_user',
      'iccids.imported_at',
      'devices.mac',
      'devices.agent_id',
      'distributors.agent_name',
      sql<string>`coalesce(devices.device_name, '')`.as('device_name'),
      sql<string>`coalesce(products.name, '')`.as('product_name'),
      sql<string>`coalesce(products.english_name, '')`.as('product_english_name'),
      IS_ONLINE.as('online'),
      IS_MOVED.as('moved'),
      IS_TWICE.as('twice'),
    ])

/** A card of the scope, or null. */
export const findCard = async (db: Db, scope: Scope, card_id: number) =>
  (await cardRows(db, scope).where('iccids.card_id', '=', card_id).executeTakeFirst()) ?? null
export type CardRow = NonNullable<Awaited<ReturnType<typeof findCard>>>

const SORTS = {
  iccid: 'iccids.iccid',
  operator: 'iccids.operator',
  activation_time: 'iccids.activated_at',
  expiration_time: 'iccids.expires_at',
  traffic_used_mb: 'iccids.traffic_used_mb',
  status: 'iccids.status',
  import_time: 'iccids.imported_at',
} as const satisfies Record<(typeof ICCID_SORTS)[number], string>

/** A part of the cards of the scope that match. */
export const listCards = async <Part extends ListPart>(
  db: Db,
  scope: Scope,
  query: CardQuery,
  part: Part,
): Promise<ListPage<CardRow, Part>> => {
  const conditions = await conditionsOf(db, query)
  const { sort_by, sort_order } = query.filter
  return listPage(
    {
      matching: cardsOf(db, scope).where((is) => is.and(conditions)),
      rows: cardRows(db, scope).where((is) => is.and(conditions)),
      order: (rows) =>
        rows
          .orderBy(SORTS[sort_by], (order) => (sort_order === 'asc' ? order.asc() : order.desc()).nullsLast())
          .orderBy('iccids.card_id'),
      key: 'iccids.card_id',
    },
    part,
  )
}

/** How many cards of the scope that match are how near their end, and what else is to be seen of them. */
export const countCards = async (db: Db, scope: Scope, query: CardQuery) => {
  const { now } = query
  const conditions = await conditionsOf(db, query)
  const those = (condition: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${condition}))::int`
  return cardsOf(db, scope)
    .where((is) => is.and(conditions))
    .select([
      sql<number>`count(*)::int`.as('total'),
      those(sql`iccids.status = 'active'`).as('active'),
      those(isWithin(now, 30)).as('within_30'),
      those(isWithin(now, 7)).as('within_7'),
      those(sql`(${isOver(now)} and ${IS_ONLINE})`).as('over_online'),
      those(sql`(${isOver(now)} and not ${IS_ONLINE})`).as('over_offline'),
      those(sql`iccids.device_id is null`).as('without_device'),
      those(IS_TRAFFIC_HIGH).as('traffic_high'),
      those(IS_MOVED).as('moved'),
      those(IS_TWICE).as('twice'),
    ])
    .executeTakeFirstOrThrow()
}

/** Cards of the scope that match, by the days that are left at most. */
export const countByDays = async (db: Db, scope: Scope, query: CardQuery, days: readonly number[]) => {
  if (days.length === 0) return []
  const conditions = await conditionsOf(db, query)
  const { counts } = await cardsOf(db, scope)
    .where((is) => is.and(conditions))
    .select(
      sql<number[]>`array[${sql.join(
        days.map((count) => sql`(count(*) filter (where ${isWithin(query.now, count)}))::int`),
      )}]`.as('counts'),
    )
    .executeTakeFirstOrThrow()
  return days.map((count, at) => ({ days: count, count: counts[at] ?? 0 }))
}

/** Numbers that devices of the scope report and no card has, each once. */
export const unlistedNumbers = (db: Db, scope: Scope) =>
  db
    .selectFrom('devices')
    .where(withinScope(scope, 'devices'))
    .where('devices.iccid', 'is not', null)
    .where(
      sql<SqlBool>`not exists (select from iccids where iccids.iccid_key = left(devices.iccid, 19))
        and upper(devices.iccid) ~ '^89[0-9]{17}[0-9A-Z]?$'`,
    )

export const countUnlisted = async (db: Db, scope: Scope): Promise<number> =>
  (
    await unlistedNumbers(db, scope)
      .select(sql<number>`count(distinct left(devices.iccid, 19))::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Devices of the scope that report a card. */
export const listReporters = (db: Db, scope: Scope, iccid_key: string, limit: number) =>
  db
    .selectFrom('devices')
    .where(withinScope(scope, 'devices'))
    .where(sql<SqlBool>`left(devices.iccid, 19) = ${iccid_key}`)
    .select(['devices.mac', 'devices.device_name'])
    .orderBy('devices.device_id')
    .limit(limit)
    .execute()

const conditionsOf = async (db: Db, { filter, agents, now }: CardQuery): Promise<Condition[]> => {
  const start = (column: string, text: string | undefined, bare: RegExp) => {
    const wanted = (text ?? '').replaceAll(bare, '')
    return wanted === '' ? null : sql<SqlBool>`${sql.ref(column)} like ${`${literal(wanted)}%`}`
  }
  const between = (column: string, from: string | undefined, to: string | undefined) => [
    from === undefined ? null : sql<SqlBool>`${sql.ref(column)} >= ${new Date(from)}`,
    to === undefined ? null : sql<SqlBool>`${sql.ref(column)} <= ${new Date(to)}`,
  ]
  const is = (condition: Condition, wanted: boolean | undefined) =>
    wanted === undefined ? null : wanted ? condition : sql<SqlBool>`(${condition}) is not true`
  const all: (Condition | null)[] = [
    start('iccids.iccid', filter.iccid?.toUpperCase(), /[\s-]/g),
    start('devices.mac', filter.mac?.toLowerCase(), /[\s:.-]/g),
    filter.operator === undefined || filter.operator === ''
      ? null
      : sql<SqlBool>`lower(iccids.operator) = ${filter.operator.toLowerCase()}`,
    filter.status === undefined ? null : sql<SqlBool>`iccids.status = ${filter.status}`,
    filter.days_left === undefined ? null : isWithin(now, filter.days_left),
    is(isOver(now), filter.over),
    ...between('iccids.expires_at', filter.expiration_from, filter.expiration_to),
    ...between('iccids.activated_at', filter.activation_from, filter.activation_to),
    filter.agent_id === undefined
      ? null
      : await devicesOfAgent(db, agents, { agent_id: filter.agent_id, include_lower: filter.include_lower }),
    filter.product_key === undefined || filter.product_key === ''
      ? null
      : sql<SqlBool>`devices.product_key = ${filter.product_key}`,
    is(IS_ONLINE, filter.online),
    is(sql<SqlBool>`iccids.device_id is not null`, filter.bound),
    filter.mark === undefined ? null : MARK_IS[filter.mark],
    is(IS_TRAFFIC_HIGH, filter.traffic_high),
    filter.card_ids === undefined ? null : sql<SqlBool>`iccids.card_id = any(${filter.card_ids}::int[])`,
    filter.except_card_ids === undefined ? null : sql<SqlBool>`iccids.card_id <> all(${filter.except_card_ids}::int[])`,
  ]
  return all.filter((condition) => condition !== null)
}
