import type { TestProject } from 'vitest/node'
import type { ConnectionOptions } from '../src/platform/db.ts'
import { startTestCluster } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this run; its database is a migrated template. */
    postgres: ConnectionOptions
  }
}

/**
 * One real PostgreSQL per run, with a migrated template that test files copy (test/database.ts). A run within a run (the
 * mutants) is given that of the outer one.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env.HEATFLEET_TEST_CLUSTER
  if (given !== undefined) {
    // Written by scripts/mutants from a connection.
    project.provide('postgres', JSON.parse(given) as ConnectionOptions)
    return async () => {}
  }
  const cluster = await startTestCluster()
  project.provide('postgres', cluster.connection)
  return cluster.stop
}
