import { RESOLUTIONS, type Resolution } from '@heatfleet/contract/history.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

/** Bucket lengths a person can read off an axis, seconds. */
const STEPS_S = [1, 5, 10, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 604_800]

/**
 * Bucket length in seconds for a question, 0 = as reported. `auto`: as reported while that fits the drawing twice over,
 * else the finest step with at most one bucket a pixel. A step that would pass `rows_max` is coarsened to fit.
 */
export const bucketSeconds = (ask: {
  resolution: Resolution
  period_ms: number
  width_px: number
  /** Reports in the period. */
  reports: number
  /** Rows one curve may have. */
  rows_max: number
}): number => {
  const wanted = RESOLUTIONS[ask.resolution]
  if (ask.resolution === 'raw') return 0
  if (ask.resolution === 'auto' && ask.reports <= Math.min(2 * ask.width_px, ask.rows_max)) return 0
  const columns = ask.resolution === 'auto' ? Math.min(ask.width_px, ask.rows_max) : ask.rows_max
  const least = Math.max(wanted, ask.period_ms / 1_000 / columns)
  return least <= wanted ? wanted : (STEPS_S.find((step) => step >= least) ?? Math.ceil(least / 86_400) * 86_400)
}

/** Rows each of so many curves may have in one answer. */
export const rowsPerCurve = (curves: number): number => Math.floor(LIMITS.history_rows_max / Math.max(1, curves))
