import { Worker } from 'node:worker_threads'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { SheetAnswer } from './answer-sheet-work.ts'

/** Sheets worked on at the same time; the rest wait. */
const AT_ONCE = 1
/** Room for what is short-lived: cells become text and are gone. More only makes the process larger, hardly faster. */
const YOUNG_HEAP_MB = 8
const waiting: (() => void)[] = []
let running = 0

/**
 * Works on one sheet in a worker (`worker` answers by `answerSheetWork`) with a bounded heap and time; refuses
 * (`sheet_too_large`) what does not fit. One at a time: two large sheets must not add up.
 */
export const runSheetWork = async <Done>(worker: URL, work: unknown): Promise<Done> => {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running++
  try {
    const answer = await inWorker<Done>(worker, work)
    if ('done' in answer) return answer.done
    const { code, field, details } = answer.refused
    throw new Refusal(code, { ...(field ? { field } : {}), ...(details ? { details } : {}) })
  } finally {
    running--
    waiting.shift()?.()
  }
}

const inWorker = <Done>(url: URL, work: unknown): Promise<SheetAnswer<Done>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(url, {
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: LIMITS.import_heap_mb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    const tooLarge = () =>
      new Refusal('sheet_too_large', { details: { rows: LIMITS.import_rows_max, columns: LIMITS.import_columns_max } })
    const timer = setTimeout(() => {
      reject(tooLarge())
      void worker.terminate()
    }, LIMITS.import_read_ms)
    worker.once('message', resolve)
    worker.once('error', (error: Error & { code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    )
    worker.once('exit', () => clearTimeout(timer))
  })
