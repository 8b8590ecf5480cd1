import { crc32 } from 'node:zlib'
import { type ByteReader, createByteReader, createByteWriter, SegmentCorruption } from './byte-io.ts'
import {
  readSlotTimes,
  readSlotWords,
  type SlotTimes,
  type SlotWords,
  SUMMARY_REPORTS_MIN,
  summarize,
  writeSlotTimes,
  writeSlotWords,
} from './month-summary.ts'
import { readPlanes, writePlanes } from './plane-codec.ts'
import { REPORT_FIELDS, type ReportColumns } from './report-columns.ts'
import type { SegmentHeader } from './segment.ts'
import { checkHeader, FIRST_REGISTER, type Segment, segmentOf } from './segment-read.ts'
import { readShapes, type Shapes, shapesOf, writeShapes } from './segment-shapes.ts'
import { checksumOf, HEADER_BYTES, writeHeader } from './segment-write.ts'

/** Formats of a month segment, without and with a summary; that of a day is 1. */
const MONTH_VERSION = 2
const SUMMARIZED_VERSION = 3
/** Bounds the memory of one device and month: a report every 27 seconds. */
export const MONTH_REPORTS_MAX = 100_000
/** A month with 31 days. */
const MONTH_SPAN_MS = 31 * 86_400_000

/** A month segment as it is stored: a read takes the head, then single columns of the body. */
type StoredMonth = { head: Buffer; body: Buffer }

/**
 * Encodes reports of one device, month and product version, sorted by time; `day_ms` = the day of the first. Lossless. Throws RangeError
 * for reports out of order, out of the month, or too many.
 *
 * The head: a header like that of a day, then the shapes, whether every report has a time of its own, the times
 * (ms since `day_ms`) and the shape of each report, each behind its length; then the directory: length and CRC-32 of the columns in the body, which are {@link REPORT_FIELDS} and one for each register.
 * From {@link SUMMARY_REPORTS_MIN} reports on also the slots of the summary, and length and CRC-32 of the summaries of the registers, which
 * follow the columns in the body.
 */
export const writeMonth = (header: SegmentHeader, columns: ReportColumns): StoredMonth => {
  const { at_ms, shapes, shape_of, fields, words } = columns
  assertEncodable(header, at_ms)
  const head = createByteWriter()
  const piece = (bytes: Uint8Array): void => {
    head.varint(bytes.length)
    head.bytes(bytes)
  }
  const of_shapes = createByteWriter()
  writeShapes(of_shapes, shapes)
  piece(of_shapes.done())
  head.u8(at_ms.every((each, row) => row === 0 || each > (at_ms[row - 1] ?? 0)) ? 1 : 0)
  piece(writePlanes(Uint32Array.from(at_ms, (each) => each - header.day_ms)))
  piece(writePlanes(shape_of))
  const stored = [...REPORT_FIELDS.map((name) => fields[name]), ...words].map(writePlanes)
  const enter = (bytes: Uint8Array): void => {
    head.varint(bytes.length)
    head.varint(crc32(bytes))
  }
  for (const bytes of stored) enter(bytes)
  const has_summary = at_ms.length >= SUMMARY_REPORTS_MIN
  if (has_summary) {
    const summary = summarize(header, columns, shapesOf(shapes))
    writeSlotTimes(head, summary)
    for (const { words: of_column, times } of summary.columns) {
      const bytes = writeSlotWords(of_column, times.count)
      enter(bytes)
      stored.push(bytes)
    }
  }
  const content = head.done()
  const whole = Buffer.alloc(HEADER_BYTES + content.length)
  whole.set(content, HEADER_BYTES)
  writeHeader(whole, has_summary ? SUMMARIZED_VERSION : MONTH_VERSION, { ...header, reports: at_ms.length })
  whole.writeUInt32LE(checksumOf(whole), 1)
  return { head: whole, body: Buffer.concat(stored) }
}

const assertEncodable = ({ day_ms }: SegmentHeader, at_ms: Float64Array): void => {
  if (at_ms.length === 0 || at_ms.length > MONTH_REPORTS_MAX) throw new RangeError(`${at_ms.length} reports`)
  let before = day_ms
  for (const each of at_ms) {
    if (each < before || each >= day_ms + MONTH_SPAN_MS || !Number.isInteger(each))
      throw new RangeError(`report of ${each} in a month from ${day_ms}`)
    before = each
  }
}

/** Where a column stands in the body. */
type ColumnRange = { column: number; from: number; bytes: number }

