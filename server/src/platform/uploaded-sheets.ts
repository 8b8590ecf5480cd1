import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A sheet in a file of this machine; `size` in bytes. */
export type StoredSheet = { path: string; size: number }
/** A sheet in memory, or in the file into which its upload was written. */
export type SheetBytes = Uint8Array | StoredSheet

const stored = new Map<string, StoredSheet>()

/**
 * Keeps an uploaded file under a name that stands for its content, until {@link dropUploaded}. The name is base64 as the
 * content would be, and nobody can guess it.
 */
export const keepUploaded = (sheet: StoredSheet): string => {
  const name = randomBytes(24).toString('base64')
  stored.set(name, sheet)
  return name
}

/** Ends what {@link keepUploaded} began; the caller deletes the file. */
export const dropUploaded = (name: string): void => void stored.delete(name)

/** The sheet of a call: of its file where the transport wrote one, else from the base64 text itself. */
export const sheetOf = (content: string): SheetBytes => stored.get(content) ?? Buffer.from(content, 'base64')

/** The bytes of a sheet; only the reading process, which has a bound of memory, loads a file. */
export const loadSheet = async (sheet: SheetBytes): Promise<Uint8Array> =>
  sheet instanceof Uint8Array ? sheet : await readFile(sheet.path)
