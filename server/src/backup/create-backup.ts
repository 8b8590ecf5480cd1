import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import { type ConnectionOptions, clientConfig } from '../platform/db.ts'
import { syncFolder } from '../platform/durable-file.ts'
import { BackupError } from './backup-error.ts'
import { createDerivation, deriveKey, keyCheck } from './backup-key.ts'
import { clusterSources, firstSegment, logSources } from './cluster-files.ts'
import { copyTables } from './copy-tables.ts'
import { type Manifest, type Part, type TableFigures, writeManifest } from './manifest.ts'
import { filesBelow, type Source, writePart } from './parts.ts'
import {
  type BaseBackupEnd,
  closeLog,
  findSchema,
  readLogEnd,
  readTableFigures,
  startBaseBackup,
  stopBaseBackup,
  tryQuietPoint,
} from './store.ts'

/** What is backed up, and from where. */
export type BackupSource = {
  connection: ConnectionOptions
  /** The cluster of the embedded PostgreSQL; null = an external one, of which the rows are copied. */
  cluster_dir: string | null
  data_dir: string
  firmware_folder: string
  exports_folder: string
  /** The key in use, from wherever it came: without it no module logs in after a restore. */
  secret_key_hex: string
  product: string
  postgres_major: number
}

type Deps = { clock: Clock; print: (line: string) => void }

/** A writing transaction is over in milliseconds; a compaction of a range of devices takes some seconds. */
const QUIET_MAX_MS = 60_000

/**
 * Backs up a running product into the folder `to`, which must not exist or be empty. Written under another name and renamed
 * at the end: a backup that was cut off is never taken for one.
 */
