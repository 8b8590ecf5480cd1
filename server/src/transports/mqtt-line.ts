import type { Socket } from 'node:net'
import { createPacketMeter } from './mqtt-packet-limit.ts'
import { createReportReader, type ReportReader } from './mqtt-report-reader.ts'

const PUBACK = 0x40
const PUBACK_BYTES = 4

/** A report taken off the line; `acknowledge` is called once. */
export type OnLineReport = (payload: Buffer, is_repeat: boolean, acknowledge: () => void) => void

/** A module's connection as the broker reads it. */
export type Line = {
  /** From the next packet on, reports on this topic go here and not to the broker. */
  takeReports: (topic: string, onReport: OnLineReport) => void
  /** Something came since this was asked last, or what may have come was not read. */
  wasHeard: () => boolean
}

type Ask = {
  socket: Socket
  /** Nothing is read from anybody; the line is read again when `wake` is called. */
  isHeld: (wake: () => void) => boolean
  onTooLarge: () => void
}

/**
 * Stands between a socket and the broker, which reads by `socket.read()`. Long packets are cut off unread. The reports of a module that is
 * logged in are taken out here: of all that a broker does for a message (routing, sessions, retained ones) a report needs nothing but
 * its acknowledgement. While one of them is not acknowledged nothing more is read, as the broker does it.
 */
export const openLine = ({ socket, isHeld, onTooLarge }: Ask): Line => {
  const meter = createPacketMeter()
  const read = socket.read.bind(socket)
  let reader: ReportReader | null = null
  let open_reports = 0
  let is_waiting = false
  let was_heard = true
  /** Ids to acknowledge: those of one commit go out in one piece. */
  let ids: number[] = []

  const wake = (): void => {
    is_waiting = false
    socket.emit('readable')
  }
  const flush = (): void => {
    if (ids.length === 0) return
    const bytes = Buffer.allocUnsafe(ids.length * PUBACK_BYTES)
    let at = 0
    for (const id of ids) {
      bytes[at] = PUBACK
      bytes[at + 1] = 2
      bytes[at + 2] = id >> 8
      bytes[at + 3] = id & 0xff
      at += PUBACK_BYTES
    }
    ids = []
    if (socket.writable) socket.write(bytes)
  }
  const acknowledge = (id: number | null): void => {
    open_reports -= 1
    if (id !== null) ids.push(id)
    if (open_reports === 0) {
      flush()
      if (is_waiting) wake()
    } else if (ids.length === 1) setImmediate(flush)
  }
  /** Also one who sends and does not read its acknowledgements: they are not piled up. */
  const mayRead = (): boolean => {
    if (open_reports === 0 && !socket.writableNeedDrain) return !isHeld(wake)
    is_waiting = true
    return false
  }
  socket.on('drain', () => {
    if (is_waiting && open_reports === 0) wake()
  })

  socket.read = (size?: number) => {
    // read(0) is the stream's own way to ask for more up to its high-water mark; it gives nothing out.
    if (size === 0) return read(0)
    if (!mayRead()) return null
    const begins_packet = reader !== null && (reader.isKeeping() || meter.isBetween())
    const chunk: Buffer | null = read(size)
    if (chunk === null) return null
    was_heard = true
    if (!meter.take(chunk)) {
      onTooLarge()
      socket.destroy()
      return null
    }
    return begins_packet && reader !== null ? reader.take(chunk) : chunk
  }
  return {
    takeReports: (topic, onReport) => {
      reader = createReportReader(topic, (payload, id, is_repeat) => {
        open_reports += 1
        onReport(payload, is_repeat, () => acknowledge(id))
      })
    },
    wasHeard: () => {
      const heard = was_heard || open_reports > 0
      was_heard = false
      return heard
    },
  }
}
