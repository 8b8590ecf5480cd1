import type { Severity } from '@heatfleet/contract/preferences.ts'
import { type RawBuilder, sql } from 'kysely'
import { ancestorOf, EVERYTHING, type Scope } from '../../platform/scope.ts'
import type { Cohort } from './part.ts'
import { type Db, operationSeconds, unitsOf } from './store.ts'
import { AMBIENT_BIN } from './store-days.ts'

/** Units in operation within the period, with their faults that were raised in it. */
const withFaults = (scope: Scope, cohort: Cohort) => sql`
  with units as materialized (${unitsOf(
    scope,
    cohort,
    sql`devices.product_key, devices.software_version, devices.agent_id, devices.province_id, devices.city_id,
      devices.county_id, ${operationSeconds(cohort)} / 86400 as days`,
  )} and device_status.first_online_at < ${cohort.until}
     and (devices.replaced_at is null or devices.replaced_at > ${cohort.from})),
  faults as materialized (
    select alarms.device_id, coalesce(alarms.code, alarms.rule_key) as code, alarms.severity, alarms.severity_rank
    from alarms join units on units.device_id = alarms.device_id
    where alarms.type = 'device_fault' and alarms.first_at >= ${cohort.from} and alarms.first_at < ${cohort.until}),
  counted as materialized (
    select units.*, coalesce(found.n, 0) as faults
    from units left join (select device_id, count(*)::int as n from faults group by 1) found
      on found.device_id = units.device_id)`

type FaultSums = { units: number; device_days: number; faults: number; faulty: number }
const SUMS = sql`count(*)::int as units, coalesce(sum(days), 0)::float8 as device_days,
  coalesce(sum(faults), 0)::int as faults, (count(*) filter (where faults > 0))::int as faulty`

/** All of them together. */
export const sumFaults = async (db: Db, scope: Scope, cohort: Cohort): Promise<FaultSums> => {
  const { rows } = await sql<FaultSums>`${withFaults(scope, cohort)} select ${SUMS} from counted`.execute(db)
  return rows[0] ?? { units: 0, device_days: 0, faults: 0, faulty: 0 }
}

/** Faults by code, the most frequent first. */
export const listFaultCodes = async (db: Db, scope: Scope, cohort: Cohort, limit: number) => {
  const { rows } = await sql<{ code: string; severity: Severity; faults: number; units: number }>`
    ${withFaults(scope, cohort)}
    select code, (array_agg(severity order by severity_rank desc))[1] as severity, count(*)::int as faults,
      count(distinct device_id)::int as units
    from faults group by code order by 3 desc, 1 limit ${limit}`.execute(db)
  return rows
}

type GroupRow = Omit<FaultSums, 'faulty'> & { key: string; name: string; english_name: string }

const GROUPINGS = ['product', 'agent', 'firmware'] as const
export type Grouping = (typeof GROUPINGS)[number]

const LOWER = { province_id: sql`city_id`, city_id: sql`county_id`, county_id: null } as const

/** The next lower distributor of a unit; where a scope may begin in the middle of the tree, the one that holds it. */
const lowerAgent = (scope: Scope, { agent_path }: Cohort): RawBuilder<unknown> => {
  if (scope.group !== null || scope.own_records !== null || scope.own_agent) return sql`agent_id`
  const path = agent_path ?? scope.agent_path
  if (path === EVERYTHING.agent_path) return sql`province_id`
  const above = ancestorOf(path)
  return sql`coalesce(${(above && LOWER[above.column]) ?? sql`agent_id`}, agent_id)`
}

