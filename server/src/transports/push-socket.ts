import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PUSH_CLOSE } from '@heatfleet/contract/push.ts'
import type { WebSocket } from 'ws'
import type { Caller } from '../caller.ts'
import type { Clock } from '../platform/clock.ts'
import type { PushAddress } from './push-message.ts'

export type CloseReason = keyof typeof PUSH_CLOSE

/** One console's socket, as everything behind the protocol sees it. */
export type PushSocket = {
  /** Counts the sockets of this process; names one in the log. */
  readonly id: number
  /** Remote IP address. */
  readonly address: string
  readonly user_agent: string
  /** Null until authenticated; asked anew every second. */
  caller: Caller | null
  /** Set with the caller: what each push about devices says of whom it is for. */
  address_info: PushAddress | null
  /** When the console was last heard, unix ms. */
  heard_ms: number
  /** Sends text; a console that does not keep up is cut off. Does nothing once closed. */
  send: (text: Buffer | string) => void
  /** Asks the other end for a sign of life (a control frame, answered by every browser by itself). */
  probe: () => void
  /** Closes with a reason; cut off when the other end does not answer. */
  close: (reason: CloseReason) => void
  /** Cuts off at once. */
  terminate: () => void
  isOpen: () => boolean
}

/** How long the other end has to answer a close. */
const CLOSE_GRACE_MS = 2_000

/** Wraps a WebSocket; `onClosing` is called once, at the moment nothing must be sent any more. */
export const createSocket = (
  ws: WebSocket,
  {
    id,
    address,
    user_agent,
    clock,
    onClosing,
  }: { id: number; address: string; user_agent: string; clock: Clock; onClosing: (reason: CloseReason | null) => void },
): PushSocket => {
  let is_open = true
  const leave = (reason: CloseReason | null) => {
    if (!is_open) return false
    is_open = false
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
  return {
    id,
    address,
    user_agent,
    caller: null,
    address_info: null,
    heard_ms: clock.now(),
    send: (text) => {
      if (!is_open) return
      ws.send(text, { binary: false })
      if (ws.bufferedAmount > LIMITS.push_buffer_bytes) close('too_slow')
    },
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
