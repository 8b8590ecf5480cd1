import type { AppContext } from '../app-context.ts'
import { startBackupSchedule } from './backup-schedule.ts'
import { startLogArchive } from './log-archive-loop.ts'

/** Starts the daily backup and the archiving of the database's log, as far as they are set; returns a stop function. */
export const startBackups = async (
  config: AppContext['config'],
  { data_dir, cluster_dir, output_file }: { data_dir: string; cluster_dir: string; output_file: string },
  context: Pick<AppContext, 'clock' | 'log' | 'database' | 'metrics'>,
): Promise<() => Promise<void>> => {
  const stopSchedule = startBackupSchedule(config, data_dir, output_file, context)
  const stopArchive = config.DATABASE_URL === undefined ? await startLogArchive(config, cluster_dir, context) : null
  return async () => {
    await Promise.all([stopSchedule(), stopArchive?.()])
  }
}
