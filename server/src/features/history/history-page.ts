import type { Batch } from './batch.ts'
import { roundedFigure } from './reduce.ts'

/** Export rows of one device, sorted by time, in columns with spare capacity. */
export type HistoryPage = {
  lines: number
  /** Time of each row (start of a bucket), unix ms. */
  at_ms: Float64Array
  /** Values by point and row; NaN = not reported. */
  values: readonly Float64Array[]
  /** Combined quality bits of all points by row; 0 when quality is not requested. */
  quality: Uint8Array
}

/** Converts reports (in time order) to rows and appends them; returns the page or a larger copy. */
export type RowBuilder = {
  /** Appends the rows that are final. */
  take: (page: HistoryPage, reports: Batch) => HistoryPage
  /** Appends the remaining rows: no more reports follow. */
  end: (page: HistoryPage) => HistoryPage
}

export const emptyPage = (count: number, points: number): HistoryPage => ({
  lines: 0,
  at_ms: new Float64Array(count),
  values: Array.from({ length: points }, () => new Float64Array(count)),
  quality: new Uint8Array(count),
})

/** The page, or a larger copy, with capacity for `count` more rows. */
export const ensureCapacity = (page: HistoryPage, count: number): HistoryPage => {
  const needed = page.lines + count
  if (needed <= page.at_ms.length) return page
  const larger = emptyPage(Math.max(needed, page.at_ms.length * 2), page.values.length)
  larger.lines = page.lines
  larger.at_ms.set(page.at_ms)
  larger.quality.set(page.quality)
  for (const [point, column] of page.values.entries()) larger.values[point]?.set(column)
  return larger
}

/** Appends the reports that contain a value or a quality bit; the capacity must suffice. */
export const addReports = (page: HistoryPage, { at_ms, values, quality }: Batch): void => {
  for (let row = 0; row < at_ms.length; row++) {
    const bits = qualityOf(quality, row)
    if (bits === 0 && !hasValue(values, row)) continue
    const line = page.lines++
    page.at_ms[line] = at_ms[row] ?? 0
    page.quality[line] = bits
    for (let point = 0; point < values.length; point++) {
      const from = values[point]
      const to = page.values[point]
      if (from !== undefined && to !== undefined) to[line] = roundedFigure(from[row] ?? Number.NaN)
    }
  }
}

const hasValue = (values: Batch['values'], row: number): boolean => {
  for (const column of values) if (!Number.isNaN(column[row])) return true
  return false
}

/** Combined quality bits of all points of a report. */
export const qualityOf = (quality: Batch['quality'], row: number): number => {
  let bits = 0
  for (const column of quality) bits |= column[row] ?? 0
  return bits
}
