import { REPEAT_WINDOW_MS } from './report-frame.ts'

/** Entries per device: a replay of some hours; older duplicates are found in the database. */
const ENTRIES_PER_DEVICE = 512

/**
 * Tracks reports that are stored or being stored. A duplicate of a report being stored waits for the same commit: an
 * earlier acknowledgement would be a promise that a crash breaks.
 */
type Deduplicator = {
  /** `new`, `stored` (acknowledge at once), or `waiting` (acknowledged together with the first). */
  admit: (device_id: number, key: number, now_ms: number, acknowledge: () => void) => 'new' | 'stored' | 'waiting'
  /** Marks a report as stored; returns the acknowledgements that waited for it. */
  markStored: (device_id: number, key: number, now_ms: number) => readonly (() => void)[]
  /** The report was abandoned unacknowledged: sent again, it counts as new. */
  forget: (device_id: number, key: number) => void
}

/** Time of storing, unix s; or the acknowledgements that wait for the commit. One number each: a busy gateway keeps millions. */
type Entry = number | readonly (() => void)[]
const NO_WAITERS: readonly (() => void)[] = []

export const createDeduplicator = (): Deduplicator => {
  const devices = new Map<number, Map<number, Entry>>()
  const entriesOf = (device_id: number): Map<number, Entry> => {
    const existing = devices.get(device_id)
    if (existing !== undefined) return existing
    const entries = new Map<number, Entry>()
    devices.set(device_id, entries)
    return entries
  }
  return {
    admit: (device_id, key, now_ms, acknowledge) => {
      const entries = entriesOf(device_id)
      dropExpired(entries, now_ms)
      const entry = entries.get(key)
      if (typeof entry === 'number') return 'stored'
      entries.set(key, entry === undefined ? NO_WAITERS : [...entry, acknowledge])
      return entry === undefined ? 'new' : 'waiting'
    },
    markStored: (device_id, key, now_ms) => {
      const entries = devices.get(device_id)
      const waiting = entries?.get(key)
      if (entries === undefined || waiting === undefined || typeof waiting === 'number') return NO_WAITERS
      entries.set(key, Math.ceil(now_ms / 1_000))
      return waiting
    },
    forget: (device_id, key) => {
      devices.get(device_id)?.delete(key)
    },
  }
}

/** In order of arrival; entries being stored stay. */
const dropExpired = (entries: Map<number, Entry>, now_ms: number): void => {
  for (const [key, entry] of entries) {
    if (typeof entry !== 'number') continue
    if (entries.size <= ENTRIES_PER_DEVICE && now_ms - entry * 1_000 < REPEAT_WINDOW_MS) return
    entries.delete(key)
  }
}
