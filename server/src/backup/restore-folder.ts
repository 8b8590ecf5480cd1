import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { chown, mkdir, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../platform/durable-file.ts'
import { readMigrations } from '../platform/migrate.ts'
import { findDatabaseAccount } from '../platform/system-account.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest, Part, TableFigures } from './manifest.ts'
import { isMark } from './restored-folder.ts'
import type { TarEntry, TarSink } from './tar.ts'

/** Free beside what is restored. */
const SPARE_BYTES = 200 * 1024 * 1024

/** Refuses a folder with something in it; what a restore that was killed left there, or beside it, is removed. */
export const checkEmptyFolder = (target: string): void => {
  dropKilled(target, 'restoring-')
  dropKilled(dirname(target), `${basename(target)}.restoring-`)
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new BackupError(`${target} is not empty: restore into a new folder.`)
}

const dropKilled = (folder: string, prefix: string): void => {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)) && !isRunning(name.slice(prefix.length)))
      rmSync(join(folder, name), { recursive: true, force: true })
}

const isRunning = (pid: string): boolean => existsSync(`/proc/${pid}`)

/** Refuses a backup of a later version of the product, or of another edition. */
export const checkSchema = ({ schema, product }: Manifest): void => {
  const migrations = readMigrations()
  const known = migrations[schema.number - 1]
  const newest = migrations.at(-1)
  if (known === undefined)
    throw new BackupError(
      `The backup is of Heatfleet ${product} with the schema ${schema.name}, which is newer than this program (${newest?.name ?? 'none'}): restore it with that version or a later one.`,
    )
  if (known.checksum !== schema.checksum)
    throw new BackupError(`The backup has another ${schema.name} than this program: it is of another edition.`)
}

/** Where a restore writes until all is there. An empty folder that exists may be a mounted disk, which cannot be replaced. */
export const unfinishedOf = (target: string): string => {
  const name = `restoring-${process.pid}`
  return existsSync(target) ? join(target, name) : `${target}.${name}`
}

/** Makes the folder to restore into. */
export const makeFolder = (folder: string): void => {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    mkdirSync(folder, { mode: 0o755 })
    // PostgreSQL's account must get through, whatever the umask.
    chmodSync(folder, 0o755)
  } catch (error) {
    throw new BackupError(`${folder} cannot be made (${error instanceof Error ? error.message : String(error)}).`)
  }
}

/** Refuses a disk that is too small for some parts. */
export const checkSpace = (folder: string, parts: readonly Part[]): void => {
  const { bavail, bsize } = statfsSync(folder)
  const needed = parts.reduce((sum, { plain_bytes }) => sum + plain_bytes, SPARE_BYTES)
  if (bavail * bsize < needed)
    throw new BackupError(
      `The disk of ${folder} has ${mb(bavail * bsize)} MB free; the restored data need ${mb(needed)} MB.`,
    )
}

const mb = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)

/** Writes what is below `pg` into the cluster, for PostgreSQL's account, and all else into the data folder. */
export const diskSink = (data_dir: string, cluster_dir: string): TarSink => {
  const account = findDatabaseAccount()
  let file: Awaited<ReturnType<typeof open>> | null = null
  let is_durable = false
  const begin = async ({ path, kind }: TarEntry): Promise<void> => {
    const [top, ...rest] = path.split('/')
    const is_cluster = top === 'pg'
    const at = is_cluster ? join(cluster_dir, ...rest) : join(data_dir, path)
    if (kind === 'folder') await mkdir(at, { recursive: true, mode: 0o700 })
    else file = await open(at, 'wx', 0o600)
    if (is_cluster && account !== null) await chown(at, account.uid, account.gid)
    // PostgreSQL flushes its own files before it recovers.
    is_durable = !is_cluster
  }
  return {
    begin,
    data: async (piece) => {
      for (let at = 0; at < piece.length; ) at += (await file?.write(piece, at))?.bytesWritten ?? piece.length
    },
    end: async () => {
      if (is_durable) await file?.sync()
      await file?.close()
      file = null
    },
  }
}

/** The first difference as a sentence; null = all equal. */
export const compareTables = (before: readonly TableFigures[], after: readonly TableFigures[]): string | null => {
  const found = new Map(after.map((one) => [one.table, one]))
  for (const { table, rows, checksum } of before) {
    const now = found.get(table)
    if (now === undefined) return `the table ${table} is missing.`
    if (now.rows !== rows) return `${table} has ${now.rows} rows, in the backup it had ${rows}.`
    if (now.checksum !== checksum) return `the rows of ${table} have another checksum.`
  }
  const more = after.length - before.length
  return more === 0 ? null : `it has ${more} tables more.`
}

/** Gives a restored folder its name; into one that exists its content is moved, the database last. */
export const nameFolder = (unfinished: string, target: string): void => {
  if (unfinished.startsWith(join(target, '/'))) {
    // A folder without a database is not started by mistake.
    for (const name of readdirSync(unfinished).sort((one, other) => Number(one === 'pg') - Number(other === 'pg')))
      if (!isMark(name)) renameSync(join(unfinished, name), join(target, name))
    rmSync(unfinished, { recursive: true })
    syncFolder(target)
  } else {
    renameSync(unfinished, target)
    for (const name of readdirSync(target).filter(isMark)) rmSync(join(target, name))
  }
  syncFolder(dirname(target))
}
