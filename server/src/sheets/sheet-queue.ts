import { Refusal } from '@heatfleet/contract/errors.ts'

/** Who wants a sheet read. `bytes`: what waits in memory meanwhile; `signal`: aborted when the caller hangs up. */
export type QueuedSheet = { account: number; is_small: boolean; bytes: number; signal: AbortSignal }

type SheetQueueLimits = {
  /** Sheets read at the same time. */
  at_once: number
  /** Large ones of these; the rest of the places is kept for small sheets. */
  large_at_once: number
  /** For so long (ms) what an account had read counts when others wait. */
  remembered_ms: number
  /** Waiting sheets together. */
  waiting_bytes: number
}

type Waiting = QueuedSheet & { begin: () => void }
/** Time (ms) an account's sheets took; `until_ms`: when that is forgotten. */
type Use = { took_ms: number; until_ms: number }

/**
 * Places of reading sheets: the account whose sheets took least time lately comes first, then who came first. Small sheets
 * pass large ones while these wait for their own place. An account has at most one waiting sheet, so that none fills the
 * queue; a caller who hangs up gives its place up.
 */
export const createSheetQueue = (
  { at_once, large_at_once, waiting_bytes, remembered_ms }: SheetQueueLimits,
  now: () => number,
) => {
  const waiting: Waiting[] = []
  const running = { small: 0, large: 0 }
  const uses = new Map<number, Use>()
  const usedBy = ({ account }: QueuedSheet): number => uses.get(account)?.took_ms ?? 0

  const noteUse = (account: number, began_ms: number): void => {
    const now_ms = now()
    for (const [one, { until_ms }] of uses) if (until_ms <= now_ms) uses.delete(one)
    const took_ms = (uses.get(account)?.took_ms ?? 0) + now_ms - began_ms
    uses.set(account, { took_ms, until_ms: now_ms + remembered_ms })
  }

  const hasPlace = ({ is_small }: QueuedSheet): boolean =>
    running.small + running.large < at_once && (is_small || running.large < large_at_once)

  const beginNext = (): void => {
    // Sorting keeps the order of arrival among equals.
    const [next] = waiting.filter(hasPlace).toSorted((a, b) => usedBy(a) - usedBy(b))
    if (next === undefined) return
    waiting.splice(waiting.indexOf(next), 1)
    next.begin()
  }

  const take = ({ account, is_small }: QueuedSheet): (() => void) => {
    const size = is_small ? 'small' : 'large'
    running[size]++
    const began_ms = now()
    return () => {
      running[size]--
      noteUse(account, began_ms)
      beginNext()
    }
  }

  const waitForPlace = (request: QueuedSheet): Promise<() => void> => {
    const sum = waiting.reduce((total, { bytes }) => total + bytes, request.bytes)
    if (waiting.some(({ account }) => account === request.account) || sum > waiting_bytes)
      throw new Refusal('sheets_waiting')
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(place), 1)
        reject(new Refusal('sheets_waiting'))
      }
      const place: Waiting = {
        ...request,
        begin: () => {
          request.signal.removeEventListener('abort', leave)
          resolve(take(request))
        },
      }
      waiting.push(place)
      request.signal.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    /**
     * Resolves when the sheet may be read, with the function that ends its turn. Refuses `sheets_waiting`: the account
     * has a waiting sheet already, the queue is full, or the caller hung up.
     */
    enter: async (request: QueuedSheet): Promise<() => void> => {
      if (request.signal.aborted) throw new Refusal('sheets_waiting')
      return hasPlace(request) ? take(request) : waitForPlace(request)
    },
    /** Number of sheets that wait. */
    length: (): number => waiting.length,
  }
}
