import { deduplicateReports } from '../../segments/duplicate-reports.ts'

/** Decoded reports of one device in the order of their time, in columns. */
export type Batch = {
  /** Unix ms of each report. */
  at_ms: Float64Array
  /** What tells reports of one time apart (segments/repeats.ts); anything where there are none of one time. */
  identities: Uint32Array
  /** For each point asked for the value of each report; NaN = not in it. */
  values: readonly Float64Array[]
  /** For each point asked for the quality bits of each report; none where nobody asked for quality. */
  quality: readonly Uint8Array[]
}

/** What there is to be room for. */
export type BatchSize = { points: number; with_quality: boolean }

/** Room for `count` reports. */
export const emptyBatch = (count: number, { points, with_quality }: BatchSize): Batch => ({
  at_ms: new Float64Array(count),
  identities: new Uint32Array(count),
  values: Array.from({ length: points }, () => new Float64Array(count)),
  quality: Array.from({ length: with_quality ? points : 0 }, () => new Uint8Array(count)),
})

/** Room that is used again: every day of a long period would leave some hundred kilobytes to the collector. */
export type BatchBuffers = {
  /** Room for `count` reports; what stands in it is not known, but no quality does. */
  take: (count: number) => Batch
  /** Nobody looks at what was taken any more. */
  freeAll: () => void
}

/** No room yet. */
export const createBatchBuffers = (size: BatchSize): BatchBuffers => {
  const rooms: Batch[] = []
  let taken = 0
  return {
    take: (count) => {
      let room = rooms[taken]
      if (room === undefined || room.at_ms.length < count) {
        room = emptyBatch(count, size)
        rooms[taken] = room
      }
      taken += 1
      for (const column of room.quality) column.fill(0)
      return room.at_ms.length === count ? room : firstRows(room, count)
    },
    freeAll: () => {
      taken = 0
    },
  }
}

/** The first reports of a batch, where it has its own. */
export const firstRows = (batch: Batch, count: number): Batch => ({
  at_ms: batch.at_ms.subarray(0, count),
  identities: batch.identities.subarray(0, count),
  values: batch.values.map((column) => column.subarray(0, count)),
  quality: batch.quality.map((column) => column.subarray(0, count)),
})

/**
 * Reports of several places as one, in the order of time, repeats left out. Of reports of one time those of the earlier
 * batch come first: give the places in the order in which they were stored.
 */
export const mergeBatches = (batches: readonly Batch[]): Batch => {
  const filled = batches.filter(({ at_ms }) => at_ms.length > 0)
  const [only] = filled
  if (only !== undefined && filled.length === 1 && rises(only.at_ms)) return only
  const refs = filled.flatMap((batch) =>
    Array.from(batch.at_ms, (at_ms, row) => ({ batch, row, at_ms, identity: batch.identities[row] ?? 0 })),
  )
  refs.sort((a, b) => a.at_ms - b.at_ms)
  return copyOf(deduplicateReports(refs), {
    points: only?.values.length ?? 0,
    with_quality: (only?.quality.length ?? 0) > 0,
  })
}

/** The reports of a period, from included, to not. */
export const cutBatch = (batch: Batch, from_ms: number, to_ms: number): Batch => {
  const start = firstFrom(batch.at_ms, from_ms)
  const end = firstFrom(batch.at_ms, to_ms)
  if (start === 0 && end === batch.at_ms.length) return batch
  return {
    at_ms: batch.at_ms.subarray(start, end),
    identities: batch.identities.subarray(start, end),
    values: batch.values.map((column) => column.subarray(start, end)),
    quality: batch.quality.map((column) => column.subarray(start, end)),
  }
}

/** Whether no two reports have one time: then there is nothing to tell apart. */
export const rises = (times: Float64Array): boolean => {
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
