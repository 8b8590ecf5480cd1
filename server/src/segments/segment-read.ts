import {
  FLAG_MASK,
  flagsOf,
  isReportType,
  NO_CSQ,
  NO_RSSI,
  type Report,
} from '@heatfleet/contract/device-protocol/report.ts'
import { type ByteReader, createByteReader, SegmentCorruption } from './byte-io.ts'
import { readColumn } from './column-codec.ts'
import { REPORT_FIELDS, type ReportColumns, type TimedReport } from './report-columns.ts'
import { type BlockShape, SEGMENT_REPORTS_MAX, SEGMENT_SPAN_MS, type SegmentHeader } from './segment.ts'
import { countWords, readShapes, type Shapes } from './segment-shapes.ts'
import { checksumOf, HEADER_BYTES, SEGMENT_VERSION } from './segment-write.ts'
import { decompressFrame } from './zstd-decoder.ts'

/** An opened segment. Columns are decoded on access, which throws {@link SegmentCorruption}. */
export type Segment = SegmentHeader & {
  reports: number
  /** The different sequences of block heads among its reports. */
  shapes: readonly (readonly BlockShape[])[]
  /** Column numbers of the data, by shape and block. */
  places: readonly (readonly (readonly number[])[])[]
  /** Unix ms of each report, ascending; written to `output` if given, which must have that length. */
  times: (output?: Float64Array) => Float64Array
  /** The shape of each report. */
  shapeOf: () => Uint32Array
  seqs: () => Uint32Array
  /** Report type x 256 + flags, of each report. */
  kinds: () => Uint32Array
  /** The module's clock minus the report's timestamp in seconds, as u32; 0 = the timestamp is the module's. */
  clocks: () => Uint32Array
  /** The words of a register in the reports that contain it, in order; written to `output` if large enough. */
  words: (column: number, output?: Uint32Array) => Uint32Array
  /** Everything in it as columns. */
  columns: () => ReportColumns
  /** The original reports. */
  unpack: () => TimedReport[]
  /** One of them, by its row. */
  reportAt: (row: number) => TimedReport
}

/** Columns before those of the registers: time, shape, {@link REPORT_FIELDS}. */
export const FIRST_REGISTER = 2 + REPORT_FIELDS.length

/** Opens a segment. Throws {@link SegmentCorruption} when its checksum fails or its header is not the expected one. */
export const openSegment = (bytes: Uint8Array, expected: SegmentHeader & { reports: number }): Segment => {
  const segment = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  checkHeader(segment, SEGMENT_VERSION, expected)
  if (expected.reports > SEGMENT_REPORTS_MAX) throw new SegmentCorruption('wrong length')
  return openBody(expected, createByteReader(decompress(segment.subarray(HEADER_BYTES))))
}

/** Throws {@link SegmentCorruption} where checksum, version, identity or length is not as expected. */
export const checkHeader = (segment: Buffer, version: number, expected: SegmentHeader & { reports: number }): void => {
  if (segment.length < HEADER_BYTES) throw new SegmentCorruption('too short')
  if (segment.readUInt32LE(1) !== checksumOf(segment)) throw new SegmentCorruption('wrong checksum')
  if (segment.readUInt8(0) !== version) throw new SegmentCorruption('unknown version')
  const head = {
    device_id: segment.readUInt32LE(5),
    day_ms: segment.readUInt32LE(9) * SEGMENT_SPAN_MS,
    layout_id: segment.readUInt32LE(13),
    reports: segment.readUInt32LE(17),
  }
  for (const name of ['device_id', 'day_ms', 'layout_id', 'reports'] as const)
    if (head[name] !== expected[name]) throw new SegmentCorruption(`another segment: ${name} is ${head[name]}`)
  if (segment.readUInt32LE(21) !== segment.length - HEADER_BYTES) throw new SegmentCorruption('wrong length')
}

