import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type ByteReader, createByteReader, createByteWriter, SegmentCorruption } from './byte-io.ts'

/** What is subtracted from each value before its bytes are compressed; the first byte of a column. */
const CONSTANT = 0
const RAW = 1
/** The value before. */
const DELTA = 2
/** The line through the two values before: regular times become zeros. */
const TREND = 3
/** A weighted sum of the six values before, its weights fitted to the column. */
const FITTED = 4
/** Runs of equal differences: regular times, sequence numbers. */
const STEPS = 5

const ORDER = 6
/** Weights are multiples of at most 2^-13, and of so much that sums stay below 2^30: whole numbers are summed four times as fast as others. */
const SHIFT_MAX = 13
const SHIFT_MIN = 5
const SUM_BITS = 30
/** Fitted weights are for words only. */
const WORDS_BELOW = 65_536
/** Rows that weights are fitted to: more change nothing. */
const FIT_ROWS = 6_000
/** Runs of equal differences that are stored as such: one in so many values. */
const VALUES_PER_RUN = 256
/** Columns that the value before predicts this well (bytes a value) are not fitted: states, settings, counters. */
const PREDICTED = 0.1
/** Fitting must save this part. */
const WORTH_IT = 0.97

/** Longer matches only: shorter ones in noise cost more than they save, in size and in time to read. */
const ZSTD = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_minMatch]: 7 }

/**
 * A column of unsigned numbers below 2^32: differences to a prediction, folded (0, -1, 1, ...), as planes of their lowest, second, third
 * and fourth bytes, zstd on top. The shortest of the predictions is taken. The reader must know the count.
 */
export const writePlanes = (values: Uint32Array): Buffer => {
  const [first] = values
  if (first === undefined) return Buffer.alloc(0)
  if (values.every((value) => value === first)) return joined(CONSTANT, (writer) => writer.varint(first))
  const steps = stepsOf(values)
  if (steps !== null) return steps
  let best = compressed(
    DELTA,
    foldedDifferences(values, (at) => values[at - 1] ?? 0),
    first,
  )
  const shorter = (other: Buffer | null, factor = 1): void => {
    if (other !== null && other.length < best.length * factor) best = other
  }
  if (values.length < ORDER * 4) shorter(compressed(RAW, values, 0))
  else if (best.length > values.length * PREDICTED) {
    const most = values.reduce((a, b) => Math.max(a, b), 0)
    shorter(compressed(RAW, values, 0))
    if (most < WORDS_BELOW) shorter(fitted(values), WORTH_IT)
    else
      shorter(
        compressed(
          TREND,
          foldedDifferences(values, (at) => trendOf(values[at - 1] ?? 0, values[at - 2])),
          first,
        ),
      )
  }
  return best
}

/** Reads a column of `count` values, into `output` if large enough. Throws {@link SegmentCorruption} on invalid data. */
export const readPlanes = (bytes: Uint8Array, count: number, output?: Uint32Array): Uint32Array => {
  const values = output === undefined || output.length < count ? new Uint32Array(count) : output.subarray(0, count)
  const reader = createByteReader(bytes)
  if (count === 0) return values
  const kind = reader.u8()
  if (kind === CONSTANT) return values.fill(reader.varint())
  if (kind === STEPS) return readSteps(reader, values)
  if (kind > STEPS) throw new SegmentCorruption(`unknown column kind ${kind}`)
  const first = reader.varint()
  const fit = kind === FITTED ? readFit(reader, first) : null
  const planes = readFrame(reader, count)
  const folded = planes.length === count ? planes : widened(planes, count, values)
  if (kind === RAW) values.set(folded)
  else if (kind === DELTA) addDeltas(folded, values, first)
  else if (kind === TREND) addTrend(folded, values, first)
  else if (fit !== null) addFitted(folded, values, fit)
  return values
}

/** Null where there are too many runs. */
const stepsOf = (values: Uint32Array): Buffer | null => {
  const runs: [step: number, count: number][] = []
  const runs_max = Math.max(2, values.length / VALUES_PER_RUN)
  let before = 0
  for (const value of values) {
    const step = (value - before) | 0
    const last = runs.at(-1)
    if (last?.[0] === step) last[1] += 1
    else if (runs.length >= runs_max) return null
    else runs.push([step, 1])
    before = value
  }
  return joined(STEPS, (writer) => {
    for (const [step, count] of runs) {
      writer.varint(fold(step))
      writer.varint(count)
    }
  })
}

