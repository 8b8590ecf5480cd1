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
  settle: (device_id: number, key: number, now_ms: number) => readonly (() => void)[]
  /** The report was given up unacknowledged: when it is sent again it counts as new. */
  forget: (device_id: number, key: number) => void
}

/** When it was stored, in unix s; or who waits for the commit under way. One number each: a busy gateway keeps millions. */
type Entry = number | readonly (() => void)[]
const NOBODY: readonly (() => void)[] = []

export const createRepeats = (): Repeats => {
  const devices = new Map<number, Map<number, Entry>>()
  const entriesOf = (device_id: number): Map<number, Entry> => {
    const known = devices.get(device_id)
    if (known !== undefined) return known
    const entries = new Map<number, Entry>()
    devices.set(device_id, entries)
    return entries
  }
  return {
    judge: (device_id, key, now_ms, acknowledge) => {
      const entries = entriesOf(device_id)
      forgetOld(entries, now_ms)
      const entry = entries.get(key)
      if (typeof entry === 'number') return 'stored'
      entries.set(key, entry === undefined ? NOBODY : [...entry, acknowledge])
      return entry === undefined ? 'new' : 'waiting'
    },
    settle: (device_id, key, now_ms) => {
      const entries = devices.get(device_id)
      const waiting = entries?.get(key)
      if (entries === undefined || waiting === undefined || typeof waiting === 'number') return NOBODY
      entries.set(key, Math.ceil(now_ms / 1_000))
      return waiting
    },
    forget: (device_id, key) => {
      devices.get(device_id)?.delete(key)
    },
  }
}

/** From the one that came first on; what is on its way stays. */
const forgetOld = (entries: Map<number, Entry>, now_ms: number): void => {
  for (const [key, entry] of entries) {
    if (typeof entry !== 'number') continue
    if (entries.size <= KEPT_PER_DEVICE && now_ms - entry * 1_000 < REPEAT_WINDOW_MS) return
    entries.delete(key)
  }
}
