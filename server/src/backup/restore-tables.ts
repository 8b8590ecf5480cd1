import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import { type ConnectionOptions, clientConfig, openDatabase } from '../platform/db.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { buildSchema, lockMigrations, readMigrations } from '../platform/migrate.ts'
import { BackupError } from './backup-error.ts'
import { hasTables, type Manifest, readManifest } from './manifest.ts'
import { readPart } from './parts.ts'
import {
  checkEmptyFolder,
  checkSchema,
  checkSpace,
  compareTables,
  diskSink,
  makeFolder,
  nameFolder,
  unfinishedOf,
} from './restore-folder.ts'
import { findRestored, markRestored, type RestoredFolder } from './restored-folder.ts'
import { readFiguresOf } from './store.ts'
import {
  addPartition,
  dropQueue,
  findContent,
  findMissingRight,
  listSequences,
  listStoredTables,
  openTables,
  type StoredTable,
  setSequence,
} from './store-tables.ts'
import { createLoader } from './table-archive.ts'

type Deps = { clock: Clock; print: (line: string) => void }

/**
 * Restores the rows of an external database into an empty one, and all else into the empty data folder `into`. The database is
 * built, filled and compared in one transaction, committed when all is as it was: whatever ends a restore before, the
 * database is empty; killed between that and the end, it is completed by the same restore. Needs no more rights than the product itself: those of the owner of the database.
 */
export const restoreTables = async (
  from: string,
  into: string,
  passphrase: string,
  connection: ConnectionOptions,
  deps: Deps,
): Promise<Manifest> => {
  const target = resolve(into)
  const killed = findRestored(target)
  if (killed === null) checkEmptyFolder(target)
  const { manifest, key } = await readManifest(from, passphrase)
  if (!hasTables(manifest))
    throw new BackupError(
      'The backup holds the files of the embedded PostgreSQL: unset DATABASE_URL to restore it into a data folder.',
    )
  checkSchema(manifest)
  const client = new pg.Client(clientConfig(connection))
  // A database that ends in the middle also fails the query that waits.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    // A product that starts meanwhile waits here, too.
    await lockMigrations(client)
    if (killed !== null) {
      if ((await findContent(client)) !== null) {
        await completeRestore(client, killed, target, manifest, deps)
        return manifest
      }
      // Killed before the database was committed.
      checkEmptyFolder(target)
    }
    await checkDatabase(client)
    const unfinished = unfinishedOf(target)
    makeFolder(unfinished)
    try {
      checkSpace(
        unfinished,
        manifest.parts.filter(({ part }) => part !== 'tables'),
      )
      await buildQueue(connection)
      await client.query('begin')
      await restoreParts({ client, from, key, manifest, unfinished }, deps)
      markRestored(unfinished, manifest)
      await client.query('commit')
    } catch (error) {
      // Ends the transaction, also in the middle of a COPY.
      await client.end()
      await dropQueueIfUnused(connection)
      rmSync(unfinished, { recursive: true, force: true })
      throw error
    }
    nameRestored(unfinished, target)
    // Without figures of the planner the first lists would be slow.
    await client.query('analyze')
    return manifest
  } finally {
    await client.end()
  }
}

/** Ends a restore that was killed after its database was committed: only the folder was not named yet. */
const completeRestore = async (
  client: pg.Client,
  { folder, created }: RestoredFolder,
  target: string,
  manifest: Manifest,
  { print }: Deps,
): Promise<void> => {
  if (created !== manifest.created)
    throw new BackupError(
      `A restore of another backup, of ${created}, was killed when its database was complete: run it again with that backup, or remove ${folder} and restore into a new database.`,
    )
  await client.query('begin isolation level repeatable read')
  const wrong = await findDifference(client, manifest)
  await client.query('rollback')
  if (wrong !== null)
    throw new BackupError(
      `The database was restored by a run that was killed, and is another one now (${wrong}) Remove ${folder} and restore into a new database.`,
    )
  print(`The database was complete when the restore was killed: ${folder} is named ${target}.`)
  nameRestored(folder, target)
  await client.query('analyze')
}

/** Compares all tables with the backup, but those that are none of the product. */
const findDifference = async (client: pg.Client, { tables }: Manifest): Promise<string | null> => {
  const stored = (await listStoredTables(client)).map(({ table }) => table)
  const before = (tables ?? []).filter(({ table }) => stored.includes(table))
  return compareTables(before, await readFiguresOf(client, stored, before))
}

/** The database is restored by now: the folder must not go with an error. */
const nameRestored = (unfinished: string, target: string): void => {
  try {
    nameFolder(unfinished, target)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(
      `The database is restored, but ${unfinished} cannot be named ${target} (${reason}). Mend that and run the same restore again: it names the folder.`,
    )
  }
}

