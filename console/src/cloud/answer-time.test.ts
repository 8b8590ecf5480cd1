import { LIMITS } from '@heatfleet/contract/limits.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_ANSWER_STATUS, withinTime } from './answer-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A read without an answer: it ends with its signal. */
const held = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

it('a read without an answer fails after its time, and not before', async () => {
  let failed: unknown = null
  const read = withinTime(new AbortController().signal, held).catch((error: unknown) => (failed = error))
  await vi.advanceTimersByTimeAsync(LIMITS.read_answer_ms - 1)
  expect(failed).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  await read
  expect(failed).toMatchObject({ name: 'CallFailed', status: NO_ANSWER_STATUS })
})

it('a read that is cancelled, refused or answered ends as before, and leaves no timer', async () => {
  const cancelled = new AbortController()
  const read = withinTime(cancelled.signal, held)
  cancelled.abort(new Error('left the screen'))
  await expect(read).rejects.toThrow('left the screen')
  const { signal } = new AbortController()
  await expect(withinTime(signal, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await withinTime(signal, async () => 'rows')).toBe('rows')
  expect(vi.getTimerCount()).toBe(0)
})