export const createBackup = async (
  source: BackupSource,
  to: string,
  passphrase: string,
  deps: Deps,
): Promise<Manifest> => {
  if (existsSync(to) && readdirSync(to).length > 0) throw new BackupError(`${to} is not empty: name a new folder.`)
  const derivation = createDerivation()
  const key = await deriveKey(passphrase, derivation)
  const unfinished = makeUnfinished(to)
  try {
    const { manifest } = await write(source, unfinished, key, deps)
    writeManifest(unfinished, { ...manifest, key: derivation, key_check: keyCheck(key) }, key)
    syncFolder(unfinished)
    if (existsSync(to)) rmSync(to, { recursive: true })
    renameSync(unfinished, to)
    syncFolder(dirname(to))
    return { ...manifest, key: derivation, key_check: keyCheck(key) }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Makes the folder to write into, and removes those of backups of the same name that were cut off. */
const makeUnfinished = (to: string): string => {
  const parent = dirname(to)
  const prefix = `${basename(to)}.unfinished-`
  try {
    mkdirSync(parent, { recursive: true })
    for (const name of readdirSync(parent))
      if (name.startsWith(prefix) && !existsSync(`/proc/${name.slice(prefix.length)}`))
        rmSync(join(parent, name), { recursive: true, force: true })
    const folder = join(parent, `${prefix}${process.pid}`)
    mkdirSync(folder, { mode: 0o700 })
    return folder
  } catch (error) {
    throw new BackupError(`${parent} cannot be written (${error instanceof Error ? error.message : String(error)}).`)
  }
}

/** The database in a backup; `count` reads the rows of what was copied. */
type DatabaseCopy = Pick<Manifest, 'schema' | 'lsn' | 'timeline' | 'parts'> & {
  count: () => Promise<TableFigures[] | null>
  close: () => Promise<void>
}

const write = async (
  source: BackupSource,
  folder: string,
  key: Buffer,
  { clock, print }: Deps,
): Promise<{ manifest: Omit<Manifest, 'key' | 'key_check'> }> => {
  const created = new Date(clock.now()).toISOString()
  const database =
    source.cluster_dir === null
      ? await copyRows(source, folder, key, print)
      : await copyFiles(source, source.cluster_dir, folder, key, { clock, print })
  try {
    const { schema, lsn, timeline, parts } = database
    parts.push(await writePart(folder, key, 'keys', keySources(source)))
    for (const [part, from] of [
      ['firmware', source.firmware_folder],
      ['exports', source.exports_folder],
    ] as const) {
      parts.push(await writePart(folder, key, part, filesBelow(from, part)))
      print(`${part}: ${describe(parts.at(-1))}`)
    }
    const tables = await database.count()
    if (tables !== null) print(`${sumRows(tables)} rows of ${tables.length} tables counted`)
    const { product, postgres_major } = source
    return { manifest: { format: 1, created, product, schema, postgres_major, lsn, timeline, parts, tables } }
  } finally {
    await database.close()
  }
}

const copyRows = async (
  source: BackupSource,
  folder: string,
  key: Buffer,
  print: Deps['print'],
): Promise<DatabaseCopy> => {
  const clients = await connect(source.connection)
  const [keeper, reader] = clients
  try {
    const { schema, part, tables } = await copyTables([keeper, reader], folder, key)
    print(`tables: ${describe(part)}`)
    return { schema, lsn: null, timeline: null, parts: [part], count: async () => tables, close: async () => {} }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const copyFiles = async (
  source: BackupSource,
  cluster_dir: string,
  folder: string,
  key: Buffer,
  { clock, print }: Deps,
): Promise<DatabaseCopy> => {
  const clients = await connect(source.connection)
  const [keeper, reader, witness] = clients
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.end()))
  }
  try {
    const schema = await findSchema(keeper)
    if (schema === null) throw new BackupError('The database has not been migrated yet: start Heatfleet once.')
    const slot = `heatfleet_backup_${process.pid}`
    await startBaseBackup(keeper, slot)
    let end: BaseBackupEnd | null = null
    const parts: Part[] = []
    const database = clusterSources(cluster_dir, async () => {
      end = await stopBaseBackup(keeper)
      return end
    })
    parts.push(await writePart(folder, key, 'database', database))
    print(`database: ${describe(parts.at(-1))}`)
    const { label } = end as unknown as BaseBackupEnd // written while the part was
    const point = await findQuietPoint(reader, witness, clock)
    const { lsn, timeline } = point ?? (await readLogEnd(keeper))
    const last = await closeLog(keeper)
    parts.push(await writePart(folder, key, 'wal', logSources(cluster_dir, firstSegment(label), last)))
    print(`log: ${describe(parts.at(-1))}`)
    // From here on the database may drop its log.
    await keeper.end()
    const count = async (): Promise<TableFigures[] | null> => {
      if (point !== null) return await readTableFigures(reader)
      print('Rows were not counted: at every try of a minute a transaction was writing.')
      return null
    }
    return { schema, lsn, timeline, parts, count, close }
  } catch (error) {
    await close()
    throw error
  }
}

const connect = async (connection: ConnectionOptions): Promise<[pg.Client, pg.Client, pg.Client]> => {
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client(clientConfig(connection))
    // A database that ends in the middle also fails the query that waits.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  return [await open(), await open(), await open()]
}

const findQuietPoint = async (reader: pg.Client, witness: pg.Client, clock: Clock) => {
  const until_ms = clock.now() + QUIET_MAX_MS
  for (let tries = 0; clock.now() < until_ms; tries += 1) {
    const point = await tryQuietPoint(reader, witness)
    if (point !== null) return point
    // Commits that follow each other closely leave gaps of less than a millisecond: most tries come at once.
    if (tries % 50 === 49) await pause(5)
  }
  return null
}

async function* keySources({ data_dir, secret_key_hex }: BackupSource): AsyncGenerator<Source> {
  yield { kind: 'folder', path: 'keys' }
  yield* filesBelow(join(data_dir, 'keys'), 'keys', (path) => path !== 'keys/secret-key' && !path.endsWith('.new'))
  yield { kind: 'text', path: 'keys/secret-key', text: `${secret_key_hex}\n` }
  yield* filesBelow(join(data_dir, 'demo'), 'demo')
}

const MB = 1024 * 1024

const describe = (part: Part | undefined): string =>
  part === undefined
    ? ''
    : `${part.files} files, ${(part.plain_bytes / MB).toFixed(1)} MB, encrypted ${(part.bytes / MB).toFixed(1)} MB`

const sumRows = (tables: readonly TableFigures[]): bigint => tables.reduce((sum, { rows }) => sum + BigInt(rows), 0n)
