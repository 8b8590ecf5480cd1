import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, inject } from 'vitest'
import { type ConnectionOptions, type Connections, type Database, openDatabase } from '../src/platform/db.ts'
import { createFromTemplate, dropDatabase } from './test-cluster.ts'

export { seedSmallFleet } from './small-fleet.ts'

/** A database of one test file: real, migrated, empty, gone afterwards. Readable from the first `beforeAll` on. */
export type TestDatabase = Connections & { readonly connection: ConnectionOptions }

/** Call once at the top of a test file. Copies the migrated template (about 110 ms) and drops the copy at the end. */
export const useDatabase = (): TestDatabase => {
  const cluster = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  let opened: Database | null = null
  const database = (): Database => {
    if (opened === null) throw new Error('The database exists from beforeAll on.')
    return opened
  }
  beforeAll(async () => {
    opened = openDatabase(await createFromTemplate(cluster, name))
  })
  afterAll(async () => {
    await opened?.close()
    await dropDatabase(cluster, name)
  })
  return {
    connection: { ...cluster, database: name },
    get pool() {
      return database().pool
    },
    get prepared() {
      return database().prepared
    },
    get db() {
      return database().db
    },
  }
}
