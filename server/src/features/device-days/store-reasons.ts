import { HEALTH_WEIGHTS } from '@heatfleet/contract/device-days/health.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { COHORT_MIN, OFFLINE_MS, RECENT_DAYS, SHORT_RUN_MINUTES, SIM_ENDS_MS } from './health.ts'

type Db = Kysely<Tables>

const WEIGHTS = sql.join(
  Object.entries(HEALTH_WEIGHTS).map(([reason, weight]) => sql`(${sql.lit(reason)}, ${sql.lit(weight)})`),
)

/**
 * Writes the health of all units below 100, by the rules of {@link healthOf}: each reason is read off an index of the few units
 * that have it, so that a pass costs by what is wrong and not by the size of the fleet.
 */
export const refreshHealth = async (db: Db, now: Date): Promise<void> => {
  const offline_before = new Date(now.getTime() - OFFLINE_MS)
  const sim_ends_until = new Date(now.getTime() + SIM_ENDS_MS)
  await sql`
    with weights (reason, weight) as (values ${WEIGHTS}),
    lowered as (
      select device_id, 'alarm_' || severity as reason from alarms
        where recovered_at is null and severity in ('critical', 'major') group by 1, 2
      union all
      select device_id, 'offline' from device_status
        where not online and first_online_at is not null and last_offline_at is not null
          and coalesce(last_offline_at, last_online_at) < ${offline_before}::timestamptz
      union all
      select device_id, 'bus_lost' from device_status where bus_status = 'lost'
      union all
      select device_id, 'unrecognized' from devices where identify_status = 'unrecognized'
      union all
      select distinct device_id, 'sim_ends' from iccids
        where expires_at <= ${sim_ends_until}::timestamptz and status <> 'cancelled' and device_id is not null
      union all
      select device_id, reason from device_day_reasons
    ),
    scored as (
      select device_id, greatest(0, 100 - sum(weight)) as score,
        greatest(0, 100 - coalesce(sum(weight) filter (where reason <> 'sim_ends'), 0)) as score_without_card,
        array_agg(reason order by weight desc, reason) as reasons
      from lowered join weights using (reason) group by device_id
    ),
    mended as (
      delete from device_health where not exists (select from scored where scored.device_id = device_health.device_id)
    )
    insert into device_health (device_id, score, score_without_card, reasons)
    select device_id, score, score_without_card, reasons from scored
    on conflict (device_id) do update
      set score = excluded.score, score_without_card = excluded.score_without_card, reasons = excluded.reasons
      where (device_health.score, device_health.score_without_card, device_health.reasons)
        is distinct from (excluded.score, excluded.score_without_card, excluded.reasons)`.execute(db)
}

/** Writes which units daily figures speak against: the COP of the newest whole day, and the runs of the last seven. */
export const refreshDayReasons = async (db: Db, now: Date): Promise<void> => {
  const since = new Date(now.getTime() - RECENT_DAYS * 86_400_000).toISOString().slice(0, 10)
  await sql`
    with days as (
      select device_id, product_key, day, cop, median_cycle_minutes from device_days
      where day > ${since}::date and is_complete
    ),
    cohorts as (
      select product_key, day, count(*) as units, percentile_cont(0.1) within group (order by cop) as p10
      from days where cop is not null group by 1, 2
    ),
    newest as (
      select distinct on (device_id) device_id, product_key, day, cop from days where cop is not null
      order by device_id, day desc
    ),
    found as (
      select device_id, 'low_cop' as reason from newest join cohorts using (product_key, day)
        where units >= ${COHORT_MIN} and cop < p10
      union all
      select device_id, 'short_cycling' from days group by device_id
        having percentile_cont(0.5) within group (order by median_cycle_minutes) < ${SHORT_RUN_MINUTES}
    ),
    mended as (
      delete from device_day_reasons where (device_id, reason) not in (select device_id, reason from found)
    )
    insert into device_day_reasons (device_id, reason) select device_id, reason from found on conflict do nothing`.execute(
    db,
  )
}