const readSteps = (reader: ByteReader, values: Uint32Array): Uint32Array => {
  let value = 0
  for (let row = 0; row < values.length; ) {
    const step = unfold(reader.varint())
    const end = row + reader.varint()
    if (end === row || end > values.length) throw new SegmentCorruption('run of a wrong length')
    for (; row < end; row++) {
      value = (value + step) | 0
      values[row] = value
    }
  }
  if (reader.left() > 0) throw new SegmentCorruption('bytes left over')
  return values
}

const fold = (difference: number): number => ((difference << 1) ^ (difference >> 31)) >>> 0
const unfold = (folded: number): number => (folded >>> 1) ^ -(folded & 1)
const trendOf = (before: number, two_before: number | undefined): number =>
  two_before === undefined ? before : 2 * before - two_before

const foldedDifferences = (values: Uint32Array, predictionOf: (at: number) => number): Uint32Array =>
  values.map((value, at) => (at === 0 ? 0 : fold((value - predictionOf(at)) | 0)))

const joined = (kind: number, write: (writer: ReturnType<typeof createByteWriter>) => void): Buffer => {
  const writer = createByteWriter()
  writer.u8(kind)
  write(writer)
  const bytes = writer.done()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** `first` = the first value, which nothing predicts: its difference is 0. */
const compressed = (kind: number, folded: Uint32Array, first: number, fit: Fit | null = null): Buffer => {
  let all = 0
  for (const value of folded) all |= value
  const planes = Math.max(1, Math.ceil((32 - Math.clz32(all)) / 8))
  const bytes = Buffer.allocUnsafe(planes * folded.length)
  for (let plane = 0, at = 0; plane < planes; plane++)
    for (let row = 0; row < folded.length; row++) bytes[at++] = (folded[row] ?? 0) >>> (plane * 8)
  const frame = zstdCompressSync(bytes, { params: ZSTD })
  return joined(kind, (writer) => {
    writer.varint(first)
    if (fit !== null) {
      writer.u8(fit.shift)
      for (const weight of fit.weights) writer.varint(fold(weight))
    }
    writer.u8(planes)
    writer.bytes(frame)
  })
}

const readFrame = (reader: ByteReader, count: number): Buffer => {
  const planes = reader.u8()
  if (planes < 1 || planes > 4) throw new SegmentCorruption('wrong number of byte planes')
  const length = planes * count
  try {
    const bytes = zstdDecompressSync(reader.bytes(reader.left()), {
      maxOutputLength: length,
      // One buffer of the right size instead of pieces that are joined.
      chunkSize: Math.max(64, length + 1),
    })
    if (bytes.length === length) return bytes
  } catch (error) {
    throw new SegmentCorruption(`cannot be decompressed: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new SegmentCorruption('column of a wrong length')
}

/** Planes as numbers, written to `values`. */
const widened = (planes: Buffer, count: number, values: Uint32Array): Uint32Array => {
  for (let row = 0; row < count; row++) values[row] = planes[row] ?? 0
  for (let at = count, shift = 8; at < planes.length; at += count, shift += 8)
    for (let row = 0; row < count; row++) values[row] = (values[row] ?? 0) | ((planes[at + row] ?? 0) << shift)
  return values
}

const addDeltas = (folded: Uint8Array | Uint32Array, values: Uint32Array, first: number): void => {
  let value = first
  for (let row = 0; row < values.length; row++) {
    const bits = folded[row] ?? 0
    value = (value + ((bits >>> 1) ^ -(bits & 1))) | 0
    values[row] = value
  }
}

const addTrend = (folded: Uint8Array | Uint32Array, values: Uint32Array, first: number): void => {
  for (let row = 0; row < values.length; row++) {
    const before = row === 0 ? first : trendOf(values[row - 1] ?? 0, row < 2 ? undefined : values[row - 2])
    values[row] = (before + unfold(folded[row] ?? 0)) | 0
  }
}

/** Predicts a value's distance to the first of its column: weights of the six distances before, newest first, and a constant, times 2^shift. */
type Fit = { first: number; shift: number; weights: readonly number[] }

const readFit = (reader: ByteReader, first: number): Fit => {
  const shift = reader.u8()
  if (shift < SHIFT_MIN || shift > SHIFT_MAX) throw new SegmentCorruption('wrong weights')
  return { first, shift, weights: Array.from({ length: ORDER + 1 }, () => unfold(reader.varint())) }
}

/** The weights by least squares (normal equations); null where the column does not determine them, or they are too large. */
const fitWeights = (values: Uint32Array, first: number): Fit | null => {
  const size = ORDER + 1
  const rows = Array.from({ length: size }, () => new Float64Array(size + 1))
  const known = new Float64Array(size + 1)
  known[ORDER] = 1
  const step = Math.max(1, Math.floor(values.length / FIT_ROWS))
  for (let at = ORDER; at < values.length; at += step) {
    for (let back = 0; back < ORDER; back++) known[back] = (values[at - 1 - back] ?? 0) - first
    known[size] = (values[at] ?? 0) - first
    for (let row = 0; row < size; row++)
      for (let column = row; column <= size; column++)
        (rows[row] ?? known)[column] = (rows[row]?.[column] ?? 0) + (known[row] ?? 0) * (known[column] ?? 0)
  }
  for (let row = 0; row < size; row++)
    for (let column = 0; column < row; column++) (rows[row] ?? known)[column] = rows[column]?.[row] ?? 0
  const solved = solve(rows)
  if (solved === null) return null
  const far = values.reduce((most, value) => Math.max(most, Math.abs(value - first)), 1)
  const sum = solved.reduce((all, weight, at) => all + Math.abs(weight) * (at === ORDER ? 1 : far), 1)
  const shift = Math.min(SHIFT_MAX, SUM_BITS - Math.ceil(Math.log2(sum)))
  return shift >= SHIFT_MIN ? { first, shift, weights: solved.map((weight) => Math.round(weight * 2 ** shift)) } : null
}

/** Solves linear equations by elimination; each row ends with its right side. */
const solve = (rows: Float64Array[]): number[] | null => {
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row
    const [upper, lower] = [rows[pivot], rows[column]]
    if (upper === undefined || lower === undefined || Math.abs(upper[column] ?? 0) < 1e-9) return null
    rows[column] = upper
    rows[pivot] = lower
    for (let row = 0; row < size; row++) {
      const other = rows[row]
      if (row === column || other === undefined) continue
      const factor = (other[column] ?? 0) / (upper[column] ?? 1)
      for (let at = column; at <= size; at++) other[at] = (other[at] ?? 0) - factor * (upper[at] ?? 0)
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1))
}

const fitted = (values: Uint32Array): Buffer | null => {
  const [first = 0] = values
  const fit = fitWeights(values, first)
  if (fit === null) return null
  const differences = foldedDifferences(values, (at) => predictionOf(values, at, fit))
  return compressed(FITTED, differences, first, fit)
}

/** The first values are predicted by the one before. All sums are of whole numbers modulo 2^32. */
const predictionOf = (values: Uint32Array, row: number, { first, shift, weights }: Fit): number => {
  if (row < ORDER) return values[row - 1] ?? 0
  let sum = ((weights[ORDER] ?? 0) + (1 << (shift - 1))) | 0
  for (let back = 0; back < ORDER; back++)
    sum = (sum + Math.imul(weights[back] ?? 0, (values[row - 1 - back] ?? 0) - first)) | 0
  return (first + (sum >> shift)) | 0
}

/** The same as {@link predictionOf} with the distances before in variables. */
const addFitted = (
  folded: Uint8Array | Uint32Array,
  values: Uint32Array,
  { first, shift, weights: [w1 = 0, w2 = 0, w3 = 0, w4 = 0, w5 = 0, w6 = 0, w0 = 0] }: Fit,
): void => {
  addDeltas(folded, values.subarray(0, ORDER), first)
  const start = (w0 + (1 << (shift - 1))) | 0
  let [f = 0, e = 0, d = 0, c = 0, b = 0, a = 0] = Array.from(values.subarray(0, ORDER), (value) => (value - first) | 0)
  for (let row = ORDER; row < values.length; row++) {
    const bits = folded[row] ?? 0
    const older = (((start + Math.imul(w6, f)) | 0) + ((Math.imul(w5, e) + Math.imul(w4, d)) | 0)) | 0
    const sum = (((older + Math.imul(w3, c)) | 0) + ((Math.imul(w2, b) + Math.imul(w1, a)) | 0)) | 0
    const value = ((sum >> shift) + ((bits >>> 1) ^ -(bits & 1))) | 0
    values[row] = (first + value) | 0
    f = e
    e = d
    d = c
    c = b
    b = a
    a = value
  }
}
