import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'
import { deriveKey, hmacOf, isSame, KeyDerivation, keyCheck } from './backup-key.ts'

/** What a backup is made of; each part is one encrypted archive. `tables` = rows of an external database, else `database` and `wal`. */
const PARTS = ['database', 'wal', 'tables', 'keys', 'firmware', 'exports'] as const
export type PartName = (typeof PARTS)[number]
export const fileOfPart = (part: PartName): string => `${part}.part`

const Part = z.object({
  part: z.enum(PARTS),
  /** Of the encrypted file. */
  bytes: z.number().int(),
  sha256: z.string(),
  /** Files in it, and their bytes before compression. */
  files: z.number().int(),
  plain_bytes: z.number().int(),
})
export type Part = z.output<typeof Part>

const TableFigures = z.object({
  table: z.string(),
  rows: z.string(),
  /** Sum of the hashes of all rows, whatever their order. */
  checksum: z.string(),
  /** `text` for a table with a type that PostgreSQL cannot hash. */
  hash: z.enum(['record', 'text']),
})
export type TableFigures = z.output<typeof TableFigures>

export const Manifest = z.object({
  format: z.literal(1),
  created: z.iso.datetime(),
  product: z.string(),
  schema: z.object({ number: z.number().int(), name: z.string(), checksum: z.string() }),
  postgres_major: z.number().int(),
  /** The restored database ends here: exactly what {@link TableFigures} were taken of. null = rows of an external database. */
  lsn: z.string().nullable(),
  timeline: z.number().int().nullable(),
  key: KeyDerivation,
  key_check: z.string(),
  parts: z.array(Part),
  /** null = a transaction was writing at every try: counts would not have been exact. */
  tables: z.array(TableFigures).nullable(),
})
export type Manifest = z.output<typeof Manifest>

/** Whether a backup holds the rows of an external database, and not the files of the embedded one. */
export const hasTables = ({ parts }: Manifest): boolean => parts.some(({ part }) => part === 'tables')

const FILE = 'manifest.json'
const SEAL = 'manifest.seal'

const sealOf = (text: Buffer, key: Buffer): string => `${sha256Of(text)}\n${hmacOf(key, text)}\n`
const sha256Of = (text: Buffer): string => createHash('sha256').update(text).digest('hex')

/** Writes the manifest and its seal: the last files of a backup. */
export const writeManifest = (folder: string, manifest: Manifest, key: Buffer): void => {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  writeFileSync(join(folder, SEAL), sealOf(text, key), { mode: 0o600, flush: true })
  writeFileSync(join(folder, FILE), text, { mode: 0o600, flush: true })
}

/** The manifest without its proof: what a list of backups shows. null = the folder is no backup, or a damaged one. */
export const findManifest = (folder: string): Manifest | null => {
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')))
  } catch {
    // Absent, damaged or of a later format.
    return null
  }
}

/** Reads and proves the manifest; refuses a damaged one, a wrong passphrase, an altered one, each with its own sentence. */
export const readManifest = async (
  folder: string,
  passphrase: string,
): Promise<{ manifest: Manifest; key: Buffer }> => {
  if (!existsSync(join(folder, FILE)))
    throw new BackupError(`${folder} is no backup: it has no ${FILE}. A backup that was cut off has none.`)
  const text = readFileSync(join(folder, FILE))
  const seal = existsSync(join(folder, SEAL)) ? readFileSync(join(folder, SEAL), 'latin1') : ''
  if (seal.slice(0, 65) !== `${sha256Of(text)}\n`)
    throw new BackupError(`${FILE} of ${folder} is damaged: it does not match ${SEAL}.`)
  const { success, data: manifest } = Manifest.safeParse(JSON.parse(text.toString('utf8')))
  if (!success)
    throw new BackupError(`${folder} was written by a later version of Heatfleet: restore it with that one.`)
  const key = await deriveKey(passphrase, manifest.key)
  if (!isSame(keyCheck(key), manifest.key_check))
    throw new BackupError(`The passphrase is not the one the backup in ${folder} was made with.`)
  if (!isSame(seal, sealOf(text, key)))
    throw new BackupError(`${SEAL} of ${folder} is damaged, or ${FILE} was altered without the passphrase.`)
  return { manifest, key }
}
