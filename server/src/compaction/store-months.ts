import { SEGMENT_TABLES, STORED_SEGMENTS } from '../platform/stored-segments.ts'
import { type CompactedMonth, monthOf } from './build-month.ts'
import { ensureSegmentPartitions, inTransaction, type Sql } from './store.ts'

/** Days that wait in a month that is not over become one segment when there are so many. */
const DAYS_AT_ONCE = 8

/** First number of a part by table: a day has fewer parts than lie between them. */
const FIRST_PART = { report_month_parts: 500, report_months: 1_000 }

/** A month of a device; `month_ms` = its begin. */
export type DeviceMonth = { device_id: number; month_ms: number }

/** Months of devices that are due: many days wait, or the month ended before `ended_before` and has no final segment; at most `count`. */
export const listDueMonths = async (sql: Sql, ended_before: Date, count: number): Promise<DeviceMonth[]> => {
  const { rows } = await sql.query<DeviceMonth>(
    `select device_id, (extract(epoch from month) * 1000)::float8 as month_ms from month_merges
     where days >= $1 or (not is_final and month + interval '1 month' <= $2::timestamp)
     order by month, device_id limit $3`,
    [DAYS_AT_ONCE, ended_before.toISOString(), count],
  )
  return rows
}

/** A stored segment of a day (`head` null) or of days of a month. */
export type StoredPiece = {
  day_ms: number
  part: number
  layout_id: number
  reports: number
  first_at_ms: number
  last_at_ms: number
  head: Buffer | null
  body: Buffer
}

/** The undamaged segments of a month with days before `before`, segments of months first, then days in the order they were stored. */
export const listPieces = async (
  sql: Sql,
  { device_id, month_ms }: DeviceMonth,
  { before, days_only }: { before: Date; days_only: boolean },
): Promise<StoredPiece[]> => {
  const { rows } = await sql.query<StoredPiece>(
    `select (extract(epoch from day) * 1000)::float8 as day_ms, part, layout_id, reports,
       round(extract(epoch from first_at) * 1000)::float8 as first_at_ms,
       round(extract(epoch from last_at) * 1000)::float8 as last_at_ms, head, body
     from ${STORED_SEGMENTS} c
     where device_id = $1 and day >= $2::date and day < least($2::date + interval '1 month', $3::timestamp)
       and (head is null or not $4) and not exists (
         select from damaged_chunks d where d.device_id = c.device_id and d.day = c.day and d.part = c.part)
     order by head is null, day, part`,
    [device_id, monthOf(month_ms), before.toISOString(), days_only],
  )
  return rows
}

/** Replaces segments by those of months, in one transaction with the state of the month. */
export const replacePieces = async (
  sql: Sql,
  { device_id, month_ms }: DeviceMonth,
  {
    pieces,
    months,
    is_final,
  }: { pieces: readonly StoredPiece[]; months: readonly CompactedMonth[]; is_final: boolean },
): Promise<void> => {
  const month = monthOf(month_ms)
  const table = is_final ? 'report_months' : 'report_month_parts'
  await ensureSegmentPartitions(sql, [month_ms], table)
  const days = pieces.map(({ day_ms }) => new Date(day_ms).toISOString().slice(0, 10))
  await inTransaction(sql, async () => {
    let deleted = 0
    for (const table of SEGMENT_TABLES) {
      const { rowCount } = await sql.query(
        `delete from ${table} c using unnest($2::date[], $3::int[]) old (day, part)
       where c.device_id = $1 and c.day = old.day and c.part = old.part
         and c.day >= $4::date and c.day < $4::date + interval '1 month'`,
        [device_id, days, pieces.map(({ part }) => part), month],
      )
      deleted += rowCount ?? 0
    }
    if (deleted !== pieces.length)
      throw new Error(`${deleted} of ${pieces.length} segments of device ${device_id} found`)
    for (const { day_ms, layout_id, first_at_ms, last_at_ms, reports, head, body } of months)
      await sql.query(
        `insert into ${table} (device_id, day, part, layout_id, first_at, last_at, reports, head, body)
         select $1::int, $2::date, coalesce(max(part) + 1, ${FIRST_PART[table]}), $3, $4, $5, $6, $7, $8
         from ${table} where device_id = $1 and day = $2`,
        [
          device_id,
          new Date(day_ms).toISOString().slice(0, 10),
          layout_id,
          new Date(first_at_ms),
          new Date(last_at_ms),
          reports,
          head,
          body,
        ],
      )
    await sql.query('delete from chunk_merges where device_id = $1 and day = any($2::date[])', [device_id, days])
    await sql.query(
      `update month_merges m set is_final = is_final or $3, days = (
         select count(distinct day) from report_chunks c
         where c.device_id = m.device_id and c.day >= m.month and c.day < m.month + interval '1 month' and head is null
           and not exists (select from damaged_chunks d where d.device_id = c.device_id and d.day = c.day and d.part = c.part))
       where device_id = $1 and month = $2`,
      [device_id, month, is_final],
    )
  })
}
