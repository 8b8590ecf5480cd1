import { SEGMENT_TABLES } from '../platform/stored-segments.ts'
import { inTransaction, type Sql } from './store.ts'

/** A drop waits this long for running reads; later reads wait as long. */
const LOCK_MAX_MS = 1_000

/** Month partitions of the compacted history. */
export const listSegmentPartitions = async (sql: Sql): Promise<string[]> => {
  const { rows } = await sql.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = any($1::regclass[]) order by 1`,
    [[...SEGMENT_TABLES]],
  )
  return rows.map(({ name }) => name)
}

/** Drops a partition of the compacted history if it has no rows; true = it had none. Its table is locked for some milliseconds. */
export const dropIfEmpty = async (sql: Sql, partition: string): Promise<boolean> => {
  // Locks nothing where there are rows.
  if (await hasRows(sql, partition)) return false
  let is_empty = false
  await inTransaction(sql, async () => {
    await sql.query(`set local lock_timeout = '${LOCK_MAX_MS}ms'`)
    // Its parent first, as readers do: nobody waits for a partition while holding what a drop needs.
    await sql.query(`lock table only ${partition.replace(/_\d+$/, '')} in access exclusive mode`)
    is_empty = !(await hasRows(sql, partition))
    if (is_empty) await sql.query(`drop table ${partition}`)
  })
  return is_empty
}

// A name of `listSegmentPartitions`: the catalogue's own, never one that somebody sent; a table cannot be a parameter.
const hasRows = async (sql: Sql, partition: string): Promise<boolean> => {
  const { rows } = await sql.query<{ any: boolean }>(`select exists (select from ${partition}) as any`)
  return rows[0]?.any === true
}

/** Drops a whole partition of the hot or the compacted history. */
export const dropPartition = async (sql: Sql, partition: string): Promise<void> => {
  await inTransaction(sql, async () => {
    await sql.query(`set local lock_timeout = '${LOCK_MAX_MS}ms'`)
    await sql.query(`drop table ${partition}`)
  })
}

/** Days of history a product keeps where that is less than the setting. */
export const listShorterProducts = async (
  sql: Sql,
  history_days: number,
): Promise<{ product_key: string; history_days: number }[]> => {
  const { rows } = await sql.query<{ product_key: string; history_days: number }>(
    `select product_key, history_days from products
     where history_days is not null and ($1 = 0 or history_days < $1) order by product_key`,
    [history_days],
  )
  return rows
}

/** Deletes segments of a product's devices all before a day; returns how many of a table, at most the limit. */
export const deleteOldSegments = async (
  sql: Sql,
  product_key: string,
  before: Date,
  count_max: number,
): Promise<number> => {
  let deleted = 0
  for (const table of SEGMENT_TABLES) {
    const { rowCount } = await sql.query(
      `delete from ${table} c using (
       select o.device_id, o.day, o.part from ${table} o join devices using (device_id)
       where product_key = $1 and o.day < $2::date and o.last_at < $2::date::timestamp at time zone 'UTC' limit $3) old
     where c.device_id = old.device_id and c.day = old.day and c.part = old.part`,
      [product_key, before.toISOString().slice(0, 10), count_max],
    )
    deleted = Math.max(deleted, rowCount ?? 0)
  }
  return deleted
}

/** Deletes records of days before a time: progress, merges, damage. */
export const deleteOldNotes = async (sql: Sql, before: Date): Promise<void> => {
  await inTransaction(sql, async () => {
    const day = before.toISOString().slice(0, 10)
    await sql.query('delete from chunk_merges where day < $1', [day])
    await sql.query(`delete from month_merges where month + interval '1 month' <= $1::date`, [day])
    await sql.query('delete from damaged_chunks where day < $1', [day])
    await sql.query('delete from packing_progress where finished_at is not null and from_at < $1', [before])
  })
}
