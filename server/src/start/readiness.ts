import pg from 'pg'
import type { Logger } from 'pino'
import type { Readiness } from '../app-context.ts'
import { type DatabaseWatch, watchDatabase } from '../platform/database-watch.ts'
import { type ConnectionOptions, clientConfig } from '../platform/db.ts'
import { countMigrations, readMigrations } from '../platform/migrate.ts'
import type { Gateway } from './gateway-child.ts'

/** A probe of a database that is gone for good ends at last, so that the product can stop. */
const PROBE_MAX_MS = 10_000

export type ReadinessWatch = Omit<DatabaseWatch<boolean>, 'close'> & { close: () => Promise<void> }

/** Watches the database over a connection of its own: one of the pool would wait behind slow calls. Finds whether it is migrated. */
export const watchReadiness = async (connection: ConnectionOptions, log: Logger): Promise<ReadinessWatch> => {
  const pool = new pg.Pool({ ...clientConfig(connection), max: 1, query_timeout: PROBE_MAX_MS })
  pool.on('error', (error) => log.warn({ error: error.message }, 'the connection of the readiness probe broke'))
  pool.on('connect', (client) => client.on('error', () => {}))
  const { length } = readMigrations()
  // More while machines are upgraded one after the other: a newer one has migrated already.
  const watch = await watchDatabase(async () => (await countMigrations(pool)) >= length)
  return {
    ...watch,
    close: async () => {
      watch.close()
      await pool.end()
    },
  }
}

/** What `/readyz` answers: the database with all its migrations, and the broker. */
export const readinessOf = (watch: Pick<DatabaseWatch<boolean>, 'found'>, gateway: Gateway): Readiness => {
  const migrated = watch.found()
  return { database: migrated !== null, migrations: migrated === true, broker: gateway.isReady() }
}
