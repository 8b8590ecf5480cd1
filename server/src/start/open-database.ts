import type { Logger } from 'pino'
import { type Config, SettingError } from '../config.ts'
import { reasonOf } from '../platform/data-folder.ts'
import { type ConnectionOptions, type Database, openDatabase } from '../platform/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'

const VERSION_MIN = 150_000

/** Starts the embedded PostgreSQL, or checks the one of DATABASE_URL. */
export const startDatabase = async (
  config: Config,
  data_dir: string,
  print: (sentence: string) => void,
): Promise<{ connection: ConnectionOptions; where: string; adopted: boolean; stop: () => Promise<void> }> => {
  if (config.DATABASE_URL !== undefined) {
    const connection = { connectionString: config.DATABASE_URL }
    await checkDatabase(connection)
    return { connection, where: addressOf(config.DATABASE_URL), adopted: false, stop: async () => {} }
  }
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ data_dir, say: print })
  const { connection, cluster_dir, adopted, stop } = postgres
  return { connection, where: cluster_dir, adopted, stop }
}

/** Opens the pool of the console process; errors of idle connections are logged, the pool replaces them. */
export const openPool = (connection: ConnectionOptions, log: Logger): Database =>
  openDatabase(connection, {
    connections_max: 12,
    onError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
  })

const checkDatabase = async (connection: { connectionString: string }): Promise<void> => {
  const address = addressOf(connection.connectionString)
  const database = openDatabase(connection, { connections_max: 1 })
  try {
    const { rows } = await database.pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if ((rows[0]?.version ?? 0) < VERSION_MIN)
      throw new SettingError(`DATABASE_URL: ${address} is older than PostgreSQL 15.`)
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw new SettingError(`DATABASE_URL: the database at ${address} cannot be reached (${reasonOf(error)}).`)
  } finally {
    await database.close()
  }
}

/** Host, port and name of a database, never its password. */
const addressOf = (url: string): string => {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}${pathname}`
}
