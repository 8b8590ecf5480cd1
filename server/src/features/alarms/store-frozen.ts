import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** A unit that reports, and what was seen of it before. */
export type FrozenUnit = {
  device_id: number
  layout_id: number
  latest_blocks: Buffer
  /** Time of the newest report. */
  last_report_at: Date
  /** Of the last look while the compressor ran; null = none. */
  digest: string | null
  since_at: Date | null
  is_active: boolean
}

/** Units behind one and not behind another that reported since a time, by number. The system's own work. */
export const listReportingUnits = async (
  db: Db,
  { since, after_id, up_to_id, limit }: { since: Date; after_id: number; up_to_id: number; limit: number },
): Promise<FrozenUnit[]> => {
  const { rows } = await sql<FrozenUnit>`
    select s.device_id, s.layout_id, s.latest_blocks, s.last_report_at, f.digest, f.since_at,
      exists (select from alarms a where a.device_id = s.device_id and a.type = 'frozen_values' and a.recovered_at is null) as is_active
    from device_status s join devices d on d.device_id = s.device_id
      left join alarm_frozen_units f on f.device_id = s.device_id
    where s.device_id > ${after_id} and s.device_id <= ${up_to_id} and s.online and s.last_arrival_at > ${since} and s.layout_id is not null
      and s.latest_blocks is not null and s.last_report_at is not null and d.replaced_at is null
    order by s.device_id limit ${limit}`.execute(db)
  return rows
}

/** The unit that was looked at last. */
export const findFrozenProgress = async (db: Db): Promise<number> =>
  (await db.selectFrom('alarm_frozen_progress').select('device_id').executeTakeFirst())?.device_id ?? 0

/** Keeps what was seen of these units, and that the last of them was looked at last; of those without a digest the last one stays only while their alarm is active. */
export const saveFrozen = async (
  client: pg.ClientBase,
  states: readonly { device_id: number; digest: string; since_at: Date }[],
  looked: readonly number[],
): Promise<void> => {
  const kept = states.map(({ device_id }) => device_id)
  await client.query('update alarm_frozen_progress set device_id = $1', [looked.at(-1)])
  await client.query(
    `delete from alarm_frozen_units f where device_id = any($1::int[]) and device_id <> all($2::int[])
       and not exists (select from alarms a where a.device_id = f.device_id and a.type = 'frozen_values' and a.recovered_at is null)`,
    [looked, kept],
  )
  await client.query(
    `insert into alarm_frozen_units (device_id, digest, since_at)
     select * from unnest($1::int[], $2::text[], $3::timestamptz[])
     on conflict (device_id) do update set digest = excluded.digest, since_at = excluded.since_at
     where alarm_frozen_units.digest <> excluded.digest`,
    [kept, states.map(({ digest }) => digest), states.map(({ since_at }) => since_at)],
  )
}

/** Forgets what was seen. */
export const deleteFrozen = async (db: Db): Promise<void> => {
  await db.deleteFrom('alarm_frozen_units').execute()
}

/** Units with such an alarm that were replaced: they report no more. */
export const listFrozenOver = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ device_id: number }>`
    select a.device_id from alarms a join devices d on d.device_id = a.device_id
    where a.type = 'frozen_values' and a.recovered_at is null and d.replaced_at is not null limit 1000`.execute(db)
  return rows.map(({ device_id }) => device_id)
}
