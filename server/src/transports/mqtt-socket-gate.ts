import type { Socket } from 'node:net'
import { type Line, openLine } from './mqtt-line.ts'

/** Stands between all sockets and the broker. */
export type SocketGate = {
  /** From here on this socket is read through the gate. */
  guard: (socket: Socket) => Line
  /** Nothing is read any more: bytes wait in the kernel, and the sender's window closes. */
  close: () => void
  open: () => void
  isClosed: () => boolean
}

/** Bounds what modules can make us hold: long packets are cut off unread, and a closed gate stops all reading. */
export const createSocketGate = (onTooLarge: () => void): SocketGate => {
  const waiting = new Map<Socket, () => void>()
  let is_closed = false
  return {
    guard: (socket) => {
      const isHeld = (wake: () => void): boolean => {
        if (is_closed) waiting.set(socket, wake)
        return is_closed
      }
      socket.once('close', () => waiting.delete(socket))
      return openLine({ socket, isHeld, onTooLarge })
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
