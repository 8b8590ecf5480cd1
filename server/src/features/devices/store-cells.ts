import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ancestorOf, devicesUnder, EVERYTHING, type Scope, withinScope } from '../../platform/scope.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import { hasWholeFigures } from './store-below.ts'
import { ONLINE_STATUS } from './store-rows.ts'
import { cellsOfGroup, cellsUnder, changesUnder, countTallied, countUntallied, wholeSubtrees } from './store-tally.ts'

type Condition = Expression<SqlBool>

/** A part of the fleet: a distributor with all below it, and a product; null narrows nothing. */
export type FleetPlace = { path: string | null; product_key: string | null }

/** Units alike in all that the tally tells apart. */
type Cell = {
  product_key: string
  identify_status: string
  online_state: 'online' | 'offline' | 'never'
  alarm: boolean
  bus_status: string
  n: number
}

/** Sums as the totals of the tally have them. */
type UnitSums = { n: number; online: number; never_online: number; alarm: number }

const COLUMNS = sql`product_key, identify_status, online_state, alarm, bus_status`
const ALL: RawBuilder<Cell> = sql`(select null::text as product_key, null::text as identify_status,
  null::text as online_state, null::boolean as alarm, null::text as bus_status, 0 as n where false)`

const both = (conditions: readonly Condition[]) => sql.join([sql`true`, ...conditions], sql` and `)

const ofProduct = (product_key: string | null): Condition[] =>
  product_key === null ? [] : [sql<SqlBool>`product_key = ${product_key}`]

/** A subselect of the cells of a part of the fleet within the scope: from the tally, or unit by unit where it does not know the scope. */
export const cellsBelow = (scope: Scope, { path, product_key }: FleetPlace): RawBuilder<Cell> => {
  const subtrees = wholeSubtrees(scope, path)
  if (subtrees === null) return countedCells(scope, path === null ? [] : [devicesUnder(path)], product_key)
  const conditions = [...cellsOfGroup(scope), ...ofProduct(product_key)]
  return sql`(
    select ${COLUMNS}, n from device_tally where ${both([cellsUnder(subtrees), ...conditions])} and span_minutes = 0
    union all
    select ${COLUMNS}, n from device_tally_changes devices where ${both([changesUnder(subtrees), ...conditions])}
  )`
}

/** The same of what one distributor holds itself; of the path of the fleet, the stock of the manufacturer. */
export const cellsHeldAt = (scope: Scope, held_path: string, product_key: string | null): RawBuilder<Cell> => {
  const subtrees = wholeSubtrees(scope)
  if (subtrees === null) return countedCells(scope, [sql<SqlBool>`devices.agent_path = ${held_path}`], product_key)
  if (!subtrees.some((path) => held_path.startsWith(path))) return ALL
  const conditions = both([...cellsOfGroup(scope), ...ofProduct(product_key)])
  const agent_id = ancestorOf(held_path)?.agent_id ?? null
  const lower = agent_id === null ? sql`lower.agent_level = 1` : sql`lower.parent_id = ${agent_id}`
  return sql`(
    select ${COLUMNS}, n from device_tally where agent_id = ${agent_id ?? 0} and span_minutes = 0 and ${conditions}
    union all
    select below.* from distributors lower cross join lateral (
      select ${COLUMNS}, -n as n from device_tally
      where device_tally.agent_id = lower.agent_id and span_minutes = 0 and ${conditions}
      -- A join of both tables would read the tally of the fleet.
      offset 0
    ) below where ${lower}
    union all
    select ${COLUMNS}, n from device_tally_changes where ${changedAt(held_path)} and ${conditions}
  )`
}

