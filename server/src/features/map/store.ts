import type { MapFilter, MapUnit } from '@heatfleet/contract/map/map.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { everyNth } from '../../platform/every-nth.ts'
import type { CodeRange, Square } from '../../platform/quadtree.ts'
import { regionPrefix } from '../../platform/region-prefix.ts'
import { ancestorOf, devicesUnder, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { cardEndsBefore } from '../devices/public.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>

/** Which units: filters with the path of their distributor where all below it counts, and the moment by which a card's end is near. */
export type MapQuery = { filter: MapFilter; agent_path: string | null; card_ends_before: Date }
/** A part of the plane as ranges of the index. */
type MapPart = { square: Square; ranges: readonly CodeRange[] }

/** A cluster as the database counts it; sums of x and y are those of all units in it. */
export type ClusterRow = {
  count: number
  online: number
  offline: number
  alarm: number
  severity: number
  x: number
  y: number
  /** What holds all of them; of squares, with what they may reach over. */
  x0: number
  x1: number
  y0: number
  y1: number
  mac: string | null
  device_name: string | null
  accuracy_m: number | null
}

/**
 * The units of the map within a scope. Rows of `map_points` have the columns that scopes of subtrees and of groups name, and
 * stand for `devices` there; what only `devices` has is looked up.
 */
const points = (scope: Scope): RawBuilder<unknown> =>
  scope.own_agent || scope.own_records !== null
    ? sql`(select map_points.* from map_points join devices on devices.device_id = map_points.device_id
        where ${withinScope(scope, 'devices')}) devices`
    : sql`map_points devices`

const conditions = (scope: Scope, { filter, agent_path, card_ends_before }: MapQuery): Condition[] => {
  const all: (Condition | null)[] = [
    scope.own_agent || scope.own_records !== null ? null : withinScope(scope, 'devices'),
    filter.product_key === undefined ? null : sql`devices.product_key = ${filter.product_key}`,
    filter.agent_id === undefined
      ? null
      : filter.include_lower && agent_path !== null
        ? devicesUnder(agent_path)
        : sql`devices.agent_id = ${filter.agent_id}`,
    filter.online_status === undefined ? null : sql`devices.online_state = ${ONLINE[filter.online_status]}`,
    filter.alarm_status === undefined
      ? null
      : filter.alarm_status
        ? sql`devices.severity > 0`
        : sql`devices.severity = 0`,
    filter.alarm_severity === undefined
      ? null
      : sql`devices.severity = ${SEVERITIES.indexOf(filter.alarm_severity) + 1}`,
    // Activated is what was on line once.
    filter.active_status === undefined
      ? null
      : filter.active_status
        ? sql`devices.online_state > 0`
        : sql`devices.online_state = 0`,
    filter.region_code
      ? sql`devices.agent_id in (select inside.agent_id from distributors inside
          where inside.region_code like ${`${regionPrefix(filter.region_code)}%`})`
      : null,
    filter.card_ending === undefined
      ? null
      : sql`(devices.device_id in ${cardEndsBefore(card_ends_before)}) = ${filter.card_ending}`,
  ]
  return all.filter((condition) => condition !== null)
}

const ONLINE = { never: 0, offline: 1, online: 2 } as const

const within = ({ square: { x0, y0, x1, y1 }, ranges }: MapPart): Condition[] => {
  const any = ranges.map(({ from, to }) => sql`(devices.code >= ${from} and devices.code < ${to})`)
  return [
    any.length === 0 ? sql`false` : sql`(${sql.join(any, sql` or `)})`,
    sql`devices.x between ${x0} and ${x1}`,
    sql`devices.y between ${y0} and ${y1}`,
  ]
}

/** What is counted, and how far a unit may be from the middle of those it is counted with, in units of the plane. */
type Counted = { from: RawBuilder<unknown>; reach: number }

/** Bits of the squares that the database keeps sums of, the largest first. */
const SUMMED_BITS = [17, 15, 13, 11] as const

/** What a scope or a filter reads off the device itself, and single devices of a group, are no part of any sums. */
const isSummed = ({ own_agent, own_records, group }: Scope, { filter }: MapQuery): boolean =>
  !own_agent &&
  own_records === null &&
  (group === null || group.device_ids.length === 0) &&
  filter.card_ending === undefined

/** The fleet or a province: a city or county has so few units that they are counted one by one. */
const isWide = (agent_path: string): boolean => (ancestorOf(agent_path)?.column ?? 'province_id') === 'province_id'

/** Sums of squares are kept by province. */
const isSummedBySquare = (scope: Scope, query: MapQuery): boolean => {
  const { group } = scope
  const { filter, agent_path } = query
  const is_group_wide = group === null || (group.region_prefixes.length === 0 && group.agent_paths.every(isWide))
  const is_filter_wide =
    !filter.region_code && (filter.agent_id === undefined || (agent_path !== null && isWide(agent_path)))
  return isSummed(scope, query) && isWide(scope.agent_path) && is_group_wide && is_filter_wide
}

/**
 * Sums by square, province, product and state, of squares no larger than `bits`: those that the database keeps, with what came
 * since they were folded; null where only the units themselves are fine enough. A view is then the squares that it touches.
 */
const summed = (scope: Scope, query: MapQuery, { ranges }: MapPart, bits: number): Counted | null => {
  const kept = isSummedBySquare(scope, query) ? SUMMED_BITS.find((one) => one <= bits) : undefined
  if (kept === undefined) return null
  const size = 4 ** kept
  const squares = ranges.map(({ from, to }) => ({ from: Math.floor(from / size), to: Math.ceil(to / size) }))
  const any = (cell: RawBuilder<unknown>) =>
    squares.length === 0
      ? sql`false`
      : sql`(${sql.join(
          squares.map(({ from, to }) => sql`(${cell} >= ${from} and ${cell} < ${to})`),
          sql` or `,
        )})`
  const columns = sql`devices.n, devices.x, devices.y, devices.online_state, devices.severity`
  const all = sql.join([sql`true`, ...conditions(scope, query)], sql` and `)
  const code = sql`devices.code >> ${sql.lit(2 * kept)}`
  const from = sql`(
    select devices.cell << ${sql.lit(2 * kept)} as least, ((devices.cell + 1) << ${sql.lit(2 * kept)}) - 1 as greatest, ${columns}
    from map_cells devices where devices.n <> 0 and devices.bits = ${sql.lit(kept)} and ${any(sql`devices.cell`)} and ${all}
    union all
    select (${code}) << ${sql.lit(2 * kept)}, (((${code}) + 1) << ${sql.lit(2 * kept)}) - 1, ${columns}
    from map_cell_changes devices where ${any(sql`(${code})`)} and ${all}
  ) summed`
  return { from, reach: 2 ** kept }
}

const single = (scope: Scope, query: MapQuery, part: MapPart): Counted => ({
  from: sql`(
  select devices.code as least, devices.code as greatest, 1 as n, devices.x::bigint, devices.y::bigint, devices.online_state,
    devices.severity
  from ${points(scope)} where ${sql.join([...conditions(scope, query), ...within(part)], sql` and `)}
) summed`,
  reach: 0,
})

/** Units of a view by squares of the quadtree; `bits` of x and of y are within one. */
export const listClusters = async (
  db: Db,
  scope: Scope,
  query: MapQuery,
  part: MapPart,
  bits: number,
): Promise<ClusterRow[]> => {
  const { from, reach } = summed(scope, query, part, bits) ?? single(scope, query, part)
  const { rows } = await sql<ClusterRow>`
    select cells.count, cells.online, cells.offline, cells.alarm, cells.severity, cells.x, cells.y, cells.x0, cells.x1,
      cells.y0, cells.y1, alone.mac, alone.device_name, alone.accuracy_m
    from (
      select sum(n)::int as count,
        coalesce(sum(n) filter (where online_state = 2), 0)::int as online,
        coalesce(sum(n) filter (where online_state = 1), 0)::int as offline,
        coalesce(sum(n) filter (where severity > 0), 0)::int as alarm,
        coalesce(max(severity) filter (where n > 0), 0)::int as severity,
        sum(x)::float8 / sum(n)::float8 as x, sum(y)::float8 / sum(n)::float8 as y,
        min(x0) - ${reach}::float8 as x0, max(x1) + ${reach}::float8 as x1, min(y0) - ${reach}::float8 as y0,
        max(y1) + ${reach}::float8 as y1, min(least) as least, max(greatest) as greatest
      from (
        select least >> ${sql.lit(2 * bits)} as cell, online_state, severity, sum(n) as n, sum(x) as x, sum(y) as y,
          min(x::float8 / n) as x0, max(x::float8 / n) as x1, min(y::float8 / n) as y0, max(y::float8 / n) as y1,
          min(least) as least, max(greatest) as greatest
        from ${from} group by 1, 2, 3 having sum(n) <> 0
      ) states
      group by cell having sum(n) > 0
    ) cells
    left join lateral (
      select d.mac, d.device_name, d.position_accuracy_m as accuracy_m from (
        select devices.device_id from ${points(scope)}
        where devices.code >= cells.least and devices.code <= cells.greatest
          and ${sql.join([sql`true`, ...conditions(scope, query)], sql` and `)}
        limit 1
      ) found join devices d on d.device_id = found.device_id
    ) alone on cells.count = 1`.execute(db)
  return rows
}

const UNIT_ORDER: readonly Condition[] = [
  sql`devices.severity > 0`,
  sql`devices.severity = 0 and devices.online_state = 1`,
  sql`devices.severity = 0 and devices.online_state <> 1`,
]

/** The first units of a view: those with alarms, the worst first, then those offline, then the others. */
export const listUnits = async (
  db: Db,
  scope: Scope,
  query: MapQuery,
  part: MapPart,
  limit: number,
): Promise<MapUnit[]> => {
  const found: MapUnit[] = []
  // One kind after the other, each read no further than needed: a view may hold the whole fleet.
  for (const [kind, of_kind] of UNIT_ORDER.entries()) {
    if (found.length >= limit) break
    const order = kind === 0 ? sql`devices.severity desc, devices.code` : sql`devices.code`
    const { rows } = await sql<MapUnit>`
      select d.mac, d.device_name, d.lat, d.lon, d.position_accuracy_m as accuracy_m,
        (array['never', 'offline', 'online'])[p.online_state + 1] as online_status,
        (array['info', 'minor', 'major', 'critical'])[p.severity] as alarm_severity
      from (
        select devices.device_id, devices.online_state, devices.severity, devices.code from ${points(scope)}
        where ${sql.join([...conditions(scope, query), ...within(part), of_kind], sql` and `)}
        order by ${order} limit ${limit - found.length}
      ) p join devices d on d.device_id = p.device_id
      order by p.severity desc, p.code, p.device_id`.execute(db)
    found.push(...rows)
  }
  return found
}

/** Units by the distributor that holds them. */
const byAgent = (scope: Scope, query: MapQuery): RawBuilder<unknown> => {
  const all = sql.join([sql`true`, ...conditions(scope, query)], sql` and `)
  const columns = (n: string) => sql`devices.agent_id, devices.online_state, devices.severity, ${sql.raw(n)} as n`
  return isSummed(scope, query)
    ? sql`(
        select ${columns('devices.n')} from map_agents devices where devices.n <> 0 and ${all}
        union all
        select ${columns('devices.n')} from map_cell_changes devices where ${all}
      ) units`
    : sql`(select ${columns('1')} from ${points(scope)} where ${all}) units`
}

/** The code of a region, of rows with the distributor of a unit joined to `distributors`. */
const regionOf = (rows: string): RawBuilder<unknown> => sql`case when ${sql.ref(`${rows}.agent_id`)} is null then ''
  when distributors.country = 'CN' and distributors.region_code ~ '^[0-9]{6}$'
  then left(distributors.region_code, 2) || '0000' else distributors.country end`

/** Units of the map by place of their distributor: a province of China by its code, else a country; '' = no distributor. */
export const listRegions = async (db: Db, scope: Scope, query: MapQuery, limit: number) => {
  const { rows } = await sql<{ code: string; count: number; online: number; alarm: number }>`
    select code, sum(n)::int as count, coalesce(sum(online), 0)::int as online, coalesce(sum(alarm), 0)::int as alarm from (
      select agent_id, sum(n) as n, sum(n) filter (where online_state = 2) as online,
        sum(n) filter (where severity > 0) as alarm
      from ${byAgent(scope, query)} group by 1
    ) counted
    left join distributors on distributors.agent_id = counted.agent_id
    cross join lateral (select ${regionOf('counted')} as code) place
    group by code having sum(n) > 0 order by count desc, code limit ${limit}`.execute(db)
  return rows
}

type RegionHeat = { code: string; units: number; cop: number | null; ambient_c: number | null }

/** COP and outdoor temperature by region over every `step`-th unit of the map, from complete days since `from`. */
export const listRegionHeat = async (
  db: Db,
  scope: Scope,
  query: MapQuery,
  { from, step, limit }: { from: string; step: number; limit: number },
): Promise<RegionHeat[]> => {
  const all = sql.join([everyNth(step), ...conditions(scope, query)], sql` and `)
  const { rows } = await sql<RegionHeat>`
    with units as materialized (select devices.device_id, devices.agent_id from ${points(scope)} where ${all})
    select ${regionOf('units')} as code, count(distinct units.device_id)::int as units,
      sum(heat_kwh) filter (where cop is not null) / nullif(sum(electricity_kwh) filter (where cop is not null), 0) as cop,
      avg(mean_ambient_c)::float8 as ambient_c
    from units left join distributors on distributors.agent_id = units.agent_id
      join device_days on device_days.device_id = units.device_id
    where device_days.day >= ${from}::date and device_days.is_complete
    group by 1 order by units desc, code limit ${limit}`.execute(db)
  return rows
}

/** Country and region of the distributor of a device of the scope; null = of no distributor, undefined = no such device. */
export const findRegionOf = async (db: Db, scope: Scope, mac: string) => {
  const row = await db
    .selectFrom('devices')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .select(['distributors.country', 'distributors.region_code'])
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { country, region_code } = row
  return country === null ? null : { country, region_code: region_code ?? '' }
}
