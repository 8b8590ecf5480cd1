import { answers, parseReply, parseRequest, type RtuRequest } from '@heatfleet/modbus/frame.ts'
import { fromHex } from '@heatfleet/modbus/hex.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { decodeReport } from './report-frame.ts'

/** What a pasted frame was: bus traffic, or a report of the device protocol. */
export type ReadFrame =
  | { ok: true; kind: 'rtu' | 'report'; blocks: Block[] }
  /** `why` = the fault's own word. */
  | { ok: false; why: string }

/**
 * Reads a frame as an engineer pastes it: hex with any blanks, `0x`, commas or line breaks; a report, an RTU answer (its
 * first register is then given as `start`), or a request followed by its answer, which contains it.
 */
export const readFrameText = (text: string, start: number | null): ReadFrame => {
  const bytes = fromHex(text.replaceAll(/0x|[\s,;:|-]/gi, ''))
  if (bytes === null) return { ok: false, why: 'not_hex' }
  if (bytes[0] === 0x48 && bytes[1] === 0x50) {
    const report = decodeReport(bytes)
    return report.ok ? { ok: true, kind: 'report', blocks: report.report.blocks } : { ok: false, why: report.reason }
  }
  const request = parseRequest(bytes.subarray(0, REQUEST_BYTES))
  if (request.ok && bytes.length > REQUEST_BYTES) return readReply(bytes.subarray(REQUEST_BYTES), request.request)
  const reply = parseReply(bytes)
  if (!reply.ok) return { ok: false, why: reply.reason }
  if (reply.reply.kind !== 'data') return { ok: false, why: 'no_data' }
  if (start === null) return { ok: false, why: 'start_needed' }
  const { slave, fn, data } = reply.reply
  const quantity = fn <= 2 ? data.length * 8 : data.length / 2
  if (start + quantity > 0x1_0000) return { ok: false, why: 'bad_quantity' }
  return { ok: true, kind: 'rtu', blocks: [{ slave, fn, start, quantity, status: 0, data }] }
}

/** Length of a read request with its CRC. */
const REQUEST_BYTES = 8

const readReply = (frame: Uint8Array, request: RtuRequest): ReadFrame => {
  const reply = parseReply(frame)
  if (!reply.ok) return { ok: false, why: reply.reason }
  if (request.fn === 5 || request.fn === 6 || request.fn === 15 || request.fn === 16)
    return { ok: false, why: 'no_data' }
  if (!answers(reply.reply, request)) return { ok: false, why: 'not_its_answer' }
  const { slave, fn, start, quantity } = request
  const block =
    reply.reply.kind === 'data'
      ? { slave, fn, start, quantity, status: 0, data: reply.reply.data }
      : {
          slave,
          fn,
          start,
          quantity,
          status: reply.reply.kind === 'exception' ? reply.reply.code : 0,
          data: new Uint8Array(),
        }
  return { ok: true, kind: 'rtu', blocks: [block] }
}
