import { CallFailed } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

/** HTTP 408: the status of a read that was given up here. It is not retried by itself: each attempt lasts a minute. */
export const NO_ANSWER_STATUS = 408

/**
 * Runs a read with a signal that also ends it when no whole answer came in time. A connection that died silently, or a proxy
 * that holds its answer, would otherwise leave the skeleton of the screen standing for minutes, with nothing to press.
 */
export const withinTime = async <T>(signal: AbortSignal, read: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), LIMITS.read_answer_ms)
  try {
    return await read(AbortSignal.any([signal, late.signal]))
  } catch (error) {
    if (late.signal.aborted && !signal.aborted) throw new CallFailed(NO_ANSWER_STATUS, 'no answer in time')
    throw error
  } finally {
    clearTimeout(timer)
  }
}
