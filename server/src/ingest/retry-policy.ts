import type { Clock } from '../platform/clock.ts'

/** Transient SQLSTATE classes: connection, resources, operator, system, serialisation. */
const TRANSIENT_CLASSES = ['08', '53', '57', '58', '40']
/** Transient SQLSTATEs: read-only (failover), lock not available. */
const TRANSIENT_STATES = ['25006', '55P03']

/**
 * Whether an error means that the database is unavailable or busy rather than that this row is invalid: worth a retry,
 * never a reason to drop a report.
 */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : null
  // pg reports lost connections and its own time-outs by message only.
  if (code === null) return /connect|terminated|timeout/i.test(error.message)
  if (/^E[A-Z]+$/.test(code)) return true
  return TRANSIENT_STATES.includes(code) || TRANSIENT_CLASSES.includes(code.slice(0, 2)) || isMissingPartition(error)
}

/** A partition was dropped after it was checked: it is created again on the next try. */
export const isMissingPartition = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514' && /no partition/.test(error.message)

/** Another transaction held a lock for longer than the timeout. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

const BACK_OFF_FIRST_MS = 50
/** Short, so that ingest resumes soon after the database. */
const BACK_OFF_MAX_MS = 2_000

/** Retries a task until it succeeds, with exponential back-off; permanent errors are thrown. */
export type WithRetry = <T>(task: (is_retry: boolean) => Promise<T>) => Promise<T>

/** Retry policy of work that must not be dropped: unlimited retries. `onWait` is called before each wait. */
export const createRetry =
  (deps: { clock: Pick<Clock, 'after'>; onWait: (error: unknown, tries: number) => void }): WithRetry =>
  async (task) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await task(tries > 0)
      } catch (error) {
        if (!isTransient(error)) throw error
        deps.onWait(error, tries)
        const delay_ms = Math.min(BACK_OFF_FIRST_MS * 2 ** Math.min(tries, 10), BACK_OFF_MAX_MS)
        await new Promise<void>((resolve) => deps.clock.after(delay_ms, resolve))
      }
    }
  }
