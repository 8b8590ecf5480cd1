/** The few packets of MQTT 3.1.1 that a measuring module needs, put together by hand: a library would cost more than what is measured. */

const CLEAN_SESSION_BIT = 0x02
const NAME_AND_PASSWORD_BITS = 0xc0
const KEEP_ALIVE_S = 300
/** First byte of a PUBLISH with QoS 1. */
const PUBLISH_QOS_1 = 0x32

export const PACKET = { connack: 2, publish: 3, puback: 4, suback: 9 } as const

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])
}

const packet = (first: number, body: Buffer): Buffer => Buffer.concat([Buffer.of(first), lengthOf(body.length), body])

const lengthOf = (length: number): Buffer =>
  length < 128 ? Buffer.of(length) : Buffer.of((length & 0x7f) | 0x80, length >> 7)

export type LogIn = { client_id: string; username: string; password: string; is_clean: boolean }

export const connectPacket = ({ client_id, username, password, is_clean }: LogIn): Buffer =>
  packet(
    0x10,
    Buffer.concat([
      text('MQTT'),
      Buffer.of(4, NAME_AND_PASSWORD_BITS | (is_clean ? CLEAN_SESSION_BIT : 0), KEEP_ALIVE_S >> 8, KEEP_ALIVE_S & 0xff),
      ...[client_id, username, password].map(text),
    ]),
  )

export const subscribePacket = (filter: string): Buffer =>
  packet(0x82, Buffer.concat([Buffer.of(0, 1), text(filter), Buffer.of(1)]))

/** All of a PUBLISH of QoS 1 but its packet id, which stands in the last two bytes, and its payload of `payload_bytes`. */
export const publishHead = (topic: string, payload_bytes: number): Buffer => {
  const body = text(topic)
  return Buffer.concat([Buffer.of(PUBLISH_QOS_1), lengthOf(body.length + 2 + payload_bytes), body, Buffer.alloc(2)])
}

/** Called for each packet: its type, and where its body stands. */
export type OnPacket = (type: number, bytes: Buffer, from: number, to: number) => void

/** Reads packets out of what a socket brings, in pieces of any size. What is given out must not be kept. */
export const createPacketReader = (onPacket: OnPacket): ((chunk: Buffer) => void) => {
  let rest: Buffer | null = null
  return (chunk) => {
    const bytes: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk])
    rest = null
    let at = 0
    while (at < bytes.length) {
      let length = 0
      let next = at + 1
      let byte = 0x80
      for (let shift = 0; (byte & 0x80) !== 0 && next < bytes.length; shift += 7) {
        byte = bytes[next++] ?? 0
        length |= (byte & 0x7f) << shift
      }
      if ((byte & 0x80) !== 0 || next + length > bytes.length) break
      onPacket((bytes[at] ?? 0) >> 4, bytes, next, next + length)
      at = next + length
    }
    // The buffer may be used again for the next piece.
    if (at < bytes.length) rest = Buffer.from(bytes.subarray(at))
  }
}
