import type { AlarmStorm } from '@heatfleet/contract/alarms/storm.ts'
import { type Kysely, sql } from 'kysely'
import { agentsWithin } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'
import type { AlarmScopes } from './store-list.ts'

type Db = Kysely<Tables>

/** From how many units of an area on the same type of alarm is a storm. */
type StormRule = { units_min: number; share_min: number; since: Date }

/** What may belong to a storm: raised lately, and nobody's work yet. */
const FRESH = (since: Date) => sql`a.recovered_at is null and a.storm_id is null and a.handling = 'unprocessed'
  and not a.muted and a.changed_at >= ${since}`

/** Adds new alarms to the storms that go on. The system's own work, as all of this file but the list. */
export const growStorms = async (db: Db, since: Date): Promise<void> => {
  await sql`
    update alarms a set storm_id = s.storm_id, changed_at = clock_timestamp()
    from alarm_storms s join distributors area on area.agent_id = s.agent_id
    where s.ended_at is null and a.type = s.type and starts_with(a.agent_path, area.agent_path) and ${FRESH(since)}`.execute(
    db,
  )
}

/** Begins storms: of nested areas that are all struck the largest. Gives how many. */
export const beginStorms = async (db: Db, { units_min, share_min, since }: StormRule, at: Date): Promise<number> => {
  const { rows } = await sql<{ storm_id: number }>`
    with fresh as (
      select a.type, a.device_id, d.province_id, d.city_id, d.county_id
      from alarms a join devices d on d.device_id = a.device_id where ${FRESH(since)} and not d.virtual
    ), areas as (
      select type, place.agent_id, count(distinct device_id) as units
      from fresh cross join lateral (values (province_id), (city_id), (county_id)) place (agent_id)
      where place.agent_id is not null group by 1, 2 having count(distinct device_id) >= ${units_min}
    ), struck as (
      select areas.type, areas.agent_id, distributors.agent_path from areas
      join distributors on distributors.agent_id = areas.agent_id
      where areas.units >= ${share_min}::float8 * (select count(*) from devices within
        where (within.province_id = areas.agent_id or within.city_id = areas.agent_id or within.county_id = areas.agent_id)
          and not within.virtual)
    )
    insert into alarm_storms (type, agent_id, began_at)
    select type, agent_id, ${at} from struck
    where not exists (select from struck above where above.type = struck.type and above.agent_id <> struck.agent_id
      and starts_with(struck.agent_path, above.agent_path))
    on conflict do nothing returning storm_id`.execute(db)
  return rows.length
}

/** Ends storms of which less than half as many units as make one still have the alarm. */
export const endStorms = async (db: Db, units_min: number, at: Date): Promise<void> => {
  await sql`
    update alarm_storms s set ended_at = ${at}
    where s.ended_at is null and (select count(*) from alarms a
      where a.storm_id = s.storm_id and a.recovered_at is null) < ${units_min}::float8 / 2`.execute(db)
}

/** Storms with alarms of the scope, those that go on first; of the others those that ended since. */
export const listStorms = async (
  db: Db,
  { devices, agents }: AlarmScopes,
  { ended_since, limit }: { ended_since: Date; limit: number },
): Promise<AlarmStorm[]> => {
  const { rows } = await sql<
    Omit<AlarmStorm, 'began' | 'ended' | 'agent_name'> & {
      agent_name: string | null
      began_at: Date
      ended_at: Date | null
    }
  >`
    select s.storm_id, s.type, s.began_at, s.ended_at, distributors.agent_name, counted.alarms, counted.active
    from alarm_storms s
    left join distributors on distributors.agent_id = s.agent_id and ${agentsWithin(agents, 'distributors')}
    cross join lateral (
      select count(*)::int as alarms, count(*) filter (where alarms.recovered_at is null)::int as active
      from alarms where alarms.storm_id = s.storm_id and ${alarmsWithin(devices, 'alarms')}
    ) counted
    where (s.ended_at is null or s.ended_at >= ${ended_since}) and counted.alarms > 0
    order by s.ended_at desc nulls first, s.began_at desc limit ${limit}`.execute(db)
  return rows.map(({ began_at, ended_at, agent_name, ...storm }) => ({
    ...storm,
    agent_name: agent_name ?? '',
    began: began_at.toISOString(),
    ended: ended_at?.toISOString() ?? null,
  }))
}
