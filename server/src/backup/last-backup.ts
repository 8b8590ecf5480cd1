import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../platform/durable-file.ts'

/** How the last try of a backup ended, and which one succeeded last. Kept in the data folder: the console shows it. */
export const LastBackup = z.object({
  ended: z.iso.datetime(),
  /** null = it succeeded. */
  failure: z.string().nullable(),
  /** The last that succeeded; null = none yet. */
  success: z
    .object({
      folder: z.string(),
      created: z.iso.datetime(),
      seconds: z.number(),
      bytes: z.number(),
      rows: z.string().nullable(),
    })
    .nullable(),
})
export type LastBackup = z.output<typeof LastBackup>

const fileOf = (data_dir: string): string => join(data_dir, 'backup', 'last.json')

export const writeLastBackup = (data_dir: string, last: LastBackup): void =>
  writeDurably(fileOf(data_dir), `${JSON.stringify(last)}\n`)

/** null = no backup was tried yet. */
export const findLastBackup = (data_dir: string): LastBackup | null => {
  const file = fileOf(data_dir)
  if (!existsSync(file)) return null
  try {
    return LastBackup.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Written by another version, or by hand: as good as unknown.
    return null
  }
}
