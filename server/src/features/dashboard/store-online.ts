import { type Kysely, sql } from 'kysely'
import { everyNth } from '../../platform/every-nth.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { FleetPlace } from '../devices/public.ts'
import { within } from './store-trend.ts'

/** `asked`: the units that are looked at, also those that were never on line. */
type Now = { asked: number; activated: number; online: number }
/** What changed after a moment and up to the next, by the place of the moment, from 1. */
type Change = Omit<Now, 'asked'> & { at: number }

/** From this step on the few units are looked up by their numbers instead of searched among all. */
const LOOKED_UP_FROM = 20

/**
 * Units of every `step`-th of a place that were on line once, those of them that are on line now, and what changed between
 * `moments`, the oldest first: the state at a moment is that of now without what came after it.
 */
export const readOnline = async (
  db: Kysely<Tables>,
  scope: Scope,
  place: FleetPlace,
  { moments, step }: { moments: readonly Date[]; step: number },
): Promise<{ now: Now; changes: Change[] }> => {
  const { rows } = await sql<Change & Pick<Now, 'asked'>>`
    with asked as materialized (
      select devices.device_id, device_status.online, device_status.first_online_at
      from devices left join device_status on device_status.device_id = devices.device_id
      where ${everyNth(step, step >= LOOKED_UP_FROM)} and ${within(scope, place)}),
    units as (select * from asked where first_online_at is not null),
    events as (
      select units.device_id, device_events.at, device_events.kind = 'online' as up,
        lag(device_events.kind = 'online') over (partition by device_events.device_id order by device_events.at, event_id) as was
      from units join device_events on device_events.device_id = units.device_id
      where device_events.at >= ${moments[0]} and device_events.kind in ('online', 'offline')),
    changes as (
      -- The first event of a unit ends the state before it, by the last event there, else the other one; one that repeats a
      -- state, as after a start of the server, changes nothing.
      select at, 0 as activated, up::int - coalesce(was, (
        select before.kind = 'online' from device_events before
        where before.device_id = events.device_id and before.at < ${moments[0]} and before.kind in ('online', 'offline')
        order by before.at desc limit 1), not up)::int as online
      from events
      union all
      select first_online_at, 1, 0 from units where first_online_at >= ${moments[0]})
    select 0 as at, count(*)::int as asked, count(first_online_at)::int as activated,
      count(*) filter (where online and first_online_at is not null)::int as online from asked
    union all
    select width_bucket(at, ${[...moments]}::timestamptz[]), 0, sum(activated)::int, sum(online)::int from changes group by 1`.execute(
    db,
  )
  const now = rows.find(({ at }) => at === 0) ?? { asked: 0, activated: 0, online: 0 }
  return { now, changes: rows.filter(({ at }) => at > 0) }
}
