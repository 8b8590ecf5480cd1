import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '../backup/backup-error.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { readConfig, SettingError } from '../config.ts'
import { systemClock } from '../platform/clock.ts'

/** `npm run restore -- --from FOLDER --into DATA`: an empty data folder becomes the one that was backed up. */

const print = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  const { values } = parseArgs({ options: { from: { type: 'string' }, into: { type: 'string' } } })
  if (values.from === undefined || values.into === undefined)
    throw new BackupError('usage: npm run restore -- --from FOLDER --into DATA')
  if (existsSync('.env')) process.loadEnvFile('.env')
  const began_ms = systemClock.now()
  const into = resolve(values.into)
  const { created, product } = await restoreBackup(resolve(values.from), into, readPassphrase(readConfig()), {
    clock: systemClock,
    print,
  })
  const seconds = ((systemClock.now() - began_ms) / 1_000).toFixed(1)
  print(`${into} is restored as of ${created} (Heatfleet ${product}), ${seconds} s. Start with HEATFLEET_DATA=${into}`)
  process.exit(0)
} catch (error) {
  const is_expected = error instanceof BackupError || error instanceof SettingError
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${is_expected ? '' : 'The restore failed: '}${text}\n`)
  process.exit(1)
}
