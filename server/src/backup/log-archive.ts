import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { z } from 'zod'
import { syncFolder, writeDurably } from '../platform/durable-file.ts'
import { seal, unseal } from '../platform/seal.ts'
import { BackupError } from './backup-error.ts'
import { createDerivation, deriveKey, isSame, KeyDerivation, keyCheck, partKey } from './backup-key.ts'
import { endLogFile, releaseLog } from './store-log.ts'

/** Where the log is archived, beside the backups of the schedule. */
export const LOG_FOLDER = 'log'

const Key = z.object({ key: KeyDerivation, key_check: z.string() })
const KEY_FILE = 'key.json'
const SEGMENT = /^[0-9A-F]{24}$/
const SEALED = /^([0-9A-F]{24})\.log$/
const SEGMENTS_IN_GIGABYTES = 256
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** The key of an archive; made with the archive itself. Refuses another passphrase than the one it was begun with. */
export const openArchive = async (folder: string, passphrase: string): Promise<Buffer> => {
  const file = join(folder, KEY_FILE)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const derivation = createDerivation()
    const key = await deriveKey(passphrase, derivation)
    writeDurably(file, `${JSON.stringify({ key: derivation, key_check: keyCheck(key) })}\n`)
    return key
  }
  const { success, data } = Key.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (!success) throw new BackupError(`${file} is damaged.`)
  const key = await deriveKey(passphrase, data.key)
  if (!isSame(keyCheck(key), data.key_check))
    throw new BackupError(`The passphrase is not the one the log in ${folder} was archived with.`)
  return key
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Told as damaged by the caller.
    return null
  }
}

/** Archives every complete file of the log that is not yet; the database may drop them afterwards. Returns their number. */
export const archiveLog = async (
  sql: Pick<pg.Client, 'query'>,
  cluster_dir: string,
  folder: string,
  key: Buffer,
): Promise<number> => {
  const present = await endLogFile(sql)
  const from = join(cluster_dir, 'pg_wal')
  const names = readdirSync(from).filter((name) => SEGMENT.test(name) && name < present && isOf(name, present))
  const archived = new Set(listArchived(folder))
  let count = 0
  for (const name of names.sort()) {
    if (archived.has(name)) continue
    const sealed = seal(partKey(key, `log ${name}`), await compress(await readFile(join(from, name))))
    const file = join(folder, `${name}.log`)
    await writeFile(`${file}.new`, sealed, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
    count += 1
  }
  if (count > 0) syncFolder(folder)
  await releaseLog(sql, lsnOf(present))
  return count
}

/** Of the same timeline: after a restore another one begins. */
const isOf = (segment: string, other: string): boolean => segment.slice(0, 8) === other.slice(0, 8)

/** Names of the archived files of the log, the oldest first. */
export const listArchived = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .flatMap((name) => SEALED.exec(name)?.[1] ?? [])
        .sort()
    : []

/** Deletes what no kept backup needs: everything before the first file of the oldest. */
export const dropOldLog = (folder: string, first_needed: string): number => {
  const old = listArchived(folder).filter((name) => isOf(name, first_needed) && name < first_needed)
  for (const name of old) rmSync(join(folder, `${name}.log`))
  return old.length
}

/**
 * Writes the archived files that follow `last` without a gap into `into`; `last` is the last file that the backup itself has.
 * Returns the last one written, or `last`.
 */
export const restoreLog = async (
  folder: string,
  key: Buffer,
  last: string,
  write: (name: string, bytes: Buffer) => Promise<void>,
): Promise<string> => {
  const archived = new Set(listArchived(folder))
  let newest = last
  for (let name = nextOf(last); archived.has(name); name = nextOf(name)) {
    const opened = unseal(partKey(key, `log ${name}`), await readFile(join(folder, `${name}.log`)))
    if (opened === null) throw new BackupError(`${name}.log is damaged: it is not as it was archived.`)
    await write(name, await decompress(opened))
    newest = name
  }
  return newest
}

/** A file of the log has 16 MB; 256 of them share the middle of the name. */
export const nextOf = (segment: string): string => {
  const low = Number.parseInt(segment.slice(16), 16) + 1
  const carry = low === SEGMENTS_IN_GIGABYTES
  const high = Number.parseInt(segment.slice(8, 16), 16) + (carry ? 1 : 0)
  return `${segment.slice(0, 8)}${hex(high)}${hex(carry ? 0 : low)}`
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** The file of the log that an LSN (`1/A3000718`) is in. */
export const segmentOf = (lsn: string, timeline: number): string => {
  const [high = '0', low = '0'] = lsn.split('/')
  return `${hex(timeline)}${hex(Number.parseInt(high, 16))}${hex(Math.floor(Number.parseInt(low, 16) / 0x1000000))}`
}

/** Where a file of the log begins. */
const lsnOf = (segment: string): string =>
  `${Number.parseInt(segment.slice(8, 16), 16).toString(16)}/${(Number.parseInt(segment.slice(16), 16) * 0x1000000).toString(16)}`
