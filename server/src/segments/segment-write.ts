import { constants, crc32, zstdCompressSync } from 'node:zlib'
import { bitsOf, NO_CSQ, NO_RSSI, type Report } from '@heatfleet/contract/device-protocol/report.ts'
import { type ByteWriter, createByteWriter } from './byte-io.ts'
import { writeColumn } from './column-codec.ts'
import { assignColumns, type BlockShape, SEGMENT_REPORTS_MAX, SEGMENT_SPAN_MS, type SegmentHeader } from './segment.ts'

/** A report and its history timestamp, unix ms. */
export type TimedReport = { at_ms: number; report: Report }

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
  const { shapes, shape_of } = shapesOf(reports)
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
  const over = (select: (each: TimedReport) => number) => column(Uint32Array.from(reports, select))
  over(({ at_ms }) => at_ms - head.day_ms)
  column(shape_of)
  over(({ report }) => report.seq)
  over(({ report }) => kindOf(report))
  over(({ report }) => (report.rssi_dbm ?? NO_RSSI) & 255)
  over(({ report }) => report.csq ?? NO_CSQ)
  over(({ at_ms, report }) => (report.ts - Math.floor(at_ms / 1000)) >>> 0)
  for (const words of wordsOf(reports, shapes, shape_of)) column(words)

  const compressed = zstdCompressSync(body.done(), { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } })
  const segment = Buffer.alloc(HEADER_BYTES + compressed.length)
  segment.writeUInt8(SEGMENT_VERSION, 0)
  segment.writeUInt32LE(head.device_id, 5)
  segment.writeUInt32LE(head.day_ms / SEGMENT_SPAN_MS, 9)
  segment.writeUInt32LE(head.layout_id, 13)
  segment.writeUInt32LE(reports.length, 17)
  segment.writeUInt32LE(compressed.length, 21)
  compressed.copy(segment, HEADER_BYTES)
  segment.writeUInt32LE(checksumOf(segment), 1)
  return segment
}

/** Type and flags of a report in one number. */
export const kindOf = ({ type, flags }: Pick<Report, 'type' | 'flags'>): number => type * 256 + bitsOf(flags)

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

/** The distinct shapes by first appearance, and the shape index of each report. */
const shapesOf = (reports: readonly TimedReport[]) => {
  const numbers = new Map<string, number>()
  const shapes: BlockShape[][] = []
  const shape_of = Uint32Array.from(reports, ({ report }) => {
    let name = ''
    for (const { slave, fn, start, quantity, status } of report.blocks)
      name += `${slave},${fn},${start},${quantity},${status};`
    const assigned = numbers.get(name)
    if (assigned !== undefined) return assigned
    shapes.push(report.blocks.map(({ slave, fn, start, quantity, status }) => ({ slave, fn, start, quantity, status })))
    numbers.set(name, shapes.length - 1)
    return shapes.length - 1
  })
  return { shapes, shape_of }
}

const writeShapes = (body: ByteWriter, shapes: readonly BlockShape[][]): void => {
  body.varint(shapes.length)
  for (const blocks of shapes) {
    body.u8(blocks.length)
    for (const { slave, fn, start, quantity, status } of blocks) {
      body.u8(slave)
      body.u8(fn)
      body.u16(start)
      body.u16(quantity)
      body.u8(status)
    }
  }
}

/** The words of each register column. */
const wordsOf = (
  reports: readonly TimedReport[],
  shapes: readonly BlockShape[][],
  shape_of: Uint32Array,
): Uint32Array[] => {
  const { keys, places } = assignColumns(shapes)
  const counts = new Uint32Array(keys.length)
  for (const shape of shape_of)
    for (const block of places[shape] ?? []) for (const column of block) counts[column] = (counts[column] ?? 0) + 1
  const columns = Array.from(counts, (count) => new Uint32Array(count))
  const filled = new Uint32Array(keys.length)
  for (const [index, { report }] of reports.entries()) {
    for (const [position, { fn, data }] of report.blocks.entries()) {
      const place = places[shape_of[index] ?? 0]?.[position] ?? []
      for (let i = 0; i < place.length; i++) {
        const column = place[i] ?? 0
        const at = filled[column] ?? 0
        const word = fn <= 2 ? (data[i] ?? 0) : ((data[2 * i] ?? 0) << 8) | (data[2 * i + 1] ?? 0)
        const values = columns[column]
        if (values !== undefined) values[at] = word
        filled[column] = at + 1
      }
    }
  }
  return columns
}
