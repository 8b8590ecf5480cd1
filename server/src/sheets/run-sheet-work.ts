import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { setNiceness } from '../platform/niceness.ts'
import type { SheetBytes } from '../platform/uploaded-sheets.ts'
import type { SheetAnswer } from './answer-sheet-work.ts'
import { createSheetQueue } from './sheet-queue.ts'
import { measureSheet } from './sheet-size.ts'
import { tooLarge } from './zip-directory.ts'

/** Unix niceness of a reading process: people who wait for a page come first. */
const NICENESS = 5
const NODE_FLAGS = ['--max-semi-space-size=1', '--optimize-for-size', '--v8-pool-size=1']

const queue = createSheetQueue(
  { at_once: 3, large_at_once: 1, waiting_bytes: LIMITS.sheets_waiting_bytes, remembered_ms: 60_000 },
  () => performance.now(),
)

/** The caller a sheet is read for; `signal` is aborted when it hangs up. */
export type SheetCall = { caller: { uid: number }; signal: AbortSignal }

/** `heap_mb`: where a list is longer than others. */
type SheetWork = { bytes: SheetBytes; heap_mb?: number }

/**
 * Reads one sheet in a process of its own (`file` answers by `answerSheetWork`) with bounded heap, memory and time, and
 * kills it for good when it exceeds them or the caller hangs up. `bytesOf` finds the file in the work.
 * Refuses `sheet_too_large`, `sheet_unreadable`, `sheets_waiting`, and what the work itself refuses.
 */
export const runSheetWork = async <Done>(
  file: URL,
  work: unknown,
  { bytes, heap_mb = LIMITS.import_heap_mb }: SheetWork,
  call: SheetCall,
): Promise<Done> => {
  const { size, length } = await measureSheet(bytes)
  const readAs = async (is_small: boolean): Promise<SheetAnswer<Done> | null> => {
    const endTurn = await queue.enter({ account: call.caller.uid, is_small, bytes: length, signal: call.signal })
    const max_cpu_ms = is_small ? LIMITS.sheet_small_ms : LIMITS.import_read_ms
    return inProcess<Done>(file, work, { signal: call.signal, max_cpu_ms, heap_mb }).finally(endTurn)
  }
  // What is small and takes long all the same must not keep other small sheets waiting.
  const answer = (size <= LIMITS.sheet_small_bytes ? await readAs(true) : null) ?? (await readAs(false))
  if (answer === null) throw tooLarge()
  if ('done' in answer) return answer.done
  if ('failed' in answer) throw new Error(answer.failed)
  const { code, field, details } = answer.refused
  throw new Refusal(code, { ...(field ? { field } : {}), ...(details ? { details } : {}) })
}

const codeCache = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

type ProcessLimits = { signal: AbortSignal; max_cpu_ms: number; heap_mb: number }

/** Null = not done within its time. */
const inProcess = <Done>(
  file: URL,
  work: unknown,
  { signal, max_cpu_ms, heap_mb }: ProcessLimits,
): Promise<SheetAnswer<Done> | null> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(file), [String(max_cpu_ms)], {
      execArgv: [`--max-old-space-size=${heap_mb}`, ...NODE_FLAGS],
      // It reads what strangers made: nothing of this process's settings goes along but where compiled code is kept, with
      // which it starts in two thirds of the time.
      env: codeCache(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    if (child.pid !== undefined) setNiceness(child.pid, NICENESS)
    const kill = (): void => void child.kill('SIGKILL')
    const timer = setTimeout(kill, LIMITS.import_read_ms)
    signal.addEventListener('abort', kill, { once: true })
    child.once('message', (answer) => resolve(answer as SheetAnswer<Done>)) // answerSheetWork sends nothing else
    child.once('error', reject)
    // After an answer these do nothing. Without one the heap or the memory was exceeded, or the caller hung up.
    child.once('exit', (_, by) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      // process-bounds.ts: the processor time is used up.
      if (by === 'SIGTERM') resolve(null)
      reject(tooLarge())
    })
    child.send(work as object, (error) => {
      if (error !== null) kill()
    })
  })
