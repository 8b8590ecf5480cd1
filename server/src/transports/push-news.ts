import { LIMITS } from '@heatfleet/contract/limits.ts'
import { listNews, type News } from '../features/notices/public.ts'
import { mayBeWithin } from '../platform/scope.ts'
import type { World } from '../world.ts'
import type { PushSocket } from './push-socket.ts'

type Deps = Pick<World, 'database' | 'clock' | 'log'> & {
  sockets: ReadonlySet<PushSocket>
  /** Tells a console to read its inbox. */
  tellNotice: (socket: PushSocket) => void
}

/**
 * Looks every few seconds whether something happened, in whichever process, and tells the sockets it concerns; what
 * happened is read from the inbox, where rights and scope are asked again. A round that fails is made up for by the next.
 */
export const startNews = (deps: Deps): { stop: () => void } => {
  const { clock, log, sockets, database } = deps
  let since = new Date(clock.now())
  let is_stopped = false
  let cancel: () => void = () => {}
  const look = async (): Promise<void> => {
    const at = new Date(clock.now())
    if (sockets.size > 0) {
      const news = await listNews(database.db, since)
      for (const socket of sockets) if (news.some((one) => isConcerned(socket, one))) deps.tellNotice(socket)
    }
    since = at
  }
  const wait = () => {
    cancel = clock.after(LIMITS.notices_poll_ms, () => {
      look()
        .catch((error: unknown) => log.warn({ err: error }, 'push: news could not be read'))
        .finally(() => {
          if (!is_stopped) wait()
        })
    })
  }
  wait()
  return {
    stop: () => {
      is_stopped = true
      cancel()
    },
  }
}

const isConcerned = ({ caller }: PushSocket, { uid, device_id, agent_path, product_key }: News): boolean => {
  if (caller === null) return false
  if (device_id === null) return uid === caller.uid
  return caller.permissions.has('device:view') && mayBeWithin(caller.scope, { device_id, agent_path, product_key })
}
