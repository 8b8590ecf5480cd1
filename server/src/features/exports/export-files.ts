import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { ExportFileFormat } from '@heatfleet/contract/exports/exports.ts'

/** Name of an export's file in its folder. */
export const exportFile = (export_id: number | string, format: ExportFileFormat): string => `${export_id}.${format}`

/** Path of an export's file: by its id, never by a chosen name. */
export const exportPath = (folder: string, export_id: number, format: ExportFileFormat): string =>
  join(folder, exportFile(export_id, format))

const PART = '.part'

/**
 * Writes a file so that it is there whole or not at all, also after a power cut: beside its place, synced, then renamed.
 * Refuses with `export_too_large` beyond `bytes_max`; whatever ends it early leaves nothing behind. Returns its size.
 */
export const writeWholeFile = async (
  path: string,
  content: AsyncIterable<Uint8Array>,
  bytes_max: number,
  signal: AbortSignal,
): Promise<number> => {
  const part = `${path}${PART}`
  const folder = join(path, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let bytes = 0
  const file = await open(part, 'w', 0o600)
  try {
    for await (const chunk of content) {
      signal.throwIfAborted()
      bytes += chunk.length
      if (bytes > bytes_max) throw new Refusal('export_too_large')
      await file.writeFile(chunk)
    }
    await file.sync()
    await file.close()
    await rename(part, path)
    await syncFolder(folder)
    return bytes
  } catch (error) {
    // The first reason counts; a file that cannot be closed or removed any more is swept at the next start.
    await file.close().catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}

/** Deletes the file of an export; it may be gone already. */
export const removeExportFile = (folder: string, export_id: number, format: ExportFileFormat): Promise<void> =>
  rm(exportPath(folder, export_id, format), { force: true })

/**
 * Deletes what no export record stands for: parts of a killed process, files whose record is gone. Returns how many, and
 * which files of `kept` are not there.
 */
export const removeStrayFiles = async (
  folder: string,
  kept: ReadonlySet<string>,
): Promise<{ strays: number; missing: string[] }> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const present = new Set((await readdir(folder)).filter((name) => /^\d+\.(csv|xlsx|zip)(\.part)?$/.test(name)))
  const strays = [...present].filter((name) => !kept.has(name))
  for (const name of strays) await rm(join(folder, name), { force: true })
  return { strays: strays.length, missing: [...kept].filter((name) => !present.has(name)) }
}

/** A new name in a folder is on the disk only when the folder is. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
