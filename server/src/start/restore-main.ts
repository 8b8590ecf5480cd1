import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '../backup/backup-error.ts'
import { LOG_FOLDER } from '../backup/log-archive.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { restoreBackup, type Until } from '../backup/restore-backup.ts'
import { readConfig, SettingError } from '../config.ts'
import { systemClock } from '../platform/clock.ts'

/**
 * `npm run restore -- --from FOLDER --into DATA`: an empty data folder becomes the one that was backed up; with `--until latest`, or
 * a time, the archived log is replayed on it, which lies beside scheduled backups or in `--log FOLDER`.
 */

const USAGE = 'usage: npm run restore -- --from FOLDER --into DATA [--until latest|TIME] [--log FOLDER]'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** A time with its zone, as PostgreSQL is given it: a local one would be guessed. */
const untilOf = (text: string | undefined): Until => {
  if (text === undefined) return 'backup'
  if (text === 'latest') return text
  if (!/(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new BackupError(`--until is "latest" or a time with its zone, such as 2026-11-27T08:15:00Z; not ${text}.`)
  return new Date(text).toISOString()
}

try {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { from: option, into: option, until: option, log: option } })
  if (values.from === undefined || values.into === undefined) throw new BackupError(USAGE)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const began_ms = systemClock.now()
  const into = resolve(values.into)
  const from = resolve(values.from)
  const { created, product } = await restoreBackup(
    from,
    into,
    readPassphrase(readConfig()),
    { clock: systemClock, print },
    { until: untilOf(values.until), folder: resolve(values.log ?? join(dirname(from), LOG_FOLDER)) },
  )
  const seconds = ((systemClock.now() - began_ms) / 1_000).toFixed(1)
  const until = values.until === undefined ? `as of ${created}` : `until ${values.until}`
  print(`${into} is restored ${until} (Heatfleet ${product}), ${seconds} s. Start with HEATFLEET_DATA=${into}`)
  process.exit(0)
} catch (error) {
  const is_expected = error instanceof BackupError || error instanceof SettingError
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${is_expected ? '' : 'The restore failed: '}${text}\n`)
  process.exit(1)
}
