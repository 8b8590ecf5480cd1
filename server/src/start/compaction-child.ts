import { join } from 'node:path'
import type { Logger } from 'pino'
import type { CompactionStart } from '../compaction/start.ts'
import type { Config } from '../config.ts'
import { type SupervisedChild, superviseChild } from '../platform/child-process.ts'
import type { ConnectionOptions } from '../platform/db.ts'

const FILE = join(import.meta.dirname, '..', 'compaction', 'main.ts')
/** It ends at once; unfinished work is repeated at the next start. */
const STOP_MAX_MS = 1_000
const MINUTE_MS = 60_000
/** Without a limit its young generation grew to 150 MB within an hour of work and held nothing (docs/operating.md). */
const NODE_FLAGS = ['--max-semi-space-size=8', '--v8-pool-size=1']

/** Starts the process that compacts finished days of history, and keeps it running. */
export const startCompaction = (
  config: Config,
  database: ConnectionOptions,
  files: { log: string; output: string },
  log: Logger,
): SupervisedChild => {
  const start: CompactionStart = {
    database,
    compact_after_ms: config.HEATFLEET_COMPACT_AFTER_MIN * MINUTE_MS,
    compact_every_ms: config.HEATFLEET_COMPACT_EVERY_S * 1_000,
    history_days: config.HEATFLEET_HISTORY_DAYS,
    log: { file: files.log, level: config.HEATFLEET_LOG_LEVEL },
  }
  return superviseChild({
    file: FILE,
    node_flags: NODE_FLAGS,
    output_file: files.output,
    niceness: 19,
    onStart: (send) => send(start),
    onExit: (how, delay_ms) => {
      log.error({ how, delay_ms }, 'the compaction of history ended by itself')
      return true
    },
    stop_max_ms: STOP_MAX_MS,
  })
}
