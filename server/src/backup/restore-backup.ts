import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { chown, open, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import { type ConnectionOptions, clientConfig } from '../platform/db.ts'
import { POSTGRES_MAJOR, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { findFolders, prepareFolders } from '../platform/embedded-postgres-folders.ts'
import { findDatabaseAccount } from '../platform/system-account.ts'
import { BackupError } from './backup-error.ts'
import { listArchived, openArchive, restoreLog } from './log-archive.ts'
import { hasTables, type Manifest, readManifest, type TableFigures } from './manifest.ts'
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
import { findLastCommit, readTableFigures } from './store.ts'

/** How far a restore goes: `backup` = the moment of the backup, `latest` = all of the archived log, else a time (ISO 8601). */
export type Until = string

/** The log that was archived after the backup. */
type ArchivedLog = { until: Until; folder: string }

type Deps = { clock: Clock; print: (line: string) => void }

/** PostgreSQL reads its log before it answers: 16 MB of it take a fifth of a second. */
const RECOVERY_MAX_MS = 6 * 3_600_000

/**
 * Restores a backup into the data folder `into`, which must not exist or be empty: written beside it, recovered, counted, and
 * renamed when all is as it was. Refuses a damaged backup, a wrong passphrase, and one of a later version of the product.
 */
export const restoreBackup = async (
  from: string,
  into: string,
  passphrase: string,
  deps: Deps,
  log: ArchivedLog = { until: 'backup', folder: '' },
): Promise<Manifest> => {
  const target = resolve(into)
  checkEmpty(target)
  const { manifest, key } = await readManifest(from, passphrase)
  if (hasTables(manifest))
    throw new BackupError(
      'The backup holds the rows of an external PostgreSQL: set DATABASE_URL to an empty database to restore it.',
    )
  checkSchema(manifest)
  checkMajor(manifest)
  const unfinished = unfinishedOf(target)
  makeFolder(unfinished)
  const folders = prepareFolders(unfinished, findDatabaseAccount())
  try {
    checkSpace(unfinished, manifest.parts)
    for (const part of manifest.parts) {
      await readPart(from, key, part, diskSink(unfinished, folders.cluster_dir))
      deps.print(`${part.part}: ${part.files} files`)
    }
    if (log.until !== 'backup') await addArchivedLog(folders.cluster_dir, log.folder, passphrase, deps)
    await recover(unfinished, manifest, log.until, deps)
    await finish(unfinished, target, folders.cluster_dir)
    return manifest
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!folders.cluster_dir.startsWith(unfinished))
      rmSync(dirname(folders.cluster_dir), { recursive: true, force: true })
    throw error
  }
}

const checkEmpty = (target: string): void => {
  checkEmptyFolder(target)
  if (existsSync(target)) {
    const { cluster_dir } = findFolders(target, findDatabaseAccount())
    if (existsSync(join(cluster_dir, 'PG_VERSION')))
      throw new BackupError(`${cluster_dir} holds the database of ${target}: restore into a new folder.`)
  }
}

const checkMajor = ({ postgres_major }: Manifest): void => {
  if (String(postgres_major) !== POSTGRES_MAJOR)
    throw new BackupError(
      `The backup is of PostgreSQL ${postgres_major}, this program has ${POSTGRES_MAJOR}: restore it with the version that made it.`,
    )
}

/** Puts the archived files of the log behind those of the backup. */
const addArchivedLog = async (
  cluster_dir: string,
  folder: string,
  passphrase: string,
  { print }: Deps,
): Promise<void> => {
  const account = findDatabaseAccount()
  const key = await openArchive(folder, passphrase)
  const own = readdirSync(join(cluster_dir, 'pg_wal'))
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort()
  let count = 0
  const archived = listArchived(folder)
  const last = await restoreLog(folder, key, own.at(-1) ?? '', async (name, bytes) => {
    const file = join(cluster_dir, 'pg_wal', name)
    await writeFile(file, bytes, { mode: 0o600 })
    if (account !== null) await chown(file, account.uid, account.gid)
    count += 1
  })
  print(`log: ${count} archived files, up to ${last}`)
  const later = archived.find((name) => name > last && name.slice(0, 8) === last.slice(0, 8))
  if (later !== undefined) print(`The archive has a gap behind ${last}: what follows from ${later} on cannot be used.`)
}

/** Starts PostgreSQL on the restored files up to the end of the backup, compares all rows, and stops it. */
const recover = async (data_dir: string, manifest: Manifest, until: Until, { clock, print }: Deps): Promise<void> => {
  const { cluster_dir } = findFolders(data_dir, findDatabaseAccount())
  const signal = await open(join(cluster_dir, 'recovery.signal'), 'wx', 0o600)
  await signal.close()
  const account = findDatabaseAccount()
  if (account !== null) await chown(join(cluster_dir, 'recovery.signal'), account.uid, account.gid)
  const before_ms = clock.now()
  const engine = await startEmbeddedPostgres({
    data_dir,
    settings: recoverySettings(manifest, until),
    ready_max_ms: RECOVERY_MAX_MS,
  }).catch((error: Error) => {
    const reason = lastFatal(data_dir) ?? error.message
    if (reason.includes('before configured recovery target was reached'))
      throw new BackupError(`The archived log ends before ${until}: restore until latest, or an earlier time.`)
    throw new BackupError(`PostgreSQL cannot recover the backup: ${reason}`)
  })
  try {
    print(`The database is recovered (${seconds(clock.now() - before_ms)} s).`)
    const counted_ms = clock.now()
    const { found, last_commit } = await readRestored(engine.connection, manifest.tables ?? [])
    if (until !== 'backup') {
      const rows = found.reduce((sum, one) => sum + BigInt(one.rows), 0n)
      print(
        `The last transaction is of ${last_commit ?? 'the backup'}; ${rows} rows of ${found.length} tables were read.`,
      )
    } else if (manifest.tables === null) print('The backup has no counts to compare with; every row was read.')
    else {
      const wrong = compareTables(manifest.tables, found)
      if (wrong !== null) throw new BackupError(`The restored database is not the one that was backed up: ${wrong}`)
      print(
        `${found.length} tables have the rows and checksums of the backup (${seconds(clock.now() - counted_ms)} s).`,
      )
    }
  } finally {
    await engine.stop()
  }
}

/** What PostgreSQL gave up for, by its log; the folder goes, and the log with it. */
const lastFatal = (data_dir: string): string | null => {
  const lines = readFileSync(join(data_dir, 'logs', 'postgres.log'), 'utf8').split('\n')
  return lines.findLast((line) => /FATAL|PANIC/.test(line) && !line.includes('not accepting connections')) ?? null
}

/** The log lies in the cluster already; no command brings more. Nobody connects before the end of the recovery. */
const recoverySettings = ({ lsn }: Manifest, until: Until): Record<string, string> => ({
  restore_command: 'false',
  hot_standby: 'off',
  recovery_target_action: 'promote',
  ...(until === 'backup'
    ? { recovery_target_lsn: lsn ?? '', recovery_target_inclusive: 'off' }
    : until === 'latest'
      ? {}
      : // PostgreSQL takes no T and no Z here.
        { recovery_target_time: until.replace('T', ' ').replace('Z', '+00') }),
})

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

const readRestored = async (
  connection: ConnectionOptions,
  as: readonly TableFigures[],
): Promise<{ found: TableFigures[]; last_commit: string | null }> => {
  const client = new pg.Client(clientConfig(connection))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const last_commit = await findLastCommit(client)
    return { found: await readTableFigures(client, as), last_commit }
  } finally {
    await client.end()
  }
}

/** Gives the restored folder its name; a cluster outside it gets the one that belongs to the new name. */
const finish = async (unfinished: string, target: string, cluster_dir: string): Promise<void> => {
  rmSync(join(unfinished, 'pg-socket'), { recursive: true, force: true })
  nameFolder(unfinished, target)
  if (cluster_dir.startsWith(join(dirname(unfinished), basename(unfinished)))) return
  const final = prepareFolders(target, findDatabaseAccount())
  rmSync(final.cluster_dir, { recursive: true })
  renameSync(cluster_dir, final.cluster_dir)
  rmSync(dirname(cluster_dir), { recursive: true, force: true })
}
