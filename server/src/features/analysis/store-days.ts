import { AMBIENT_BIN_K } from '@heatfleet/contract/analysis/days.ts'
import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Cohort } from './part.ts'
import { type Db, unitsOf } from './store.ts'

/** Complete days of units within the period, with columns of `device_days`. */
const withDays = (scope: Scope, cohort: Cohort) => sql`
  with units as materialized (${unitsOf(scope, cohort, sql`devices.mac, devices.device_name`)}),
  days as materialized (
    select device_days.* from units join device_days on device_days.device_id = units.device_id
    where device_days.day between ${cohort.days[0]}::date and ${cohort.days.at(-1)}::date and device_days.is_complete)`

type KnownDays = { known_units: number; unit_days: number; cop_days: number }

/** Of how many units and days daily figures are known. */
export const countDays = async (db: Db, scope: Scope, cohort: Cohort): Promise<KnownDays> => {
  const { rows } = await sql<KnownDays>`${withDays(scope, cohort)}
    select count(distinct device_id)::int as known_units, count(*)::int as unit_days,
      (count(*) filter (where cop is not null))::int as cop_days from days`.execute(db)
  return rows[0] ?? { known_units: 0, unit_days: 0, cop_days: 0 }
}

export type ProductEfficiency = {
  product_key: string
  product_name: string
  product_english_name: string
  units: number
  unit_days: number
  heat_kwh: number
  electricity_kwh: number
  starts: number
  run_minutes: number
  defrosts: number
  defrost_days: number
  defrost_minutes: number
  heater_minutes: number
}

/** Sums by product over the days with a COP; of starts, defrosts and heater over the days that know them. */
export const listEfficiency = async (db: Db, scope: Scope, cohort: Cohort): Promise<ProductEfficiency[]> => {
  const { rows } = await sql<ProductEfficiency>`${withDays(scope, cohort)}, summed as (
      select product_key, count(distinct device_id)::int as units, (count(*) filter (where cop is not null))::int as unit_days,
        coalesce(sum(heat_kwh) filter (where cop is not null), 0)::float8 as heat_kwh,
        coalesce(sum(electricity_kwh) filter (where cop is not null), 0)::float8 as electricity_kwh,
        coalesce(sum(starts), 0)::int as starts, coalesce(sum(run_minutes), 0)::float8 as run_minutes,
        coalesce(sum(defrosts), 0)::int as defrosts, count(defrosts)::int as defrost_days,
        coalesce(sum(defrost_minutes), 0)::float8 as defrost_minutes,
        coalesce(sum(heater_minutes), 0)::float8 as heater_minutes
      from days group by product_key)
    select summed.*, products.name as product_name, products.english_name as product_english_name
    from summed join products on products.product_key = summed.product_key
    order by units desc, product_key`.execute(db)
  return rows
}

/** The class of a day's outdoor temperature. */
export const AMBIENT_BIN = sql<number>`floor(mean_ambient_c / ${sql.lit(AMBIENT_BIN_K)})::int`

export type CopBin = {
  product_key: string
  product_name: string
  product_english_name: string
  bin: number
  units: number
  unit_days: number
  p10: number
  p50: number
  p90: number
}

/** Daily COP by product and outdoor temperature, the coldest first. */
export const listCopBins = async (db: Db, scope: Scope, cohort: Cohort): Promise<CopBin[]> => {
  const { rows } = await sql<CopBin>`${withDays(scope, cohort)}, binned as (
      select product_key, ${AMBIENT_BIN} as bin, count(distinct device_id)::int as units, count(*)::int as unit_days,
        percentile_cont(array[0.1, 0.5, 0.9]) within group (order by cop) as shares
      from days where cop is not null and mean_ambient_c is not null group by 1, 2)
    select binned.product_key, products.name as product_name, products.english_name as product_english_name, bin, units,
      unit_days, shares[1] as p10, shares[2] as p50, shares[3] as p90
    from binned join products on products.product_key = binned.product_key order by product_key, bin`.execute(db)
  return rows
}

export type Standing = {
  mac: string
  device_name: string
  product_key: string
  product_name: string
  product_english_name: string
  days: number
  percentile: number
  cop: number | null
  expected_cop: number | null
  compared: number
}

