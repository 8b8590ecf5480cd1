import type { CompactedSegment } from './compact-reports.ts'
import { insertSegments, inTransaction, type Sql } from './store.ts'

/** A segment as it is stored. */
export type StoredSegment = { part: number; layout_id: number; reports: number; body: Buffer }

/** Days of devices with several parts, before a day; at most `count`. */
export const listMerges = async (
  sql: Sql,
  before: Date,
  count: number,
): Promise<{ device_id: number; day_ms: number }[]> => {
  const { rows } = await sql.query<{ device_id: number; day_ms: number }>(
    `select device_id, (extract(epoch from day) * 1000)::float8 as day_ms from chunk_merges
     where day < $1::date order by day, device_id limit $2`,
    [dayText(before.getTime()), count],
  )
  return rows
}

/** The parts of a device's day in the order they were stored. */
export const listParts = async (sql: Sql, device_id: number, day_ms: number): Promise<StoredSegment[]> => {
  const { rows } = await sql.query<StoredSegment>(
    `select part, layout_id, reports, body from report_chunks
     where device_id = $1 and day = $2 and head is null order by part`,
    [device_id, dayText(day_ms)],
  )
  return rows
}

/** Replaces the parts of a day by segments in one transaction. */
export const replaceParts = async (
  sql: Sql,
  { device_id, day_ms }: { device_id: number; day_ms: number },
  segments: readonly CompactedSegment[],
): Promise<void> => {
  const of_day = [device_id, dayText(day_ms)]
  await inTransaction(sql, async () => {
    await sql.query('delete from report_chunks where device_id = $1 and day = $2 and head is null', of_day)
    await insertSegments(sql, device_id, segments)
    await sql.query('delete from chunk_merges where device_id = $1 and day = $2', of_day)
  })
}

/** Records a damaged part; its day is not merged any more. */
export const insertDamage = async (
  sql: Sql,
  { device_id, day_ms, part }: { device_id: number; day_ms: number; part: number },
  reason: string,
  now: Date,
): Promise<void> => {
  await inTransaction(sql, async () => {
    await sql.query(
      `insert into damaged_chunks (device_id, day, part, found_at, reason) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [device_id, dayText(day_ms), part, now, reason],
    )
    await sql.query('delete from chunk_merges where device_id = $1 and day = $2', [device_id, dayText(day_ms)])
  })
}

const dayText = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10)
