import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type SupervisedChild, superviseChild } from '../platform/child-process.ts'

/** Progress of the replay of the demo's newest days, in reports. */
type BackfillProgress = { done: number; total: number }

const FILE = join(import.meta.dirname, '..', '..', '..', 'simulator', 'src', 'main.ts')
const STOP_MAX_MS = 1_500
const ProgressLine = z.object({ backfill: z.object({ done: z.number(), total: z.number() }) })

/** Starts the simulated fleet of a fleet file and keeps it running. */
export const startSimulator = (
  fleet_file: () => string,
  output_file: string,
  log: Logger,
  onProgress: (progress: BackfillProgress) => void,
  onStart: (send: (message: unknown) => void) => void,
): SupervisedChild =>
  superviseChild({
    file: FILE,
    args: () => ['--fleet', fleet_file()],
    output_file,
    niceness: 10,
    onStart,
    onLine: (line) => {
      const progress = progressOf(line)
      if (progress === null) log.debug({ line }, 'simulator output')
      else onProgress(progress)
    },
    onExit: (how, delay_ms) => {
      log.error({ how, delay_ms }, 'the simulator ended by itself')
      return true
    },
    stop_max_ms: STOP_MAX_MS,
  })

const progressOf = (line: string): BackfillProgress | null => {
  if (!line.startsWith('{')) return null
  try {
    return ProgressLine.safeParse(JSON.parse(line)).data?.backfill ?? null
  } catch {
    // Other output that happens to begin with a brace.
    return null
  }
}
