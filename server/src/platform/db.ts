import { availableParallelism } from 'node:os'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** A URL (`connectionString`), or the socket folder of the embedded database as `host`; sent to child processes as JSON. */
export type ConnectionOptions = {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  database?: string
}

/** The database connections of a process. */
export type Database = {
  pool: pg.Pool
  /** Connections for prepared statements with generic plans only (platform/prepared.ts). */
  prepared: pg.Pool
  db: Kysely<Tables>
  close: () => Promise<void>
}

/** What code that queries the database needs of it. */
export type Connections = Omit<Database, 'close'>

type DatabaseOptions = {
  /** Connections of the pool. */
  connections_max?: number
  /** Called with every error on an idle connection; the pool replaces the connection by itself. */
  onError?: (error: Error) => void
}

/** The connection as `pg` wants it. */
export const clientConfig = (connection: ConnectionOptions): pg.ClientConfig => ({
  ...connection,
  connectionTimeoutMillis: 5_000,
  application_name: 'heatfleet',
})

/**
 * A prepared statement takes a database core about a millisecond: more of them at once than the cores can run make all of
 * them late, where a queue would serve most of them in time (docs/decisions/0019).
 */
const PREPARED_CONNECTIONS_MAX = Math.min(8, Math.max(4, 2 * availableParallelism()))

/** Kept for ten minutes: the first plan on a new connection takes a hundred times as long as finding twenty rows. */
const GENERIC_PLANS: pg.PoolConfig = {
  max: PREPARED_CONNECTIONS_MAX,
  idleTimeoutMillis: 600_000,
  // By default PostgreSQL plans a statement five times before it considers a generic plan.
  verify: (client, done) => client.query('set plan_cache_mode = force_generic_plan', (error) => done(error)),
}

/** Opens the pools and the query builder. Nothing is connected until the first query. */
export const openDatabase = (connection: ConnectionOptions, options: DatabaseOptions = {}): Database => {
  const onError = options.onError ?? (() => {})
  const open = (config: pg.PoolConfig): pg.Pool => {
    const opened = new pg.Pool({ ...clientConfig(connection), ...config })
    // Both are needed: an error of an idle or of a borrowed connection would otherwise end the process.
    opened.on('error', onError)
    opened.on('connect', (client) => client.on('error', onError))
    return opened
  }
  const pool = open({ max: options.connections_max ?? 10, idleTimeoutMillis: 30_000 })
  const prepared = open(GENERIC_PLANS)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let closing: Promise<void> | null = null
  const end = async (): Promise<void> => {
    await db.destroy()
    // The query builder ends a pool only if it ran a query itself.
    if (!pool.ending) await pool.end()
    await prepared.end()
  }
  const close = (): Promise<void> => {
    closing ??= end()
    return closing
  }
  return { pool, prepared, db, close }
}
