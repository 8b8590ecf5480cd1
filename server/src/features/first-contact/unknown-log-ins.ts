import { LIMITS } from '@heatfleet/contract/limits.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { UnknownLogin } from '../../transports/mqtt-auth.ts'
import { storeUnknownLogins, trimUnknownModules, type UnknownAttempts } from './store-log-ins.ts'

type Deps = {
  pool: Pick<pg.Pool, 'query'>
  clock: Clock
  log: Logger
  /** After the commit of attempts that changed the list. */
  onStored: () => void
}

/** Notes log-ins of unknown modules; what a flood can make of it is bounded in memory, in statements and in rows. */
type UnknownLogins = {
  add: (login: UnknownLogin) => void
  drop: (macs: readonly string[]) => void
  stop: () => void
}

const MINUTE_MS = 60_000

/** Collects attempts and stores them together; a batch that cannot be stored is lost, the module tries again. */
export const createUnknownLogins = ({ pool, clock, log, onStored }: Deps): UnknownLogins => {
  let waiting = new Map<string, UnknownAttempts>()
  /** Entries of each address in this minute. */
  let noted = new Map<string, number>()
  let minute = 0
  let cancel: (() => void) | null = null

  const mayNote = (address: string, now_ms: number): boolean => {
    const now_minute = Math.floor(now_ms / MINUTE_MS)
    if (now_minute !== minute) {
      minute = now_minute
      noted = new Map()
    }
    const of_address = noted.get(address) ?? 0
    // This bounds the addresses of a minute as well: each of them had one of the ids that waited.
    if (of_address >= LIMITS.unknown_modules_per_minute || waiting.size >= LIMITS.unknown_modules_waiting_max)
      return false
    noted.set(address, of_address + 1)
    return true
  }
  const flush = async (): Promise<void> => {
    const attempts = [...waiting.values()]
    waiting = new Map()
    try {
      if ((await storeUnknownLogins(pool, attempts)) === 0) return
      await trimUnknownModules(pool, [...new Set(attempts.map(({ address }) => address))], {
        per_address_max: LIMITS.unknown_modules_per_address_max,
        all_max: LIMITS.unknown_modules_max,
      })
      onStored()
    } catch (error) {
      log.warn({ error, count: attempts.length }, 'unknown modules could not be noted')
    }
  }
  /** One flush at a time: the next begins its wait when this one is over. */
  const schedule = (): void => {
    cancel ??= clock.after(LIMITS.unknown_modules_flush_ms, () => {
      void flush().finally(() => {
        cancel = null
        if (waiting.size > 0) schedule()
      })
    })
  }

  return {
    add: (login) => {
      const now_ms = clock.now()
      const before = waiting.get(login.mac)
      if (before === undefined && !mayNote(login.address, now_ms)) return
      waiting.set(login.mac, {
        ...login,
        product_key: login.product_key ?? before?.product_key ?? null,
        first_ms: before?.first_ms ?? now_ms,
        last_ms: now_ms,
        tries: (before?.tries ?? 0) + 1,
      })
      schedule()
    },
    drop: (macs) => {
      for (const mac of macs) waiting.delete(mac)
    },
    stop: () => cancel?.(),
  }
}
