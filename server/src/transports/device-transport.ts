import type { DownChannel, UpChannel } from '@heatfleet/contract/device-protocol/device-protocol.ts'

/** One message of an authenticated module on one of its own channels. */
export type Uplink = {
  did: string
  channel: UpChannel
  payload: Buffer
  /** Unix ms by the server's clock. */
  arrived_ms: number
  /** DUP flag: the sender may have sent this before. */
  is_repeat: boolean
  /** Its row, where it could not be stored before and is processed once more. */
  dead_letter_id?: string
  /**
   * Acknowledges (PUBACK). Called once, for a report only after its commit; until then further messages of the connection
   * wait in the socket, which throttles the module.
   */
  acknowledge: () => void
}

/** Why a module is disconnected: its own message, its last will, a keep-alive timeout, or closed by the gateway. */
export type DisconnectReason = 'bye' | 'lwt' | 'keep_alive' | 'closed'

/** Events of a transport, handled by the gateway. */
export type UplinkListener = {
  onUplink: (uplink: Uplink) => void
  onConnected: (did: string, address: string) => void
  /** The module has subscribed to its own topics: messages from now on reach it. */
  onListening: (did: string) => void
  onDisconnected: (did: string, why: DisconnectReason) => void
  /** A second connection with the same id replaced the first one. */
  onCloned: (did: string, address: string, previous_address: string) => void
}

/** Transport to modules: the embedded broker or an external one, behind one interface. */
export type DeviceTransport = {
  /** Sends to a module, never retained; lost when it is not connected, for a stale command must not run later. */
  publish: (did: string, channel: DownChannel, payload: Uint8Array) => void
  disconnect: (did: string) => void
  isConnected: (did: string) => boolean
  /** True when a message sent now reaches the module: connected and subscribed. */
  isListening: (did: string) => boolean
  /** Pauses and resumes reading from modules: memory stays bounded while the database is slow. */
  pause: () => void
  resume: () => void
  /** No new connections and no new messages from here on; open acknowledgements still go out. */
  quiesce: () => void
  close: () => Promise<void>
}
