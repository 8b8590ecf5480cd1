import type { FunnelStep } from '@heatfleet/contract/analysis/analysis.ts'
import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Cohort } from './part.ts'
import { type Db, unitsOf } from './store.ts'

type Funnel = Record<FunnelStep, number>

/** Units by how far they have come. */
export const countFunnel = async (db: Db, scope: Scope, cohort: Cohort): Promise<Funnel> => {
  const { from, until } = cohort
  const columns = sql`devices.agent_id, device_status.first_online_at,
    device_status.online or coalesce(device_status.last_offline_at, device_status.last_online_at) >= ${from} as still_there`
  const { rows } = await sql<Funnel>`
    select count(*)::int as imported,
      count(*) filter (where agent_id is not null)::int as shipped,
      count(*) filter (where first_online_at is not null)::int as online,
      count(*) filter (where exists (select from bindings where bindings.device_id = units.device_id))::int as bound,
      count(*) filter (where first_online_at < ${until} and still_there)::int as active
    from (${unitsOf(scope, cohort, columns)}) units`.execute(db)
  // One row, as every count without groups.
  return rows[0] as Funnel
}

/** Units never online by the class of their import, from 1 = the oldest; `starts`: where classes begin, the oldest first. */
export const countWaiting = async (db: Db, scope: Scope, cohort: Cohort, starts: readonly Date[]) => {
  const columns = sql`devices.agent_id, devices.import_time, devices.active, device_status.online,
    device_status.first_online_at`
  const { rows } = await sql<{ at: number; manufacturer: number; distributors: number }>`
    select width_bucket(import_time, ${[...starts]}::timestamptz[]) as at,
      count(*) filter (where agent_id is null)::int as manufacturer,
      count(*) filter (where agent_id is not null)::int as distributors
    from (${unitsOf(scope, cohort, columns)}) units
    where not active and online is not true and first_online_at is null group by 1`.execute(db)
  return rows
}

type Activation = { units: number; median_days: number | null; p90_days: number | null }

/** How long units that were online for the first time within the period took since their import. */
const took = (scope: Scope, cohort: Cohort) => sql`(
  select greatest(0, extract(epoch from first_online_at - import_time) / 86400)::float8 as days
  from (${unitsOf(scope, cohort, sql`devices.import_time, device_status.first_online_at`)}) units
  where first_online_at >= ${cohort.from} and first_online_at < ${cohort.until})`

export const readActivation = async (db: Db, scope: Scope, cohort: Cohort): Promise<Activation> => {
  const { rows } = await sql<Activation>`
    select count(*)::int as units, percentile_cont(0.5) within group (order by days) as median_days,
      percentile_cont(0.9) within group (order by days) as p90_days from ${took(scope, cohort)} took`.execute(db)
  return rows[0] ?? { units: 0, median_days: null, p90_days: null }
}

/** The same by class, from 1; `starts`: where classes begin, days. */
export const countActivation = async (db: Db, scope: Scope, cohort: Cohort, starts: readonly number[]) => {
  const { rows } = await sql<{ at: number; n: number }>`
    select width_bucket(days, ${[...starts]}::float8[]) as at, count(*)::int as n
    from ${took(scope, cohort)} took group by 1`.execute(db)
  return rows
}
