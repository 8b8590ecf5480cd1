import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BackupError } from '../backup/backup-error.ts'
import type { BackupSource } from '../backup/create-backup.ts'
import type { Config } from '../config.ts'
import { lockDataFolder } from '../platform/data-folder.ts'
import { EMBEDDED_NAME, POSTGRES_MAJOR, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { findFolders } from '../platform/embedded-postgres-folders.ts'
import { probePostgres } from '../platform/embedded-postgres-probe.ts'
import { readSecretKey } from '../platform/keys.ts'
import { productVersion } from '../platform/product-version.ts'
import { findDatabaseAccount } from '../platform/system-account.ts'
import { firmwareFolderOf } from './firmware-folder.ts'

const ANSWER_MAX_MS = 120_000

/**
 * What there is to back up by these settings. The database is the one that runs; without a running product the embedded one is
 * started for the backup alone, with the data folder locked. `close` undoes that.
 */
export const openBackupSource = async (
  config: Config,
  print: (line: string) => void,
): Promise<{ source: BackupSource; close: () => Promise<void> }> => {
  if (config.DATABASE_URL !== undefined)
    throw new BackupError(
      "DATABASE_URL is set: back up that PostgreSQL with its own tools (pg_basebackup, pg_dump), together with HEATFLEET_SECRET_KEY or the folder keys of the data folder, and the folder firmware. This command backs up the product's own PostgreSQL.",
    )
  const data_dir = resolve(config.HEATFLEET_DATA)
  if (!existsSync(data_dir)) throw new BackupError(`HEATFLEET_DATA: ${data_dir} does not exist.`)
  const folders = findFolders(data_dir, findDatabaseAccount())
  if (!existsSync(join(folders.cluster_dir, 'PG_VERSION')))
    throw new BackupError(`HEATFLEET_DATA: ${data_dir} holds no database yet.`)
  const close = (await probePostgres(folders.socket_dir, EMBEDDED_NAME, ANSWER_MAX_MS))
    ? async () => {}
    : await startForBackup(data_dir, print)
  return {
    source: {
      connection: { host: folders.socket_dir, port: 5432, user: EMBEDDED_NAME, database: EMBEDDED_NAME },
      cluster_dir: folders.cluster_dir,
      data_dir,
      firmware_folder: firmwareFolderOf(config, data_dir),
      exports_folder: resolve(config.HEATFLEET_EXPORTS ?? join(data_dir, 'exports')),
      secret_key_hex: readSecretKey(config.HEATFLEET_SECRET_KEY, data_dir),
      product: productVersion(),
      postgres_major: Number(POSTGRES_MAJOR),
    },
    close,
  }
}

const startForBackup = async (data_dir: string, print: (line: string) => void): Promise<() => Promise<void>> => {
  print('Heatfleet does not run here: its database is started for the backup.')
  const lock = lockDataFolder(data_dir)
  try {
    const engine = await startEmbeddedPostgres({ data_dir })
    return async () => {
      await engine.stop()
      lock.unlock()
    }
  } catch (error) {
    lock.unlock()
    throw error
  }
}
