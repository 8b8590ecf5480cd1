import { join, resolve } from 'node:path'
import { Gauge } from 'prom-client'
import type { AppContext } from '../app-context.ts'
import { listBackups } from '../backup/kept-backups.ts'
import { archiveLog, dropOldLog, LOG_FOLDER, openArchive, segmentOf } from '../backup/log-archive.ts'
import { findManifest } from '../backup/manifest.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { dropLogSlot, ensureLogSlot } from '../backup/store-log.ts'

type Deps = Pick<AppContext, 'clock' | 'log' | 'database' | 'metrics'>

/** Archives the log of the embedded database every HEATFLEET_BACKUP_LOG_S seconds; returns a stop function. */
export const startLogArchive = async (
  config: AppContext['config'],
  cluster_dir: string,
  { clock, log, database, metrics }: Deps,
): Promise<() => Promise<void>> => {
  const { HEATFLEET_BACKUP_TO: to, HEATFLEET_BACKUP_LOG_S: every_s } = config
  if (to === undefined || every_s === 0) {
    await dropLogSlot(database.pool)
    return async () => {}
  }
  const store = resolve(to)
  const folder = join(store, LOG_FOLDER)
  let key: Buffer | null = null
  let archived_ms = clock.now()
  new Gauge({
    name: 'heatfleet_backup_log_age_seconds',
    help: 'Time since the log of the database was archived: what a restore would lose now',
    registers: [metrics],
    collect() {
      this.set((clock.now() - archived_ms) / 1_000)
    },
  })
  const archive = async (): Promise<void> => {
    try {
      key ??= await openArchive(folder, readPassphrase(config))
      const began_ms = clock.now()
      const slot = await ensureLogSlot(database.pool)
      if (slot === 'new') log.info('the log of the database is archived from here on; a backup must follow')
      await archiveLog(database.pool, cluster_dir, folder, key)
      archived_ms = began_ms
      const oldest = listBackups(store).at(-1)
      const manifest = oldest === undefined ? null : findManifest(join(store, oldest))
      // Both are null for a backup of an external database, which needs no log.
      if (manifest?.lsn != null && manifest.timeline !== null)
        dropOldLog(folder, segmentOf(manifest.lsn, manifest.timeline))
    } catch (error) {
      // The database keeps the log meanwhile; the next time archives all of it.
      log.error({ error, folder }, 'the log of the database could not be archived')
    }
  }
  let is_stopping = false
  let running = Promise.resolve()
  let cancel = (): void => {}
  const next = (): void => {
    running = archive().then(() => {
      cancel = is_stopping ? () => {} : clock.after(every_s * 1_000, next)
    })
  }
  next()
  return async () => {
    is_stopping = true
    cancel()
    await running
    // What was committed since the last time is archived as well.
    await archive()
  }
}
