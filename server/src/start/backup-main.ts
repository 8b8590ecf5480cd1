import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '../backup/backup-error.ts'
import { createBackup } from '../backup/create-backup.ts'
import { dropOldBackups, nameOfBackup } from '../backup/kept-backups.ts'
import { findLastBackup, writeLastBackup } from '../backup/last-backup.ts'
import type { Manifest } from '../backup/manifest.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { type Config, readConfig, SettingError } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { openBackupSource } from './backup-source.ts'

/**
 * `npm run backup -- --to FOLDER` while the product runs; without `--to` a backup as the schedule makes it, in
 * HEATFLEET_BACKUP_TO. `--verify FOLDER` proves one. A reason why it cannot be is printed as one sentence, exit code 1.
 */

const USAGE = 'usage: npm run backup -- --to FOLDER | --verify FOLDER'
const MB = 1024 * 1024
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const bytesOf = ({ parts }: Manifest): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)
const rowsOf = ({ tables }: Manifest): string | null =>
  tables === null ? null : String(tables.reduce((sum, { rows }) => sum + BigInt(rows), 0n))

const describe = (manifest: Manifest): string =>
  `${(bytesOf(manifest) / MB).toFixed(1)} MB, schema ${manifest.schema.name}, ${rowsOf(manifest) ?? 'uncounted'} rows, made ${manifest.created}`

const verify = async (folder: string, config: Config): Promise<void> => {
  const manifest = await verifyBackup(resolve(folder), readPassphrase(config))
  print(`${folder} is whole: ${describe(manifest)}`)
}

const targetOf = (to: string | undefined, config: Config): string => {
  if (to !== undefined) return resolve(to)
  if (config.HEATFLEET_BACKUP_TO === undefined) throw new BackupError(`${USAGE}; or set HEATFLEET_BACKUP_TO.`)
  return join(resolve(config.HEATFLEET_BACKUP_TO), nameOfBackup(systemClock.now()))
}

const backUp = async (to: string | undefined, config: Config): Promise<void> => {
  const began_ms = systemClock.now()
  const passphrase = readPassphrase(config)
  const target = targetOf(to, config)
  const data_dir = resolve(config.HEATFLEET_DATA)
  if (!existsSync(data_dir)) throw new BackupError(`HEATFLEET_DATA: ${data_dir} does not exist.`)
  const last = findLastBackup(data_dir)
  let close = async (): Promise<void> => {}
  try {
    const opened = await openBackupSource(config, data_dir, print)
    const { source } = opened
    close = opened.close
    const manifest = await createBackup(source, target, passphrase, { clock: systemClock, print })
    const seconds = (systemClock.now() - began_ms) / 1_000
    writeLastBackup(data_dir, {
      ended: new Date(systemClock.now()).toISOString(),
      failure: null,
      success: {
        folder: target,
        created: manifest.created,
        seconds,
        bytes: bytesOf(manifest),
        rows: rowsOf(manifest),
      },
    })
    print(`${target} is written: ${describe(manifest)}, ${seconds.toFixed(1)} s`)
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    writeLastBackup(data_dir, {
      ended: new Date(systemClock.now()).toISOString(),
      failure,
      success: last?.success ?? null,
    })
    throw error
  } finally {
    await close()
  }
  if (to === undefined)
    for (const name of dropOldBackups(resolve(config.HEATFLEET_BACKUP_TO ?? ''), config.HEATFLEET_BACKUP_KEEP))
      print(`${name} is deleted: the newest ${config.HEATFLEET_BACKUP_KEEP} are kept.`)
}

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, verify: { type: 'string' } } })
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig()
  if (values.verify !== undefined) await verify(values.verify, config)
  else await backUp(values.to, config)
  process.exit(0)
} catch (error) {
  const is_expected = error instanceof BackupError || error instanceof SettingError
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${is_expected ? '' : 'The backup failed: '}${text}\n`)
  process.exit(1)
}
