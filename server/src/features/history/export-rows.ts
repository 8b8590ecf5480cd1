import { type HistoryExportFilter, RESOLUTIONS } from '@heatfleet/contract/history.ts'
import type { Layout } from '../products/public.ts'
import type { Batch } from './batch.ts'
import { bucketsOf, periodOf, shownAs } from './curve-choice.ts'
import { type ReportsDeps, readReports } from './read-reports.ts'
import { createCurve, shortened } from './reduce.ts'

/** One line of a file: its time (the start of a bucket, unix ms), and a value for each point; null = not reported. */
export type HistoryRow = {
  at_ms: number
  values: (number | null)[]
  /** Quality bits of all its points together; 0 where nobody asked for them. */
  quality: number
}

/** A device to be written, with the version of its product in use, the keys its points are read by, and whether quality is told. */
export type WrittenDevice = { device_id: number; layout: Layout | null; keys: readonly string[]; with_quality: boolean }

/**
 * The lines of one device in the order of time, as they come: as reported, or one a bucket in which anything was
 * reported. Nothing is left out however long the period is, and no more is held than a page of reports.
 */
export const exportRows = (
  deps: ReportsDeps,
  { device_id, layout, keys, with_quality }: WrittenDevice,
  filter: HistoryExportFilter,
  time_zone: string,
): AsyncIterable<HistoryRow[]> => {
  const question = {
    device_id,
    from_ms: Date.parse(filter.from),
    to_ms: Date.parse(filter.to),
    keys,
    judged_by: with_quality ? layout : null,
  }
  const reports = readReports(deps, question)
  return filter.resolution === 'raw' ? rawRows(reports) : bucketRows(reports, filter, time_zone, layout)
}

async function* rawRows(reports: AsyncIterable<Batch>): AsyncGenerator<HistoryRow[]> {
  for await (const { at_ms, values, quality } of reports) {
    const rows: HistoryRow[] = []
    for (let row = 0; row < at_ms.length; row++) {
      const line = values.map((column) => column[row] ?? Number.NaN)
      const bits = qualityOf(quality, row)
      if (bits === 0 && line.every(Number.isNaN)) continue
      rows.push({
        at_ms: at_ms[row] ?? 0,
        values: line.map((value) => (Number.isNaN(value) ? null : shortened(value))),
        quality: bits,
      })
    }
    yield rows
  }
}

/** Quality bits of a report, of all points together. */
const qualityOf = (quality: Batch['quality'], row: number): number =>
  quality.reduce((bits, column) => bits | (column[row] ?? 0), 0)

async function* bucketRows(
  reports: AsyncIterable<Batch>,
  { points, resolution, aggregate }: HistoryExportFilter,
  time_zone: string,
  layout: Layout | null,
): AsyncGenerator<HistoryRow[]> {
  const bucketOf = bucketsOf(RESOLUTIONS[resolution], { resolution, time_zone })
  const curves = points.map((key) =>
    createCurve({
      bucketOf,
      shown: shownAs(aggregate, key, layout),
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
  const finished = (before_ms: number): HistoryRow[] => {
    const rows = [...open]
      .filter(([at_ms]) => at_ms < before_ms)
      .map(([at_ms, values]) => ({ at_ms, values, quality: marks.get(at_ms) ?? 0 }))
    for (const { at_ms } of rows) {
      open.delete(at_ms)
      marks.delete(at_ms)
    }
    return rows.sort((one, other) => one.at_ms - other.at_ms)
  }
  for await (const { at_ms, values, quality } of reports) {
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
    if (now_ms === undefined) continue
    take(now_ms)
    // What a curve still holds keeps its line, and all after it, back.
    yield finished(Math.min(bucketOf(now_ms).from_ms, ...curves.map((curve) => curve.firstOpen() ?? now_ms)))
  }
  take(null)
  yield finished(Number.POSITIVE_INFINITY)
}
