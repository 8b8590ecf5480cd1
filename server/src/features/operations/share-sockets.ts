import type { AppContext } from '../../app-context.ts'
import type { OpenSocketState, OpenSockets } from '../../open-sockets.ts'
import { deleteConsole, listCloseRequests, saveSockets, touchConsole } from './store-sockets.ts'

/** How often a console says that it is there, in ms: a few times within the time after which it counts as lost. */
const SEEN_EVERY_MS = 5_000
/** Published times of last messages are rounded to this, in ms: a busy socket is not written again each second. */
const ACTIVE_STEP_MS = 5_000

type SocketSharing = {
  /** Publishes what changed; gives the sockets that other consoles were asked to close. */
  share: (sockets: readonly OpenSocketState[]) => Promise<readonly number[]>
  /** Withdraws all, when this console ends. */
  withdraw: () => Promise<void>
}

/** Publishes the open sockets of this console to all others on the database. A console without sockets writes nothing. */
export const createSocketSharing = ({
  database: { db },
  clock,
  open_sockets: { console_id, host },
}: Pick<AppContext, 'database' | 'clock'> & { open_sockets: OpenSockets }): SocketSharing => {
  let published = new Map<number, string>()
  let seen_ms: number | null = null

  return {
    share: async (sockets) => {
      if (sockets.length === 0 && published.size === 0) return []
      const now_ms = clock.now()
      // Also when the clock was set back.
      if (seen_ms === null || Math.abs(now_ms - seen_ms) >= SEEN_EVERY_MS) {
        if (await touchConsole(db, console_id, host)) published = new Map()
        seen_ms = now_ms
      }
      const states = sockets.map((socket) => ({
        ...socket,
        // Its last message is not earlier than its opening.
        active_ms: Math.max(socket.opened_ms, socket.active_ms - (socket.active_ms % ACTIVE_STEP_MS)),
      }))
      const texts = new Map(states.map((state) => [state.socket_id, JSON.stringify(state)]))
      const changed = states.filter(({ socket_id }) => published.get(socket_id) !== texts.get(socket_id))
      const closed = [...published.keys()].filter((socket_id) => !texts.has(socket_id))
      await saveSockets(db, console_id, changed, closed)
      published = texts
      return sockets.length === 0 ? [] : listCloseRequests(db, console_id)
    },
    withdraw: async () => {
      if (seen_ms !== null) await deleteConsole(db, console_id)
    },
  }
}
