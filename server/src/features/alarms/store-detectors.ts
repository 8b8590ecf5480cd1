import { DETECTORS, type Detector } from '@heatfleet/contract/analysis/detectors.ts'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../platform/tables.ts'
import { DETECTOR_COLUMNS } from '../analysis/public.ts'

type Db = Kysely<Tables>

type Due = {
  /** When a detector was changed last. */
  changed_at: Date
  /** Whole days since this one count. */
  days_since: string
  after_id: number
  limit: number
}

/** Units with a whole day that was computed since they were looked at, or not looked at since a detector was changed. The system's own work, as all of this file. */
export const findDueUnits = async (db: Db, { changed_at, days_since, after_id, limit }: Due): Promise<number[]> => {
  const { rows } = await sql<{ device_id: number }>`
    select d.device_id from devices d left join alarm_detector_units u on u.device_id = d.device_id
    where d.device_id > ${after_id} and d.replaced_at is null
      and exists (select from device_days n where n.device_id = d.device_id and n.day >= ${days_since}::date and n.is_complete
        and (u.looked_at is null or u.looked_at < ${changed_at} or n.computed_at > u.looked_at))
    order by d.device_id limit ${limit}`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

type UnitDays = { device_id: number; days: (number | null)[][]; active: string[] }

/** Whole days of units since a day, the oldest first, as detectors read them, and the active alarms of detectors. */
export const listDetectorDays = async (db: Db, ids: readonly number[], since: string): Promise<UnitDays[]> => {
  const { rows } = await sql<UnitDays>`
    select u.device_id, found.days,
      array(select a.type from alarms a where a.device_id = u.device_id and a.recovered_at is null
        and a.type = any(${[...DETECTORS]}::text[])) as active
    from unnest(${[...ids]}::int[]) u (device_id) cross join lateral (
      select json_agg(json_build_array(${DETECTOR_COLUMNS}) order by day) as days from device_days
      where device_days.device_id = u.device_id and day >= ${since}::date and is_complete) found
    where found.days is not null`.execute(db)
  return rows
}

/** Active alarms of detectors at units whose module was replaced. */
export const listReplaced = async (db: Db, limit: number) => {
  const { rows } = await sql<{ device_id: number; type: Detector }>`
    select a.device_id, a.type from alarms a join devices d on d.device_id = a.device_id
    where a.type = any(${[...DETECTORS]}::text[]) and a.recovered_at is null and d.replaced_at is not null limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Notes that units were looked at. */
export const markLooked = async (client: Pick<pg.ClientBase, 'query'>, ids: readonly number[], at: Date) => {
  await client.query(
    `insert into alarm_detector_units (device_id, looked_at) select unnest($1::int[]), $2
     on conflict (device_id) do update set looked_at = excluded.looked_at`,
    [[...ids], at],
  )
}
