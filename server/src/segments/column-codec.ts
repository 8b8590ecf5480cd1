import { type ByteReader, type ByteWriter, createByteWriter, SegmentCorruption } from './byte-io.ts'

/** Encodings of a column; the byte before its data. */
const CONSTANT = 0
const RUNS = 1
const DELTAS = 2

/** Deltas that share one bit width: short enough that one outlier does not widen a whole day. */
const BLOCK = 64

/**
 * Writes a column of unsigned numbers below 2^32 in the shortest of three ways: one value for all, runs of equal values,
 * or differences, zigzagged and packed to the bits that {@link BLOCK} of them need. The reader must know the count.
 */
export const writeColumn = (writer: ByteWriter, values: Uint32Array): void => {
  const [first] = values
  if (first === undefined) return
  if (values.every((value) => value === first)) {
    writer.u8(CONSTANT)
    writer.varint(first)
    return
  }
  const runs = runsOf(values)
  const deltas = deltasOf(values)
  writer.u8(runs.length <= deltas.length ? RUNS : DELTAS)
  writer.bytes(runs.length <= deltas.length ? runs : deltas)
}

/** Reads a column of `count` values, into `output` if large enough. Throws {@link SegmentCorruption} on invalid data. */
export const readColumn = (reader: ByteReader, count: number, output?: Uint32Array): Uint32Array => {
  const values = output === undefined || output.length < count ? new Uint32Array(count) : output.subarray(0, count)
  if (count === 0) return values
  const kind = reader.u8()
  if (kind === CONSTANT) return values.fill(reader.varint())
  if (kind === RUNS) return readRuns(reader, values)
  if (kind === DELTAS) return readDeltas(reader, values)
  throw new SegmentCorruption(`unknown column kind ${kind}`)
}

/** Differences are modulo 2^32, so that every pair of values has one. */
const zigzag = (difference: number): number => ((difference << 1) ^ (difference >> 31)) >>> 0
const unzigzag = (folded: number): number => (folded >>> 1) ^ -(folded & 1)

const runsOf = (values: Uint32Array): Uint8Array => {
  const writer = createByteWriter()
  let before = 0
  for (let start = 0; start < values.length; ) {
    const value = values[start] ?? 0
    let end = start + 1
    while (end < values.length && values[end] === value) end += 1
    writer.varint(zigzag((value - before) | 0))
    writer.varint(end - start)
    before = value
    start = end
  }
  return writer.done()
}

const readRuns = (reader: ByteReader, values: Uint32Array): Uint32Array => {
  let value = 0
  for (let start = 0; start < values.length; ) {
    value = (value + unzigzag(reader.varint())) >>> 0
    const length = reader.varint()
    if (length === 0 || length > values.length - start) throw new SegmentCorruption('run of a wrong length')
    values.fill(value, start, start + length)
    start += length
  }
  return values
}

const deltasOf = (values: Uint32Array): Uint8Array => {
  const writer = createByteWriter()
  const folded = new Uint32Array(BLOCK)
  let before = values[0] ?? 0
  writer.varint(before)
  for (let start = 1; start < values.length; start += BLOCK) {
    const count = Math.min(BLOCK, values.length - start)
    let all = 0
    for (let i = 0; i < count; i++) {
      const value = values[start + i] ?? 0
      const bits = zigzag((value - before) | 0)
      folded[i] = bits
      all |= bits
      before = value
    }
    const width = 32 - Math.clz32(all)
    writer.u8(width)
    if (width > 0) writeBits(writer, folded.subarray(0, count), width)
  }
  return writer.done()
}

const readDeltas = (reader: ByteReader, values: Uint32Array): Uint32Array => {
  let value = reader.varint()
  values[0] = value
  const bits = { start: 0, end: 0, source: reader.source, view: reader.view, at: 0, width: 0 }
  for (let start = 1; start < values.length; start += BLOCK) {
    const end = Math.min(values.length, start + BLOCK)
    const width = reader.u8()
    if (width > 32) throw new SegmentCorruption('more than 32 bits')
    if (width === 0) {
      values.fill(value, start, end)
      continue
    }
    bits.start = start
    bits.end = end
    bits.width = width
    bits.at = reader.skip(Math.ceil(((end - start) * width) / 8))
    value = isSmall(bits) ? addSmall(value, values, bits) : addWide(value, values, bits)
  }
  return values
}

/** A block of deltas: value range [start, end), byte offset, bits per value. */
type Bits = { start: number; end: number; source: Uint8Array; view: DataView; at: number; width: number }

/** Fits into four bytes at any bit offset within the first. */
const SMALL_WIDTH = 25

/** Whether a four-byte read is in bounds for each value; true of nearly all measured data. */
const isSmall = ({ start, end, view, at, width }: Bits): boolean =>
  width <= SMALL_WIDTH && at + ((end - start) * width) / 8 + 4 <= view.byteLength

/** Adds differences to `before`, writes the values and returns the last. */
const addSmall = (before: number, values: Uint32Array, { start, end, view, at, width }: Bits): number => {
  const mask = (1 << width) - 1
  let value = before | 0
  let bit = at * 8
  for (let i = start; i < end; i++) {
    const folded = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask
    bit += width
    value = (value + ((folded >>> 1) ^ -(folded & 1))) | 0
    values[i] = value
  }
  return value
}

/** The same for any width. */
const addWide = (before: number, values: Uint32Array, { start, end, source, at, width }: Bits): number => {
  let value = before
  let next = at
  let byte = 0
  let filled = 0
  for (let i = start; i < end; i++) {
    let folded = 0
    for (let got = 0; got < width; ) {
      if (filled === 0) {
        byte = source[next++] ?? 0
        filled = 8
      }
      const take = Math.min(width - got, filled)
      folded |= (byte & ((1 << take) - 1)) << got
      byte >>>= take
      filled -= take
      got += take
    }
    value = (value + unzigzag(folded >>> 0)) >>> 0
    values[i] = value
  }
  return value
}

const writeBits = (writer: ByteWriter, values: Uint32Array, width: number): void => {
  let byte = 0
  let filled = 0
  for (const value of values) {
    let rest = value
    for (let left = width; left > 0; ) {
      const take = Math.min(left, 8 - filled)
      byte |= (rest & ((1 << take) - 1)) << filled
      rest >>>= take
      filled += take
      left -= take
      if (filled === 8) {
        writer.u8(byte)
        byte = 0
        filled = 0
      }
    }
  }
  if (filled > 0) writer.u8(byte)
}
