import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { systemSockets } from '@heatfleet/contract/operations/sockets.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import type { OpenSockets } from '../../open-sockets.ts'
import { browserOf } from '../session/public.ts'
import { listOtherSockets, type OtherSocket, requestClose } from './store-sockets.ts'

type Deps = Pick<AppContext, 'database'> & { open_sockets: OpenSockets }

/** The open sockets of every console on this database: list, close one. Its own are listed and closed at once. */
export const systemSocketHandlers = ({ database: { db }, open_sockets }: Deps) => {
  const { console_id: own_id, host } = open_sockets
  return {
    systemSockets: async ({ body: { search = '' } }) => {
      const wanted = search.toLowerCase()
      const own = open_sockets.list()
      const matching = own.filter(
        ({ user_name, address }) => user_name.toLowerCase().includes(wanted) || address.startsWith(wanted),
      )
      const others = await listOtherSockets(db, own_id, wanted, LIMITS.sockets_listed_max)
      return {
        total: own.length + others.total,
        matching: matching.length + others.matching,
        consoles: others.consoles + (own.length > 0 ? 1 : 0),
        queued_bytes_max: LIMITS.push_buffer_bytes,
        sockets: [...matching.map((socket) => ({ ...socket, console_id: own_id, host })), ...others.sockets]
          .toSorted(mostQueuedFirst)
          .slice(0, LIMITS.sockets_listed_max)
          .map(toSocket),
      }
    },

    socketClose: async ({ body: { socket_id, console_id = own_id } }, { note }) => {
      note({ object: `socket ${socket_id}` })
      if (console_id === own_id) {
        const socket = open_sockets.list().find((one) => one.socket_id === socket_id)
        if (socket !== undefined) note({ detail: { user_name: socket.user_name, address: socket.address } })
        if (!open_sockets.close(socket_id)) throw new Refusal('socket_gone')
      } else {
        const socket = await requestClose(db, console_id, socket_id)
        if (socket === null) throw new Refusal('socket_gone')
        note({ detail: socket })
      }
      return { socket_id, console_id }
    },
  } satisfies Pick<Handlers, keyof typeof systemSockets>
}

const mostQueuedFirst = (one: OtherSocket, other: OtherSocket): number =>
  other.queued_bytes - one.queued_bytes || one.opened_ms - other.opened_ms || one.socket_id - other.socket_id

const toSocket = ({ opened_ms, active_ms, user_agent, ...socket }: OtherSocket) => ({
  ...socket,
  ...browserOf(user_agent),
  opened_time: new Date(opened_ms).toISOString(),
  active_time: new Date(active_ms).toISOString(),
})
