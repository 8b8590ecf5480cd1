import { constants, crc32, zstdCompressSync } from 'node:zlib'
import { bitsOf, NO_CSQ, NO_RSSI, type Report } from '@heatfleet/contract/device-protocol/report.ts'
import { type ByteWriter, createByteWriter } from './byte-io.ts'
import { type BlockShape, CHUNK_REPORTS_MAX, CHUNK_SPAN_MS, type ChunkHead, layOutColumns } from './chunk.ts'
import { writeColumn } from './column-codec.ts'

/** A report and the time it stands under in the history, unix ms. */
export type TimedReport = { at_ms: number; report: Report }

/** The first byte of a chunk. Another way to write one gets another number; all of them stay readable. */
export const CHUNK_VERSION = 1
/** Version u8, checksum u32, device u32, day u32 (days since 1970), version of the product u32, reports u32, body bytes u32. */
export const HEAD_BYTES = 25
/** Level 3 packs as well as 9 what the columns left over, in a third of the time. */
const ZSTD_LEVEL = 3

/**
 * Packs reports of one device, day and product version, in the order of their time, into one chunk. Nothing is lost:
 * {@link ./chunk-read.ts} gives back every report bit by bit. Throws RangeError for reports of another day, out of order,
 * or too many.
 *
 * Little-endian: the head (checksum: CRC-32 of all that follows it), then zstd of: the shapes (count; blocks of each), the columns
 * time (ms of the day), shape, seq, type and flags, rssi, csq and clock (the report's own second less that of its time), and one
 * column for each register, holding only the reports that carry it. Shapes and columns stand behind their length in bytes.
 */
export const writeChunk = (head: ChunkHead, reports: readonly TimedReport[]): Buffer => {
  assertPackable(head, reports)
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
  const over = (tell: (each: TimedReport) => number) => column(Uint32Array.from(reports, tell))
  over(({ at_ms }) => at_ms - head.day_ms)
  column(shape_of)
  over(({ report }) => report.seq)
  over(({ report }) => kindOf(report))
  over(({ report }) => (report.rssi_dbm ?? NO_RSSI) & 255)
  over(({ report }) => report.csq ?? NO_CSQ)
  over(({ at_ms, report }) => (report.ts - Math.floor(at_ms / 1000)) >>> 0)
  for (const words of wordsOf(reports, shapes, shape_of)) column(words)

  const packed = zstdCompressSync(body.done(), { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } })
  const chunk = Buffer.alloc(HEAD_BYTES + packed.length)
  chunk.writeUInt8(CHUNK_VERSION, 0)
  chunk.writeUInt32LE(head.device_id, 5)
  chunk.writeUInt32LE(head.day_ms / CHUNK_SPAN_MS, 9)
  chunk.writeUInt32LE(head.layout_id, 13)
  chunk.writeUInt32LE(reports.length, 17)
  chunk.writeUInt32LE(packed.length, 21)
  packed.copy(chunk, HEAD_BYTES)
  chunk.writeUInt32LE(checksumOf(chunk), 1)
  return chunk
}

/** Type and flags of a report in one number. */
export const kindOf = ({ type, flags }: Pick<Report, 'type' | 'flags'>): number => type * 256 + bitsOf(flags)

/** The checksum of a chunk: over its version byte and everything behind the checksum. */
export const checksumOf = (chunk: Uint8Array): number => crc32(chunk.subarray(5), crc32(chunk.subarray(0, 1)))

const assertPackable = ({ day_ms }: ChunkHead, reports: readonly TimedReport[]): void => {
  if (reports.length === 0 || reports.length > CHUNK_REPORTS_MAX) throw new RangeError(`${reports.length} reports`)
  let before = day_ms
  for (const { at_ms } of reports) {
    if (at_ms < before || at_ms >= day_ms + CHUNK_SPAN_MS || !Number.isInteger(at_ms))
      throw new RangeError(`report of ${at_ms} in a chunk of ${day_ms}`)
    before = at_ms
  }
}

/** The different shapes of the reports in the order of their appearance, and which of them each report has. */
const shapesOf = (reports: readonly TimedReport[]) => {
  const numbers = new Map<string, number>()
  const shapes: BlockShape[][] = []
  const shape_of = Uint32Array.from(reports, ({ report }) => {
    let name = ''
    for (const { slave, fn, start, quantity, status } of report.blocks)
      name += `${slave},${fn},${start},${quantity},${status};`
    const known = numbers.get(name)
    if (known !== undefined) return known
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

/** What each register column holds. */
const wordsOf = (
  reports: readonly TimedReport[],
  shapes: readonly BlockShape[][],
  shape_of: Uint32Array,
): Uint32Array[] => {
  const { keys, places } = layOutColumns(shapes)
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
