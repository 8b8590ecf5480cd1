import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createPacketReader } from './mqtt-packets.ts'

/** Of MQTT 3.1.1 what a measuring module says, and what it waits for. */
const [CONNECT, PUBLISH, SUBSCRIBE] = [1, 3, 8]
const CONNACK = Buffer.of(0x20, 2, 0, 0)
const SUBACK = Buffer.of(0x90, 3, 0, 1, 1)

const serve = (socket: Socket): void => {
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on(
    'data',
    createPacketReader((type, bytes, from) => {
      if (type === CONNECT) socket.write(CONNACK)
      if (type === SUBSCRIBE) socket.write(SUBACK)
      if (type !== PUBLISH) return
      // The packet id stands behind the topic.
      const id_at = from + 2 + bytes.readUInt16BE(from)
      socket.write(Buffer.of(0x40, 2, bytes[id_at] ?? 0, bytes[id_at + 1] ?? 0))
    }),
  )
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', 4_096, () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
