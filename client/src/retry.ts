import type { RetryOptions } from './types.ts'

export const RETRY: RetryOptions = { attempts: 4, first_ms: 500, most_ms: 30_000 }

/** How one attempt ended: an answer; or that it may be made again, after `wait_ms` where the product said so. */
export type Attempt<Answer> = { done: true; answer: Answer } | { done: false; error: Error; wait_ms: number | null }

/** Waits, or rejects with the reason of the signal. */
export const pause = (wait_ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(reasonOf(signal))
    const end = () => {
      clearTimeout(timer)
      reject(reasonOf(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, wait_ms)
    signal?.addEventListener('abort', end, { once: true })
  })

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new Error('aborted')

/** Wait before attempt `at` (2 = the second): doubled each time, between half of it and the whole. */
export const backOff = (at: number, { first_ms, most_ms }: RetryOptions, random: number): number => {
  const whole = Math.min(most_ms, first_ms * 2 ** (at - 2))
  return Math.round(whole / 2 + (whole / 2) * random)
}

/** Makes attempts until one is done, they are used up, or the product asks for a longer wait than `most_ms`. */
export const withRetry = async <Answer>(
  make: () => Promise<Attempt<Answer>>,
  retry: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<Answer> => {
  for (let at = 1; ; at += 1) {
    const attempt = await make()
    if (attempt.done) return attempt.answer
    const wait_ms = attempt.wait_ms ?? backOff(at + 1, retry, Math.random())
    if (at >= retry.attempts || wait_ms > retry.most_ms) throw attempt.error
    await pause(wait_ms, signal)
  }
}

/** `Retry-After` in ms: seconds, or a date; null = not said. */
export const retryAfterMs = (header: string | null, now_ms: number): number | null => {
  if (header === null) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now_ms)
}
