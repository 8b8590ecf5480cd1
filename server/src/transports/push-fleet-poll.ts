import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../app-context.ts'
import type { PushSocket } from './push-socket.ts'
import type { ChangedPlace, PushServices } from './services.ts'

/** A change is read until it is this old: transactions end in another order than their rows are stamped. */
const OVERLAP_MS = 5_000

type Deps = Pick<AppContext, 'log'> &
  Pick<PushServices, 'listChangedPlaces'> & {
    sockets: ReadonlySet<PushSocket>
    /** Makes a console fetch its counts anew. */
    publishFleet: (socket: PushSocket) => void
  }

/**
 * Polls for places of the tree whose counts of units changed, and informs the sockets they concern. By the clock of the database,
 * which stamps the changes. A failed poll is retried by the next one.
 */
export const createFleetPoll = ({ log, sockets, listChangedPlaces, publishFleet }: Deps): (() => Promise<void>) => {
  let since: Date | null = null
  let seen = new Set<string>()
  return async () => {
    if (![...sockets].some(shows)) {
      since = null
      return
    }
    try {
      // What changed just before the first poll, a console may have read before it changed.
      const is_first = since === null
      if (since === null) {
        const [newest] = await listChangedPlaces(null)
        since = new Date((newest?.changed_at.getTime() ?? OVERLAP_MS) - OVERLAP_MS)
      }
      const changed = await listChangedPlaces(since)
      const fresh = changed.filter((place) => (is_first ? place.age_ms < OVERLAP_MS : !seen.has(keyOf(place))))
      seen = new Set(changed.map(keyOf))
      const newest_ms = Math.max(...changed.map(({ changed_at }) => changed_at.getTime()), 0)
      if (newest_ms > 0) since = new Date(newest_ms - OVERLAP_MS)
      if (fresh.length === 0) return
      // Of many not every place is read.
      const is_storm = changed.length >= LIMITS.notices_polled_max
      for (const socket of sockets) if (shows(socket) && (is_storm || isConcerned(socket, fresh))) publishFleet(socket)
    } catch (error) {
      log.warn({ err: error }, 'push: changed counts could not be read')
    }
  }
}

const keyOf = ({ agent_path, changed_at }: ChangedPlace): string => `${agent_path} ${changed_at.getTime()}`

const shows = ({ caller }: PushSocket): boolean =>
  caller !== null && (caller.permissions.has('dashboard:view') || caller.permissions.has('bigscreen:view'))

/** What is held at a place in the subtree changed; the path of the fleet stands for many places, and for the manufacturer's stock. */
const isConcerned = ({ caller }: PushSocket, changed: readonly ChangedPlace[]): boolean =>
  caller !== null &&
  changed.some(({ agent_path, is_many }) => is_many || agent_path.startsWith(caller.scope.agent_path))
