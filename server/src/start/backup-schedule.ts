import { fork } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { BackupError } from '../backup/backup-error.ts'
import { findLastBackup, writeLastBackup } from '../backup/last-backup.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { type Config, SettingError } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import { setNiceness } from '../platform/niceness.ts'

const FILE = join(import.meta.dirname, 'backup-main.ts')
/** Below all that answers users and modules. */
const NICENESS = 19
const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 60_000
/** A failed backup is tried again after this time. */
const RETRY_MS = 3_600_000
/** Time in which a backup that is stopped ends. */
const STOP_MAX_MS = 3_000

type Deps = { clock: Clock; log: Logger }

/** Refuses a schedule that could not make one backup, before anything is started. */
export const checkBackupSettings = (config: Config): void => {
  if (config.HEATFLEET_BACKUP_TO === undefined) return
  try {
    readPassphrase(config)
  } catch (error) {
    if (error instanceof BackupError) throw new SettingError(`HEATFLEET_BACKUP_TO: ${error.message}`)
    throw error
  }
}

/** The last time of the day `at` (02:30, UTC) that is over. */
export const lastDue = (now_ms: number, at: string): number => {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const today_ms = Math.floor(now_ms / DAY_MS) * DAY_MS + (hours * 60 + minutes) * 60_000
  return today_ms <= now_ms ? today_ms : today_ms - DAY_MS
}

/**
 * Whether a backup is to begin: none since the last time it was due, also when nothing ran then, and none that failed within
 * the hour. `began_ms` = the last try of this process.
 */
export const isBackupDue = (
  now_ms: number,
  at: string,
  { success_ms, began_ms }: { success_ms: number | null; began_ms: number | null },
): boolean => {
  // By a clock that was far ahead: it says nothing of today.
  const is_ahead = success_ms !== null && success_ms > now_ms + DAY_MS
  if (success_ms !== null && !is_ahead && success_ms >= lastDue(now_ms, at)) return false
  return began_ms === null || Math.abs(now_ms - began_ms) >= RETRY_MS
}

/** Makes a backup every day in a process of its own; returns a stop function. */
export const startBackupSchedule = (
  config: Config,
  data_dir: string,
  output_file: string,
  { clock, log }: Deps,
): (() => Promise<void>) => {
  if (config.HEATFLEET_BACKUP_TO === undefined) return async () => {}
  let began_ms: number | null = null
  let running: { stop: () => Promise<void> } | null = null
  let cancel = (): void => {}
  let is_stopping = false
  const begin = (): void => {
    began_ms = clock.now()
    running = launch(output_file, (how) => {
      running = null
      if (is_stopping) return
      if (how === 'code 0') return log.info('the backup is made')
      log.error({ how, output_file }, 'the backup failed')
      // One that was killed could not say so itself.
      const last = findLastBackup(data_dir)
      if (last === null || Date.parse(last.ended) < (began_ms ?? 0))
        writeLastBackup(data_dir, {
          ended: new Date(clock.now()).toISOString(),
          failure: `The process of the backup ended (${how}).`,
          success: last?.success ?? null,
        })
    })
  }
  const look = (): void => {
    const success = findLastBackup(data_dir)?.success
    const success_ms = success ? Date.parse(success.created) : null
    if (running === null && isBackupDue(clock.now(), config.HEATFLEET_BACKUP_AT, { success_ms, began_ms })) begin()
    cancel = clock.after(LOOK_EVERY_MS, look)
  }
  // Not in the first minute: a start has enough to do.
  cancel = clock.after(LOOK_EVERY_MS, look)
  return async () => {
    is_stopping = true
    cancel()
    await running?.stop()
  }
}

const launch = (output_file: string, onEnd: (how: string) => void): { stop: () => Promise<void> } => {
  const output = openSync(output_file, 'a', 0o640)
  const child = fork(FILE, [], { execArgv: [], detached: true, stdio: ['ignore', output, output, 'ipc'] })
  closeSync(output)
  child.on('error', () => {})
  if (child.pid !== undefined) setNiceness(child.pid, NICENESS)
  const gone = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      onEnd(signal ?? `code ${String(code)}`)
      resolve()
    }),
  )
  return {
    stop: async () => {
      child.kill('SIGTERM')
      const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MAX_MS)
      await gone
      clearTimeout(killing)
    },
  }
}
