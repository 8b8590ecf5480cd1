import { type HistoryExportFilter, RESOLUTIONS } from '@heatfleet/contract/history/history.ts'
import type { Layout } from '../products/public.ts'
import { bucketsOf, figureOf, periodOf } from './curve-options.ts'
import { type HistoryPage, type Lines, qualityOf, withRoom } from './history-page.ts'
import { createCurve } from './reduce.ts'

/** A line for each bucket in which anything was reported. */
export const createBucketRows = (
  { points, resolution, aggregate }: HistoryExportFilter & { resolution: keyof typeof RESOLUTIONS },
  time_zone: string,
  layout: Layout | null,
): Lines => {
  const bucketOf = bucketsOf(RESOLUTIONS[resolution], { resolution, time_zone })
  const curves = points.map((key) =>
    createCurve({
      bucketOf,
      shown: figureOf(aggregate, key, layout),
      period_ms: periodOf(key, layout) * 1000,
      rows_max: Number.POSITIVE_INFINITY,
    }),
  )
  /** Lines not all of whose values are known yet, by their time. */
  const open = new Map<number, (number | null)[]>()
  const marks = new Map<number, number>()
  const lineAt = (at_ms: number): (number | null)[] => {
    const known = open.get(at_ms)
    if (known !== undefined) return known
    const line = points.map(() => null)
    open.set(at_ms, line)
    return line
  }
  const take = (now_ms: number | null): void => {
    for (const [point, curve] of curves.entries()) {
      const { t, v } = curve.take(now_ms)
      for (const [row, at_ms] of t.entries()) {
        lineAt(at_ms)[point] = v[row] ?? null
      }
    }
  }
  const finished = (asked: HistoryPage, before_ms: number): HistoryPage => {
    const times = [...open.keys()].filter((at_ms) => at_ms < before_ms).sort((one, other) => one - other)
    const page = withRoom(asked, times.length)
    for (const at_ms of times) {
      const line = page.lines++
      page.at_ms[line] = at_ms
      page.quality[line] = marks.get(at_ms) ?? 0
      for (const [point, value] of open.get(at_ms)?.entries() ?? []) {
        const column = page.values[point]
        if (column !== undefined) column[line] = value ?? Number.NaN
      }
      open.delete(at_ms)
      marks.delete(at_ms)
    }
    return page
  }
  return {
    take: (page, { at_ms, values, quality }) => {
      for (let row = 0; row < at_ms.length; row++) {
        const bits = qualityOf(quality, row)
        if (bits === 0) continue
        const { from_ms } = bucketOf(at_ms[row] ?? 0)
        lineAt(from_ms)
        marks.set(from_ms, (marks.get(from_ms) ?? 0) | bits)
      }
      for (const [point, curve] of curves.entries())
        for (let row = 0; row < at_ms.length; row++) {
          const value = values[point]?.[row] ?? Number.NaN
          if (!Number.isNaN(value)) curve.add(at_ms[row] ?? 0, value)
        }
      const now_ms = at_ms.at(-1)
      if (now_ms === undefined) return page
      take(now_ms)
      // What a curve still holds keeps its line, and all after it, back.
      return finished(page, Math.min(bucketOf(now_ms).from_ms, ...curves.map((curve) => curve.firstOpen() ?? now_ms)))
    },
    end: (page) => {
      take(null)
      return finished(page, Number.POSITIVE_INFINITY)
    },
  }
}
