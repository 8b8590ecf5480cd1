import { availableParallelism } from 'node:os'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/**
 * How to reach a database: a URL (`connectionString`), or the socket folder of the embedded one as `host`. Travels to
 * the gateway as JSON (gateway/start.ts).
 */
export type ConnectionOptions = {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  database?: string
}

/** One process's way to the database. */
export type Database = {
  pool: pg.Pool
  /** Connections for prepared statements alone: each plans one once, for all values (platform/prepared.ts). */
  prepared: pg.Pool
  /** Connections for statements that are parsed once and planned for the values at hand. */
  parsed: pg.Pool
  db: Kysely<Tables>
  close: () => Promise<void>
}

/** What asks the database needs of it. */
export type Connections = Omit<Database, 'close'>

export type DatabaseOptions = {
  /** Connections of the pool. */
  connections_max?: number
  /** Told of every error on an idle connection; the pool replaces it by itself. */
  onError?: (error: Error) => void
}

/** The connection as `pg` wants it. */
export const clientConfig = (connection: ConnectionOptions): pg.ClientConfig => ({
  ...connection,
  connectionTimeoutMillis: 5_000,
  application_name: 'heatfleet',
})

/**
 * What is asked all the time takes a database core about a millisecond. More of these at once than the cores have work for
 * only take the time from one another: each is late, where in turn most would be in time (docs/decisions/0019).
 */
const KEPT_CONNECTIONS_MAX = Math.min(8, Math.max(4, 2 * availableParallelism()))

/**
 * Connections that plan the statements they keep in one way. Kept for ten minutes: the first plan of a new connection takes a
 * hundred times as long as finding twenty rows.
 */
const planning = (mode: 'force_generic_plan' | 'force_custom_plan'): pg.PoolConfig => ({
  max: KEPT_CONNECTIONS_MAX,
  idleTimeoutMillis: 600_000,
  // Left to itself a connection plans a statement five times, and then believes or not that one plan serves all values.
  verify: (client, done) => client.query(`set plan_cache_mode = ${mode}`, (error) => done(error)),
})

/** Opens the pools and the query builder. Nothing is connected until the first query. */
export const openDatabase = (connection: ConnectionOptions, options: DatabaseOptions = {}): Database => {
  const onError = options.onError ?? (() => {})
  const open = (config: pg.PoolConfig): pg.Pool => {
    const opened = new pg.Pool({ ...clientConfig(connection), ...config })
    // Both are needed: an error of an idle connection and one of a borrowed connection otherwise end the process.
    opened.on('error', onError)
    opened.on('connect', (client) => client.on('error', onError))
    return opened
  }
  const pool = open({ max: options.connections_max ?? 10, idleTimeoutMillis: 30_000 })
  const prepared = open(planning('force_generic_plan'))
  const parsed = open(planning('force_custom_plan'))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let closing: Promise<void> | null = null
  const end = async (): Promise<void> => {
    await db.destroy()
    // The query builder ends a pool only when it was asked something itself.
    if (!pool.ending) await pool.end()
    await prepared.end()
    await parsed.end()
  }
  const close = (): Promise<void> => {
    closing ??= end()
    return closing
  }
  return { pool, prepared, parsed, db, close }
}
