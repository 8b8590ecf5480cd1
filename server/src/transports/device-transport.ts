import type { DownChannel, UpChannel } from '@heatfleet/contract/device-protocol/device-protocol.ts'

/** One message of a module, known to come from that module and to stand on one of its own channels. */
export type Uplink = {
  did: string
  channel: UpChannel
  payload: Buffer
  /** Unix ms by the server's clock. */
  arrived_ms: number
  /** The sender says that it may have sent this before. */
  is_repeat: boolean
  /**
   * Acknowledges (PUBACK). Called once, and for a report only after its commit; until then the connection's further
   * messages wait in the socket, which is what slows a module down.
   */
  acknowledge: () => void
}

/** Why a module is gone: it said so, its last will came, its keep-alive ran out, or we closed the connection. */
export type LeaveReason = 'bye' | 'lwt' | 'keep_alive' | 'closed'

/** What a transport tells the gateway. */
export type UplinkListener = {
  onUplink: (uplink: Uplink) => void
  onConnected: (did: string, address: string) => void
  /** The module listens to its own topics: what it is sent from now on reaches it. */
  onListening: (did: string) => void
  onGone: (did: string, why: LeaveReason) => void
  /** A second connection under the same id took the first one's place. */
  onCloned: (did: string, address: string, previous_address: string) => void
}

/** How messages reach modules: the embedded broker or an external one. Nothing behind it knows which. */
export type DeviceTransport = {
  /** Sends to a module, never retained; lost when it is not there, for a stale command must not fire later. */
  publish: (did: string, channel: DownChannel, payload: Uint8Array) => void
  disconnect: (did: string) => void
  isConnected: (did: string) => boolean
  /** What is sent now reaches the module. It may be connected and not have subscribed yet: what is sent then is lost. */
  isListening: (did: string) => boolean
  /** Stops and restarts reading from modules: memory stays bounded while the database is slow. */
  pause: () => void
  resume: () => void
  /** No new connections and no new messages from here on; open acknowledgements still go out. */
  quiesce: () => void
  close: () => Promise<void>
}