/** Faults by what units have in common, most units first. Without a distributor (stock of the manufacturer) the key is empty. */
export const listFaultGroups = async (db: Db, scope: Scope, cohort: Cohort, by: Grouping): Promise<GroupRow[]> => {
  const of = {
    product: {
      key: sql`product_key`,
      names: sql`products.name, products.english_name`,
      join: sql`join products on products.product_key = grouped.key`,
    },
    agent: {
      key: sql`${lowerAgent(scope, cohort)}`,
      names: sql`coalesce(distributors.agent_name, '') as name, coalesce(distributors.agent_name, '') as english_name`,
      join: sql`left join distributors on distributors.agent_id = grouped.key`,
    },
    firmware: { key: sql`software_version`, names: sql`key as name, key as english_name`, join: sql`` },
  }[by]
  const { rows } = await sql<GroupRow>`
    ${withFaults(scope, cohort)}, grouped as (select ${of.key} as key, ${SUMS} from counted group by 1)
    select coalesce(grouped.key::text, '') as key, ${of.names}, units, device_days, faults
    from grouped ${of.join} order by units desc, 1`.execute(db)
  return rows
}

type AmbientRow = { bin: number; units: number; device_days: number; faults: number }

/**
 * Complete days of units and the faults that were raised on them, by the class of the day's mean outdoor temperature, the coldest
 * first. Days are those of the unit's own zone.
 */
export const listAmbientFaults = async (db: Db, scope: Scope, cohort: Cohort) => {
  const { rows } = await sql<AmbientRow & { known_units: number }>`
    with units as materialized (${unitsOf(scope, cohort, sql`true as counted`)}),
    days as materialized (
      select device_days.device_id, day, time_zone, ${AMBIENT_BIN} as bin
      from units join device_days on device_days.device_id = units.device_id
      where day between ${cohort.days[0]}::date and ${cohort.days.at(-1)}::date and is_complete
        and mean_ambient_c is not null),
    -- A day of a unit begins and ends up to 14 hours beside that of the period.
    raised as materialized (
      select alarms.device_id, alarms.first_at from alarms join units on units.device_id = alarms.device_id
      where alarms.type = 'device_fault' and alarms.first_at >= ${cohort.from}::timestamptz - interval '1 day'
        and alarms.first_at < ${cohort.until}::timestamptz + interval '1 day'),
    faults as (
      select days.bin, count(*)::int as n from raised join days on days.device_id = raised.device_id
        and days.day = (raised.first_at at time zone days.time_zone)::date
      group by 1)
    select days.bin, count(distinct days.device_id)::int as units, count(*)::int as device_days,
      coalesce(min(faults.n), 0) as faults, (select count(distinct device_id)::int from days) as known_units
    from days left join faults on faults.bin = days.bin group by days.bin order by days.bin`.execute(db)
  return { known_units: rows[0]?.known_units ?? 0, rows: rows as readonly AmbientRow[] }
}

export type UnitFigures = {
  mac: string
  device_name: string
  product_key: string
  agent_name: string
  net: string
  software_version: string
  first_online_at: Date | null
  days: number
  drops: number
  faults: number
}

/** Each unit with what is counted of it, in the order of ids. */
export const listUnitFigures = async (db: Db, scope: Scope, cohort: Cohort, limit: number): Promise<UnitFigures[]> => {
  const { from, until } = cohort
  const columns = sql`devices.mac, devices.device_name, devices.product_key, devices.agent_id, devices.net,
    devices.software_version, device_status.first_online_at, ${operationSeconds(cohort)} / 86400 as days`
  const { rows } = await sql<UnitFigures>`
    with units as materialized (${unitsOf(scope, cohort, columns)} order by devices.mac limit ${limit}),
    drops as (
      select device_events.device_id, count(*)::int as n
      from device_events join units on units.device_id = device_events.device_id
      where device_events.kind = 'offline' and device_events.at >= ${from} and device_events.at < ${until} group by 1),
    faults as (
      select alarms.device_id, count(*)::int as n from alarms join units on units.device_id = alarms.device_id
      where alarms.type = 'device_fault' and alarms.first_at >= ${from} and alarms.first_at < ${until} group by 1)
    select units.mac, units.device_name, units.product_key, coalesce(distributors.agent_name, '') as agent_name, units.net,
      units.software_version, units.first_online_at, coalesce(units.days, 0) as days, coalesce(drops.n, 0) as drops,
      coalesce(faults.n, 0) as faults
    from units left join distributors on distributors.agent_id = units.agent_id
      left join drops on drops.device_id = units.device_id left join faults on faults.device_id = units.device_id
    order by units.mac`.execute(db)
  return rows
}
