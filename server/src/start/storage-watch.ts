import { statfsSync } from 'node:fs'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { AppContext } from '../app-context.ts'
import { type CompactionFigures, readCompactionFigures } from '../compaction/store-figures.ts'
import type { Clock } from '../platform/clock.ts'

const CHECK_EVERY_MS = 30_000
/** Hysteresis: the warning clears at 10 % more free space, so that a disk at the limit does not warn every half minute. */
const CLEAR_FACTOR = 1.1
const MB = 1024 * 1024

const FIGURES = {
  raw_partitions: 'Days (hours) of raw reports that are not compacted yet',
  damaged_chunks: 'Damaged segments of the compacted history',
  waiting_merges: 'Days of devices whose segments wait to be merged',
  packed_reports: 'Reports compacted, by the recorded compactions',
} as const satisfies Record<keyof CompactionFigures, string>

/** Registers the metrics of the compacted history, read when the metrics are scraped. */
export const registerCompactionMetrics = ({
  database,
  metrics,
  log,
}: Pick<AppContext, 'database' | 'metrics' | 'log'>): void => {
  for (const [name, help] of Object.entries(FIGURES)) {
    const key = name as keyof CompactionFigures // a key of FIGURES
    const gauge: Gauge = new Gauge({
      name: `heatfleet_history_${name}`,
      help,
      registers: [metrics],
      collect: async () => {
        try {
          gauge.set((await readCompactionFigures(database.pool))[key])
        } catch (error) {
          // Without a database this metric is missing; the others are still needed.
          gauge.reset()
          log.debug({ error }, 'compaction metrics could not be read')
        }
      },
    })
  }
}

type DiskDeps = { clock: Clock; log: Logger; metrics: Registry; free_mb?: () => number }

/**
 * Raises an alarm before the disk of the data folder is full: an error in the log and `heatfleet_disk_nearly_full` 1, as soon
 * as less than `least_mb` is free. PostgreSQL refuses reports only when nothing is free. Returns a stop function.
 */
export const watchDisk = (folder: string, least_mb: number, deps: DiskDeps): (() => void) => {
  const { clock, log, metrics, free_mb = () => freeMb(folder) } = deps
  const free = new Gauge({
    name: 'heatfleet_disk_free_bytes',
    help: 'Free space of the disk of the data folder',
    registers: [metrics],
  })
  const nearly_full = new Gauge({
    name: 'heatfleet_disk_nearly_full',
    help: '1 = less is free than HEATFLEET_DISK_WARN_MB',
    registers: [metrics],
  })
  let is_full = false
  let stop = (): void => {}
  const check = (): void => {
    const mb = free_mb()
    free.set(mb * MB)
    const was_full = is_full
    is_full = mb < least_mb * (is_full ? CLEAR_FACTOR : 1)
    nearly_full.set(Number(is_full))
    if (is_full && !was_full) log.error({ folder, free_mb: mb, least_mb }, 'the disk is nearly full')
    if (was_full && !is_full) log.info({ folder, free_mb: mb }, 'the disk has room again')
    stop = clock.after(CHECK_EVERY_MS, check)
  }
  check()
  return () => stop()
}

const freeMb = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / MB)
}