/** Where the summary of a register's column stands in the body, and what it says; null = it has none. */
type SummaryHead = {
  rangeOf: (column: number) => Omit<ColumnRange, 'column'>
  timesOf: (column: number) => SlotTimes
  wordsOf: (column: number, fetched: Uint8Array) => SlotWords | null
}

/** The opened head of a month segment; columns are numbered as {@link REPORT_FIELDS}, then registers. */
export type MonthHead = {
  rangeOf: (column: number) => ColumnRange
  columns: number
  /** Whether no two reports have the same time. */
  has_own_times: boolean
  /** Null in a segment without one. */
  summary: SummaryHead | null
  /** The segment with some of its columns; reading one that is not among them throws. */
  open: (fetched: ReadonlyMap<number, Uint8Array>) => Segment
}

/** The number of a report's field, or of a register's column, in the body. */
export const bodyColumnOf = (of: { field: (typeof REPORT_FIELDS)[number] } | { register: number }): number =>
  'field' in of ? REPORT_FIELDS.indexOf(of.field) : REPORT_FIELDS.length + of.register

/** Opens a head. Throws {@link SegmentCorruption} when its checksum fails or it is not the expected one. */
export const openMonth = (bytes: Uint8Array, expected: SegmentHeader & { reports: number }): MonthHead => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has_summary = head[0] === SUMMARIZED_VERSION
  checkHeader(head, has_summary ? SUMMARIZED_VERSION : MONTH_VERSION, expected)
  if (expected.reports > MONTH_REPORTS_MAX) throw new SegmentCorruption('wrong length')
  const reader = createByteReader(head, HEADER_BYTES)
  const shapes = readShapes(reader)
  const has_own_times = reader.u8() === 1
  const own = [reader.bytes(reader.varint()), reader.bytes(reader.varint())]
  const columns = REPORT_FIELDS.length + shapes.keys.length
  const { starts, lengths, checksums, end } = readDirectory(reader, columns, 0)
  const summary = has_summary ? readSummary(reader, shapes, end) : null
  if (reader.left() > 0) throw new SegmentCorruption('bytes left over')
  const read = (fetched: ReadonlyMap<number, Uint8Array>) => (index: number, count: number, output?: Uint32Array) => {
    const inline = own[index]
    if (inline !== undefined) return readPlanes(inline, count, output)
    const column = index - FIRST_REGISTER + REPORT_FIELDS.length
    const stored = fetched.get(column)
    if (stored === undefined) throw new Error(`column ${column} of the month was not fetched`)
    checkPiece(stored, lengths[column], checksums[column])
    return readPlanes(stored, count, output)
  }
  return {
    columns,
    has_own_times,
    summary,
    rangeOf: (column) => ({ column, from: starts[column] ?? 0, bytes: lengths[column] ?? 0 }),
    open: (fetched) => segmentOf(expected, shapes, read(fetched)),
  }
}

/** Ranges of pieces that follow each other in the body from `start` on. */
const readDirectory = (reader: ByteReader, count: number, start: number) => {
  const [starts, lengths, checksums] = [new Float64Array(count), new Uint32Array(count), new Uint32Array(count)]
  let end = start
  for (let piece = 0; piece < count; piece++) {
    starts[piece] = end
    lengths[piece] = reader.varint()
    checksums[piece] = reader.varint()
    end += lengths[piece] ?? 0
  }
  return { starts, lengths, checksums, end }
}

const checkPiece = (stored: Uint8Array, length: number | undefined, checksum: number | undefined): void => {
  if (stored.length !== length || crc32(stored) !== checksum) throw new SegmentCorruption('wrong checksum')
}

const readSummary = (reader: ByteReader, shapes: Shapes, start: number): SummaryHead => {
  const { timesOf } = readSlotTimes(reader, shapes)
  const { starts, lengths, checksums } = readDirectory(reader, shapes.keys.length, start)
  return {
    timesOf,
    rangeOf: (column) => ({ from: starts[column] ?? 0, bytes: lengths[column] ?? 0 }),
    wordsOf: (column, fetched) => {
      checkPiece(fetched, lengths[column], checksums[column])
      return readSlotWords(fetched, timesOf(column).count)
    },
  }
}

/** Opens a month segment with all its columns. */
export const openWholeMonth = (
  { head, body }: { head: Uint8Array; body: Uint8Array },
  expected: SegmentHeader & { reports: number },
): Segment => {
  const month = openMonth(head, expected)
  const ranges = Array.from({ length: month.columns }, (_, column) => month.rangeOf(column))
  return month.open(new Map(ranges.map(({ column, from, bytes }) => [column, body.subarray(from, from + bytes)])))
}
