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
  db: Kysely<Tables>
  close: () => Promise<void>
}

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

/** Opens a pool and the query builder on it. Nothing is connected until the first query. */
export const openDatabase = (connection: ConnectionOptions, options: DatabaseOptions = {}): Database => {
  const pool = new pg.Pool({
    ...clientConfig(connection),
    max: options.connections_max ?? 10,
    idleTimeoutMillis: 30_000,
  })
  const onError = options.onError ?? (() => {})
  // Both are needed: an error of an idle connection and one of a borrowed connection otherwise end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let closing: Promise<void> | null = null
  const end = async (): Promise<void> => {
    await db.destroy()
    // The query builder ends a pool only when it was asked something itself.
    if (!pool.ending) await pool.end()
  }
  const close = (): Promise<void> => {
    closing ??= end()
    return closing
  }
  return { pool, db, close }
}
