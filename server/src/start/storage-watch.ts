import { statfsSync } from 'node:fs'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { AppContext } from '../app-context.ts'
import { type CompactionFigures, readCompactionFigures } from '../compaction/store-figures.ts'
import type { Clock } from '../platform/clock.ts'

const LOOK_EVERY_MS = 30_000
/** The warning is taken back when so much more is free again: a disk on the border must not warn every half minute. */
const BACK_SHARE = 1.1
const MB = 1024 * 1024

const FIGURES = {
  raw_partitions: 'Days (hours) of raw reports that are not packed yet',
  damaged_chunks: 'Segments of packed history that were found damaged',
  waiting_merges: 'Days of devices whose parts wait to be merged',
  packed_reports: 'Reports packed, by the compactions that are remembered',
} as const satisfies Record<keyof CompactionFigures, string>

/** Tells how packed history stands, whenever somebody looks at the metrics. */
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
          // Without a database there is no figure, and the others are wanted all the more.
          gauge.reset()
          log.debug({ error }, 'no figures of the compaction')
        }
      },
    })
  }
}

type DiskDeps = { clock: Clock; log: Logger; metrics: Registry; free_mb?: () => number }

/**
 * Raises an alarm before the disk of the data folder is full: an error in the log and `heatfleet_disk_nearly_full` 1, as soon
 * as less than `least_mb` is free. PostgreSQL stops accepting reports only when nothing is. Gives how to end it.
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
  const look = (): void => {
    const mb = free_mb()
    free.set(mb * MB)
    const was_full = is_full
    is_full = mb < least_mb * (is_full ? BACK_SHARE : 1)
    nearly_full.set(Number(is_full))
    if (is_full && !was_full) log.error({ folder, free_mb: mb, least_mb }, 'the disk is nearly full')
    if (was_full && !is_full) log.info({ folder, free_mb: mb }, 'the disk has room again')
    stop = clock.after(LOOK_EVERY_MS, look)
  }
  look()
  return () => stop()
}

const freeMb = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / MB)
}
