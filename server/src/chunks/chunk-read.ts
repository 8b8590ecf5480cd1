import {
  FLAG_MASK,
  flagsOf,
  isReportType,
  NO_CSQ,
  NO_RSSI,
  type Report,
} from '@heatfleet/contract/device-protocol/report.ts'
import { findBlockFault, isQueryCommand, MAX_BLOCKS } from '@heatfleet/contract/device-protocol/report-block.ts'
import { type ByteReader, ChunkDamage, createByteReader } from './byte-io.ts'
import { type BlockShape, CHUNK_REPORTS_MAX, CHUNK_SPAN_MS, type ChunkHead, layOutColumns } from './chunk.ts'
import { CHUNK_VERSION, checksumOf, HEAD_BYTES, type TimedReport } from './chunk-write.ts'
import { readColumn } from './column-codec.ts'
import { type InflateRoom, inflate } from './inflate.ts'

/** An opened chunk. Columns are decoded when they are asked for; both throw {@link ChunkDamage}. */
export type Chunk = ChunkHead & {
  reports: number
  /** The different sequences of block heads among its reports. */
  shapes: readonly (readonly BlockShape[])[]
  /** For each shape and block the numbers of the columns its data stand in. */
  places: readonly (readonly (readonly number[])[])[]
  /** Unix ms of each report, rising; in `room` where there is some, which must be as long. */
  times: (room?: Float64Array) => Float64Array
  /** The shape of each report. */
  shapeOf: () => Uint32Array
  seqs: () => Uint32Array
  /** Report type x 256 + flags, of each report. */
  kinds: () => Uint32Array
  /** What the module's own second was ahead of that of each report's time, as u32; 0 = it stands under the module's time. */
  clocks: () => Uint32Array
  /** The words of a register, of the reports that carry it, in their order; in `room` where it is large enough. */
  words: (column: number, room?: Uint32Array) => Uint32Array
  /** Whole reports, as they were. */
  unpack: () => TimedReport[]
}

/** Time, shape, seq, kind, rssi, csq, clock. */
const OWN_COLUMNS = 7

/**
 * Opens a chunk. Throws {@link ChunkDamage} when a bit of it is not as it was written, or it is not the one that was
 * looked for: never a wrong value. In `room` where there is some: the chunk is then of use until the next one is opened there.
 */
export const openChunk = (
  bytes: Uint8Array,
  looked_for: ChunkHead & { reports: number },
  room?: InflateRoom,
): Chunk => {
  const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (chunk.length < HEAD_BYTES) throw new ChunkDamage('too short')
  if (chunk.readUInt32LE(1) !== checksumOf(chunk)) throw new ChunkDamage('wrong checksum')
  if (chunk.readUInt8(0) !== CHUNK_VERSION) throw new ChunkDamage('unknown version')
  const head = {
    device_id: chunk.readUInt32LE(5),
    day_ms: chunk.readUInt32LE(9) * CHUNK_SPAN_MS,
    layout_id: chunk.readUInt32LE(13),
    reports: chunk.readUInt32LE(17),
  }
  for (const name of ['device_id', 'day_ms', 'layout_id', 'reports'] as const)
    if (head[name] !== looked_for[name]) throw new ChunkDamage(`another chunk: ${name} is ${head[name]}`)
  if (head.reports > CHUNK_REPORTS_MAX || chunk.readUInt32LE(21) !== chunk.length - HEAD_BYTES)
    throw new ChunkDamage('wrong length')
  return openBody(head, createByteReader(decompress(chunk.subarray(HEAD_BYTES), room)))
}

