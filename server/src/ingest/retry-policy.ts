import type { Clock } from '../platform/clock.ts'

/** SQLSTATE classes that pass by themselves: connection, resources, operator, system, serialisation. */
const PASSING_CLASSES = ['08', '53', '57', '58', '40']
/** Read-only (a failover under way), lock not available. */
const PASSING_STATES = ['25006', '55P03']

/**
 * Whether an error says that the database is away or busy rather than that this row is wrong: worth waiting for,
 * never a reason to give up a report.
 */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : null
  // pg tells lost connections and its own time-outs by message alone.
  if (code === null) return /connect|terminated|timeout/i.test(error.message)
  if (/^E[A-Z]+$/.test(code)) return true
  return PASSING_STATES.includes(code) || PASSING_CLASSES.includes(code.slice(0, 2)) || isMissingPartition(error)
}

/** The day's partition went away after we had seen it: it is made again on the next try. */
export const isMissingPartition = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514' && /no partition/.test(error.message)

/** Somebody else held a lock longer than we would wait. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

const BACK_OFF_FIRST_MS = 50
/** Short enough that service is back soon after the database is. */
const BACK_OFF_MAX_MS = 2_000

/** Runs a task until it succeeds, waiting longer each time; only errors that do not pass come through. */
export type WithRetry = <T>(task: (is_retry: boolean) => Promise<T>) => Promise<T>

/** What must not be given up waits for the database as long as it takes. `onWait` is told of each wait. */
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
