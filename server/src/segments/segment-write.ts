import { constants, crc32, zstdCompressSync } from 'node:zlib'
import { type ByteWriter, createByteWriter } from './byte-io.ts'
import { writeColumn } from './column-codec.ts'
import { columnsOfReports, REPORT_FIELDS, type TimedReport } from './report-columns.ts'
import { SEGMENT_REPORTS_MAX, SEGMENT_SPAN_MS, type SegmentHeader } from './segment.ts'
import { writeShapes } from './segment-shapes.ts'

/** Format version, the first byte of a segment; every version stays readable. */
export const SEGMENT_VERSION = 1
/** Version u8, checksum u32, device u32, day u32 (days since 1970), version of the product u32, reports u32, body bytes u32. */
export const HEADER_BYTES = 25
/** On encoded columns level 3 compresses as well as level 9 in a third of the time. */
const ZSTD_LEVEL = 3

/**
 * Encodes reports of one device, day and product version, sorted by time, as one segment. Lossless:
 * {@link ./segment-read.ts} restores every report bit by bit. Throws RangeError for reports of another day, out of order,
 * or too many.
 *
 * Little-endian: the head (checksum: CRC-32 of all that follows it), then zstd of: the shapes (count; blocks of each), the columns
 * time (ms of the day), shape, seq, type and flags, rssi, csq and clock (the report's own second less that of its time), and one
 * column for each register, holding only the reports that carry it. Shapes and columns stand behind their length in bytes.
 */
export const writeSegment = (head: SegmentHeader, reports: readonly TimedReport[]): Buffer => {
  assertEncodable(head, reports)
  const { at_ms, shapes, shape_of, fields, words } = columnsOfReports(reports)
  const body = createByteWriter()
  const piece = (write: (own: ByteWriter) => void): void => {
    const own = createByteWriter()
    write(own)
    const bytes = own.done()
    body.varint(bytes.length)
    body.bytes(bytes)
  }
  const column = (values: Uint32Array): void => piece((own) => writeColumn(own, values))
  piece((own) => writeShapes(own, shapes))
  column(Uint32Array.from(at_ms, (each) => each - head.day_ms))
  column(shape_of)
  for (const name of REPORT_FIELDS) column(fields[name])
  for (const each of words) column(each)

  const compressed = zstdCompressSync(body.done(), { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } })
  const segment = Buffer.alloc(HEADER_BYTES + compressed.length)
  writeHeader(segment, SEGMENT_VERSION, { ...head, reports: reports.length })
  compressed.copy(segment, HEADER_BYTES)
  segment.writeUInt32LE(checksumOf(segment), 1)
  return segment
}

/** Writes all of the header but the checksum, which is over what follows. */
export const writeHeader = (segment: Buffer, version: number, head: SegmentHeader & { reports: number }): void => {
  segment.writeUInt8(version, 0)
  segment.writeUInt32LE(head.device_id, 5)
  segment.writeUInt32LE(head.day_ms / SEGMENT_SPAN_MS, 9)
  segment.writeUInt32LE(head.layout_id, 13)
  segment.writeUInt32LE(head.reports, 17)
  segment.writeUInt32LE(segment.length - HEADER_BYTES, 21)
}

/** The checksum of a segment: over its version byte and everything behind the checksum. */
export const checksumOf = (segment: Uint8Array): number => crc32(segment.subarray(5), crc32(segment.subarray(0, 1)))

const assertEncodable = ({ day_ms }: SegmentHeader, reports: readonly TimedReport[]): void => {
  if (reports.length === 0 || reports.length > SEGMENT_REPORTS_MAX) throw new RangeError(`${reports.length} reports`)
  let before = day_ms
  for (const { at_ms } of reports) {
    if (at_ms < before || at_ms >= day_ms + SEGMENT_SPAN_MS || !Number.isInteger(at_ms))
      throw new RangeError(`report of ${at_ms} in a segment of ${day_ms}`)
    before = at_ms
  }
}
