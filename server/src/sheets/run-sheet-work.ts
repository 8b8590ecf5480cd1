import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { yieldTo } from '../platform/yield-to.ts'
import type { SheetAnswer } from './answer-sheet-work.ts'
import { createSheetQueue } from './sheet-queue.ts'
import { isZip, tooLarge, unpackedBytes } from './zip-directory.ts'

/** Unix niceness of a reading process: people who wait for a page come first. */
const NICENESS = 5
const NODE_FLAGS = [`--max-old-space-size=${LIMITS.import_heap_mb}`, '--max-semi-space-size=4', '--v8-pool-size=1']

const queue = createSheetQueue({ at_once: 2, large_at_once: 1, waiting_bytes: LIMITS.sheets_waiting_bytes })

/** The caller a sheet is read for; `signal` is aborted when it hangs up. */
export type SheetCall = { caller: { uid: number }; signal: AbortSignal }

type SheetWork = { bytes: Uint8Array }

/**
 * Reads one sheet in a process of its own (`file` answers by `answerSheetWork`) with bounded heap, memory and time, and
 * kills it for good when it exceeds them or the caller hangs up. `bytesOf` finds the file in the work.
 * Refuses `sheet_too_large`, `sheet_unreadable`, `sheets_waiting`, and what the work itself refuses.
 */
export const runSheetWork = async <Done>(
  file: URL,
  work: unknown,
  { bytes }: SheetWork,
  call: SheetCall,
): Promise<Done> => {
  const size = isZip(bytes) ? unpackedBytes(bytes) : bytes.length
  const endTurn = await queue.enter({
    account: call.caller.uid,
    is_small: size <= LIMITS.sheet_small_bytes,
    bytes: bytes.length,
    signal: call.signal,
  })
  try {
    const answer = await inProcess<Done>(file, work, call.signal)
    if ('done' in answer) return answer.done
    if ('failed' in answer) throw new Error(answer.failed)
    const { code, field, details } = answer.refused
    throw new Refusal(code, { ...(field ? { field } : {}), ...(details ? { details } : {}) })
  } finally {
    endTurn()
  }
}

const inProcess = <Done>(file: URL, work: unknown, signal: AbortSignal): Promise<SheetAnswer<Done>> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(file), {
      execArgv: NODE_FLAGS,
      // It reads what strangers made: nothing of this process's settings goes along.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    if (child.pid !== undefined) yieldTo(child.pid, NICENESS)
    const kill = (): void => void child.kill('SIGKILL')
    const timer = setTimeout(kill, LIMITS.import_read_ms)
    signal.addEventListener('abort', kill, { once: true })
    child.once('message', (answer) => resolve(answer as SheetAnswer<Done>)) // answerSheetWork sends nothing else
    child.once('error', reject)
    // After an answer these do nothing. Without one the heap, the memory or the time was exceeded.
    child.once('exit', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      reject(tooLarge())
    })
    child.send(work as object, (error) => {
      if (error !== null) kill()
    })
  })
