import { type HistoryQuestion, RESOLUTIONS } from '@heatfleet/contract/history/history.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

const [MINUTE_S, HOUR_S, DAY_S] = [60, 3_600, 86_400]

/** Bucket lengths, s; they divide each other or the day, so that finer and coarser curves align. */
const BUCKETS_S = [
  1,
  2,
  5,
  10,
  15,
  30,
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_S),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * HOUR_S),
  ...[1, 2, 7, 14, 30].map((days) => days * DAY_S),
]

/** Rows as reported (at most `rows_max` per curve), buckets, or whichever fits. */
export type Plan =
  | { kind: 'raw'; rows_max: number }
  | { kind: 'buckets'; bucket_s: number }
  /** Rows as reported while no curve has more than `rows_max`; else buckets. */
  | { kind: 'auto'; rows_max: number; bucket_s: number }

/**
 * Chooses the bucket length. `auto`: at most one bucket per pixel; a requested length is used unless the result exceeds
 * {@link LIMITS.history_rows_max}: then the next longer one that fits.
 */
export const planResolution = (
  { resolution, width_px, macs }: Pick<HistoryQuestion, 'resolution' | 'width_px' | 'macs'>,
  from_ms: number,
  to_ms: number,
): Plan => {
  const rows_max = Math.floor(LIMITS.history_rows_max / macs.length)
  if (resolution === 'raw') return { kind: 'raw', rows_max }
  if (resolution === 'auto') {
    const buckets_max = Math.min(width_px, rows_max)
    return { kind: 'auto', rows_max: buckets_max, bucket_s: fittingBucket(1, buckets_max, from_ms, to_ms) }
  }
  return { kind: 'buckets', bucket_s: fittingBucket(RESOLUTIONS[resolution], rows_max, from_ms, to_ms) }
}

/** Number of buckets that overlap a period; aligned to 1970, so days are UTC days. */
export const countBuckets = (bucket_s: number, from_ms: number, to_ms: number): number => {
  const bucket_ms = bucket_s * 1000
  return Math.floor((to_ms - 1) / bucket_ms) - Math.floor(from_ms / bucket_ms) + 1
}

const fittingBucket = (least_s: number, buckets_max: number, from_ms: number, to_ms: number): number => {
  const fitting = BUCKETS_S.find(
    (bucket_s) => bucket_s >= least_s && countBuckets(bucket_s, from_ms, to_ms) <= buckets_max,
  )
  // The longest period at the narrowest drawing fits into the longest bucket; a test holds this.
  return fitting ?? 30 * DAY_S
}