const decompress = (compressed: Buffer): Buffer => {
  try {
    return decompressFrame(compressed)
  } catch (error) {
    throw new SegmentCorruption(`cannot be decompressed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const openBody = (head: SegmentHeader & { reports: number }, body: ByteReader): Segment => {
  const shapes = readShapes(body)
  const columns = findColumns(body, FIRST_REGISTER + shapes.keys.length)
  return segmentOf(head, shapes, (index, count, output) => {
    const column = createByteReader(body.source, columns.starts[index] ?? 0, columns.ends[index] ?? 0, body.view)
    const values = readColumn(column, count, output)
    if (column.left() > 0) throw new SegmentCorruption('column longer than its values')
    return values
  })
}

/** A segment over the reader of its columns: time, shape, {@link REPORT_FIELDS}, registers. */
export const segmentOf = (
  head: SegmentHeader & { reports: number },
  { shapes, keys, places, shape_columns }: Shapes,
  read: (index: number, count: number, output?: Uint32Array) => Uint32Array,
): Segment => {
  const { reports, day_ms } = head
  let shape_of: Uint32Array | null = null
  let counts: Uint32Array | null = null
  const shapeOf = (): Uint32Array => {
    if (shape_of !== null) return shape_of
    const indexes = read(1, reports)
    for (let row = 0; row < reports; row++)
      if ((indexes[row] ?? 0) >= shapes.length) throw new SegmentCorruption('unknown shape')
    shape_of = indexes
    return indexes
  }
  const words = (column: number, output?: Uint32Array): Uint32Array => {
    // Most registers are in every report: then nothing has to be counted.
    const is_in_all = shape_columns.every((of_shape) => of_shape.includes(column))
    if (!is_in_all) counts ??= countWords(shapeOf(), shape_columns, keys.length)
    return read(FIRST_REGISTER + column, (is_in_all ? reports : counts?.[column]) ?? 0, output)
  }
  const times = (at_ms: Float64Array = new Float64Array(reports)): Float64Array => {
    if (scratch.length < reports) scratch = new Uint32Array(reports)
    const of_day = read(0, reports, scratch)
    for (let row = 0; row < reports; row++) at_ms[row] = day_ms + (of_day[row] ?? 0)
    return at_ms
  }
  const field = (name: (typeof REPORT_FIELDS)[number]) => read(2 + REPORT_FIELDS.indexOf(name), reports)
  const columns = (): ReportColumns => ({
    at_ms: times(),
    shapes,
    shape_of: shapeOf(),
    fields: {
      seq: field('seq'),
      kind: field('kind'),
      rssi: field('rssi'),
      csq: field('csq'),
      clock: field('clock'),
    },
    words: keys.map((_, column) => words(column)),
  })
  return {
    ...head,
    shapes,
    places,
    times,
    shapeOf,
    seqs: () => field('seq'),
    kinds: () => field('kind'),
    clocks: () => field('clock'),
    words,
    columns,
    unpack: () => unpackReports(columns(), places),
    reportAt: (row) => {
      const shape_of = shapeOf()
      const shape = shape_of[row] ?? 0
      const own = new Set(places[shape]?.flat())
      // Rows of a register are counted in the reports that have it: all others' columns are not read.
      const one = keys.map((_, column) =>
        own.has(column) ? words(column)[rowOf(shape_of, shape_columns, column, row)] : 0,
      )
      const only = (values: Uint32Array) => values.subarray(row, row + 1)
      const fields = {
        seq: only(field('seq')),
        kind: only(field('kind')),
        rssi: only(field('rssi')),
        csq: only(field('csq')),
        clock: only(field('clock')),
      }
      const [report] = unpackReports(
        {
          at_ms: times().subarray(row, row + 1),
          shapes,
          shape_of: Uint32Array.of(shape),
          fields,
          words: one.map((word) => Uint32Array.of(word ?? 0)),
        },
        places,
      )
      if (report === undefined) throw new RangeError(`no row ${row} in a segment of ${reports}`)
      return report
    },
  }
}

/** Where the word of a report stands among those of its register. */
const rowOf = (
  shape_of: Uint32Array,
  shape_columns: readonly (readonly number[])[],
  column: number,
  row: number,
): number => {
  const has = shape_columns.map((columns) => columns.includes(column))
  let before = 0
  for (let each = 0; each < row; each++) if (has[shape_of[each] ?? 0]) before++
  return before
}

/** Scratch buffer for columns that are converted immediately; it grows to the longest segment. */
let scratch = new Uint32Array(4_096)

/** Byte range of each column; most columns are never read, so no views are created. */
const findColumns = (body: ByteReader, count: number): { starts: Uint32Array; ends: Uint32Array } => {
  const [starts, ends] = [new Uint32Array(count), new Uint32Array(count)]
  for (let column = 0; column < count; column++) {
    const length = body.varint()
    const start = body.skip(length)
    starts[column] = start
    ends[column] = start + length
  }
  if (body.left() > 0) throw new SegmentCorruption('bytes left over')
  return { starts, ends }
}

const unpackReports = (
  { at_ms: times, shapes, shape_of, fields, words }: ReportColumns,
  places: Shapes['places'],
): TimedReport[] => {
  const taken = new Uint32Array(words.length)
  return Array.from(times, (at_ms, index) => {
    const shape = shape_of[index] ?? 0
    const blocks = (shapes[shape] ?? []).map((head, position) => {
      const place = places[shape]?.[position] ?? []
      const data = new Uint8Array(head.fn <= 2 ? place.length : place.length * 2)
      place.forEach((column, i) => {
        const at = taken[column] ?? 0
        const word = words[column]?.[at] ?? 0
        taken[column] = at + 1
        if (head.fn <= 2) data[i] = word
        else {
          data[2 * i] = word >> 8
          data[2 * i + 1] = word & 255
        }
      })
      return { ...head, data }
    })
    const report = {
      ...readKind(fields.kind[index] ?? 0),
      seq: fields.seq[index] ?? 0,
      ...readSignal(fields, index),
      blocks,
    }
    return { at_ms, report: { ...report, ts: (Math.floor(at_ms / 1000) + (fields.clock[index] ?? 0)) >>> 0 } }
  })
}

const readKind = (kind: number): Pick<Report, 'type' | 'flags'> => {
  const [type, flags] = [kind >>> 8, kind & 255]
  if (!isReportType(type) || (flags & ~FLAG_MASK) !== 0) throw new SegmentCorruption('unknown kind of report')
  return { type, flags: flagsOf(flags) }
}

const readSignal = ({ rssi, csq }: ReportColumns['fields'], index: number): Pick<Report, 'rssi_dbm' | 'csq'> => {
  const dbm = ((rssi[index] ?? 0) << 24) >> 24
  const quality = csq[index] ?? 0
  return { rssi_dbm: dbm === NO_RSSI ? null : dbm, csq: quality === NO_CSQ ? null : quality }
}