/** Units by the mean place of their days among those of the same product and outdoor temperature, the lowest first. */
export const listStandings = async (
  db: Db,
  scope: Scope,
  cohort: Cohort,
  { units_min, days_min, limit }: { units_min: number; days_min: number; limit: number },
): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`${withDays(scope, cohort)}, binned as (
      select device_id, product_key, ${AMBIENT_BIN} as bin, cop, heat_kwh, electricity_kwh
      from days where cop is not null and mean_ambient_c is not null),
    large as (
      select product_key, bin, percentile_cont(0.5) within group (order by cop) as median
      from binned group by 1, 2 having count(distinct device_id) >= ${units_min}),
    placed as (
      select binned.*, large.median,
        percent_rank() over (partition by binned.product_key, binned.bin order by binned.cop) * 100 as place
      from binned join large on large.product_key = binned.product_key and large.bin = binned.bin),
    standing as (
      select device_id, min(product_key) as product_key, count(*)::int as days, avg(place)::float8 as percentile,
        sum(heat_kwh) / nullif(sum(electricity_kwh), 0) as cop, avg(median)::float8 as expected_cop,
        count(*) over ()::int as compared
      from placed group by device_id having count(*) >= ${days_min})
    select units.mac, units.device_name, standing.product_key, products.name as product_name,
      products.english_name as product_english_name, days, percentile, cop, expected_cop, compared
    from standing join units on units.device_id = standing.device_id
      join products on products.product_key = standing.product_key
    order by percentile, mac limit ${limit}`.execute(db)
  return rows
}

type Modes = { heating: number; hot_water: number; cooling: number }

/** Hours that compressors ran, by what for. */
export const sumModes = async (db: Db, scope: Scope, cohort: Cohort): Promise<Modes> => {
  const { rows } = await sql<Modes>`${withDays(scope, cohort)}
    select coalesce(sum(heating_minutes) / 60, 0)::float8 as heating,
      coalesce(sum(hot_water_minutes) / 60, 0)::float8 as hot_water,
      coalesce(sum(cooling_minutes) / 60, 0)::float8 as cooling from days`.execute(db)
  return rows[0] ?? { heating: 0, hot_water: 0, cooling: 0 }
}

const MEANS = {
  run: sql`avg(run_minutes) / 60`,
  heater: sql`avg(heater_minutes)`,
  flow: sql`avg(mean_flow_c)`,
} as const

/** Units by the class of a mean over their days, from 1; `starts`: where classes begin. */
export const countByMean = async (
  db: Db,
  scope: Scope,
  cohort: Cohort,
  of: keyof typeof MEANS,
  starts: readonly number[],
) => {
  const { rows } = await sql<{ at: number; n: number }>`${withDays(scope, cohort)}, means as (
      select ${MEANS[of]} as mean from days group by device_id)
    select greatest(1, width_bucket(mean::float8, ${[...starts]}::float8[])) as at, count(*)::int as n
    from means where mean is not null group by 1`.execute(db)
  return rows
}

/** Mean hours of operation of a unit, by day. */
export const listRunDays = async (db: Db, scope: Scope, cohort: Cohort) => {
  const { rows } = await sql<{ day: string; units: number; run_hours: number | null }>`${withDays(scope, cohort)}
    select day::text, count(run_minutes)::int as units, (avg(run_minutes) / 60)::float8 as run_hours
    from days group by day order by day`.execute(db)
  return rows
}

type UnitDays = { mac: string; device_name: string; days: readonly (number | null)[][] }

/** What detectors read of a day (`detector-days.ts`): its number, COP, starts, minutes, outdoor temperature, reports, water, heat. */
export const DETECTOR_COLUMNS = sql`day - date '1970-01-01', cop, starts, run_minutes, heater_minutes, mean_ambient_c,
  min_ambient_c, reports, mean_difference_k, mean_flow_l_min, heat_kwh, mean_flow_c, heater_fault_minutes`

/** Daily figures of each unit since a day, for detectors. */
export const listUnitDays = async (db: Db, scope: Scope, cohort: Cohort, since: string): Promise<UnitDays[]> => {
  const { rows } = await sql<UnitDays>`
    with units as materialized (${unitsOf(scope, cohort, sql`devices.mac, devices.device_name`)})
    select units.mac, units.device_name, found.days from units cross join lateral (
      select json_agg(json_build_array(${DETECTOR_COLUMNS}) order by day) as days
      from device_days where device_days.device_id = units.device_id
        and day between ${since}::date and ${cohort.days.at(-1)}::date and is_complete) found
    where found.days is not null order by units.mac`.execute(db)
  return rows
}
