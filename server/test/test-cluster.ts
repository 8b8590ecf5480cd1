import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type ConnectionOptions, openDatabase } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { migrateJobs } from '../src/platform/jobs.ts'
import { migrate } from '../src/platform/migrate.ts'

/** A real PostgreSQL in a passing folder, with a migrated template. */
export type TestCluster = { connection: ConnectionOptions; stop: () => Promise<void> }

/** Those of the tests: one of their own, or the cluster that DATABASE_URL names. */
export const startTestCluster = (): Promise<TestCluster> =>
  process.env.DATABASE_URL === undefined ? startEmbeddedCluster() : useCluster(new URL(process.env.DATABASE_URL))

const migrateTemplate = async (connection: ConnectionOptions): Promise<void> => {
  const template = openDatabase(connection)
  await migrate(template.pool)
  await migrateJobs(template.pool)
  await template.close()
}

/** On somebody's PostgreSQL, whose own databases are left alone; a password comes by PGPASSWORD. */
const useCluster = async ({ hostname, port, username }: URL): Promise<TestCluster> => {
  const at = { host: hostname, port: Number(port || 5432), user: decodeURIComponent(username) }
  const connection = { ...at, database: `heatfleet_test_${randomBytes(4).toString('hex')}` }
  await createFromTemplate(connection, connection.database, 'template0')
  await migrateTemplate(connection)
  return { connection, stop: () => dropDatabase(connection, connection.database) }
}

/** Starts one; it and its folder are gone after `stop`. */
const startEmbeddedCluster = async (): Promise<TestCluster> => {
  const data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-test-'))
  // PostgreSQL's account must be able to walk in when the tests run as root.
  chmodSync(data_dir, 0o755)
  const postgres = await startEmbeddedPostgres({ data_dir, durable: false })
  await migrateTemplate(postgres.connection)
  return {
    connection: postgres.connection,
    stop: async () => {
      await postgres.stop()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

/** A database of this name, copied from a template (about 110 ms), by default the migrated one; gives the way to it. */
export const createFromTemplate = async (
  cluster: ConnectionOptions,
  name: string,
  template: 'migrated' | (string & {}) = 'migrated',
): Promise<ConnectionOptions> => {
  const from = template === 'migrated' ? cluster.database : template
  // Copied as files: block by block through the log takes five times as long for a template of a thousand small files.
  await onCluster(cluster, `create database ${name} template ${from} strategy file_copy`)
  return { ...cluster, database: name }
}

/** Drops a database, whoever is connected. */
export const dropDatabase = (cluster: ConnectionOptions, name: string): Promise<void> =>
  onCluster(cluster, `drop database if exists ${name} with (force)`)

const onCluster = async (cluster: ConnectionOptions, statement: string): Promise<void> => {
  const client = new pg.Client({ ...cluster, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
