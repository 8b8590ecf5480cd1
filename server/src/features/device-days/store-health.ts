import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

/** What a unit's health is told by; null = not known. */
export type HealthFacts = {
  online: boolean
  last_offline_ms: number | null
  bus_lost: boolean
  unrecognized: boolean
  /** Alarms that hold. */
  critical: number
  major: number
  sim_ends_ms: number | null
  /** Of the newest whole day with a COP, and the lowest tenth of other units of the product on that day. */
  cop: number | null
  cohort: number
  cohort_p10: number | null
  /** Half of the last seven whole days had shorter runs. */
  median_cycle_minutes: number | null
}

/** Units whose COP is compared: enough for a tenth, whatever the size of the fleet. */
const COHORT_MAX = 1_000

/** Facts of a unit of the scope; of other units only one percentile. */
export const findHealthFacts = async (
  db: Kysely<Tables>,
  scope: Scope,
  mac: string,
): Promise<HealthFacts | undefined> => {
  const { rows } = await sql<HealthFacts>`
    select coalesce(s.online, false) as online,
      (extract(epoch from s.last_offline_at) * 1000)::float8 as last_offline_ms,
      coalesce(s.bus_status = 'lost', false) as bus_lost,
      devices.identify_status = 'unrecognized' as unrecognized,
      held.critical, held.major,
      (select (extract(epoch from min(expires_at)) * 1000)::float8 from iccids where iccids.device_id = devices.device_id)
        as sim_ends_ms,
      newest.cop, cohort.units as cohort, cohort.p10 as cohort_p10, week.median_cycle_minutes
    from devices
      left join device_status s on s.device_id = devices.device_id
      cross join lateral (
        select count(*) filter (where severity = 'critical')::int as critical, count(*) filter (where severity = 'major')::int as major
        from alarms where alarms.device_id = devices.device_id and alarms.recovered_at is null) held
      left join lateral (
        select day, product_key, cop from device_days d
        where d.device_id = devices.device_id and d.is_complete and d.cop is not null order by day desc limit 1) newest on true
      left join lateral (
        select percentile_cont(0.5) within group (order by median_cycle_minutes) as median_cycle_minutes from (
          select median_cycle_minutes from device_days d
          where d.device_id = devices.device_id and d.is_complete order by day desc limit 7) days) week on true
      cross join lateral (
        select count(*)::int as units, percentile_cont(0.1) within group (order by cop) as p10 from (
          select cop from device_days d where d.day = newest.day and d.product_key = newest.product_key
            and d.cop is not null and d.device_id <> devices.device_id limit ${COHORT_MAX}) others) cohort
    where devices.mac = ${mac} and ${withinScope(scope, 'devices')}`.execute(db)
  return rows[0]
}
