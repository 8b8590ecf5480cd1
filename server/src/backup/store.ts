import type pg from 'pg'
import type { TableFigures } from './manifest.ts'

type Sql = Pick<pg.Client, 'query'>

export type SchemaState = { number: number; name: string; checksum: string }

/** The last migration that ran; null = a database of something else. */
export const findSchema = async (sql: Sql): Promise<SchemaState | null> => {
  const { rows } = await sql.query<SchemaState>(
    'select number, name, checksum from schema_migrations order by number desc limit 1',
  )
  return rows[0] ?? null
}

/**
 * Begins a base backup. The log it needs is kept from here on by a slot that ends with this connection, as the backup does:
 * a killed one leaves nothing behind in the database.
 */
export const startBaseBackup = async (sql: Sql, slot: string): Promise<void> => {
  await sql.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  await sql.query(`select pg_backup_start('heatfleet', true)`)
}

export type BaseBackupEnd = { label: string; tablespaces: string; lsn: string }

/** Ends a base backup; gives the files that belong into it. */
export const stopBaseBackup = async (sql: Sql): Promise<BaseBackupEnd> => {
  const { rows } = await sql.query<BaseBackupEnd>(
    'select labelfile as label, spcmapfile as tablespaces, lsn::text as lsn from pg_backup_stop(false)',
  )
  const [end] = rows
  if (end === undefined) throw new Error('pg_backup_stop answered with no row.')
  return end
}

/** A snapshot and the place in the log that hold exactly the same transactions. */
type QuietPoint = { lsn: string; timeline: number }

/**
 * Opens a transaction in `reader` whose snapshot is exactly the database at an LSN, so that a restore that ends there has the
 * same rows. It is, when no transaction wrote from the snapshot until the LSN was read: then no commit is in the log that the
 * snapshot does not see. Looked for without any lock; null = at this try one was writing. `witness` is another connection.
 */
export const tryQuietPoint = async (reader: Sql, witness: Sql): Promise<QuietPoint | null> => {
  await reader.query('begin isolation level repeatable read read only')
  const { rows: seen } = await reader.query<{ next: string; lsn: string; timeline: number }>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text as next, pg_current_wal_insert_lsn()::text as lsn,
       ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int as timeline`,
  )
  // Both after the LSN and in this order: a transaction holds the lock on its number until it is out of all snapshots.
  const { rows: held } = await witness.query<{ writers: number }>(
    `select count(*)::int as writers from pg_locks where locktype = 'transactionid'`,
  )
  const { rows: after } = await witness.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  const [point] = seen
  if (point !== undefined && held[0]?.writers === 0 && after[0]?.next === point.next)
    return { lsn: point.lsn, timeline: point.timeline }
  await reader.query('rollback')
  return null
}

/** Present end of the log: a restore ends there when no quiet point was found. */
export const readLogEnd = async (sql: Sql): Promise<QuietPoint> => {
  const { rows } = await sql.query<QuietPoint>(
    `select pg_current_wal_insert_lsn()::text as lsn,
       ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int as timeline`,
  )
  const [point] = rows
  if (point === undefined) throw new Error('The database answered with no row.')
  return point
}

/** Writes a mark behind the quiet point, without which a restore would look for more of the log, and ends the file of the log. */
export const closeLog = async (sql: Sql): Promise<string> => {
  await sql.query(`select pg_create_restore_point('heatfleet backup')`)
  const { rows } = await sql.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  return rows[0]?.file ?? ''
}

/** Every table that holds rows, partitions one by one, of all schemas but PostgreSQL's own. */
const listTables = async (sql: Sql): Promise<string[]> => {
  const { rows } = await sql.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema')
        and n.nspname not like 'pg\\_t%' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** PostgreSQL has no hash for a type of this table. */
const UNDEFINED_FUNCTION = '42883'

/**
 * Counts all tables and sums the hashes of their rows, in the transaction of the caller. `as` = how a table was hashed before,
 * for comparison.
 */
export const readTableFigures = async (sql: Sql, as: readonly TableFigures[] = []): Promise<TableFigures[]> =>
  await readFiguresOf(sql, await listTables(sql), as)

/** {@link readTableFigures} of some tables alone. */
export const readFiguresOf = async (
  sql: Sql,
  tables: readonly string[],
  as: readonly TableFigures[] = [],
): Promise<TableFigures[]> => {
  const figures: TableFigures[] = []
  // Rows as text must not depend on the session.
  await sql.query(`set local timezone = 'UTC'; set local extra_float_digits = 1; set local datestyle = 'ISO'`)
  const before = new Map(as.map((one) => [one.table, one.hash]))
  for (const table of tables) figures.push(await hashTable(sql, table, before.get(table) ?? 'record'))
  return figures
}

const hashTable = async (sql: Sql, table: string, hash: TableFigures['hash']): Promise<TableFigures> => {
  const value = hash === 'record' ? 'hash_record_extended(t, 0)' : 'hashtextextended(t::text, 0)'
  await sql.query('savepoint hashed')
  try {
    const { rows } = await sql.query<{ rows: string; checksum: string }>(
      `select count(*)::text as rows, coalesce(sum(${value}::numeric), 0)::text as checksum from ${table} t`,
    )
    return { table, rows: rows[0]?.rows ?? '0', checksum: rows[0]?.checksum ?? '0', hash }
  } catch (error) {
    if (hash === 'text' || !(error instanceof Error && 'code' in error && error.code === UNDEFINED_FUNCTION))
      throw error
    await sql.query('rollback to savepoint hashed')
    return await hashTable(sql, table, 'text')
  }
}

/** When the last transaction of the replayed log was committed; null = none was replayed. */
export const findLastCommit = async (sql: Sql): Promise<string | null> => {
  const { rows } = await sql.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
  return rows[0]?.at?.toISOString() ?? null
}
