import { join } from 'node:path'
import type { AppContext } from '../app-context.ts'
import type { Config } from '../config.ts'
import { type ExportingStart, FromExporting } from '../exporting/start.ts'
import { type SupervisedChild, superviseChild } from '../platform/child-process.ts'
import type { ConnectionOptions } from '../platform/db.ts'

const FILE = join(import.meta.dirname, '..', 'exporting', 'main.ts')
/** A stopped job ends at its next page. */
const STOP_MAX_MS = 3_000
/** Below the processes that answer users and modules, above compaction: a user waits for the file. */
const NICENESS = 10
/** As the console's own: pages of a file are short-lived, one helper thread collects them (docs/operating.md). */
const NODE_FLAGS = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring', '--v8-pool-size=1']

/** Starts the process that writes exports, and keeps it running; its jobs are counted in the metrics of this process. */
export const startExporting = (
  config: Config,
  database: ConnectionOptions,
  files: { log: string; output: string },
  { exports_folder, job_meter, log }: Pick<AppContext, 'exports_folder' | 'job_meter' | 'log'>,
): SupervisedChild => {
  const { HEATFLEET_EXPORT_ROWS, HEATFLEET_EXPORT_MB, HEATFLEET_EXPORT_DAYS } = config
  const start: ExportingStart = {
    database,
    exports_folder,
    limits: { HEATFLEET_EXPORT_ROWS, HEATFLEET_EXPORT_MB, HEATFLEET_EXPORT_DAYS },
    log: { file: files.log, level: config.HEATFLEET_LOG_LEVEL },
  }
  const running: string[] = []
  const handleMessage = (message: FromExporting): void => {
    if (message.kind === 'ready') return
    if (message.kind === 'began') running.push(message.task)
    else running.splice(running.indexOf(message.task), 1)
    if (message.kind === 'began') job_meter.began(message.task)
    else job_meter.ended(message.task, message.result)
  }
  return superviseChild({
    file: FILE,
    node_flags: NODE_FLAGS,
    output_file: files.output,
    niceness: NICENESS,
    onStart: (send) => send(start),
    onMessage: (message) => handleMessage(FromExporting.parse(message)),
    onExit: (how, delay_ms) => {
      for (const task of running.splice(0)) job_meter.ended(task, 'error')
      log.error({ how, delay_ms }, 'the export process ended by itself')
      return true
    },
    stop_max_ms: STOP_MAX_MS,
  })
}
