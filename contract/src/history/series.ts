import { z } from 'zod'

/**
 * One curve in columns: `t` unix ms; `v` the value (raw) or the average of the bucket; `min` and `max` of each bucket
 * (null for raw rows). A null in `v` is a gap: nothing was reported for longer than expected, draw no line across.
 */
export const HistorySeries = z.object({
  mac: z.string(),
  key: z.string(),
  t: z.array(z.number()),
  v: z.array(z.number().nullable()),
  min: z.array(z.number().nullable()).nullable(),
  max: z.array(z.number().nullable()).nullable(),
})
export type HistorySeries = z.infer<typeof HistorySeries>

/**
 * Where something is to be known of the values of a curve: `t` the same times as its rows, `q` bits of `QUALITY_MARKS`; of a
 * bucket those of all its reports. A time that is no row of the curve had no value. Times without a mark are left out.
 */
export const SeriesQuality = z.object({
  mac: z.string(),
  key: z.string(),
  t: z.array(z.number()),
  q: z.array(z.number()),
})
export type SeriesQuality = z.infer<typeof SeriesQuality>