const decompress = (packed: Buffer, room?: InflateRoom): Buffer => {
  try {
    return inflate(packed, room)
  } catch (error) {
    throw new ChunkDamage(`cannot be decompressed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const openBody = (head: ChunkHead & { reports: number }, body: ByteReader): Chunk => {
  const { reports, day_ms } = head
  const { shapes, keys, places, carried } = readShapes(body)
  const columns = findColumns(body, OWN_COLUMNS + keys.length)
  const read = (index: number, count: number, room?: Uint32Array): Uint32Array => {
    const column = createByteReader(body.source, columns.starts[index] ?? 0, columns.ends[index] ?? 0, body.view)
    const values = readColumn(column, count, room)
    if (column.left() > 0) throw new ChunkDamage('column longer than its values')
    return values
  }
  const own = (index: number, room?: Uint32Array): Uint32Array => read(index, reports, room)
  let shape_of: Uint32Array | null = null
  let counts: Uint32Array | null = null
  const shapeOf = (): Uint32Array => {
    if (shape_of !== null) return shape_of
    const told = own(1)
    for (let row = 0; row < reports; row++)
      if ((told[row] ?? 0) >= shapes.length) throw new ChunkDamage('unknown shape')
    shape_of = told
    return told
  }
  const words = (column: number, room?: Uint32Array): Uint32Array => {
    counts ??= countWords(shapeOf(), carried, keys.length)
    return read(OWN_COLUMNS + column, counts[column] ?? 0, room)
  }
  const times = (at_ms: Float64Array = new Float64Array(reports)): Float64Array => {
    const of_day = own(0, passing)
    for (let row = 0; row < reports; row++) at_ms[row] = day_ms + (of_day[row] ?? 0)
    return at_ms
  }
  const chunk = {
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
    ...chunk,
    unpack: () =>
      unpackReports(
        chunk,
        Array.from(keys, (_, column) => words(column)),
        { rssi: own(4), csq: own(5), clock: chunk.clocks() },
      ),
  }
}

/** For a column that is made into something else at once; more than a report a minute has. */
const passing = new Uint32Array(4_096)

/** Where each column begins and ends: most are never looked at, so they get no view of their own. */
const findColumns = (body: ByteReader, count: number): { starts: Uint32Array; ends: Uint32Array } => {
  const [starts, ends] = [new Uint32Array(count), new Uint32Array(count)]
  for (let column = 0; column < count; column++) {
    const length = body.varint()
    const start = body.skip(length)
    starts[column] = start
    ends[column] = start + length
  }
  if (body.left() > 0) throw new ChunkDamage('bytes left over')
  return { starts, ends }
}

/** Shapes, where they have their data, and for each shape all columns it fills. */
type Shapes = { shapes: BlockShape[][]; carried: number[][] } & ReturnType<typeof layOutColumns>

/** Shapes of chunks read lately, by their bytes: those of a unit are the same day after day. */
const kept_shapes = new Map<string, Shapes>()
const SHAPES_KEPT = 500

const readShapes = (body: ByteReader): Shapes => {
  const bytes = body.bytes(body.varint())
  const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const known = kept_shapes.get(name)
  if (known !== undefined) return known
  const shapes = parseShapes(createByteReader(bytes))
  const laid_out = layOutColumns(shapes)
  const read = { shapes, ...laid_out, carried: laid_out.places.map((blocks) => blocks.flat()) }
  if (kept_shapes.size >= SHAPES_KEPT) kept_shapes.clear()
  kept_shapes.set(name, read)
  return read
}

const parseShapes = (body: ByteReader): BlockShape[][] =>
  Array.from({ length: Math.min(body.varint(), CHUNK_REPORTS_MAX) }, () =>
    Array.from({ length: Math.min(body.u8(), MAX_BLOCKS) }, () => {
      const [slave, fn] = [body.u8(), body.u8()]
      const head = { start: body.u16(), quantity: body.u16(), status: body.u8() }
      if (!isQueryCommand(fn)) throw new ChunkDamage('unknown function')
      const bytes = head.status !== 0 ? 0 : fn <= 2 ? Math.ceil(head.quantity / 8) : head.quantity * 2
      if (findBlockFault({ fn, ...head }, bytes) !== null) throw new ChunkDamage('impossible block')
      return { slave, fn, ...head }
    }),
  )

const countWords = (shape_of: Uint32Array, carried: Shapes['carried'], columns: number): Uint32Array => {
  const reports_of = new Uint32Array(carried.length)
  for (let row = 0; row < shape_of.length; row++) {
    const shape = shape_of[row] ?? 0
    reports_of[shape] = (reports_of[shape] ?? 0) + 1
  }
  const counts = new Uint32Array(columns)
  for (const [shape, columns_of] of carried.entries())
    for (const column of columns_of) counts[column] = (counts[column] ?? 0) + (reports_of[shape] ?? 0)
  return counts
}

type Told = { rssi: Uint32Array; csq: Uint32Array; clock: Uint32Array }

const unpackReports = (chunk: Omit<Chunk, 'unpack'>, words: readonly Uint32Array[], told: Told): TimedReport[] => {
  const [times, shape_of, seqs, kinds] = [chunk.times(), chunk.shapeOf(), chunk.seqs(), chunk.kinds()]
  const taken = new Uint32Array(words.length)
  return Array.from(times, (at_ms, index) => {
    const shape = shape_of[index] ?? 0
    const blocks = (chunk.shapes[shape] ?? []).map((head, position) => {
      const place = chunk.places[shape]?.[position] ?? []
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
    const report = { ...readKind(kind), seq: seqs[index] ?? 0, ...readTold(told, index), blocks }
    return { at_ms, report: { ...report, ts: (Math.floor(at_ms / 1000) + (told.clock[index] ?? 0)) >>> 0 } }
  })
}

const readKind = (kind: number): Pick<Report, 'type' | 'flags'> => {
  const [type, flags] = [kind >>> 8, kind & 255]
  if (!isReportType(type) || (flags & ~FLAG_MASK) !== 0) throw new ChunkDamage('unknown kind of report')
  return { type, flags: flagsOf(flags) }
}

const readTold = ({ rssi, csq }: Told, index: number): Pick<Report, 'rssi_dbm' | 'csq'> => {
  const dbm = ((rssi[index] ?? 0) << 24) >> 24
  const quality = csq[index] ?? 0
  return { rssi_dbm: dbm === NO_RSSI ? null : dbm, csq: quality === NO_CSQ ? null : quality }
}
