import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../app-context.ts'
import { mayBeWithin } from '../platform/scope.ts'
import type { PushSocket } from './push-socket.ts'
import type { NotificationTarget, PushServices } from './services.ts'

type Deps = Pick<AppContext, 'clock' | 'log'> &
  Pick<PushServices, 'listNotificationTargets'> & {
    sockets: ReadonlySet<PushSocket>
    /** Tells a console to read its inbox. */
    publishNotification: (socket: PushSocket) => void
  }

/**
 * Looks whether something happened since it last looked, in whichever process, and tells the sockets it concerns; what
 * happened is read from the inbox, where rights and scope are asked again. Called with each check of the rights, and does
 * nothing until it is time; a look that fails is made up for by the next.
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
    if (now_ms - since_ms < LIMITS.notices_poll_ms) return
    try {
      const news = sockets.size === 0 ? [] : await listNotificationTargets(new Date(since_ms))
      for (const socket of sockets) if (news.some((one) => isConcerned(socket, one))) publishNotification(socket)
      since_ms = now_ms
    } catch (error) {
      log.warn({ err: error }, 'push: news could not be read')
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
