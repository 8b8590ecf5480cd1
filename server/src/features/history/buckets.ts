/** The bucket a time lies in: unix ms, from included, to not. */
export type Bucket = { from_ms: number; to_ms: number }
export type BucketOf = (at_ms: number) => Bucket

/** Buckets of one length, from multiples of it since 1970. */
export const evenBuckets =
  (bucket_ms: number): BucketOf =>
  (at_ms) => {
    const from_ms = Math.floor(at_ms / bucket_ms) * bucket_ms
    return { from_ms, to_ms: from_ms + bucket_ms }
  }

const HOUR_MS = 3_600_000
/** Longer than any day of any zone. */
const DAY_AND_MORE_MS = 26 * HOUR_MS

/** The calendar days of a time zone (IANA name), 23, 24 or 25 hours long; each is worked out once. */
export const calendarDays = (time_zone: string): BucketOf => {
  const startOf = dayStarts(time_zone)
  let last: Bucket = { from_ms: 0, to_ms: 0 }
  return (at_ms) => {
    if (at_ms >= last.from_ms && at_ms < last.to_ms) return last
    const from_ms = startOf(at_ms)
    last = { from_ms, to_ms: startOf(from_ms + DAY_AND_MORE_MS) }
    return last
  }
}

/** The first instant of the calendar day that a time lies in. */
const dayStarts = (time_zone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  /** What the clocks of the zone show, as if it were UTC. */
  const shown = (at_ms: number): number => {
    const part = Object.fromEntries(format.formatToParts(at_ms).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
  const dayShown = (at_ms: number): number => Math.floor(shown(at_ms) / (24 * HOUR_MS))
  return (at_ms: number): number => {
    const day = dayShown(at_ms)
    const midnight = day * 24 * HOUR_MS
    // The offset of the moment first, then that of midnight itself: a clock change may lie between.
    const near = midnight - (shown(at_ms) - Math.floor(at_ms / 1000) * 1000)
    const start = midnight - (shown(near) - near)
    // Where clocks go forward at midnight, the day begins with the first instant that shows it.
    return dayShown(start) === day ? start : firstShowing(day, start, dayShown)
  }
}

const firstShowing = (day: number, from_ms: number, dayShown: (at_ms: number) => number): number => {
  let [before, after] = [from_ms, from_ms + 2 * HOUR_MS]
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000
    if (dayShown(middle) < day) before = middle
    else after = middle
  }
  return after
}
