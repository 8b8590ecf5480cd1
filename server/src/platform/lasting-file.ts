import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a small file so that it is there whole or not at all, and still there after the power went: beside its place,
 * made to last, then renamed. Readable by the owner alone; its folder is made when absent.
 */
export const writeLasting = (path: string, text: string): void => {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = `${path}.new`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  renameSync(fresh, path)
  // The name stands in the folder, and the folder's in the one above.
  for (const place of [folder, dirname(folder)]) sync(place)
}

const sync = (folder: string): void => {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
