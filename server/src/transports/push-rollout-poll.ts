import type { AppContext } from '../app-context.ts'
import { mayBeWithin } from '../platform/scope.ts'
import type { PushSocket } from './push-socket.ts'
import type { ChangedRollout, PushServices } from './services.ts'

/** A change is read until it is this old: transactions end in another order than their rows are stamped. */
const OVERLAP_MS = 2_000

type Deps = Pick<AppContext, 'log'> &
  Pick<PushServices, 'listChangedRollouts'> & {
    sockets: ReadonlySet<PushSocket>
    /** Makes a console fetch its rollouts and upgrades anew. */
    publishRollouts: (socket: PushSocket) => void
  }

/**
 * Polls for rollouts and upgrades that any process moved, and informs the sockets they concern. By the clock of the database,
 * which stamps the changes. A failed poll is retried by the next one.
 */
export const createRolloutPoll = ({
  log,
  sockets,
  listChangedRollouts,
  publishRollouts,
}: Deps): (() => Promise<void>) => {
  let since: Date | null = null
  let seen = new Set<string>()
  return async () => {
    if (sockets.size === 0) {
      since = null
      return
    }
    try {
      const is_first = since === null
      const changed = await listChangedRollouts(since)
      const fresh = is_first ? [] : changed.filter((rollout) => !seen.has(keyOf(rollout)))
      seen = new Set(changed.map(keyOf))
      const newest_ms = changed.reduce((newest, { changed_at }) => Math.max(newest, changed_at.getTime()), 0)
      if (newest_ms > 0) since = new Date(newest_ms - OVERLAP_MS)
      else since ??= new Date(0)
      if (fresh.length === 0) return
      for (const socket of sockets) if (isConcerned(socket, fresh)) publishRollouts(socket)
    } catch (error) {
      log.warn({ err: error }, 'push: changed rollouts could not be read')
    }
  }
}

const keyOf = ({ key, changed_at }: ChangedRollout): string => `${key} ${changed_at.getTime()}`

/** A rollout concerns those at and above the place of who proposed it, an upgrade those who see its unit. */
const isConcerned = ({ caller }: PushSocket, changed: readonly ChangedRollout[]): boolean => {
  if (caller === null || !(caller.permissions.has('ota:view') || caller.permissions.has('rollout:view'))) return false
  return changed.some(({ agent_path, device }) =>
    device === null ? agent_path.startsWith(caller.scope.agent_path) : mayBeWithin(caller.scope, device),
  )
}
