import { ERRORS, type ErrorCode } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PUSH_CLOSE, type ServerMessage } from '@heatfleet/contract/push.ts'
import type { WebSocket } from 'ws'
import type { Caller } from '../caller.ts'

/** One console's socket. */
export type Connection = {
  readonly socket: WebSocket
  readonly address: string
  readonly id: string
  /** Null until authenticated; refreshed by the periodic check. */
  caller: Caller | null
  /** Path of each watched device by its number. */
  watched: Map<number, string>
  /** The highest `sn` its console sent. */
  last_sn: number
  over: boolean
}

/** Sends one message, or cuts off a console that does not read: alone, and without waiting for it. */
export const sendBytes = (connection: Connection, bytes: Buffer | string): void => {
  if (connection.over || connection.socket.readyState !== connection.socket.OPEN) return
  if (connection.socket.bufferedAmount > LIMITS.push_buffer_bytes) {
    closeWith(connection, 'too_slow')
    return
  }
  connection.socket.send(bytes, { binary: false })
}

export const sendMessage = (connection: Connection, message: ServerMessage): void =>
  sendBytes(connection, JSON.stringify(message))

/** How long a closing console has to answer before its line is cut. */
const CLOSE_GRACE_MS = 1_000

/** Says why and closes; nothing is sent on it any more. */
export const closeWith = (connection: Connection, why: keyof typeof PUSH_CLOSE): void => {
  if (connection.over) return
  connection.over = true
  connection.socket.close(PUSH_CLOSE[why], why)
  // A console that does not read does not answer the close either.
  setTimeout(() => connection.socket.terminate(), CLOSE_GRACE_MS).unref()
}

/** The refusal part of an acknowledgement; null = accepted. */
export const outcomeOf = (error: ErrorCode | null) =>
  error === null ? { code: 200, msg: 'success', error } : { code: 400, msg: ERRORS[error], error }
