import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type ConnectionOptions, type Database, openDatabase } from '../src/platform/db.ts'

export { seedSmallFleet } from './small-fleet.ts'

/** A database of one test file: real, migrated, empty, gone afterwards. Readable from the first `beforeAll` on. */
export type TestDatabase = Omit<Database, 'close'> & { readonly connection: ConnectionOptions }

/** Call once at the top of a test file. Copies the migrated template (about 50 ms) and drops the copy at the end. */
export const useDatabase = (): TestDatabase => {
  const cluster = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  const connection = { ...cluster, database: name }
  let opened: Database | null = null
  const database = (): Database => {
    if (opened === null) throw new Error('The database exists from beforeAll on.')
    return opened
  }
  beforeAll(async () => {
    await onCluster(cluster, `create database ${name} template heatfleet`)
    opened = openDatabase(connection)
  })
  afterAll(async () => {
    await opened?.close()
    await onCluster(cluster, `drop database if exists ${name} with (force)`)
  })
  return {
    connection,
    get pool() {
      return database().pool
    },
    get db() {
      return database().db
    },
  }
}

const onCluster = async (cluster: ConnectionOptions, statement: string): Promise<void> => {
  const client = new pg.Client({ ...cluster, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
