import {
  FLAG_MASK,
  flagsOf,
  isReportType,
  NO_CSQ,
  NO_RSSI,
  type Report,
} from '@heatfleet/contract/device-protocol/report.ts'
import { findBlockFault, isQueryCommand, MAX_BLOCKS } from '@heatfleet/contract/device-protocol/report-block.ts'
import { type ByteReader, createByteReader, SegmentCorruption } from './byte-io.ts'
import { readColumn } from './column-codec.ts'
import { assignColumns, type BlockShape, SEGMENT_REPORTS_MAX, SEGMENT_SPAN_MS, type SegmentHeader } from './segment.ts'
import { checksumOf, HEADER_BYTES, SEGMENT_VERSION, type TimedReport } from './segment-write.ts'
import { decompressFrame, type OutputBuffer } from './zstd-decoder.ts'

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
  /** The original reports. */
  unpack: () => TimedReport[]
}

/** Time, shape, seq, kind, rssi, csq, clock. */
const OWN_COLUMNS = 7

/**
 * Opens a segment. Throws {@link SegmentCorruption} when its checksum fails or its header is not the expected one. With an
 * `output` buffer the segment is valid until the next one is opened with that buffer.
 */
export const openSegment = (
  bytes: Uint8Array,
  expected: SegmentHeader & { reports: number },
  output?: OutputBuffer,
): Segment => {
  const segment = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (segment.length < HEADER_BYTES) throw new SegmentCorruption('too short')
  if (segment.readUInt32LE(1) !== checksumOf(segment)) throw new SegmentCorruption('wrong checksum')
  if (segment.readUInt8(0) !== SEGMENT_VERSION) throw new SegmentCorruption('unknown version')
  const head = {
    device_id: segment.readUInt32LE(5),
    day_ms: segment.readUInt32LE(9) * SEGMENT_SPAN_MS,
    layout_id: segment.readUInt32LE(13),
    reports: segment.readUInt32LE(17),
  }
  for (const name of ['device_id', 'day_ms', 'layout_id', 'reports'] as const)
    if (head[name] !== expected[name]) throw new SegmentCorruption(`another segment: ${name} is ${head[name]}`)
  if (head.reports > SEGMENT_REPORTS_MAX || segment.readUInt32LE(21) !== segment.length - HEADER_BYTES)
    throw new SegmentCorruption('wrong length')
  return openBody(head, createByteReader(decompress(segment.subarray(HEADER_BYTES), output)))
}

