import type { OfflineCause } from '@heatfleet/contract/analysis/analysis.ts'
import { WEAK_DBM } from '@heatfleet/contract/devices/diagnose.ts'
import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Cohort } from './part.ts'
import type { DayChange } from './rules.ts'
import { type Db, operationSeconds, unitsOf } from './store.ts'

export type Net = 'wifi' | '4g'

/** The units and their comings and goings within the period, each with what the one before it said. */
const withChanges = (scope: Scope, cohort: Cohort) => sql`
  with units as materialized (${unitsOf(
    scope,
    cohort,
    sql`devices.net, device_status.first_online_at, coalesce(device_status.online, false) as online`,
  )} and device_status.first_online_at < ${cohort.until}),
  events as materialized (
    select device_events.device_id, device_events.at, device_events.kind = 'online' as up,
      lag(device_events.kind = 'online') over (partition by device_events.device_id order by device_events.at, event_id) as was
    from device_events join units on units.device_id = device_events.device_id
    where device_events.at >= ${cohort.from} and device_events.at < ${cohort.until}
      and device_events.kind in ('online', 'offline')),
  firsts as materialized (select device_id, not up as was_online from events where was is null),
  -- A unit whose first change is to leave was there before. Without one, the first change after the period says it, or now.
  before as materialized (
    select units.*, coalesce(firsts.was_online,
      case when ${cohort.is_over} then
        (select later.kind = 'offline' from device_events later
         where later.device_id = units.device_id and later.at >= ${cohort.until} and later.kind in ('online', 'offline')
         order by later.at limit 1) end,
      online) as was_online
    from units left join firsts on firsts.device_id = units.device_id),
  changes as materialized (
    select before.net, events.at, events.device_id, events.up::int - coalesce(events.was, before.was_online)::int as delta
    from events join before on before.device_id = events.device_id)`

type NetFigures = { net: Net; units: number; before: number; activated_before: number; drops: number; seconds: number }

/** By network: units, how many of them were online and activated when the period began, and lost connections within it. */
export const readNets = async (db: Db, scope: Scope, cohort: Cohort): Promise<NetFigures[]> => {
  const { rows } = await sql<NetFigures>`
    ${withChanges(scope, cohort)}
    select net, count(*)::int as units, (count(*) filter (where was_online and first_online_at < ${cohort.from}))::int as before,
      (count(*) filter (where first_online_at < ${cohort.from}))::int as activated_before,
      (select count(*) from changes where changes.net = before.net and delta = -1)::int as drops, 0 as seconds
    from before group by net order by net`.execute(db)
  return rows
}

type NetChange = DayChange & { net: Net; kind: 'online' | 'activated' }

/** What changed by network and day, from 1 = the first: units online, and units online for the first time. */
export const readDayChanges = async (db: Db, scope: Scope, cohort: Cohort): Promise<NetChange[]> => {
  const starts = [...cohort.starts]
  const ends = [...cohort.starts.slice(1), cohort.until]
  const { rows } = await sql<NetChange>`
    ${withChanges(scope, cohort)}, moved as (
      select 'online' as kind, net, at, delta from changes where delta <> 0
      union all
      -- One that was there before its first change, and began within the period.
      select 'online', net, first_online_at, 1 from before where was_online and first_online_at >= ${cohort.from}
      union all
      select 'activated', net, first_online_at, 1 from units where first_online_at >= ${cohort.from}
    ), placed as (select *, width_bucket(at, ${starts}::timestamptz[]) as day from moved)
    select kind, net, day as at, sum(delta)::int as delta,
      sum(delta * extract(epoch from (${ends}::timestamptz[])[day] - at))::float8 as seconds
    from placed group by 1, 2, 3`.execute(db)
  return rows
}

/** Units by lost connections, from 1 = none; `starts`: where classes begin. */
export const countDrops = async (db: Db, scope: Scope, cohort: Cohort, starts: readonly number[]) => {
  const { rows } = await sql<{ at: number; n: number }>`
    ${withChanges(scope, cohort)}, counted as (
      select units.device_id, count(changes.device_id)::int as drops
      from units left join changes on changes.device_id = units.device_id and changes.delta = -1 group by 1)
    select width_bucket(drops, ${[...starts]}::int[]) as at, count(*)::int as n from counted group by 1`.execute(db)
  return rows
}

/** The units that lost most connections. */
export const listWorst = async (db: Db, scope: Scope, cohort: Cohort, limit: number) => {
  const { rows } = await sql<{ mac: string; device_name: string; net: Net; drops: number }>`
    ${withChanges(scope, cohort)}
    select devices.mac, devices.device_name, devices.net, counted.drops
    from (select device_id, count(*)::int as drops from changes where delta = -1
          group by 1 order by 2 desc, 1 limit ${limit}) counted
      join devices on devices.device_id = counted.device_id order by drops desc, devices.mac`.execute(db)
  return rows
}

