import { Worker } from 'node:worker_threads'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ProcessBounds } from './process-bounds.ts'

/** Result message of a reading process. */
export type SheetAnswer<Done> =
  | { done: Done }
  | { refused: { code: ErrorCode; field?: string | undefined; details?: Record<string, string | number> | undefined } }
  | { failed: string }

/** `process.exit` waits for the thread beside, and now and then for ever: such a process would outlive the product. */
const endNow = (): void => void process.kill(process.pid, 'SIGKILL')

/**
 * Body of a reading process: takes its work from the first message, sends the result and ends, which frees its memory. A
 * thread beside it ends the process at its bounds: buffers are outside the heap that Node bounds. Argument: processor time (ms).
 */
export const answerSheetWork = async <Work, Done>(doWork: (work: Work) => Promise<Done>): Promise<void> => {
  const bounds: ProcessBounds = { max_bytes: LIMITS.import_memory_mb * 1_048_576, max_cpu_ms: Number(process.argv[2]) }
  const watch = new Worker(new URL('./process-bounds.ts', import.meta.url), { workerData: bounds })
  watch.unref()
  // The console process ended meanwhile: the answer has no receiver.
  process.once('disconnect', endNow)
  const work = await new Promise<Work>((resolve) => process.once('message', (message) => resolve(message as Work)))
  const answer: SheetAnswer<Done> = await doWork(work).then(
    (done) => ({ done }),
    (error: unknown) => {
      if (error instanceof Refusal) return { refused: { code: error.code, field: error.field, details: error.details } }
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    },
  )
  process.send?.(answer, undefined, undefined, endNow)
}
