import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { exportTasks, recoverExports } from '../features/exports/tasks.ts'
import { ownerExportTasks } from '../features/owner-data/tasks.ts'
import { createLayouts } from '../features/products/public.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db.ts'
import { freeJobs, startInTurn, startJobs } from '../platform/jobs.ts'
import { describeError, logDestination } from '../platform/log.ts'
import { createExportSources } from '../wiring-exports.ts'
import { ExportingStart, type FromExporting } from './start.ts'

/**
 * Entry of the process that writes exports, a child of the main process that yields to it and to the gateway: takes the jobs of files
 * out of the queue. What it was at when it was stopped or killed is begun anew at its next start.
 */

/** Connections for as many jobs as run at a time, for the queue, for the names of workers, and for prefetched chunks. */
const CONNECTIONS_MAX = 7
/** The database may be away for a while: it is tried again by the next process. */
const TRY_AGAIN_MS = 2_000

process.on('SIGINT', () => {})
let stop = async (): Promise<void> => {}
process.on('SIGTERM', () => void stop().finally(() => process.exit(0)))
process.on('disconnect', () => process.exit(0))

const start = await new Promise<ExportingStart>((resolve) => {
  process.once('message', (message) => resolve(ExportingStart.parse(message)))
})
const log = pino(
  { level: start.log.level, base: { process: 'exporting' }, serializers: { error: describeError } },
  logDestination(start.log.file),
)
const send = (message: FromExporting): void => void process.send?.(message)
// Reported at once: the parent lowers the priority of the process on its first message.
send({ kind: 'ready' })

const database = openDatabase(start.database, {
  connections_max: CONNECTIONS_MAX,
  onError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
})
const { exports_folder, limits: config } = start
const means = { database, clock: systemClock, log, config, exports_folder, layouts: createLayouts({ database }) }
const deps = { ...means, sources: createExportSources(means) }
const tasks = { ...exportTasks(deps), ...ownerExportTasks(deps) }
const job_meter = {
  began: (task: string) => send({ kind: 'began', task }),
  ended: (task: string, result: 'ok' | 'error') => send({ kind: 'ended', task, result }),
}
try {
  const jobs = await startInTurn(database.pool, 'exporting', async (is_alone) => {
    await freeJobs(database.db, tasks)
    // Unfinished files may be those of another machine.
    if (is_alone) await recoverExports(deps)
    return startJobs({ database, clock: systemClock, log, job_meter }, tasks, 'exporting')
  })
  stop = async () => {
    await jobs.stop()
    await database.close()
  }
} catch (error) {
  log.error({ error }, 'exports cannot be written')
  await pause(TRY_AGAIN_MS)
  process.exit(1)
}
