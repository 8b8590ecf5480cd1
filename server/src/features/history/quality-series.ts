import type { SeriesQuality } from '@heatfleet/contract/history/series.ts'
import type { BucketOf } from './buckets.ts'

/** Collects what is to be known of the values of one point, in the order of their time. */
export type Marks = {
  /** False once it is full. */
  add: (at_ms: number, bits: number) => boolean
  columns: () => Pick<SeriesQuality, 't' | 'q'>
}

/** Marks of each report, or of each bucket those of all its reports (`bucketOf` null = of each report); at most `rows_max` rows. */
export const createQualitySeries = (bucketOf: BucketOf | null, rows_max: number): Marks => {
  const t: number[] = []
  const q: number[] = []
  return {
    add: (at_ms, bits) => {
      if (bits === 0) return true
      const at = bucketOf?.(at_ms).from_ms ?? at_ms
      const last = t.length - 1
      if (t[last] === at) q[last] = (q[last] ?? 0) | bits
      else if (t.length >= rows_max) return false
      else {
        t.push(at)
        q.push(bits)
      }
      return true
    },
    columns: () => ({ t, q }),
  }
}
