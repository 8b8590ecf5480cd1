import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'
import { filesBelow, type Source } from './parts.ts'

/** Folders whose content PostgreSQL makes anew at a start; the folders themselves must exist. */
const EMPTY_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
].map((name) => `pg/${name}/`)
/** Of a running server alone, or written anew. */
const LEFT_OUT =
  /^pg\/(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|current_logfiles|[a-z_]+\.signal)$|\/(pgsql_tmp[^/]*|pg_internal\.init[^/]*|[^/]+\.tmp)$/
const CONTROL = 'pg/global/pg_control'
const SEGMENT = /^[0-9A-F]{24}$/

/** The files of a cluster between start and end of a base backup; `label` gives the file that only its end writes. */
export async function* clusterSources(
  cluster_dir: string,
  endBackup: () => Promise<{ label: string; tablespaces: string }>,
): AsyncGenerator<Source> {
  const isWanted = (path: string): boolean =>
    path !== CONTROL && !LEFT_OUT.test(path) && !EMPTY_FOLDERS.some((folder) => path.startsWith(folder))
  yield* filesBelow(cluster_dir, 'pg', isWanted)
  for (const folder of ['pg_wal/archive_status', 'pg_wal/summaries']) yield { kind: 'folder', path: `pg/${folder}` }
  // Last: it says from where on the log is read.
  yield { kind: 'file', path: CONTROL, file: join(cluster_dir, 'global', 'pg_control') }
  const { label, tablespaces } = await endBackup()
  if (tablespaces.trim() !== '')
    throw new BackupError('The database has tablespaces outside its folder: back it up with pg_basebackup.')
  yield { kind: 'text', path: 'pg/backup_label', text: label }
}

/** Files of the log from the first that a base backup needs to `last`, and what tells timelines apart. */
export async function* logSources(cluster_dir: string, first: string, last: string): AsyncGenerator<Source> {
  const folder = join(cluster_dir, 'pg_wal')
  const names = readdirSync(folder).sort()
  const segments = names.filter((name) => SEGMENT.test(name) && name >= first && name <= last)
  const expected = numberOf(last) - numberOf(first) + 1
  if (segments.length !== expected)
    throw new BackupError(`The log of the database is not complete: ${segments.length} of ${expected} files.`)
  for (const name of [...names.filter((one) => /^[0-9A-F]{8}\.history$/.test(one)), ...segments])
    yield { kind: 'file', path: `pg/pg_wal/${name}`, file: join(folder, name) }
}

/** Segments of 16 MB: 256 of them share the middle of the name. */
const numberOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16), 16)

/** Name of the first file of the log, from the label of the backup. */
export const firstSegment = (label: string): string => {
  const found = /^START WAL LOCATION: [0-9A-F/]+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1]
  if (found === undefined) throw new Error(`The label of the backup names no file of the log: ${label}`)
  return found
}
