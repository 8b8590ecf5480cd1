import { type Aggregate, type HistoryQuestion, RESOLUTIONS } from '@heatfleet/contract/history/history.ts'
import type { Layout } from '../products/public.ts'
import type { BucketFigure } from './bucket-figures.ts'
import { type BucketOf, calendarDays, evenBuckets } from './buckets.ts'

/** Buckets of a length; requested days are calendar days of the time zone. */
export const bucketsOf = (
  bucket_s: number,
  { resolution, time_zone }: Pick<HistoryQuestion, 'resolution' | 'time_zone'>,
): BucketOf =>
  resolution === 'day' && bucket_s === RESOLUTIONS.day ? calendarDays(time_zone) : evenBuckets(bucket_s * 1000)

/** `auto`: the last value for counters and states, whose average has no meaning; the average otherwise. */
export const figureOf = (aggregate: Aggregate, key: string, layout: Layout | null): BucketFigure => {
  if (aggregate !== 'auto') return aggregate
  const point = layout?.byKey.get(key)
  return point !== undefined && (point.accumulate || point.choices.length > 0) ? 'last' : 'average'
}

/** Polling period of a point, in seconds; of a calculated point that of the fastest block. */
export const periodOf = (key: string, layout: Layout | null): number => {
  const blocks = layout?.poll_blocks ?? []
  const own = blocks.find(({ name }) => name === layout?.byKey.get(key)?.block)
  return own?.period_s ?? (blocks.length === 0 ? 0 : Math.min(...blocks.map(({ period_s }) => period_s)))
}
