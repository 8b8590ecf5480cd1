import type { Duplex } from 'node:stream'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PUSH_CLOSE } from '@heatfleet/contract/push.ts'
import type { WebSocket } from 'ws'
import type { Caller } from '../caller.ts'
import type { OpenSocketState } from '../open-sockets.ts'
import type { Clock } from '../platform/clock.ts'
import { createBacklog } from './push-backlog.ts'
import type { PushAddress } from './push-message.ts'

type CloseReason = keyof typeof PUSH_CLOSE

/** One console's socket as the layers above the protocol use it. */
export type PushSocket = {
  /** Number of the socket within this process, for the log. */
  readonly id: number
  /** Remote IP address. */
  readonly address: string
  readonly user_agent: string
  /** When it was opened, unix ms. */
  readonly opened_ms: number
  /** Null until authenticated; refreshed every second. */
  caller: Caller | null
  /** Set with the caller: the addressee fields of each push about devices. */
  address_info: PushAddress | null
  /** Time of the console's last message, unix ms. */
  last_activity_ms: number
  /** Sends text; closes a console that reads too slowly. Does nothing once closed. */
  send: (text: Buffer | string) => void
  /** The same with a whole frame of the protocol. */
  sendFrame: (frame: Buffer) => void
  /** Bytes written that its network has not taken yet. */
  queuedBytes: () => number
  /** Sends a WebSocket ping, which every browser answers by itself. */
  probe: () => void
  /** Closes with a reason; terminates when the peer does not answer. */
  close: (reason: CloseReason) => void
  /** Terminates at once. */
  terminate: () => void
  isOpen: () => boolean
}

/** Time the peer has to answer a close. */
const CLOSE_GRACE_MS = 2_000

/** Wraps a WebSocket; `onClosing` is called once, from when on nothing may be sent. */
export const createSocket = (
  ws: WebSocket,
  /** The connection under it. */
  stream: Pick<Duplex, 'write' | 'writableLength'>,
  {
    id,
    address,
    user_agent,
    clock,
    onClosing,
  }: { id: number; address: string; user_agent: string; clock: Clock; onClosing: (reason: CloseReason | null) => void },
): PushSocket => {
  let is_open = true
  const backlog = createBacklog(stream)
  const queuedBytes = (): number => ws.bufferedAmount + backlog.bytes()
  const leave = (reason: CloseReason | null) => {
    if (!is_open) return false
    is_open = false
    backlog.close()
    onClosing(reason)
    return true
  }
  const close = (reason: CloseReason) => {
    if (!leave(reason)) return
    ws.close(PUSH_CLOSE[reason], reason)
    // A console that reads nothing does not read the close either.
    const cancel = clock.after(CLOSE_GRACE_MS, () => ws.terminate())
    ws.once('close', cancel)
  }
  ws.once('close', () => leave(null))
  const cutOffSlow = () => {
    if (queuedBytes() > LIMITS.push_buffer_bytes) close('too_slow')
  }
  return {
    id,
    address,
    user_agent,
    opened_ms: clock.now(),
    caller: null,
    address_info: null,
    last_activity_ms: clock.now(),
    send: (text) => {
      if (!is_open) return
      ws.send(text, { binary: false })
      cutOffSlow()
    },
    // Without compression `ws` writes each of its own frames at once, so that frames never mix.
    sendFrame: (frame) => {
      if (!is_open || ws.readyState !== ws.OPEN) return
      backlog.write(frame)
      cutOffSlow()
    },
    queuedBytes,
    probe: () => {
      if (is_open) ws.ping()
    },
    close,
    terminate: () => {
      leave(null)
      ws.terminate()
    },
    isOpen: () => is_open,
  }
}

/** A socket as operators see it. */
export const toOpenSocket = (socket: PushSocket, devices: number): OpenSocketState => {
  const { id, caller, address, user_agent, opened_ms, last_activity_ms } = socket
  return {
    socket_id: id,
    uid: caller?.uid ?? null,
    user_name: caller?.user_name ?? '',
    viewer: caller?.viewer?.user_name ?? '',
    address,
    user_agent,
    opened_ms,
    active_ms: last_activity_ms,
    devices,
    queued_bytes: socket.queuedBytes(),
  }
}
