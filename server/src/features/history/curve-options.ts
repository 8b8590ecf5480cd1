import { type Aggregate, type HistoryQuestion, RESOLUTIONS } from '@heatfleet/contract/history/history.ts'
import type { Layout } from '../products/public.ts'
import type { BucketFigure } from './bucket-figures.ts'
import { type BucketOf, calendarDays, evenBuckets } from './buckets.ts'

/** The buckets of a length; days that were asked for are those of a calendar. */
export const bucketsOf = (
  bucket_s: number,
  { resolution, time_zone }: Pick<HistoryQuestion, 'resolution' | 'time_zone'>,
): BucketOf =>
  resolution === 'day' && bucket_s === RESOLUTIONS.day ? calendarDays(time_zone) : evenBuckets(bucket_s * 1000)

/** What a curve shows when nobody chose: the average of a counter or of a state says nothing; the newest does. */
export const figureOf = (aggregate: Aggregate, key: string, layout: Layout | null): BucketFigure => {
  if (aggregate !== 'auto') return aggregate
  const point = layout?.byKey.get(key)
  return point !== undefined && (point.accumulate || point.choices.length > 0) ? 'last' : 'average'
}

/** How often the point is read, in seconds; calculated ones as often as the fastest block. */
export const periodOf = (key: string, layout: Layout | null): number => {
  const blocks = layout?.poll_blocks ?? []
  const own = blocks.find(({ name }) => name === layout?.byKey.get(key)?.block)
  return own?.period_s ?? (blocks.length === 0 ? 0 : Math.min(...blocks.map(({ period_s }) => period_s)))
}
