import type pg from 'pg'
import type { SegmentTable } from '../platform/stored-segments.ts'
import type { CompactedSegment, RawReport } from './compact-reports.ts'

/** The connection of the compaction: it holds the advisory lock, which its end releases in every case. */
export type Sql = Pick<pg.ClientBase, 'query'>

/** A table change waits this long for running reads and batches; later ones wait as long. */
const LOCK_MAX_MS = 1_000

/** A compaction of one partition with its progress. */
export type Compaction = { packing_id: number; source: string; next_device_id: number; rows_read: number }

/** Runs a task in one transaction. */
export const inTransaction = async (sql: Sql, task: () => Promise<void>): Promise<void> => {
  await sql.query('begin')
  try {
    await task()
    await sql.query('commit')
  } catch (error) {
    // A closed connection has rolled back by itself.
    await sql.query('rollback').catch(() => {})
    throw error
  }
}

/** Names of the partitions of the hot table. */
export const listHotPartitions = async (sql: Sql): Promise<string[]> => {
  const { rows } = await sql.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'report_hot'::regclass order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Unfinished compactions of this process or of a killed one. */
export const listOpenCompactions = async (sql: Sql): Promise<Compaction[]> => {
  const { rows } = await sql.query<Compaction>(
    `select packing_id, source, next_device_id, rows_read::float8 as rows_read
     from packing_progress where finished_at is null order by packing_id`,
  )
  return rows
}

/** When a partition of the same time was last compacted, unix ms; null = never. */
export const findLastCompaction = async (sql: Sql, source: string): Promise<number | null> => {
  const { rows } = await sql.query<{ at_ms: number | null }>(
    'select (extract(epoch from max(finished_at)) * 1000)::float8 as at_ms from packing_progress where source = $1',
    [source],
  )
  return rows[0]?.at_ms ?? null
}

/**
 * Detaches a partition from the hot table and begins its compaction in one transaction: late reports for its time then go
 * to a new partition, and readers see its rows in `report_packing`.
 */
export const beginCompaction = async (
  sql: Sql,
  { partition, source, from, to, now }: { partition: string; source: string; from: Date; to: Date; now: Date },
): Promise<void> => {
  // Names consist of digits, by ingest/partitions.ts.
  await inTransaction(sql, async () => {
    await sql.query(`set local lock_timeout = '${LOCK_MAX_MS}ms'`)
    await sql.query(`alter table report_hot detach partition ${partition}`)
    await sql.query(`alter table ${partition} rename to ${source}`)
    await sql.query(
      `alter table report_packing attach partition ${source}
       for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    )
    await sql.query('insert into packing_progress (source, from_at, started_at) values ($1, $2, $3)', [
      source,
      from,
      now,
    ])
  })
}

/** The next devices of a source, by number; at most `count`. */
export const listNextDevices = async (sql: Sql, source: string, from_id: number, count: number): Promise<number[]> => {
  // A loose index scan from device to device; a plain distinct would read the whole index.
  const { rows } = await sql.query<{ device_id: number }>(
    `with recursive d (device_id) as (
       select min(device_id) from ${source} where device_id >= $1
       union all
       select (select min(device_id) from ${source} where device_id > d.device_id) from d where d.device_id is not null)
     select device_id from d where device_id is not null limit $2`,
    [from_id, count],
  )
  return rows.map(({ device_id }) => device_id)
}

/** All reports of some devices, by device, time and arrival. */
export const listReportsToCompact = async (
  sql: Sql,
  source: string,
  [first, last]: readonly [number, number],
): Promise<(RawReport & { device_id: number })[]> => {
  const { rows } = await sql.query<RawReport & { device_id: number }>(
    `select device_id, round(extract(epoch from at) * 1000)::float8 as at_ms, layout_id, raw
     from ${source} where device_id between $1 and $2 order by device_id, at, ctid`,
    [first, last],
  )
  return rows
}

/**
 * Stores segments as new parts of their days; days with several parts are queued for merging, all for their daily figures and for
 * the segment of their month.
 */
export const insertSegments = async (
  sql: Sql,
  device_id: number,
  segments: readonly CompactedSegment[],
): Promise<void> => {
  for (const { day_ms, layout_id, reports, first_at_ms, last_at_ms, body } of segments) {
    const day = dayText(day_ms)
    await sql.query(
      `with stored as (
         insert into report_chunks (device_id, day, part, layout_id, first_at, last_at, reports, body)
         select $1::int, $2::date, coalesce(max(part) + 1, 0), $3, $4, $5, $6, $7
         from report_chunks where device_id = $1 and day = $2
         returning part
       ), due as (
         insert into device_days_due as d (device_id, day) values ($1, $2) on conflict (device_id, day) do update set mark = d.mark + 1),
       month as (
         insert into month_merges as m (device_id, month, days) select $1, date_trunc('month', $2::date), 1 from stored where part = 0
         on conflict (device_id, month) do update set days = m.days + 1)
       insert into chunk_merges (device_id, day) select $1, $2 from stored where part > 0 on conflict do nothing`,
      [device_id, day, layout_id, new Date(first_at_ms), new Date(last_at_ms), reports, body],
    )
  }
}

/** Creates the missing month partitions of days in a transaction that fills them: the compaction drops empty ones. */
export const reserveSegmentPartitions = async (sql: Sql, days_ms: Iterable<number>): Promise<void> => {
  await sql.query('lock table report_chunks in row exclusive mode')
  await ensureSegmentPartitions(sql, days_ms)
}

/** Creates the missing month partitions of segments. */
export const ensureSegmentPartitions = async (
  sql: Sql,
  days_ms: Iterable<number>,
  table: SegmentTable = 'report_chunks',
): Promise<void> => {
  for (const month of new Set([...days_ms].map((day_ms) => dayText(day_ms).slice(0, 7)))) {
    const [year, number] = month.split('-').map(Number)
    const next = dayText(Date.UTC(year ?? 0, number ?? 0, 1))
    await sql.query(
      `create table if not exists ${table}_${month.replace('-', '')} partition of ${table}
       for values from ('${month}-01') to ('${next}')`,
    )
  }
}

/** Result of a range of devices. */
type RangeCounts = {
  rows_read: number
  reports: number
  repeats: number
  unpackable: number
  segments: number
  bytes: number
}

/** Stores the progress of a compaction, in the transaction of its segments. */
export const advanceCompaction = async (
  sql: Sql,
  { packing_id }: Compaction,
  next_device_id: number,
  counts: RangeCounts,
): Promise<void> => {
  await sql.query(
    `update packing_progress set next_device_id = $2, rows_read = rows_read + $3, reports = reports + $4,
       repeats = repeats + $5, unpackable = unpackable + $6, chunks = chunks + $7, bytes = bytes + $8
     where packing_id = $1`,
    [
      packing_id,
      next_device_id,
      counts.rows_read,
      counts.reports,
      counts.repeats,
      counts.unpackable,
      counts.segments,
      counts.bytes,
    ],
  )
}

/** Stores rows that are no valid reports. */
export const insertUndecodable = async (
  sql: Sql,
  device_id: number,
  rows: readonly RawReport[],
  now: Date,
): Promise<void> => {
  for (const { raw } of rows)
    await sql.query(
      `insert into dead_letters (at, mac, topic, reason, payload)
       values ($1, coalesce((select mac from devices where device_id = $2), ''), 'blk', 'not_packable', $3)`,
      [now, device_id, raw],
    )
}

/** Drops a source once every row is compacted; throws without dropping when the counts differ. */
export const finishCompaction = async (sql: Sql, { packing_id, source }: Compaction, now: Date): Promise<void> => {
  await inTransaction(sql, async () => {
    await sql.query(`set local lock_timeout = '${LOCK_MAX_MS}ms'`)
    const { rows } = await sql.query<{ rows: string; rows_read: string; agree: boolean }>(
      `select n.rows, p.rows_read, n.rows = p.rows_read and p.reports + p.repeats + p.unpackable = p.rows_read as agree
       from packing_progress p, (select count(*) as rows from ${source}) n where packing_id = $1`,
      [packing_id],
    )
    const [counted] = rows
    if (counted?.agree !== true)
      throw new Error(`${source} has ${counted?.rows} rows, ${counted?.rows_read} were packed: it is kept`)
    await sql.query(`drop table ${source}`)
    await sql.query('update packing_progress set finished_at = $2 where packing_id = $1', [packing_id, now])
  })
}

const dayText = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10)
