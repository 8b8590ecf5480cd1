import { connect, type Socket } from 'node:net'
import {
  connectPacket,
  createPacketReader,
  type LogIn,
  type OnPacket,
  PACKET,
  subscribePacket,
} from './mqtt-packets.ts'

/** One connection of a module to a broker. */
export type Session = { write: (bytes: Buffer) => void; close: () => void }

type Ask = {
  port: number
  /** Loopback address it comes from. */
  local_address: string
  log_in: LogIn
  /** What it listens to. */
  filter: string
  onPublished: () => void
  /** A message for it. */
  onMessage?: OnPacket
  /** The line ended by itself. */
  onGone: (why: string) => void
}

/** All sockets read into the same buffer, one after the other: nothing is kept of it. */
const BUFFER = Buffer.allocUnsafe(262_144)

/** Logs in and subscribes; resolves when the broker took both. */
export const openSession = (ask: Ask): Promise<Session> =>
  new Promise((resolve, reject) => {
    let is_closing = false
    const fail = (why: string): void => {
      if (is_closing) return
      is_closing = true
      socket.destroy()
      reject(new Error(why))
      ask.onGone(why)
    }
    const read = createPacketReader((type, bytes, from, to) => {
      if (type === PACKET.puback) return ask.onPublished()
      if (type === PACKET.publish) return ask.onMessage?.(type, bytes, from, to)
      if (type === PACKET.connack) {
        if (bytes[from + 1] === 0) socket.write(subscribePacket(ask.filter))
        else fail(`log-in refused: ${bytes[from + 1]}`)
      }
      if (type === PACKET.suback) resolve({ write: (out) => void socket.write(out), close })
    })
    const close = (): void => {
      is_closing = true
      socket.destroy()
    }
    const socket: Socket = connect({
      host: '127.0.0.1',
      port: ask.port,
      localAddress: ask.local_address,
      noDelay: true,
      onread: {
        buffer: BUFFER,
        callback: (length) => {
          read(BUFFER.subarray(0, length))
          return true
        },
      },
    })
    socket.once('connect', () => socket.write(connectPacket(ask.log_in)))
    socket.on('error', (error) => fail(error.message))
    socket.on('close', () => fail('the broker hung up'))
  })
