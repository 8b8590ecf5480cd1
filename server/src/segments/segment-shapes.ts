import { findBlockFault, isQueryCommand, MAX_BLOCKS } from '@heatfleet/contract/device-protocol/report-block.ts'
import { type ByteReader, type ByteWriter, createByteReader, SegmentCorruption } from './byte-io.ts'
import { assignColumns, type BlockShape, SEGMENT_REPORTS_MAX } from './segment.ts'

export const writeShapes = (body: ByteWriter, shapes: readonly (readonly BlockShape[])[]): void => {
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

/** Shapes with their column numbers; `shape_columns` = all columns of each shape. */
export type Shapes = { shapes: (readonly BlockShape[])[]; shape_columns: number[][] } & ReturnType<typeof assignColumns>

export const shapesOf = (shapes: readonly (readonly BlockShape[])[]): Shapes => {
  const assigned = assignColumns(shapes)
  return { shapes: [...shapes], ...assigned, shape_columns: assigned.places.map((blocks) => blocks.flat()) }
}

/** Cache of parsed shapes by their bytes: a device has the same shapes every day. */
const shapes_cache = new Map<string, Shapes>()
const SHAPES_CACHE_MAX = 500

export const readShapes = (body: ByteReader): Shapes => {
  const bytes = body.bytes(body.varint())
  const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const cached = shapes_cache.get(name)
  if (cached !== undefined) return cached
  const read: Shapes = shapesOf(parseShapes(createByteReader(bytes)))
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

/** How many reports have each column. */
export const countWords = (
  shape_of: Uint32Array,
  shape_columns: Shapes['shape_columns'],
  columns: number,
): Uint32Array => {
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
