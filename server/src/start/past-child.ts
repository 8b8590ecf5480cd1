import { join } from 'node:path'
import type { Logger } from 'pino'
import { PastProgress, type PastStart } from '../demo/past-start.ts'
import { type KeptChild, keepChild } from '../platform/child-process.ts'

const FILE = join(import.meta.dirname, '..', 'demo', 'past-main.ts')
/** It ends at once; the stretch it was making is made again at the next start. */
const STOP_MAX_MS = 1_000
const DONE = 'code 0'

/** Starts the process that makes the demo's past, and keeps it running until all of it is there. */
export const startPast = (
  start: PastStart,
  output_file: string,
  log: Logger,
  onProgress: (progress: PastProgress) => void,
): KeptChild =>
  keepChild({
    file: FILE,
    output_file,
    niceness: 19,
    onStart: (send) => send(start),
    onMessage: (message) => onProgress(PastProgress.parse(message)),
    onExit: (how, delay_ms) => {
      if (how === DONE) return false
      log.error({ how, delay_ms }, 'the process that makes the past of the demo ended by itself')
      return true
    },
    stop_max_ms: STOP_MAX_MS,
  })
