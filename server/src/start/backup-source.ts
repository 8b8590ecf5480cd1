import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BackupError } from '../backup/backup-error.ts'
import type { BackupSource } from '../backup/create-backup.ts'
import { type Config, SettingError } from '../config.ts'
import { lockDataFolder } from '../platform/data-folder.ts'
import { openDatabase } from '../platform/db.ts'
import { EMBEDDED_NAME, POSTGRES_MAJOR, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { findFolders } from '../platform/embedded-postgres-folders.ts'
import { probePostgres } from '../platform/embedded-postgres-probe.ts'
import { findSecretKey } from '../platform/keys.ts'
import { productVersion } from '../platform/product-version.ts'
import { findDatabaseAccount } from '../platform/system-account.ts'
import { firmwareFolderOf } from './firmware-folder.ts'
import { startDatabase } from './open-database.ts'
import { assertSecretKey } from './store-secret-key.ts'

const ANSWER_MAX_MS = 120_000

type Opened = { source: BackupSource; close: () => Promise<void> }

/**
 * What there is to back up by these settings: the embedded database with its files, or the rows of that of DATABASE_URL. `close`
 * undoes what was started for it.
 */
export const openBackupSource = (config: Config, data_dir: string, print: (line: string) => void): Promise<Opened> =>
  config.DATABASE_URL === undefined ? openEmbedded(config, data_dir, print) : openExternal(config, data_dir, print)

/** The database is the one that runs; without a running product it is started for the backup alone, with the data folder locked. */
const openEmbedded = async (config: Config, data_dir: string, print: (line: string) => void): Promise<Opened> => {
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
      postgres_major: Number(POSTGRES_MAJOR),
      ...besideDatabase(config, data_dir),
    },
    close,
  }
}

const openExternal = async (config: Config, data_dir: string, print: (line: string) => void): Promise<Opened> => {
  const { connection } = await startDatabase(config, data_dir, print)
  if (config.HEATFLEET_SECRET_KEY === undefined && !existsSync(join(data_dir, 'keys', 'secret-key')))
    throw new BackupError(
      `HEATFLEET_SECRET_KEY is not set, and ${data_dir} holds no keys/secret-key: name the data folder of the product with HEATFLEET_DATA.`,
    )
  const beside = besideDatabase(config, data_dir)
  const database = openDatabase(connection, { connections_max: 1 })
  try {
    const { rows } = await database.pool.query<{ version: number; is_ours: boolean }>(
      `select current_setting('server_version_num')::int as version, to_regclass('public.secret_key_check') is not null as is_ours`,
    )
    const [found] = rows
    if (found?.is_ours !== true) throw new BackupError('The database has not been migrated yet: start Heatfleet once.')
    await assertSecretKey(database.db, Buffer.from(beside.secret_key_hex, 'hex'))
    const postgres_major = Math.floor(found.version / 10_000)
    return { source: { connection, cluster_dir: null, postgres_major, ...beside }, close: async () => {} }
  } finally {
    await database.close()
  }
}

const besideDatabase = (config: Config, data_dir: string) => ({
  data_dir,
  firmware_folder: firmwareFolderOf(config, data_dir),
  exports_folder: resolve(config.HEATFLEET_EXPORTS ?? join(data_dir, 'exports')),
  secret_key_hex: keyOf(config, data_dir),
  product: productVersion(),
})

/** A backup with a key that opens none of its secrets would be worthless. */
const keyOf = (config: Config, data_dir: string): string => {
  const found = findSecretKey(config.HEATFLEET_SECRET_KEY, data_dir)
  if (found !== null) return found
  throw new SettingError(
    `HEATFLEET_SECRET_KEY: there is no secret key in ${data_dir}. Set it, or bring back the file keys/secret-key.`,
  )
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
