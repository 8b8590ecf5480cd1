/** First byte of a PUBLISH that is taken here: QoS 0, QoS 1, QoS 1 sent again. Never retained, never QoS 2. */
const FIRST = { qos_0: 0x30, qos_1: 0x32, qos_1_again: 0x3a } as const
/** MQTT 3.1.1, 2.2.3: the remaining length takes at most four bytes. */
const LENGTH_BYTES_MAX = 4
const TOPIC_LENGTH_BYTES = 2
const ID_BYTES = 2

/** A report as it stood on the line; its packet id is null for QoS 0, which nobody waits for. */
export type OnReport = (payload: Buffer, packet_id: number | null, is_repeat: boolean) => void

export type ReportReader = {
  /** Takes reports off the front of some bytes; gives what begins with any other packet, null = nothing is left. */
  take: (chunk: Buffer) => Buffer | null
  /** The first part of a report is kept until its rest comes. */
  isKeeping: () => boolean
}

/**
 * Reads the one packet a module sends all day: a PUBLISH on one topic, whole and well formed. From the first packet on that is anything
 * else all bytes are left, in their order, to the broker, which knows all of MQTT and refuses what must be refused.
 */
export const createReportReader = (topic: string, onReport: OnReport): ReportReader => {
  const topic_bytes = Buffer.byteLength(topic)
  let rest: Buffer | null = null
  return {
    take: (chunk) => {
      const bytes = rest === null ? chunk : Buffer.concat([rest, chunk])
      rest = null
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
          // The buffer it came in is large, and this a small part of it.
          rest = Buffer.from(bytes.subarray(at))
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
    isKeeping: () => rest !== null,
  }
}
