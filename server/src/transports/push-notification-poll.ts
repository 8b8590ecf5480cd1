import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../app-context.ts'
import { mayBeWithin } from '../platform/scope.ts'
import type { PushSocket } from './push-socket.ts'
import type { NotificationTarget, PushServices } from './services.ts'

type Deps = Pick<AppContext, 'clock' | 'log'> &
  Pick<PushServices, 'listNotificationTargets'> & {
    sockets: ReadonlySet<PushSocket>
    /** Makes a console read its inbox. */
    publishNotification: (socket: PushSocket) => void
  }

/**
 * Polls for new notifications of any process and informs the sockets they concern; the console then reads its inbox, where
 * rights and scope are checked again. Called with each permission check; does nothing until the poll interval is over. A
 * failed poll is retried by the next one.
 */
export const createNotificationPoll = ({
  clock,
  log,
  sockets,
  listNotificationTargets,
  publishNotification,
}: Deps): (() => Promise<void>) => {
  let since_ms = clock.now()
  return async () => {
    const now_ms = clock.now()
    // Later than now: the machine's clock was set back.
    if (Math.abs(now_ms - since_ms) < LIMITS.notices_poll_ms) return
    try {
      const targets = sockets.size === 0 ? [] : await listNotificationTargets(new Date(Math.min(since_ms, now_ms)))
      for (const socket of sockets)
        if (targets.some((target) => isConcerned(socket, target))) publishNotification(socket)
      since_ms = now_ms
    } catch (error) {
      log.warn({ err: error }, 'push: notifications could not be read')
    }
  }
}

const isConcerned = (
  { caller }: PushSocket,
  { uid, device_id, agent_path, product_key }: NotificationTarget,
): boolean => {
  if (caller === null) return false
  if (device_id === null) return uid === caller.uid
  return caller.permissions.has('device:view') && mayBeWithin(caller.scope, { device_id, agent_path, product_key })
}
