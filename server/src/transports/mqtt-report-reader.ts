/** First byte of an intercepted PUBLISH: QoS 0, QoS 1, QoS 1 with DUP. Never retained, never QoS 2. */
const FIRST = { qos_0: 0x30, qos_1: 0x32, qos_1_again: 0x3a } as const
/** MQTT 3.1.1, 2.2.3: the remaining length takes at most four bytes. */
const LENGTH_BYTES_MAX = 4
const TOPIC_LENGTH_BYTES = 2
const ID_BYTES = 2

/** Receives a report; its packet id is null for QoS 0, which has no acknowledgement. */
type OnReport = (payload: Buffer, packet_id: number | null, is_repeat: boolean) => void

export type ReportReader = {
  /** Consumes the reports at the front of `chunk`; returns the bytes from the first other packet on, null = none. */
  take: (chunk: Buffer) => Buffer | null
  /** True while the first part of a report waits for the rest. */
  isMidPacket: () => boolean
}

/**
 * Parses the most frequent packet: a complete, well-formed PUBLISH on one topic. From the first other packet on, all bytes go to the broker
 * in their order, which parses all of MQTT and refuses invalid packets.
 */
export const createReportReader = (topic: string, onReport: OnReport): ReportReader => {
  const topic_bytes = Buffer.byteLength(topic)
  let incomplete: Buffer | null = null
  return {
    take: (chunk) => {
      const bytes = incomplete === null ? chunk : Buffer.concat([incomplete, chunk])
      incomplete = null
      let at = 0
      while (at < bytes.length) {
        const first = bytes[at]
        if (first !== FIRST.qos_1 && first !== FIRST.qos_0 && first !== FIRST.qos_1_again) break
        let length = 0
        let body = at + 1
        let byte = 0x80
        for (let shift = 0; (byte & 0x80) !== 0 && body < bytes.length && shift < 7 * LENGTH_BYTES_MAX; shift += 7) {
          byte = bytes[body++] ?? 0
          length |= (byte & 0x7f) << shift
        }
        const end = body + length
        if ((byte & 0x80) !== 0 || end > bytes.length) {
          // Copied, so that a small part does not keep the large read buffer alive.
          incomplete = Buffer.from(bytes.subarray(at))
          return null
        }
        const id_at = body + TOPIC_LENGTH_BYTES + topic_bytes
        const payload_at = first === FIRST.qos_0 ? id_at : id_at + ID_BYTES
        if (payload_at > end || (((bytes[body] ?? 0) << 8) | (bytes[body + 1] ?? 0)) !== topic_bytes) break
        if (bytes.toString('latin1', body + TOPIC_LENGTH_BYTES, id_at) !== topic) break
        const packet_id = first === FIRST.qos_0 ? null : bytes.readUInt16BE(id_at)
        // MQTT 3.1.1, 2.3.1: an id is not 0.
        if (packet_id === 0) break
        onReport(bytes.subarray(payload_at, end), packet_id, first === FIRST.qos_1_again)
        at = end
      }
      if (at === bytes.length) return null
      return at === 0 ? bytes : bytes.subarray(at)
    },
    isMidPacket: () => incomplete !== null,
  }
}
