import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findManifest } from './manifest.ts'

/** Name of a scheduled backup: its time, which sorts. */
export const nameOfBackup = (at_ms: number): string =>
  `heatfleet-${new Date(at_ms).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

const NAME = /^heatfleet-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/

/** The finished backups of the schedule in a folder, the newest first. */
export const listBackups = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => NAME.test(name) && findManifest(join(folder, name)) !== null)
        .sort()
        .reverse()
    : []

/** Of a backup of the schedule that is being written, with the process that writes it. */
const UNFINISHED = /^heatfleet-[\dT-]+Z\.unfinished-(\d+)$/

/**
 * Deletes all but the newest `keep` backups of the schedule, and what was left of those that were cut off; other folders are
 * left alone. Returns what was deleted.
 */
export const dropOldBackups = (folder: string, keep: number): string[] => {
  const cut_off = readdirSync(folder).filter((name) => {
    const pid = UNFINISHED.exec(name)?.[1]
    return pid !== undefined && !existsSync(`/proc/${pid}`)
  })
  const dropped = [...listBackups(folder).slice(keep), ...cut_off]
  for (const name of dropped) rmSync(join(folder, name), { recursive: true })
  return dropped
}
