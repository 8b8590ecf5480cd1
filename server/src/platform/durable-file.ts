import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a small file atomically and durably, also across a power cut: to a temporary file, fsync, rename. Readable by the
 * owner only; its folder is created when absent.
 */
export const writeDurably = (path: string, text: string | Uint8Array): void => {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = `${path}.new`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  renameSync(fresh, path)
  // The directory entries need an fsync too: the file's and its folder's.
  for (const path of [folder, dirname(folder)]) syncFolder(path)
}

/** Makes the entries of a folder durable: new and renamed files. */
export const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
