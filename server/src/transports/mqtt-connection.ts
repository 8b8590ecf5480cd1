import type { Socket } from 'node:net'
import { createPacketMeter } from './mqtt-packet-limit.ts'
import { createReportReader, type ReportReader } from './mqtt-report-reader.ts'

const PUBACK = 0x40
const PUBACK_BYTES = 4

/** Receives an intercepted report; calls `acknowledge` once. */
type OnInterceptedReport = (payload: Buffer, is_repeat: boolean, acknowledge: () => void) => void

/** A module's socket, guarded and read by the broker. */
export type GuardedConnection = {
  /** From the next packet on, reports on this topic go to `onReport` and not to the broker. */
  interceptReports: (topic: string, onReport: OnInterceptedReport) => void
  /** Data arrived since the last call, or arrived data could not be read yet. */
  hadActivity: () => boolean
}

type GuardOptions = {
  socket: Socket
  /** True while reading is paused for all sockets; reading resumes when `wake` is called. */
  isPaused: (wake: () => void) => boolean
  onTooLarge: () => void
}

/**
 * Sits between a socket and the broker, which reads by `socket.read()`. Too long packets close the connection unread. Reports of an
 * authenticated module are intercepted here: of a broker's work (routing, sessions, retained messages) a report needs only its
 * acknowledgement. While a report is unacknowledged nothing more is read from the socket, as in the broker.
 */
export const guardConnection = ({ socket, isPaused, onTooLarge }: GuardOptions): GuardedConnection => {
  const meter = createPacketMeter()
  const read = socket.read.bind(socket)
  let reader: ReportReader | null = null
  let open_reports = 0
  let is_waiting = false
  let had_activity = true
  /** Packet ids to acknowledge: those of one commit are written at once. */
  let puback_ids: number[] = []

  const wake = (): void => {
    is_waiting = false
    socket.emit('readable')
  }
  const flush = (): void => {
    if (puback_ids.length === 0) return
    const bytes = Buffer.allocUnsafe(puback_ids.length * PUBACK_BYTES)
    let at = 0
    for (const id of puback_ids) {
      bytes[at] = PUBACK
      bytes[at + 1] = 2
      bytes[at + 2] = id >> 8
      bytes[at + 3] = id & 0xff
      at += PUBACK_BYTES
    }
    puback_ids = []
    if (socket.writable) socket.write(bytes)
  }
  const acknowledge = (id: number | null): void => {
    open_reports -= 1
    if (id !== null) puback_ids.push(id)
    if (open_reports === 0) {
      flush()
      if (is_waiting) wake()
    } else if (puback_ids.length === 1) setImmediate(flush)
  }
  /** Also false for a peer that does not read its acknowledgements, so that they do not pile up. */
  const mayRead = (): boolean => {
    if (open_reports === 0 && !socket.writableNeedDrain) return !isPaused(wake)
    is_waiting = true
    return false
  }
  socket.on('drain', () => {
    if (is_waiting && open_reports === 0) wake()
  })

  socket.read = (size?: number) => {
    // read(0) only fills the stream's buffer up to its high-water mark; it returns no data.
    if (size === 0) return read(0)
    if (!mayRead()) return null
    const begins_packet = reader !== null && (reader.isMidPacket() || meter.isBetween())
    const chunk: Buffer | null = read(size)
    if (chunk === null) return null
    had_activity = true
    if (!meter.take(chunk)) {
      onTooLarge()
      socket.destroy()
      return null
    }
    return begins_packet && reader !== null ? reader.take(chunk) : chunk
  }
  return {
    interceptReports: (topic, onReport) => {
      reader = createReportReader(topic, (payload, id, is_repeat) => {
        open_reports += 1
        onReport(payload, is_repeat, () => acknowledge(id))
      })
    },
    hadActivity: () => {
      const is_active = had_activity || open_reports > 0
      had_activity = false
      return is_active
    },
  }
}
