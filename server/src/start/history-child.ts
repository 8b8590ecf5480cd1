import { join } from 'node:path'
import type { Logger } from 'pino'
import { PastProgress, type PastStart } from '../demo/past-start.ts'
import { type SupervisedChild, superviseChild } from '../platform/child-process.ts'

const FILE = join(import.meta.dirname, '..', 'demo', 'past-main.ts')
/** It ends at once; an unfinished range is generated again at the next start. */
const STOP_MAX_MS = 1_000
const DONE = 'code 0'

/** Starts the process that generates the demo's history, and keeps it running until it is complete. */
export const startHistoryGenerator = (
  start: PastStart,
  output_file: string,
  log: Logger,
  onProgress: (progress: PastProgress) => void,
): SupervisedChild =>
  superviseChild({
    file: FILE,
    output_file,
    niceness: 19,
    onStart: (send) => send(start),
    onMessage: (message) => onProgress(PastProgress.parse(message)),
    onExit: (how, delay_ms) => {
      if (how === DONE) return false
      log.error({ how, delay_ms }, 'the history generator of the demo ended by itself')
      return true
    },
    stop_max_ms: STOP_MAX_MS,
  })
