import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { AuditEntry, CountedBy, WriteAudit } from '../../handler.ts'
import { insertAuditEntry } from './store.ts'

/** Writes audit entries and limits floods of refusals. */
export type AuditWriter = {
  write: WriteAudit
  /** Writes the pending counts of suppressed refusals, at shutdown. */
  close: () => Promise<void>
}

/** Refusals of one account, or of one address without an account, in the current minute. */
type Window = { counted: CountedBy; written: number; left_out: number; newest: AuditEntry; cancel: () => void }

const WINDOW_MS = 60_000
/** Action of the entry that counts suppressed refusals. */
export const LEFT_OUT = 'refusalsLeftOut'

/**
 * Every successful action is written. Of the refusals of one account, up to the limit per minute; the others of that
 * minute are one entry with their count.
 */
export const createAuditWriter = ({
  database: { db },
  clock,
  log,
}: Pick<AppContext, 'database' | 'clock' | 'log'>): AuditWriter => {
  const windows = new Map<string, Window>()

  const end = async (key: string): Promise<void> => {
    const window = windows.get(key)
    windows.delete(key)
    window?.cancel()
    if (window === undefined || window.left_out === 0) return
    await insertAuditEntry(db, {
      ...window.newest,
      // An address may have tried many accounts.
      ...(window.counted === 'address' ? { uid: null, user_name: '' } : {}),
      at: new Date(clock.now()),
      action: LEFT_OUT,
      object: 'audit',
      detail: { count: window.left_out },
    })
  }
  const begin = (key: string, counted: CountedBy, newest: AuditEntry): Window => {
    const cancel = clock.after(WINDOW_MS, () => {
      end(key).catch((error: unknown) => log.error({ error }, 'an audit entry could not be written'))
    })
    const window = { counted, written: 0, left_out: 0, newest, cancel }
    windows.set(key, window)
    return window
  }

  return {
    write: async (entry, requested = 'account') => {
      if (entry.result === 'ok') return insertAuditEntry(db, entry)
      const counted = entry.uid === null ? 'address' : requested
      const key = counted === 'address' ? `address ${entry.address}` : `account ${entry.uid}`
      const window = windows.get(key) ?? begin(key, counted, entry)
      window.newest = entry
      if (window.written >= LIMITS.audit_refusals_per_minute) {
        window.left_out += 1
        return
      }
      window.written += 1
      await insertAuditEntry(db, entry)
    },
    close: async () => {
      for (const key of Array.from(windows.keys())) await end(key)
    },
  }
}
