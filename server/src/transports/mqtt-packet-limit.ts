/** Longest MQTT packet a module may send, in bytes without its fixed header (device-protocol 1). */
const MAX_PACKET_BYTES = 8192

/** MQTT 3.1.1, 2.2.3: the remaining length takes at most four bytes. */
const MAX_LENGTH_BYTES = 4

/** Tracks packet boundaries in a byte stream. */
type PacketMeter = {
  /** False as soon as a packet announces more than the limit or an invalid length. */
  take: (chunk: Uint8Array) => boolean
  /** The next byte begins a packet. */
  isBetween: () => boolean
}

/** Tracks packet lengths without copying. The broker's own parser would first collect the whole packet. */
export const createPacketMeter = (max_bytes = MAX_PACKET_BYTES): PacketMeter => {
  let skip = 0
  let length_bytes = -1
  let length = 0
  return {
    take: (chunk) => {
      for (let at = 0; at < chunk.length; ) {
        if (skip > 0) {
          const step = Math.min(skip, chunk.length - at)
          skip -= step
          at += step
          continue
        }
        const byte = chunk[at] ?? 0
        at += 1
        if (length_bytes === -1) {
          length_bytes = 0
          length = 0
          continue
        }
        length += (byte & 0x7f) * 128 ** length_bytes
        length_bytes += 1
        if (length > max_bytes) return false
        if ((byte & 0x80) !== 0) {
          if (length_bytes === MAX_LENGTH_BYTES) return false
          continue
        }
        skip = length
        length_bytes = -1
      }
      return true
    },
    isBetween: () => skip === 0 && length_bytes === -1,
  }
}
