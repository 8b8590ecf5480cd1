import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** An open socket of this console, as operators see it; times in unix ms. */
export type OpenSocketState = {
  socket_id: number
  uid: number | null
  user_name: string
  viewer: string
  address: string
  user_agent: string
  opened_ms: number
  active_ms: number
  devices: number
  queued_bytes: number
}

type Serving = {
  list: () => OpenSocketState[]
  /** False = it is not open (any more). */
  close: (socket_id: number) => boolean
}

/** What the realtime socket tells the features of its sockets: they list and close them without knowing the transport. */
export type OpenSockets = Serving & {
  /** This process among all that share the database. */
  console_id: string
  /** The machine it runs on, for people. */
  host: string
  serve: (serving: Serving) => void
}

export const createOpenSockets = (): OpenSockets => {
  let serving: Serving = { list: () => [], close: () => false }
  return {
    console_id: randomUUID(),
    host: hostname(),
    list: () => serving.list(),
    close: (socket_id) => serving.close(socket_id),
    serve: (next) => {
      serving = next
    },
  }
}
