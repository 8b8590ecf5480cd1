import { deduplicateReports } from '../../segments/duplicate-reports.ts'

/** Decoded reports of one device, sorted by time, as columns. */
export type Batch = {
  /** Unix ms of each report. */
  at_ms: Float64Array
  /** Distinguishes reports of one time (segments/repeats.ts); any value where times are unique. */
  identities: Uint32Array
  /** Values by requested point and report; NaN = absent. */
  values: readonly Float64Array[]
  /** Quality bits by requested point and report; no columns when quality is not requested. */
  quality: readonly Uint8Array[]
}

export type BatchSize = { points: number; with_quality: boolean }

export const emptyBatch = (count: number, { points, with_quality }: BatchSize): Batch => ({
  at_ms: new Float64Array(count),
  identities: new Uint32Array(count),
  values: Array.from({ length: points }, () => new Float64Array(count)),
  quality: Array.from({ length: with_quality ? points : 0 }, () => new Uint8Array(count)),
})

/** Reused buffers: otherwise every day of a period leaves some hundred kilobytes of garbage. */
export type BatchBuffers = {
  /** A batch of `count` rows with undefined content; quality is cleared. */
  allocate: (count: number) => Batch
  /** Releases all allocated batches for reuse. */
  releaseAll: () => void
}

export const createBatchBuffers = (size: BatchSize): BatchBuffers => {
  const buffers: Batch[] = []
  let allocated = 0
  return {
    allocate: (count) => {
      let buffer = buffers[allocated]
      if (buffer === undefined || buffer.at_ms.length < count) {
        buffer = emptyBatch(count, size)
        buffers[allocated] = buffer
      }
      allocated += 1
      for (const column of buffer.quality) column.fill(0)
      return buffer.at_ms.length === count ? buffer : firstRows(buffer, count)
    },
    releaseAll: () => {
      allocated = 0
    },
  }
}

/** The first rows of a batch, as views. */
export const firstRows = (batch: Batch, count: number): Batch => rowsOf(batch, 0, count)

/** The rows [from, to) of a batch, as views. */
export const rowsOf = (batch: Batch, from: number, to: number): Batch => ({
  at_ms: batch.at_ms.subarray(from, to),
  identities: batch.identities.subarray(from, to),
  values: batch.values.map((column) => column.subarray(from, to)),
  quality: batch.quality.map((column) => column.subarray(from, to)),
})

/**
 * Merges batches by time and drops duplicates. With equal timestamps rows of earlier batches come first: pass batches in
 * the order of storage. `has_own_times` = no two reports are known to have the same time.
 */
export const mergeBatches = (batches: readonly Batch[], has_own_times = false): Batch => {
  const filled = batches.filter(({ at_ms }) => at_ms.length > 0)
  const [only] = filled
  if (only !== undefined && filled.length === 1 && (has_own_times || isStrictlyIncreasing(only.at_ms))) return only
  const refs = filled.flatMap((batch) =>
    Array.from(batch.at_ms, (at_ms, row) => ({ batch, row, at_ms, identity: batch.identities[row] ?? 0 })),
  )
  refs.sort((a, b) => a.at_ms - b.at_ms)
  return copyOf(deduplicateReports(refs), {
    points: only?.values.length ?? 0,
    with_quality: (only?.quality.length ?? 0) > 0,
  })
}

/** The reports of [from_ms, to_ms), as views. */
export const cutBatch = (batch: Batch, from_ms: number, to_ms: number): Batch => {
  const start = firstFrom(batch.at_ms, from_ms)
  const end = firstFrom(batch.at_ms, to_ms)
  return start === 0 && end === batch.at_ms.length ? batch : rowsOf(batch, start, end)
}

/** Whether timestamps strictly increase: then identities are not needed. */
export const isStrictlyIncreasing = (times: Float64Array): boolean => {
  for (let i = 1; i < times.length; i++) if ((times[i] ?? 0) <= (times[i - 1] ?? 0)) return false
  return true
}

/** Index of the first time not before `limit_ms`. */
const firstFrom = (times: Float64Array, limit_ms: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < limit_ms) low = middle + 1
    else high = middle
  }
  return low
}

const copyOf = (refs: readonly { batch: Batch; row: number }[], size: BatchSize): Batch => {
  const merged = emptyBatch(refs.length, size)
  for (const [index, { batch, row }] of refs.entries()) {
    merged.at_ms[index] = batch.at_ms[row] ?? 0
    merged.identities[index] = batch.identities[row] ?? 0
    for (const [point, column] of merged.values.entries()) column[index] = batch.values[point]?.[row] ?? Number.NaN
    for (const [point, column] of merged.quality.entries()) column[index] = batch.quality[point]?.[row] ?? 0
  }
  return merged
}