/** A change is of units that the last distributor of its path holds. */
const changedAt = (path: string): Condition => {
  const ids = path.split('/').filter(Boolean)
  const at = (column: string, id: string | undefined) =>
    id === undefined ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${Number(id)}`
  return sql`(${at('province_id', ids[0])} and ${at('city_id', ids[1])} and ${at('county_id', ids[2])})`
}

const countedCells = (scope: Scope, place: readonly Condition[], product_key: string | null): RawBuilder<Cell> => sql`(
  select devices.product_key, devices.identify_status, ${ONLINE_STATUS} as online_state,
    coalesce(device_status.alarm_count > 0, false) as alarm,
    coalesce(device_status.bus_status, 'unknown') as bus_status, 1 as n
  from devices left join device_status on device_status.device_id = devices.device_id
  where ${withinScope(scope, 'devices')} and ${NOT_VIRTUAL} and ${both(place)}
    and ${product_key === null ? sql`true` : sql`devices.product_key = ${product_key}`}
)`

/** A subselect of sums of one distributor and all below it: that of the outer query, which must name its table `distributors`. */
export const sumsOfEach = (
  visibility: { agent: Scope; device: Scope },
  product_key: string | null,
): RawBuilder<UnitSums> => {
  const { device } = visibility
  if (!hasWholeFigures(visibility)) {
    const cells = countedCells(
      device,
      [sql<SqlBool>`starts_with(devices.agent_path, distributors.agent_path)`],
      product_key,
    )
    return sql`(select n, (online_state = 'online')::int as online, (online_state = 'never')::int as never_online,
      alarm::int as alarm from ${cells} counted)`
  }
  const conditions = [...cellsOfGroup(device), ...ofProduct(product_key)]
  const sums = sql`n, online, never_online, alarm`
  return sql`(
    select ${sums} from ${countTallied(conditions)} told where told.agent_id = distributors.agent_id and span_minutes = 0
    union all
    select ${sums} from ${countUntallied(conditions)} untold
    where distributors.agent_id in (untold.province_id, untold.city_id, untold.county_id)
  )`
}

/** A region as figures tell it: in China the province, or within one the city; elsewhere the code as it is. */
const regionOf = (table: string, province: string | null) => {
  const code = sql.ref(`${table}.region_code`)
  const digits = sql.lit(province === null ? 2 : 4)
  return sql`case when ${sql.ref(`${table}.country`)} = 'CN' then rpad(left(${code}, ${digits}), 6, '0') else ${code} end`
}

const inProvince = (table: string, province: string | null): Condition =>
  province === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(`${table}.country`)} = 'CN' and left(${sql.ref(`${table}.region_code`)}, 2) = ${province.slice(0, 2)}`

/** Units of one region. */
type RegionSums = UnitSums & { country: string | null; region_code: string | null }

/**
 * A subselect of units by the region of the distributor that holds them. The tally knows subtrees: what a distributor holds is
 * its own less those of the ones below, so each subtree is added in its own region and taken off in that of its parent. Where both are
 * the same region, which is so for nearly all, nothing would change: those are left out.
 */
export const sumsByRegion = (
  scope: Scope,
  { path, product_key }: FleetPlace,
  province: string | null,
): RawBuilder<RegionSums> => {
  const subtrees = wholeSubtrees(scope, path)
  if (subtrees === null)
    return sql`(
      select agents.country, ${regionOf('agents', province)} as region_code, 1 as n,
        coalesce(device_status.online, false)::int as online,
        (device_status.online is not true and device_status.first_online_at is null)::int as never_online,
        coalesce(device_status.alarm_count > 0, false)::int as alarm
      from devices join distributors agents on agents.agent_id = devices.agent_id
        left join device_status on device_status.device_id = devices.device_id
      where ${withinScope(scope, 'devices')} and ${NOT_VIRTUAL} and ${path === null ? sql`true` : devicesUnder(path)}
        and ${inProvince('agents', province)}
        and ${product_key === null ? sql`true` : sql`devices.product_key = ${product_key}`}
    )`
  const conditions = [...cellsOfGroup(scope), ...ofProduct(product_key)]
  const within = (table: string) =>
    subtrees.includes(EVERYTHING.agent_path)
      ? sql`true`
      : sql`(${sql.join([sql`false`, ...subtrees.map((under) => sql`starts_with(${sql.ref(`${table}.agent_path`)}, ${under})`)], sql` or `)})`
  const told = countTallied(conditions)
  const is_same = sql`upper.agent_id is not null and ${within('upper')}
    and (upper.country, ${regionOf('upper', province)}) is not distinct from (agents.country, ${regionOf('agents', province)})`
  return sql`(
    select place.country, place.region_code, place.sign * told.n as n, place.sign * told.online as online,
      place.sign * told.never_online as never_online, place.sign * told.alarm as alarm
    from distributors agents left join distributors upper on upper.agent_id = agents.parent_id
      cross join lateral (
        select 1 as sign, agents.country, ${regionOf('agents', province)} as region_code
        where ${inProvince('agents', province)}
        union all
        select -1, upper.country, ${regionOf('upper', province)}
        where upper.agent_id is not null and ${within('upper')} and ${inProvince('upper', province)}
      ) place
      cross join lateral (
        select n, online, never_online, alarm from ${told} told
        where told.agent_id = agents.agent_id and told.span_minutes = 0
        -- A join would read the tally of all distributors.
        offset 0
      ) told
    where ${within('agents')} and not (${is_same})
    union all
    select agents.country, ${regionOf('agents', province)}, devices.n, devices.online, devices.never_online, devices.alarm
    from ${countUntallied(conditions)} devices
      join distributors agents on agents.agent_id = coalesce(devices.county_id, devices.city_id, devices.province_id)
    where ${changesUnder(subtrees)} and ${inProvince('agents', province)}
  )`
}
