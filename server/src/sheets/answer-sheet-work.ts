import { parentPort, workerData } from 'node:worker_threads'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'

/** What a worker says of its sheet. */
export type SheetAnswer<Done> =
  | { done: Done }
  | { refused: { code: ErrorCode; field?: string | undefined; details?: Record<string, string | number> | undefined } }

/** The whole of a worker: does the work it was started for, tells what came of it, and is gone with all it held. */
export const answerSheetWork = async <Work, Done>(doWork: (work: Work) => Promise<Done>): Promise<void> => {
  // Started by run-sheet-work.ts alone, with the work of this very worker.
  const answer: SheetAnswer<Done> = await doWork(workerData as Work).then(
    (done) => ({ done }),
    (error: unknown) => {
      if (error instanceof Refusal) return { refused: { code: error.code, field: error.field, details: error.details } }
      throw error
    },
  )
  parentPort?.postMessage(answer)
}
