import type { Severity } from '@heatfleet/contract/preferences.ts'
import { type Kysely, sql } from 'kysely'
import { everyNth } from '../../platform/every-nth.ts'
import { devicesUnder, pathRange, type Scope, withinScope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'
import { ALARM_NOT_VIRTUAL, NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import type { FleetPlace } from '../devices/public.ts'

type Db = Kysely<Tables>

export const within = (
  scope: Scope,
  { path, product_key }: FleetPlace,
) => sql`${withinScope(scope, 'devices')} and ${NOT_VIRTUAL}
  and ${path === null ? sql`true` : devicesUnder(path)}
  and ${product_key === null ? sql`true` : sql`devices.product_key = ${product_key}`}`

/** First moments of days, the oldest first; the last day has no end. */
type Days = readonly Date[]

/** The place of a day among the days, from 1. */
const dayAt = (column: string, days: Days) => sql`width_bucket(${sql.ref(column)}, ${[...days]}::timestamptz[])`

type Counted = { at: number; n: number }

/** Units by the day on which they were imported. */
export const countImported = async (db: Db, scope: Scope, place: FleetPlace, days: Days) => {
  const { rows } = await sql<Counted>`
    select ${dayAt('devices.import_time', days)} as at, count(*)::int as n from devices
    where devices.import_time >= ${days[0]} and ${within(scope, place)} group by 1`.execute(db)
  return rows
}

/** Units by the day on which they were on line for the first time. */
export const countActivated = async (db: Db, scope: Scope, place: FleetPlace, days: Days) => {
  const { rows } = await sql<Counted>`
    select ${dayAt('device_status.first_online_at', days)} as at, count(*)::int as n
    from device_status join devices on devices.device_id = device_status.device_id
    where device_status.first_online_at >= ${days[0]} and ${within(scope, place)} group by 1`.execute(db)
  return rows
}

/** Alarms by the day on which they were raised for the first time, and by their severity. */
export const countRaised = async (db: Db, scope: Scope, { path, product_key }: FleetPlace, days: Days) => {
  const { rows } = await sql<Counted & { severity: Severity }>`
    select ${dayAt('alarms.first_at', days)} as at, alarms.severity, count(*)::int as n from alarms
    where alarms.first_at >= ${days[0]} and ${alarmsWithin(scope, 'alarms')} and ${ALARM_NOT_VIRTUAL}
      and ${path === null ? sql`true` : pathRange('alarms.agent_path', path)}
      and ${product_key === null ? sql`true` : sql`alarms.product_key = ${product_key}`}
    group by 1, 2`.execute(db)
  return rows
}

/** Units that somebody has in an app. */
export const countBound = async (db: Db, scope: Scope, place: FleetPlace): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from devices
    where exists (select from bindings where bindings.device_id = devices.device_id) and ${within(scope, place)}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Units never on line by the class of their import, from 1 = the youngest; `starts`: where classes begin, the newest first. */
export const countWaiting = async (db: Db, scope: Scope, place: FleetPlace, starts: readonly Date[]) => {
  const { rows } = await sql<{ at: number; manufacturer: number; distributors: number }>`
    select width_bucket(devices.import_time, ${starts.toReversed()}::timestamptz[]) as at,
      count(*) filter (where devices.agent_id is null)::int as manufacturer,
      count(*) filter (where devices.agent_id is not null)::int as distributors
    from devices left join device_status on device_status.device_id = devices.device_id
    where not devices.active and device_status.online is not true and device_status.first_online_at is null
      and ${within(scope, place)} group by 1`.execute(db)
  return rows
}

type CopRow = {
  day: string
  cop: number
  units: number
  ambient_c: number | null
  heat_kwh: number
  electricity_kwh: number
}

/** COP and outdoor temperature by day over every `step`-th unit of a place, from complete days with a COP. */
export const listCop = async (
  db: Db,
  scope: Scope,
  place: FleetPlace,
  { from, to, step }: { from: string; to: string; step: number },
): Promise<CopRow[]> => {
  const { rows } = await sql<CopRow>`
    with units as materialized (
      select devices.device_id from devices where ${everyNth(step)} and ${within(scope, place)})
    select device_days.day::text as day, count(*)::int as units,
      sum(device_days.heat_kwh) / sum(device_days.electricity_kwh) as cop,
      avg(device_days.mean_ambient_c)::float8 as ambient_c,
      sum(device_days.heat_kwh)::float8 as heat_kwh, sum(device_days.electricity_kwh)::float8 as electricity_kwh
    from units join device_days on device_days.device_id = units.device_id
    where device_days.day between ${from}::date and ${to}::date and device_days.is_complete
      and device_days.cop is not null
    group by 1`.execute(db)
  return rows
}

/** The same of the whole fleet, from its sums. */
export const listFleetCop = async (db: Db, { from, to }: { from: string; to: string }): Promise<CopRow[]> => {
  const { rows } = await sql<CopRow>`
    select day::text as day, sum(units)::int as units,
      (sum(heat_wh) / nullif(sum(electricity_wh), 0))::float8 as cop,
      (sum(ambient_mc) / 1000.0 / nullif(sum(ambient_units), 0))::float8 as ambient_c,
      (sum(heat_wh) / 1000.0)::float8 as heat_kwh, (sum(electricity_wh) / 1000.0)::float8 as electricity_kwh
    from device_day_sums where day between ${from}::date and ${to}::date group by 1 having sum(units) > 0`.execute(db)
  return rows
}

/** How many units every `step`-th of a place are. */
export const countEvery = async (db: Db, scope: Scope, place: FleetPlace, step: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from devices where ${everyNth(step)} and ${within(scope, place)}`.execute(db)
  return rows[0]?.n ?? 0
}
