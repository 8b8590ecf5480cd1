import { REPEAT_WINDOW_MS } from './report-frame.ts'

/** Reports remembered of one device at most: a replay of some hours; older ones are found in the database. */
const KEPT_PER_DEVICE = 512

/**
 * Remembers what was stored or is about to be. A repeat of a report still on its way waits for the same commit: an
 * acknowledgement before it would be a promise that a crash breaks.
 */
export type Repeats = {
  /** `new`, `stored` (acknowledge at once), or `waiting` (acknowledged together with the first). */
  judge: (device_id: number, key: number, now_ms: number, acknowledge: () => void) => 'new' | 'stored' | 'waiting'
  /** The report is stored: gives the acknowledgements that waited for it. */
  settle: (device_id: number, key: number, now_ms: number) => (() => void)[]
  /** The report was given up unacknowledged: when it is sent again it counts as new. */
  forget: (device_id: number, key: number) => void
}

type Entry = { stored_ms: number | null; waiting: (() => void)[] }

export const createRepeats = (): Repeats => {
  const devices = new Map<number, Map<number, Entry>>()
  return {
    judge: (device_id, key, now_ms, acknowledge) => {
      const entries = devices.get(device_id) ?? new Map<number, Entry>()
      devices.set(device_id, entries)
      forgetOld(entries, now_ms)
      const entry = entries.get(key)
      if (entry === undefined) {
        entries.set(key, { stored_ms: null, waiting: [] })
        return 'new'
      }
      if (entry.stored_ms !== null) return 'stored'
      entry.waiting.push(acknowledge)
      return 'waiting'
    },
    settle: (device_id, key, now_ms) => {
      const entries = devices.get(device_id)
      const entry = entries?.get(key)
      if (entries === undefined || entry === undefined) return []
      // Put at the end again: the order of the map is the order of storing.
      entries.delete(key)
      entries.set(key, { stored_ms: now_ms, waiting: [] })
      return entry.waiting
    },
    forget: (device_id, key) => {
      devices.get(device_id)?.delete(key)
    },
  }
}

const forgetOld = (entries: Map<number, Entry>, now_ms: number): void => {
  for (const [key, { stored_ms }] of entries) {
    if (stored_ms === null) continue
    if (entries.size <= KEPT_PER_DEVICE && now_ms - stored_ms < REPEAT_WINDOW_MS) return
    entries.delete(key)
  }
}