/** Refuses a database that is not empty, or in which this role may make nothing. */
const checkDatabase = async (client: pg.Client): Promise<void> => {
  const refused = await findMissingRight(client)
  if (refused !== null)
    throw new BackupError(`DATABASE_URL: the role ${refused} may not create in this database: make it the owner.`)
  const content = await findContent(client)
  if (content !== null)
    throw new BackupError(`DATABASE_URL: the database is not empty, it has ${content}: restore into a new database.`)
}

/** The library of the queue migrates in transactions of its own: its schema, empty, is what a killed restore may leave. */
const buildQueue = async (connection: ConnectionOptions): Promise<void> => {
  const database = openDatabase(connection, { connections_max: 1 })
  try {
    await migrateJobs(database.pool)
  } finally {
    await database.close()
  }
}

/** What a failed restore built in advance; left where the database is away now: it is not in the way of the next one. */
const dropQueueIfUnused = async (connection: ConnectionOptions): Promise<void> => {
  const client = new pg.Client(clientConfig(connection))
  client.on('error', () => {})
  try {
    await client.connect()
    // Behind the end of the failed restore.
    await lockMigrations(client)
    if ((await findContent(client)) === null) await dropQueue(client)
  } catch {
    // The caller reports why the restore failed.
  } finally {
    await client.end()
  }
}

type Restore = { client: pg.Client; from: string; key: Buffer; manifest: Manifest; unfinished: string }

const restoreParts = async ({ client, from, key, manifest, unfinished }: Restore, deps: Deps): Promise<void> => {
  const { clock, print } = deps
  await buildSchema(client, readMigrations().slice(0, manifest.schema.number))
  let closeTables: readonly string[] = []
  const left_out = new Set<string>()
  const loader = createLoader(client, async (tables) => {
    for (const name of await prepareTables(client, tables)) {
      left_out.add(name)
      print(`${name} is no table of Heatfleet: it is left out.`)
    }
    closeTables = await openTables(client)
    return (table) => !left_out.has(table)
  })
  const files = diskSink(unfinished, join(unfinished, 'pg'))
  for (const part of manifest.parts) {
    const began_ms = clock.now()
    await readPart(from, key, part, part.part === 'tables' ? loader.sink : files)
    if (part.part !== 'tables') print(`${part.part}: ${part.files} files`)
    else print(`tables: the rows are loaded (${seconds(clock.now() - began_ms)} s)`)
  }
  const built_ms = clock.now()
  await restoreSequences(client, await loader.finish())
  for (const statement of closeTables) await client.query(statement)
  print(`Indexes are built and references checked (${seconds(clock.now() - built_ms)} s).`)
  const counted_ms = clock.now()
  const before = (manifest.tables ?? []).filter(({ table }) => !left_out.has(table))
  const stored = await listStoredTables(client)
  const found = await readFiguresOf(
    client,
    stored.map(({ table }) => table),
    before,
  )
  const wrong = compareTables(before, found)
  if (wrong !== null) throw new BackupError(`The restored database is not the one that was backed up: ${wrong}`)
  print(`${found.length} tables have the rows and checksums of the backup (${seconds(clock.now() - counted_ms)} s).`)
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

/**
 * Makes the partitions that were backed up, and compares all tables with what this program made. Gives those of the backup that are
 * none of the product: somebody else's, whom nothing here can make.
 */
const prepareTables = async (client: pg.Client, tables: readonly StoredTable[]): Promise<string[]> => {
  for (const table of tables) await addPartition(client, table)
  const made = new Map((await listStoredTables(client)).map((one) => [one.table, one]))
  const listed = new Map(tables.map((one) => [one.table, one]))
  for (const [name, { columns }] of made) {
    const before = listed.get(name)
    if (before === undefined || textOf(before.columns) !== textOf(columns))
      throw new BackupError(
        `The backup has ${before === undefined ? 'no table' : 'other columns in'} ${name}: restore it with the version of Heatfleet that made it.`,
      )
  }
  return [...listed.keys()].filter((name) => !made.has(name))
}

const textOf = (columns: StoredTable['columns']): string =>
  columns
    .map(({ name, type }) => `${name} ${type}`)
    .sort()
    .join(', ')

const restoreSequences = async (
  client: pg.Client,
  sequences: readonly Parameters<typeof setSequence>[1][],
): Promise<void> => {
  const made = new Set((await listSequences(client)).map(({ sequence }) => sequence))
  for (const state of sequences) if (made.has(state.sequence)) await setSequence(client, state)
}