/** Seconds in operation of all units, by network. */
export const sumOperation = async (db: Db, scope: Scope, cohort: Cohort) => {
  const { rows } = await sql<{ net: Net; seconds: number }>`
    select net, sum(seconds)::float8 as seconds
    from (${unitsOf(scope, cohort, sql`devices.net, ${operationSeconds(cohort)} as seconds`)}
      and device_status.first_online_at < ${cohort.until}) units group by net`.execute(db)
  return rows
}

type Signal = { net: Net; at: number; n: number }

/** Units online by the class of their newest signal; `starts`: where classes begin, dBm; 0 = below the first. */
export const countSignal = async (db: Db, scope: Scope, cohort: Cohort, starts: readonly number[]) => {
  const { rows } = await sql<Signal>`
    select net, width_bucket(rssi_dbm::int, ${[...starts]}::int[]) as at, count(*)::int as n
    from (${unitsOf(scope, cohort, sql`devices.net, device_status.rssi_dbm`)}
      and device_status.online and device_status.rssi_dbm is not null) units group by 1, 2`.execute(db)
  return rows
}

/** The signal that half of the units online have or better, by network. */
export const readMedianSignal = async (db: Db, scope: Scope, cohort: Cohort) => {
  const { rows } = await sql<{ net: Net; dbm: number }>`
    select net, percentile_cont(0.5) within group (order by rssi_dbm) as dbm
    from (${unitsOf(scope, cohort, sql`devices.net, device_status.rssi_dbm`)}
      and device_status.online and device_status.rssi_dbm is not null) units group by net`.execute(db)
  return rows
}

type Bus = { ok: number; lost: number; unknown: number }

/** Units online by whether their module reaches the board. */
export const countBus = async (db: Db, scope: Scope, cohort: Cohort): Promise<Bus> => {
  const { rows } = await sql<Bus>`
    select (count(*) filter (where bus_status = 'ok'))::int as ok, (count(*) filter (where bus_status = 'lost'))::int as lost,
      (count(*) filter (where bus_status not in ('ok', 'lost')))::int as unknown
    from (${unitsOf(scope, cohort, sql`device_status.bus_status`)} and device_status.online) units`.execute(db)
  return rows[0] ?? { ok: 0, lost: 0, unknown: 0 }
}

/** Alarms of lost boards that were raised within the period. */
export const countBusLosses = async (db: Db, scope: Scope, cohort: Cohort) => {
  const { rows } = await sql<{ times: number; units: number }>`
    with units as materialized (${unitsOf(scope, cohort, sql`true as counted`)})
    select count(*)::int as times, count(distinct alarms.device_id)::int as units
    from alarms join units on units.device_id = alarms.device_id
    where alarms.type = 'bus_lost' and alarms.first_at >= ${cohort.from} and alarms.first_at < ${cohort.until}`.execute(
    db,
  )
  return rows[0] ?? { times: 0, units: 0 }
}

/** Units offline now by how long, from 1 = the longest; `starts`: where classes begin, the oldest first. */
export const countOffline = async (db: Db, scope: Scope, cohort: Cohort, starts: readonly Date[]) => {
  const columns = sql`coalesce(device_status.last_offline_at, device_status.last_online_at,
    device_status.first_online_at) as since`
  const { rows } = await sql<{ at: number; n: number }>`
    select width_bucket(since, ${[...starts]}::timestamptz[]) as at, count(*)::int as n
    from (${unitsOf(scope, cohort, columns)}
      and not device_status.online and device_status.first_online_at is not null) units group by 1`.execute(db)
  return rows
}

/** Units offline now by what probably keeps them there; cards count for who sees them alone. */
export const countOfflineCauses = async (
  db: Db,
  scope: Scope,
  cohort: Cohort,
  { sees_cards, now }: { sees_cards: boolean; now: Date },
): Promise<Partial<Record<OfflineCause, number>>> => {
  const card_ended = sql`exists (select from iccids where iccids.device_id = devices.device_id
    and (iccids.status in ('stopped', 'expired', 'cancelled') or iccids.expires_at < ${now}
      or iccids.traffic_total_mb > 0 and iccids.traffic_used_mb >= iccids.traffic_total_mb))`
  const with_area = sql`exists (select from alarms where alarms.device_id = devices.device_id and alarms.type = 'offline'
    and alarms.recovered_at is null and alarms.storm_id is not null)`
  const weak = sql`device_status.rssi_dbm < case devices.net when 'wifi' then ${WEAK_DBM.wifi}::int else ${WEAK_DBM['4g']}::int end`
  const cause = sql`case when ${sees_cards ? card_ended : sql`false`} then 'card' when ${with_area} then 'area'
    when ${weak} then 'weak_signal' else 'unknown' end as cause`
  const { rows } = await sql<{ cause: OfflineCause; n: number }>`
    select cause, count(*)::int as n
    from (${unitsOf(scope, cohort, cause)}
      and not device_status.online and device_status.first_online_at is not null) units group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ cause: found, n }) => [found, n]))
}
