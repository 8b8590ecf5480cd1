import type { HistorySeries } from '@heatfleet/contract/history/series.ts'

/** A value with its time, unix ms. */
export type Sample = { value: number; at: number }

/** Clocks of modules are off by some seconds: what is so near to a command may hold its value already, ms. */
const CLOCK_MS = 5_000

/** The newest value before the beginning of a command, and the newest one after its end. */
export const samplesAround = (
  series: Pick<HistorySeries, 't' | 'v'> | undefined,
  from: number,
  to: number,
): { before: Sample | null; after: Sample | null } => {
  let before: Sample | null = null
  let after: Sample | null = null
  for (const [index, at] of (series?.t ?? []).entries()) {
    const value = series?.v[index]
    // A null is a gap.
    if (value === null || value === undefined) continue
    if (at <= from - CLOCK_MS) before = { value, at }
    else if (at >= to) after = { value, at }
  }
  return { before, after }
}
