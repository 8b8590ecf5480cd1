import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type ConnectionOptions, openDatabase } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { migrateJobs } from '../src/platform/jobs.ts'
import { migrate } from '../src/platform/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this run; its database is a migrated template. */
    postgres: ConnectionOptions
  }
}

/** One real PostgreSQL per run in a passing folder, with a migrated template that test files copy (test/database.ts). */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-test-'))
  // PostgreSQL's account must be able to walk in when the tests run as root.
  chmodSync(data_dir, 0o755)
  const postgres = await startEmbeddedPostgres({ data_dir, durable: false })
  const template = openDatabase(postgres.connection)
  await migrate(template.pool)
  await migrateJobs(template.pool)
  await template.close()
  project.provide('postgres', postgres.connection)
  return async () => {
    await postgres.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}
