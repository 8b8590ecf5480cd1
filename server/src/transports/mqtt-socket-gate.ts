import type { Socket } from 'node:net'
import { type GuardedConnection, guardConnection } from './mqtt-connection.ts'

/** Pauses and resumes reading for all sockets of the broker. */
type SocketGate = {
  /** From now on this socket is read through the gate. */
  guard: (socket: Socket) => GuardedConnection
  /** Stops all reading: bytes wait in the kernel, and the sender's TCP window closes. */
  close: () => void
  open: () => void
  isClosed: () => boolean
}

/** Bounds the memory modules can use: too long packets close the connection, and a closed gate stops all reading. */
export const createSocketGate = (onTooLarge: () => void): SocketGate => {
  const waiting = new Map<Socket, () => void>()
  let is_closed = false
  return {
    guard: (socket) => {
      const isPaused = (wake: () => void): boolean => {
        if (is_closed) waiting.set(socket, wake)
        return is_closed
      }
      socket.once('close', () => waiting.delete(socket))
      return guardConnection({ socket, isPaused, onTooLarge })
    },
    close: () => {
      is_closed = true
    },
    open: () => {
      is_closed = false
      const stopped = [...waiting.values()]
      waiting.clear()
      for (const wake of stopped) wake()
    },
    isClosed: () => is_closed,
  }
}
