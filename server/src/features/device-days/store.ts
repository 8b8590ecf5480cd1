import type { DeviceDay } from '@heatfleet/contract/device-days/device-days.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import { STORED_SEGMENTS } from '../../platform/stored-segments.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** A unit whose days are computed; `layout_id` = the version of its product in use. */
export type DayUnit = {
  device_id: number
  product_key: string
  layout_id: number | null
  country: string | null
  lon: number | null
}

const units = (db: Db) =>
  db
    .selectFrom('devices')
    .leftJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .select(['devices.device_id', 'devices.product_key', 'products.layout_id', 'distributors.country', 'devices.lon'])

/** A unit of the scope. */
export const findDayUnit = (db: Db, scope: Scope, mac: string): Promise<DayUnit | undefined> =>
  units(db).where('devices.mac', '=', mac).where(withinScope(scope, 'devices')).executeTakeFirst()

/** Units by number. */
export const listDayUnits = (db: Db, scope: Scope, device_ids: readonly number[]): Promise<DayUnit[]> =>
  units(db)
    .where(sql<boolean>`devices.device_id = any(${[...device_ids]})`)
    .where(withinScope(scope, 'devices'))
    .execute()

/** Stored days of a unit, the oldest first; the caller has checked the scope. */
export const listDays = async (
  db: Db,
  device_id: number,
  { from, to }: { from: string; to: string },
): Promise<DeviceDay[]> => {
  const { rows } = await sql<DeviceDay>`
    select ${sql.join(['day::text', ...COLUMNS].map((column) => sql.raw(column)))} from device_days
    where device_id = ${device_id} and day between ${from}::date and ${to}::date order by day`.execute(db)
  return rows
}

/** Columns of a day as the wire has it, but the day itself. */
const COLUMNS = [
  'is_complete',
  'reports',
  'quality',
  'online_share',
  'heat_method',
  'electricity_method',
  'heat_kwh',
  'heat_heating_kwh',
  'heat_hot_water_kwh',
  'heat_cooling_kwh',
  'electricity_kwh',
  'electricity_heating_kwh',
  'electricity_hot_water_kwh',
  'electricity_cooling_kwh',
  'cop',
  'starts',
  'run_minutes',
  'heating_minutes',
  'hot_water_minutes',
  'cooling_minutes',
  'median_cycle_minutes',
  'defrosts',
  'defrost_minutes',
  'heater_minutes',
  'mean_ambient_c',
  'min_ambient_c',
  'mean_flow_c',
  'mean_difference_k',
  'mean_flow_l_min',
  'alarms_raised',
] as const satisfies readonly (keyof DeviceDay)[]

/** A period of a device, unix ms. */
export type DevicePeriod = { device_id: number; from_ms: number; to_ms: number }

const columnsOf = (periods: readonly DevicePeriod[]) => sql`unnest(${periods.map(({ device_id }) => device_id)}::int[],
  ${periods.map(({ from_ms }) => new Date(from_ms).toISOString())}::timestamptz[],
  ${periods.map(({ to_ms }) => new Date(to_ms).toISOString())}::timestamptz[]) u (device_id, from_at, to_at)`

/** Product versions of reports: of each UTC day that is compacted; `day` null = of the newest report that is not. */
export const listVersions = async (db: Db, periods: readonly DevicePeriod[]) => {
  const newest = (table: 'report_hot' | 'report_packing') => sql`
    select u.device_id, null::text as day, r.layout_id from ${columnsOf(periods)} cross join lateral (
      select layout_id from ${sql.table(table)} where device_id = u.device_id and at >= u.from_at and at < u.to_at
      order by at desc limit 1) r`
  const { rows } = await sql<{ device_id: number; day: string | null; layout_id: number }>`
    select u.device_id, d.day::date::text, max(c.layout_id) as layout_id from ${columnsOf(periods)} join ${sql.raw(STORED_SEGMENTS)} c
      on c.device_id = u.device_id and c.day <= (u.to_at at time zone 'UTC')::date
        and c.day >= date_trunc('month', u.from_at at time zone 'UTC') and c.last_at >= date_trunc('day', u.from_at, 'UTC')
      cross join lateral generate_series(greatest(c.day, (u.from_at at time zone 'UTC')::date)::timestamp,
        least((c.last_at at time zone 'UTC')::date, (u.to_at at time zone 'UTC')::date)::timestamp, interval '1 day') d (day)
    group by u.device_id, d.day
    union all ${newest('report_hot')} union all ${newest('report_packing')}`.execute(db)
  return rows
}

/** Comings and goings of devices, oldest first, each after the last one before its period. */
export const listConnections = async (db: Db, periods: readonly DevicePeriod[]) => {
  const { rows } = await sql<{ device_id: number; at_ms: number; online: boolean }>`
    select device_id, (extract(epoch from at) * 1000)::float8 as at_ms, kind = 'online' as online from (
      select u.device_id, e.at, e.kind, e.event_id from ${columnsOf(periods)} cross join lateral (
        select at, kind, event_id from device_events
        where device_id = u.device_id and at < u.from_at and kind in ('online', 'offline')
        order by at desc, event_id desc limit 1) e
      union all
      select u.device_id, e.at, e.kind, e.event_id from ${columnsOf(periods)} join device_events e
        on e.device_id = u.device_id and e.at >= u.from_at and e.at < u.to_at and e.kind in ('online', 'offline')
    ) found order by device_id, at, event_id`.execute(db)
  return rows
}

/** When alarms of devices were raised. */
export const listRaised = async (db: Db, periods: readonly DevicePeriod[]) => {
  const { rows } = await sql<{ device_id: number; at_ms: number }>`
    select a.device_id, (extract(epoch from a.first_at) * 1000)::float8 as at_ms from ${columnsOf(periods)}
      join alarms a on a.device_id = u.device_id and a.first_at >= u.from_at and a.first_at < u.to_at`.execute(db)
  return rows
}
