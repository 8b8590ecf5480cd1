import type { SeriesQuality } from '@heatfleet/contract/history/series.ts'
import type { BucketOf } from './buckets.ts'

/** Collects the quality bits of one point, added in time order. */
export type QualitySeries = {
  /** False once it is full. */
  add: (at_ms: number, bits: number) => boolean
  columns: () => Pick<SeriesQuality, 't' | 'q'>
}

/** One row per report (`bucketOf` null) or per bucket (bits of its reports combined); at most `rows_max` rows. */
export const createQualitySeries = (bucketOf: BucketOf | null, rows_max: number): QualitySeries => {
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
