import type { Socket } from 'node:net'
import { createPacketMeter } from './mqtt-packet-limit.ts'

/** Stands between sockets and the broker, which reads by `socket.read()`. */
export type SocketGate = {
  /** From here on this socket is read through the gate. */
  guard: (socket: Socket) => void
  /** Nothing is read any more: bytes wait in the kernel, and the sender's window closes. */
  close: () => void
  open: () => void
}

/** Bounds what modules can make us hold: long packets are cut off unread, and a closed gate stops all reading. */
export const createSocketGate = (onTooLarge: () => void): SocketGate => {
  const waiting = new Set<Socket>()
  let is_closed = false
  return {
    guard: (socket) => {
      const isShort = createPacketMeter()
      const read = socket.read.bind(socket)
      socket.read = (size?: number) => {
        // read(0) is the stream's own way to ask for more up to its high-water mark; it gives nothing out.
        if (size === 0) return read(0)
        if (is_closed) {
          waiting.add(socket)
          return null
        }
        const chunk: Buffer | null = read(size)
        if (chunk === null || isShort(chunk)) return chunk
        onTooLarge()
        socket.destroy()
        return null
      }
      socket.once('close', () => waiting.delete(socket))
    },
    close: () => {
      is_closed = true
    },
    open: () => {
      is_closed = false
      const stopped = [...waiting]
      waiting.clear()
      for (const socket of stopped) socket.emit('readable')
    },
  }
}
