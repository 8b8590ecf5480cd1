import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { BackupError } from './backup-error.ts'
import { PASSPHRASE_MIN } from './backup-key.ts'

/** The passphrase of backups: from the environment or a file, never an argument, which every process of a machine sees. */
export const readPassphrase = (
  config: Pick<Config, 'HEATFLEET_BACKUP_PASSPHRASE' | 'HEATFLEET_BACKUP_PASSPHRASE_FILE'>,
): string => {
  const { HEATFLEET_BACKUP_PASSPHRASE: given, HEATFLEET_BACKUP_PASSPHRASE_FILE: file } = config
  if (given === undefined && file === undefined)
    throw new BackupError(
      'Set HEATFLEET_BACKUP_PASSPHRASE, or HEATFLEET_BACKUP_PASSPHRASE_FILE to a file that holds it.',
    )
  const passphrase = given ?? readLine(file ?? '')
  if (passphrase.length < PASSPHRASE_MIN)
    throw new BackupError(`HEATFLEET_BACKUP_PASSPHRASE needs at least ${PASSPHRASE_MIN} characters.`)
  return passphrase
}

const readLine = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new BackupError(
      `HEATFLEET_BACKUP_PASSPHRASE_FILE: ${file} cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
}
