import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** One file of `migrations/`. */
export type Migration = { number: number; name: string; sql: string; checksum: string }

/** The database does not fit the migrations of this version. */
class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** Any constant will do, it only has to be ours. */
const LOCK = 4_881_522_019
const MIGRATIONS_DIR = join(import.meta.dirname, '..', '..', 'migrations')

const SCHEMA_MIGRATIONS = `create table if not exists schema_migrations (
  number int primary key, name text not null, checksum text not null, ran_at timestamptz not null default now())`

type Sql = Pick<pg.ClientBase, 'query'>

/** Reads `NNNN_words.sql` in order; numbers run from 1 without a gap. */
export const readMigrations = (folder: string = MIGRATIONS_DIR): Migration[] => {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
  return names.map((name, at) => {
    const number = Number(name.slice(0, 4))
    if (number !== at + 1) throw new MigrationError(`Migration ${name} is out of order: number ${at + 1} is expected.`)
    const sql = readFileSync(join(folder, name), 'utf8')
    return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/**
 * Brings the database forward, each migration in its own transaction, under an advisory lock so that two starts wait for
 * each other. Refuses when a migration that ran has changed since, or the database is newer than this program. Returns
 * the names that ran.
 */
export const migrate = async (pool: pg.Pool, migrations: Migration[] = readMigrations()): Promise<string[]> => {
  const client = await pool.connect()
  try {
    await lockMigrations(client)
    await client.query(SCHEMA_MIGRATIONS)
    const ran = await client.query<{ number: number; name: string; checksum: string }>(
      'select number, name, checksum from schema_migrations order by number',
    )
    for (const row of ran.rows) checkUnchanged(row, migrations)
    const pending = migrations.slice(ran.rows.length)
    for (const migration of pending) await run(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    // Ending the session is the surest way to give the lock back.
    client.release(true)
  }
}

/** Waits until nobody migrates; the lock ends with the connection. */
export const lockMigrations = async (sql: Sql): Promise<void> => {
  await sql.query('select pg_advisory_lock($1)', [LOCK])
}

/** Builds the schema in an empty database, all in the transaction of the caller, who holds the lock. */
export const buildSchema = async (sql: Sql, migrations: readonly Migration[]): Promise<void> => {
  await sql.query(SCHEMA_MIGRATIONS)
  for (const migration of migrations) await apply(sql, migration)
}

/** Number of migrations that ran on a database: part of being ready. */
export const countMigrations = async (sql: Sql): Promise<number> => {
  const ran = await sql.query<{ n: number }>('select count(*)::int as n from schema_migrations')
  return ran.rows[0]?.n ?? 0
}

const checkUnchanged = (row: { number: number; name: string; checksum: string }, migrations: Migration[]): void => {
  const migration = migrations[row.number - 1]
  if (migration === undefined)
    throw new MigrationError(`The database is newer than this program: it has ${row.name}, which is unknown here.`)
  if (migration.checksum !== row.checksum)
    throw new MigrationError(`Migration ${row.name} has changed since it ran on this database.`)
}

const run = async (client: pg.PoolClient, migration: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await apply(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationError(
      `Migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const apply = async (sql: Sql, { number, name, checksum, sql: statements }: Migration): Promise<void> => {
  await sql.query(statements)
  await sql.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ])
}
