import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '../backup/backup-error.ts'
import { LOG_FOLDER } from '../backup/log-archive.ts'
import type { Manifest } from '../backup/manifest.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { restoreBackup, type Until } from '../backup/restore-backup.ts'
import { restoreTables } from '../backup/restore-tables.ts'
import { type Config, readConfig, SettingError } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { startDatabase } from './open-database.ts'

/**
 * `npm run restore -- --from FOLDER --into DATA`: an empty data folder becomes the one that was backed up; with `--until latest`, or
 * a time, the archived log is replayed on it, which lies beside scheduled backups or in `--log FOLDER`. With DATABASE_URL the
 * database, too, must be empty.
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

type Values = { until?: string | undefined; log?: string | undefined }

const restore = async (from: string, into: string, { until, log }: Values, config: Config): Promise<Manifest> => {
  const passphrase = readPassphrase(config)
  const deps = { clock: systemClock, print }
  if (config.DATABASE_URL === undefined)
    return await restoreBackup(from, into, passphrase, deps, {
      until: untilOf(until),
      folder: resolve(log ?? join(dirname(from), LOG_FOLDER)),
    })
  if (until !== undefined || log !== undefined)
    throw new BackupError(
      '--until and --log replay the log of the embedded database; that of DATABASE_URL is restored as of its backup.',
    )
  const { connection } = await startDatabase(config, into, print)
  return await restoreTables(from, into, passphrase, connection, deps)
}

try {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { from: option, into: option, until: option, log: option } })
  if (values.from === undefined || values.into === undefined) throw new BackupError(USAGE)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const began_ms = systemClock.now()
  const into = resolve(values.into)
  const from = resolve(values.from)
  const { created, product } = await restore(from, into, values, readConfig())
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
