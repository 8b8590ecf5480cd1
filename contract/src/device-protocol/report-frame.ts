import { hasGoodCrc, sealWithCrc } from '@heatfleet/modbus/crc.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { bitsOf, FLAG_MASK, flagsOf, isReportType, NO_CSQ, NO_RSSI, type Report } from './report.ts'
import { assertBlock, type BlockFault, findBlockFault, isQueryCommand, MAX_BLOCKS } from './report-block.ts'

/**
 * Binary block report, channel `up/blk` (device-protocol 4). Big-endian, only the CRC is low byte first.
 *
 *     off  size  field
 *       0     2  48 50 "HP"
 *       2     1  version 1
 *       3     1  type 1 cyclic/changed, 2 reply to read, 3 replay from flash
 *       4     2  seq, wraps
 *       6     4  ts, unix s UTC, 0 = clock unknown
 *      10     1  flags: b0 cyclic b1 changed b2 replay b3 485 down b4 clock unsynced b5 fast; b6 b7 zero
 *      11     1  rssi, int8 dBm, -128 = not available
 *      12     1  csq, 99 = not available
 *      13     1  blocks n, 0..16, then n times:
 *     b+0     1    slave
 *     b+1     1    function 1..4
 *     b+2     2    start address
 *     b+4     2    quantity, registers or bits
 *     b+6     1    status: 00 ok, 01..0B Modbus exception, E0 time-out, E1 CRC, E2 bus busy, E3 short frame
 *     b+7     1    data bytes n, 0..250
 *     b+8     n    data as in the RTU answer
 *     end     2  CRC-16/MODBUS over everything before
 */
const HEADER_BYTES = 14
const BLOCK_HEADER_BYTES = 8
const CRC_BYTES = 2

/** Why a binary report was refused. */
type ReportFault =
  | 'too_short'
  | 'bad_magic'
  | 'bad_version'
  | 'bad_crc'
  | 'bad_type'
  | 'reserved_flags'
  | 'too_many_blocks'
  | 'bad_length'
  | BlockFault

type DecodedReport = { ok: true; report: Report } | { ok: false; reason: ReportFault }

/** Reads a report; never throws. Block data are views into `bytes`: do not reuse that buffer while the report lives. */
export const decodeReport = (bytes: Uint8Array): DecodedReport => {
  const fault = findHeaderFault(bytes)
  if (fault !== null) return { ok: false, reason: fault }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = view.getUint8(3)
  if (!isReportType(type)) return { ok: false, reason: 'bad_type' }
  const blocks = readBlocks(view, bytes)
  if (typeof blocks === 'string') return { ok: false, reason: blocks }
  const rssi = view.getInt8(11)
  const csq = view.getUint8(12)
  const report = {
    type,
    seq: view.getUint16(4),
    ts: view.getUint32(6),
    flags: flagsOf(view.getUint8(10)),
    rssi_dbm: rssi === NO_RSSI ? null : rssi,
    csq: csq === NO_CSQ ? null : csq,
    blocks,
  }
  return { ok: true, report }
}

/** Writes a report. Throws RangeError when its blocks break the rules the decoder enforces. */
export const encodeReport = (report: Report): Uint8Array => {
  if (report.blocks.length > MAX_BLOCKS) throw new RangeError(`report of ${report.blocks.length} blocks`)
  const bodyBytes = report.blocks.reduce((sum, block) => sum + BLOCK_HEADER_BYTES + block.data.length, 0)
  const bytes = new Uint8Array(HEADER_BYTES + bodyBytes + CRC_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0x4850)
  view.setUint8(2, 1)
  view.setUint8(3, report.type)
  view.setUint16(4, report.seq)
  view.setUint32(6, report.ts)
  view.setUint8(10, bitsOf(report.flags))
  view.setInt8(11, report.rssi_dbm ?? NO_RSSI)
  view.setUint8(12, report.csq ?? NO_CSQ)
  view.setUint8(13, report.blocks.length)
  let at = HEADER_BYTES
  for (const block of report.blocks) at = writeBlock(view, bytes, at, block)
  return sealWithCrc(bytes)
}

const findHeaderFault = (bytes: Uint8Array): ReportFault | null => {
  if (bytes.length < HEADER_BYTES + CRC_BYTES) return 'too_short'
  if (bytes[0] !== 0x48 || bytes[1] !== 0x50) return 'bad_magic'
  if (bytes[2] !== 1) return 'bad_version'
  if (!hasGoodCrc(bytes)) return 'bad_crc'
  if (((bytes[10] ?? 0) & ~FLAG_MASK) !== 0) return 'reserved_flags'
  return (bytes[13] ?? 0) > MAX_BLOCKS ? 'too_many_blocks' : null
}

const readBlocks = (view: DataView, bytes: Uint8Array): Block[] | ReportFault => {
  const end = bytes.length - CRC_BYTES
  const blocks: Block[] = []
  let at = HEADER_BYTES
  for (let left = view.getUint8(13); left > 0; left--) {
    const dataAt = at + BLOCK_HEADER_BYTES
    if (dataAt > end) return 'bad_length'
    const next = dataAt + view.getUint8(at + 7)
    if (next > end) return 'bad_length'
    const fn = view.getUint8(at + 1)
    const head = { start: view.getUint16(at + 2), quantity: view.getUint16(at + 4), status: view.getUint8(at + 6) }
    if (!isQueryCommand(fn)) return 'bad_function'
    const fault = findBlockFault({ fn, ...head }, next - dataAt)
    if (fault !== null) return fault
    blocks.push({ slave: view.getUint8(at), fn, ...head, data: bytes.subarray(dataAt, next) })
    at = next
  }
  return at === end ? blocks : 'bad_length'
}

const writeBlock = (view: DataView, bytes: Uint8Array, at: number, block: Block): number => {
  assertBlock(block)
  view.setUint8(at, block.slave)
  view.setUint8(at + 1, block.fn)
  view.setUint16(at + 2, block.start)
  view.setUint16(at + 4, block.quantity)
  view.setUint8(at + 6, block.status)
  view.setUint8(at + 7, block.data.length)
  bytes.set(block.data, at + BLOCK_HEADER_BYTES)
  return at + BLOCK_HEADER_BYTES + block.data.length
}