const decompress = (compressed: Buffer, output?: OutputBuffer): Buffer => {
  try {
    return decompressFrame(compressed, output)
  } catch (error) {
    throw new SegmentCorruption(`cannot be decompressed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const openBody = (head: SegmentHeader & { reports: number }, body: ByteReader): Segment => {
  const { reports, day_ms } = head
  const { shapes, keys, places, shape_columns } = readShapes(body)
  const columns = findColumns(body, OWN_COLUMNS + keys.length)
  const read = (index: number, count: number, output?: Uint32Array): Uint32Array => {
    const column = createByteReader(body.source, columns.starts[index] ?? 0, columns.ends[index] ?? 0, body.view)
    const values = readColumn(column, count, output)
    if (column.left() > 0) throw new SegmentCorruption('column longer than its values')
    return values
  }
  const own = (index: number, output?: Uint32Array): Uint32Array => read(index, reports, output)
  let shape_of: Uint32Array | null = null
  let counts: Uint32Array | null = null
  const shapeOf = (): Uint32Array => {
    if (shape_of !== null) return shape_of
    const indexes = own(1)
    for (let row = 0; row < reports; row++)
      if ((indexes[row] ?? 0) >= shapes.length) throw new SegmentCorruption('unknown shape')
    shape_of = indexes
    return indexes
  }
  const words = (column: number, output?: Uint32Array): Uint32Array => {
    counts ??= countWords(shapeOf(), shape_columns, keys.length)
    return read(OWN_COLUMNS + column, counts[column] ?? 0, output)
  }
  const times = (at_ms: Float64Array = new Float64Array(reports)): Float64Array => {
    const of_day = own(0, scratch)
    for (let row = 0; row < reports; row++) at_ms[row] = day_ms + (of_day[row] ?? 0)
    return at_ms
  }
  const segment = {
    ...head,
    shapes,
    places,
    times,
    shapeOf,
    seqs: () => own(2),
    kinds: () => own(3),
    clocks: () => own(6),
    words,
  }
  return {
    ...segment,
    unpack: () =>
      unpackReports(
        segment,
        Array.from(keys, (_, column) => words(column)),
        { rssi: own(4), csq: own(5), clock: segment.clocks() },
      ),
  }
}

/** Scratch buffer for columns that are converted immediately; longer than a day at one report a minute. */
const scratch = new Uint32Array(4_096)

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

/** Shapes with their column numbers; `shape_columns` = all columns of each shape. */
type Shapes = { shapes: BlockShape[][]; shape_columns: number[][] } & ReturnType<typeof assignColumns>

/** Cache of parsed shapes by their bytes: a device has the same shapes every day. */
const shapes_cache = new Map<string, Shapes>()
const SHAPES_CACHE_MAX = 500

const readShapes = (body: ByteReader): Shapes => {
  const bytes = body.bytes(body.varint())
  const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const cached = shapes_cache.get(name)
  if (cached !== undefined) return cached
  const shapes = parseShapes(createByteReader(bytes))
  const assigned = assignColumns(shapes)
  const read = { shapes, ...assigned, shape_columns: assigned.places.map((blocks) => blocks.flat()) }
  if (shapes_cache.size >= SHAPES_CACHE_MAX) shapes_cache.clear()
  shapes_cache.set(name, read)
  return read
}

const parseShapes = (body: ByteReader): BlockShape[][] =>
  Array.from({ length: Math.min(body.varint(), SEGMENT_REPORTS_MAX) }, () =>
    Array.from({ length: Math.min(body.u8(), MAX_BLOCKS) }, () => {
      const [slave, fn] = [body.u8(), body.u8()]
      const head = { start: body.u16(), quantity: body.u16(), status: body.u8() }
      if (!isQueryCommand(fn)) throw new SegmentCorruption('unknown function')
      const bytes = head.status !== 0 ? 0 : fn <= 2 ? Math.ceil(head.quantity / 8) : head.quantity * 2
      if (findBlockFault({ fn, ...head }, bytes) !== null) throw new SegmentCorruption('impossible block')
      return { slave, fn, ...head }
    }),
  )

const countWords = (shape_of: Uint32Array, shape_columns: Shapes['shape_columns'], columns: number): Uint32Array => {
  const reports_of = new Uint32Array(shape_columns.length)
  for (let row = 0; row < shape_of.length; row++) {
    const shape = shape_of[row] ?? 0
    reports_of[shape] = (reports_of[shape] ?? 0) + 1
  }
  const counts = new Uint32Array(columns)
  for (const [shape, columns_of] of shape_columns.entries())
    for (const column of columns_of) counts[column] = (counts[column] ?? 0) + (reports_of[shape] ?? 0)
  return counts
}

type SignalColumns = { rssi: Uint32Array; csq: Uint32Array; clock: Uint32Array }

const unpackReports = (
  segment: Omit<Segment, 'unpack'>,
  words: readonly Uint32Array[],
  signal: SignalColumns,
): TimedReport[] => {
  const [times, shape_of, seqs, kinds] = [segment.times(), segment.shapeOf(), segment.seqs(), segment.kinds()]
  const taken = new Uint32Array(words.length)
  return Array.from(times, (at_ms, index) => {
    const shape = shape_of[index] ?? 0
    const blocks = (segment.shapes[shape] ?? []).map((head, position) => {
      const place = segment.places[shape]?.[position] ?? []
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
    const kind = kinds[index] ?? 0
    const report = { ...readKind(kind), seq: seqs[index] ?? 0, ...readSignal(signal, index), blocks }
    return { at_ms, report: { ...report, ts: (Math.floor(at_ms / 1000) + (signal.clock[index] ?? 0)) >>> 0 } }
  })
}

const readKind = (kind: number): Pick<Report, 'type' | 'flags'> => {
  const [type, flags] = [kind >>> 8, kind & 255]
  if (!isReportType(type) || (flags & ~FLAG_MASK) !== 0) throw new SegmentCorruption('unknown kind of report')
  return { type, flags: flagsOf(flags) }
}

const readSignal = ({ rssi, csq }: SignalColumns, index: number): Pick<Report, 'rssi_dbm' | 'csq'> => {
  const dbm = ((rssi[index] ?? 0) << 24) >> 24
  const quality = csq[index] ?? 0
  return { rssi_dbm: dbm === NO_RSSI ? null : dbm, csq: quality === NO_CSQ ? null : quality }
}
