import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { doSheetWork, type SheetWork } from './import-work.ts'

/** One sheet in a thread of its own: what it costs is bounded by the thread's limits, and gone with it. */
const answer = await doSheetWork(workerData as SheetWork).then(
  // started by run-sheet-work.ts alone, with this data
  (done) => ({ done }),
  (error: unknown) => {
    if (error instanceof Refusal) return { refused: { code: error.code, field: error.field, details: error.details } }
    throw error
  },
)
parentPort?.postMessage(answer)
