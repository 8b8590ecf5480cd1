import type { AppContext } from '../app-context.ts'
import type { PushServices } from './services.ts'

type Deps = Pick<AppContext, 'log'> & Pick<PushServices, 'open_sockets' | 'socket_sharing'>

/** Publishes the sockets of this console and closes those that operators close at others. Failed rounds are retried by the next. */
export const createSharingRound =
  ({ log, open_sockets, socket_sharing }: Deps) =>
  async (): Promise<void> => {
    try {
      for (const socket_id of await socket_sharing.share(open_sockets.list())) open_sockets.close(socket_id)
    } catch (error) {
      log.warn({ err: error }, 'push: open sockets could not be published to other consoles')
    }
  }
