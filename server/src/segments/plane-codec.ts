import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type ByteReader, createByteReader, createByteWriter, SegmentCorruption } from './byte-io.ts'
import {
  addDeltas,
  addPredictions,
  fitPrediction,
  fold,
  foldedErrors,
  type Prediction,
  SHIFT_MAX,
  SHIFT_MIN,
  SHORT_ORDER,
  unfold,
} from './linear-prediction.ts'

/** What is subtracted from each value before its bytes are compressed; the first byte of a column. */
const CONSTANT = 0
const RAW = 1
/** The value before. */
const DELTA = 2
/** The line through the two values before: regular times become zeros. */
const TREND = 3
/** A weighted sum of the {@link SHORT_ORDER} values before, its weights fitted to the column. */
const FITTED = 4
/** Runs of equal differences: regular times, sequence numbers. */
const STEPS = 5
/** Like {@link FITTED}, with the number of weights before them. */
const FITTED_LONG = 6

/**
 * Values before that predict a column of few rows, such as a block that is read every fifth minute. Reading takes rows times order: columns
 * of more rows have {@link SHORT_ORDER}.
 */
const LONG_ORDER = 32
const LONG_ORDER_ROWS = 10_000
/** Fitted weights are for words only. */
const WORDS_BELOW = 65_536
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
  if (values.length < SHORT_ORDER * 4) shorter(compressed(RAW, values, 0))
  else if (best.length > values.length * PREDICTED) {
    const most = values.reduce((a, b) => Math.max(a, b), 0)
    shorter(compressed(RAW, values, 0))
    if (most < WORDS_BELOW) shorter(fitted(values, isShort(values) ? LONG_ORDER : SHORT_ORDER), WORTH_IT)
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
  if (kind > FITTED_LONG) throw new SegmentCorruption(`unknown column kind ${kind}`)
  const first = reader.varint()
  const prediction = kind === FITTED || kind === FITTED_LONG ? readPrediction(reader, kind, first) : null
  const planes = readFrame(reader, count)
  const folded = planes.length === count ? planes : widened(planes, count, values)
  if (kind === RAW) values.set(folded)
  else if (kind === DELTA) addDeltas(folded, values, first)
  else if (kind === TREND) addTrend(folded, values, first)
  else if (prediction !== null) addPredictions(folded, values, prediction)
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
const compressed = (kind: number, folded: Uint32Array, first: number, prediction: Prediction | null = null): Buffer => {
  let all = 0
  for (const value of folded) all |= value
  const planes = Math.max(1, Math.ceil((32 - Math.clz32(all)) / 8))
  const bytes = Buffer.allocUnsafe(planes * folded.length)
  for (let plane = 0, at = 0; plane < planes; plane++)
    for (let row = 0; row < folded.length; row++) bytes[at++] = (folded[row] ?? 0) >>> (plane * 8)
  const frame = zstdCompressSync(bytes, { params: ZSTD })
  return joined(kind, (writer) => {
    writer.varint(first)
    if (prediction !== null) {
      if (kind === FITTED_LONG) writer.u8(prediction.weights.length - 1)
      writer.u8(prediction.shift)
      for (const weight of prediction.weights) writer.varint(fold(weight))
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

const addTrend = (folded: Uint8Array | Uint32Array, values: Uint32Array, first: number): void => {
  for (let row = 0; row < values.length; row++) {
    const before = row === 0 ? first : trendOf(values[row - 1] ?? 0, row < 2 ? undefined : values[row - 2])
    values[row] = (before + unfold(folded[row] ?? 0)) | 0
  }
}

const readPrediction = (reader: ByteReader, kind: number, first: number): Prediction => {
  const order = kind === FITTED_LONG ? reader.u8() : SHORT_ORDER
  const shift = reader.u8()
  if (order > LONG_ORDER || shift < SHIFT_MIN || shift > SHIFT_MAX) throw new SegmentCorruption('wrong weights')
  return { first, shift, weights: Array.from({ length: order + 1 }, () => unfold(reader.varint())) }
}

/** Whether a long prediction is read fast, and has enough values to be fitted to. */
const isShort = ({ length }: Uint32Array): boolean => length <= LONG_ORDER_ROWS && length >= LONG_ORDER * 8

const fitted = (values: Uint32Array, order: number): Buffer | null => {
  const prediction = fitPrediction(values, order)
  if (prediction === null) return null
  const kind = order === SHORT_ORDER ? FITTED : FITTED_LONG
  return compressed(kind, foldedErrors(values, prediction), prediction.first, prediction)
}
