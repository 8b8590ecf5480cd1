import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { AuditLine, CountedBy, WriteAudit } from '../../handler.ts'
import { insertAuditLine } from './store.ts'

/** Writes lines of the audit log, and keeps floods of refusals from filling it. */
export type AuditWriter = {
  write: WriteAudit
  /** Writes how many are still to be told of; at the end. */
  close: () => Promise<void>
}

/** Refusals of one account (or one address, where there is no account) in the minute that runs. */
type Window = { counted: CountedBy; written: number; left_out: number; newest: AuditLine; cancel: () => void }

const WINDOW_MS = 60_000
/** Action of the line that stands for those left out. */
export const LEFT_OUT = 'refusalsLeftOut'

/**
 * Every line of what was done is written. Of the refusals of one account, as many a minute as the limit says; the rest of
 * that minute is one line that tells how many.
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
    await insertAuditLine(db, {
      ...window.newest,
      // An address may have knocked at many accounts.
      ...(window.counted === 'address' ? { uid: null, user_name: '' } : {}),
      at: new Date(clock.now()),
      action: LEFT_OUT,
      object: 'audit',
      detail: { count: window.left_out },
    })
  }
  const begin = (key: string, counted: CountedBy, newest: AuditLine): Window => {
    const cancel = clock.after(WINDOW_MS, () => {
      end(key).catch((error: unknown) => log.error({ error }, 'an audit line could not be written'))
    })
    const window = { counted, written: 0, left_out: 0, newest, cancel }
    windows.set(key, window)
    return window
  }

  return {
    write: async (line, wished = 'account') => {
      if (line.result === 'ok') return insertAuditLine(db, line)
      const counted = line.uid === null ? 'address' : wished
      const key = counted === 'address' ? `address ${line.address}` : `account ${line.uid}`
      const window = windows.get(key) ?? begin(key, counted, line)
      window.newest = line
      if (window.written >= LIMITS.audit_refusals_per_minute) {
        window.left_out += 1
        return
      }
      window.written += 1
      await insertAuditLine(db, line)
    },
    close: async () => {
      for (const key of Array.from(windows.keys())) await end(key)
    },
  }
}
