import { parentPort, workerData } from 'node:worker_threads'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'

/** Result message of a worker. */
export type SheetAnswer<Done> =
  | { done: Done }
  | { refused: { code: ErrorCode; field?: string | undefined; details?: Record<string, string | number> | undefined } }

/** Body of a worker: runs its task, posts the result and ends, which frees its memory. */
export const answerSheetWork = async <Work, Done>(doWork: (work: Work) => Promise<Done>): Promise<void> => {
  // run-sheet-work.ts starts each worker with its own task type.
  const answer: SheetAnswer<Done> = await doWork(workerData as Work).then(
    (done) => ({ done }),
    (error: unknown) => {
      if (error instanceof Refusal) return { refused: { code: error.code, field: error.field, details: error.details } }
      throw error
    },
  )
  parentPort?.postMessage(answer)
}
