import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { systemSockets } from '@heatfleet/contract/operations/sockets.ts'
import type { Handlers } from '../../handler.ts'
import type { OpenSocketState, OpenSockets } from '../../open-sockets.ts'

/** The open sockets of this console: list, close one. */
export const systemSocketHandlers = ({ open_sockets }: { open_sockets: OpenSockets }) =>
  ({
    systemSockets: async ({ body: { search = '' } }) => {
      const all = open_sockets.list()
      const wanted = search.toLowerCase()
      const matching = all.filter(
        ({ user_name, address }) => user_name.toLowerCase().includes(wanted) || address.startsWith(wanted),
      )
      return {
        total: all.length,
        matching: matching.length,
        queued_bytes_max: LIMITS.push_buffer_bytes,
        sockets: matching.toSorted(mostQueuedFirst).slice(0, LIMITS.sockets_listed_max).map(toSocket),
      }
    },

    socketClose: async ({ body: { socket_id } }, { note }) => {
      const socket = open_sockets.list().find((one) => one.socket_id === socket_id)
      note({
        object: `socket ${socket_id}`,
        ...(socket === undefined ? {} : { detail: { user_name: socket.user_name, address: socket.address } }),
      })
      if (!open_sockets.close(socket_id)) throw new Refusal('socket_gone')
      return { socket_id }
    },
  }) satisfies Pick<Handlers, keyof typeof systemSockets>

const mostQueuedFirst = (one: OpenSocketState, other: OpenSocketState): number =>
  other.queued_bytes - one.queued_bytes || one.socket_id - other.socket_id

const toSocket = ({ opened_ms, active_ms, ...socket }: OpenSocketState) => ({
  ...socket,
  opened_time: new Date(opened_ms).toISOString(),
  active_time: new Date(active_ms).toISOString(),
})
