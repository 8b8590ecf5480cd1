import type { Insertable } from 'kysely'
import { type Kysely, sql } from 'kysely'
import { STORED_SEGMENTS } from '../../platform/stored-segments.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
export type DayRow = Insertable<Tables['device_days']>

/** Stores computed days in place of those before; a deleted unit has none. */
export const upsertDays = async (db: Db, rows: readonly DayRow[]): Promise<void> => {
  const [first] = rows
  if (first === undefined) return
  const columns = (Object.keys(first) as (keyof DayRow)[]).filter((key) => key !== 'device_id' && key !== 'day') // its own keys
  await db
    .insertInto('device_days')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'day'])
        .doUpdateSet((to) => Object.fromEntries(columns.map((column) => [column, to.ref(`excluded.${column}`)]))),
    )
    .execute()
}

/** Removes days that turned out to have no report. */
export const deleteDays = async (db: Db, days: readonly { device_id: number; day: string }[]): Promise<void> => {
  if (days.length === 0) return
  await sql`delete from device_days d using unnest(${days.map(({ device_id }) => device_id)}::int[],
    ${days.map(({ day }) => day)}::date[]) u (device_id, day) where d.device_id = u.device_id and d.day = u.day`.execute(
    db,
  )
}

/** A UTC day of a unit whose reports changed. */
type DueDay = { device_id: number; day: string; mark: number }

/** The next days to compute anew, device by device. */
export const listDue = async (db: Db, rows_max: number): Promise<DueDay[]> => {
  const { rows } = await sql<DueDay>`
    select device_id, day::text, mark from device_days_due order by device_id, day limit ${rows_max}`.execute(db)
  return rows
}

/** Removes what was computed, unless it was marked again meanwhile. */
export const deleteDue = async (db: Db, due: readonly DueDay[]): Promise<void> => {
  await sql`delete from device_days_due d using unnest(${due.map(({ device_id }) => device_id)}::int[],
    ${due.map(({ day }) => day)}::date[], ${due.map(({ mark }) => mark)}::int[]) u (device_id, day, mark)
    where d.device_id = u.device_id and d.day = u.day and d.mark = u.mark`.execute(db)
}

/** Days that last, or lasted when they were computed before a moment, or by a clock that was ahead; the oldest computation first. */
export const listOpen = async (
  db: Db,
  { before, ahead }: { before: Date; ahead: Date },
  rows_max: number,
): Promise<{ device_id: number; day: string }[]> => {
  const { rows } = await sql<{ device_id: number; day: string }>`
    select device_id, day::text from device_days where not is_complete and (computed_at < ${before} or computed_at > ${ahead})
    order by computed_at limit ${rows_max}`.execute(db)
  return rows
}

/** Units with reports since a moment, none of whose days lasts or was computed lately; by number after `after_id`. */
export const listUnopened = async (
  db: Db,
  { since, computed_before }: { since: Date; computed_before: Date },
  after_id: number,
  rows_max: number,
): Promise<number[]> => {
  const { rows } = await sql<{ device_id: number }>`
    select s.device_id from device_status s
    where s.device_id > ${after_id} and s.last_arrival_at > ${since} and not exists (
      select from device_days d where d.device_id = s.device_id
        and (not d.is_complete or d.computed_at >= least(s.last_arrival_at, ${computed_before})))
    order by s.device_id limit ${rows_max}`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

const FILL = 'device_days'

/** Marks the compacted days of the next units of an older version; false = there are none any more. */
export const fillDue = async (db: Db, units_max: number): Promise<boolean> => {
  const { rows } = await sql<{ last_id: number | null }>`
    with next as (
      select device_id from devices where device_id > (select after_id from fills_due where name = ${FILL})
      order by device_id limit ${units_max}
    ), marked as (
      insert into device_days_due (device_id, day)
      select distinct device_id, d.day::date from ${sql.raw(STORED_SEGMENTS)} c cross join lateral generate_series(
        day::timestamp, (last_at at time zone 'UTC')::date::timestamp, interval '1 day') d (day)
      where device_id in (select device_id from next)
      on conflict do nothing
    )
    update fills_due set after_id = coalesce((select max(device_id) from next), after_id) where name = ${FILL}
    returning (select max(device_id) from next) as last_id`.execute(db)
  const [filled] = rows
  if (filled === undefined) return false
  if (filled.last_id === null) await db.deleteFrom('fills_due').where('name', '=', FILL).execute()
  return filled.last_id !== null
}
