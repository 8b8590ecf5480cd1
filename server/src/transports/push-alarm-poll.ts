import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../app-context.ts'
import { mayBeWithin } from '../platform/scope.ts'
import type { PushSocket } from './push-socket.ts'
import type { ChangedAlarm, PushServices } from './services.ts'

/** A change is read until it is this old: transactions end in another order than their rows are stamped. */
const OVERLAP_MS = 5_000

type Deps = Pick<AppContext, 'log'> &
  Pick<PushServices, 'listChangedAlarms'> & {
    sockets: ReadonlySet<PushSocket>
    /** Makes a console fetch its alarms anew. */
    publishAlarms: (socket: PushSocket) => void
  }

/**
 * Polls for alarms that any process raised, recovered or handled, and informs the sockets they concern. By the clock of the
 * database, which stamps the changes. A failed poll is retried by the next one.
 */
export const createAlarmPoll = ({ log, sockets, listChangedAlarms, publishAlarms }: Deps): (() => Promise<void>) => {
  let since: Date | null = null
  let seen = new Set<string>()
  return async () => {
    if (sockets.size === 0) {
      since = null
      return
    }
    try {
      const is_first = since === null
      const changed = await listChangedAlarms(since)
      const fresh = is_first ? [] : changed.filter((alarm) => !seen.has(keyOf(alarm)))
      seen = new Set(changed.map(keyOf))
      const newest_ms = changed.reduce((newest, { changed_at }) => Math.max(newest, changed_at.getTime()), 0)
      if (newest_ms > 0) since = new Date(newest_ms - OVERLAP_MS)
      else since ??= new Date(0)
      if (fresh.length === 0) return
      // Of a storm not every place is read.
      const is_storm = changed.length >= LIMITS.notices_polled_max
      for (const socket of sockets) if (isConcerned(socket, fresh, is_storm)) publishAlarms(socket)
    } catch (error) {
      log.warn({ err: error }, 'push: changed alarms could not be read')
    }
  }
}

const keyOf = ({ alarm_id, changed_at }: ChangedAlarm): string => `${alarm_id} ${changed_at.getTime()}`

const isConcerned = ({ caller }: PushSocket, changed: readonly ChangedAlarm[], is_storm: boolean): boolean =>
  caller?.permissions.has('alarm:view') === true &&
  (is_storm || changed.some((alarm) => mayBeWithin(caller.scope, alarm)))
