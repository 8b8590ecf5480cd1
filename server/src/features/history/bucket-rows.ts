import { type HistoryExportFilter, RESOLUTIONS } from '@heatfleet/contract/history/history.ts'
import type { Layout } from '../products/public.ts'
import { bucketsOf, figureOf, periodOf } from './curve-options.ts'
import { ensureCapacity, type HistoryPage, qualityOf, type RowBuilder } from './history-page.ts'
import { createCurve } from './reduce.ts'

/** Export rows: one per bucket with reports. */
export const createBucketRows = (
  { points, resolution, aggregate }: HistoryExportFilter & { resolution: keyof typeof RESOLUTIONS },
  time_zone: string,
  layout: Layout | null,
): RowBuilder => {
  const bucketOf = bucketsOf(RESOLUTIONS[resolution], { resolution, time_zone })
  const curves = points.map((key) =>
    createCurve({
      bucketOf,
      figure: figureOf(aggregate, key, layout),
      period_ms: periodOf(key, layout) * 1000,
      rows_max: Number.POSITIVE_INFINITY,
    }),
  )
  /** Rows with pending values, by start time. */
  const pending = new Map<number, (number | null)[]>()
  const quality_bits = new Map<number, number>()
  const rowAt = (at_ms: number): (number | null)[] => {
    const existing = pending.get(at_ms)
    if (existing !== undefined) return existing
    const row = points.map(() => null)
    pending.set(at_ms, row)
    return row
  }
  const take = (now_ms: number | null): void => {
    for (const [point, curve] of curves.entries()) {
      const { t, v } = curve.take(now_ms)
      for (const [row, at_ms] of t.entries()) {
        rowAt(at_ms)[point] = v[row] ?? null
      }
    }
  }
  const appendFinal = (target: HistoryPage, before_ms: number): HistoryPage => {
    const times = [...pending.keys()].filter((at_ms) => at_ms < before_ms).sort((one, other) => one - other)
    const page = ensureCapacity(target, times.length)
    for (const at_ms of times) {
      const row = page.lines++
      page.at_ms[row] = at_ms
      page.quality[row] = quality_bits.get(at_ms) ?? 0
      for (const [point, value] of pending.get(at_ms)?.entries() ?? []) {
        const column = page.values[point]
        if (column !== undefined) column[row] = value ?? Number.NaN
      }
      pending.delete(at_ms)
      quality_bits.delete(at_ms)
    }
    return page
  }
  return {
    take: (page, { at_ms, values, quality }) => {
      for (let row = 0; row < at_ms.length; row++) {
        const bits = qualityOf(quality, row)
        if (bits === 0) continue
        const { from_ms } = bucketOf(at_ms[row] ?? 0)
        rowAt(from_ms)
        quality_bits.set(from_ms, (quality_bits.get(from_ms) ?? 0) | bits)
      }
      for (const [point, curve] of curves.entries())
        for (let row = 0; row < at_ms.length; row++) {
          const value = values[point]?.[row] ?? Number.NaN
          if (!Number.isNaN(value)) curve.add(at_ms[row] ?? 0, value)
        }
      const now_ms = at_ms.at(-1)
      if (now_ms === undefined) return page
      take(now_ms)
      // A row with pending values holds back all later rows.
      return appendFinal(
        page,
        Math.min(bucketOf(now_ms).from_ms, ...curves.map((curve) => curve.firstPending() ?? now_ms)),
      )
    },
    end: (page) => {
      take(null)
      return appendFinal(page, Number.POSITIVE_INFINITY)
    },
  }
}
