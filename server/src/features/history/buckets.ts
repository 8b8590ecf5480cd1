import { zoneClock } from '@heatfleet/contract/zone-clock.ts'

/** The bucket [from_ms, to_ms) of a time, unix ms. */
type Bucket = { from_ms: number; to_ms: number }
export type BucketOf = (at_ms: number) => Bucket

/** Fixed-length buckets aligned to 1970. */
export const evenBuckets =
  (bucket_ms: number): BucketOf =>
  (at_ms) => {
    const from_ms = Math.floor(at_ms / bucket_ms) * bucket_ms
    return { from_ms, to_ms: from_ms + bucket_ms }
  }

const HOUR_MS = 3_600_000
/** Longer than any calendar day. */
const LONGEST_DAY_MS = 26 * HOUR_MS

/** Calendar days of a time zone (IANA name), 23, 24 or 25 hours long; the last one is cached. */
export const calendarDays = (time_zone: string): BucketOf => {
  const { dayStart } = zoneClock(time_zone)
  let last: Bucket = { from_ms: 0, to_ms: 0 }
  return (at_ms) => {
    if (at_ms >= last.from_ms && at_ms < last.to_ms) return last
    const from_ms = dayStart(at_ms)
    last = { from_ms, to_ms: dayStart(from_ms + LONGEST_DAY_MS) }
    return last
  }
}
