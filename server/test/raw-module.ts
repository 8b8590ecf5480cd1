import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import type { SmallDevice } from './small-fleet.ts'

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])
}

/** A packet of MQTT 3.1.1 out of its first byte and what follows its length. */
export const packetOf = (first: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? Buffer.of(body.length) : Buffer.of((body.length & 0x7f) | 0x80, body.length >> 7)
  return Buffer.concat([Buffer.of(first), length, body])
}

/** A PUBLISH by its first byte; QoS 0 has no packet id. */
export const publishOf = (first: number, topic: string, packet_id: number | null, payload: Uint8Array): Buffer => {
  const id = packet_id === null ? Buffer.alloc(0) : Buffer.of(packet_id >> 8, packet_id & 0xff)
  return packetOf(first, text(topic), id, payload)
}

export const PINGREQ = packetOf(0xc0)

/** A module that says byte for byte what it is told to, logged in. */
export const connectRaw = async (port: number, { mac, secret }: SmallDevice, keep_alive_s: number) => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const received: Buffer[] = []
  socket.on('data', (bytes) => received.push(bytes))
  const closed = once(socket, 'close')
  const ts = Math.floor(Date.now() / 1000)
  const password = createHmac('sha256', secret).update(`${mac}|${ts}`).digest('hex')
  const clean_with_login = 0xc2
  const head = Buffer.of(4, clean_with_login, keep_alive_s >> 8, keep_alive_s & 0xff)
  socket.write(packetOf(0x10, text('MQTT'), head, text(mac), text(`${mac}|${ts}|h1`), text(password)))
  await once(socket, 'data')
  received.length = 0
  return {
    write: (bytes: Buffer) => void socket.write(bytes),
    /** All that came since the log-in, as hex digits. */
    received: () => Buffer.concat(received).toString('hex'),
    closed,
    close: () => void socket.destroy(),
    reportTopic: upTopic(mac, 'blk'),
  }
}
