import type { Batch } from './batch.ts'
import { shortened } from './reduce.ts'

/** Lines of a file of one device in the order of time, in columns that have room for more. */
export type HistoryPage = {
  lines: number
  /** Time of each line (of a bucket its start), unix ms. */
  at_ms: Float64Array
  /** For each point the value of each line; NaN = not reported. */
  values: readonly Float64Array[]
  /** Quality bits of all points of each line together; 0 where nobody asked for them. */
  quality: Uint8Array
}

/** Makes lines of reports that come in the order of their time, and adds them to a page: gives that one or a larger one. */
export type Lines = {
  /** The lines that are known now. */
  take: (page: HistoryPage, reports: Batch) => HistoryPage
  /** Those that were not known before: there are no more reports. */
  end: (page: HistoryPage) => HistoryPage
}

/** Room for `count` lines. */
export const emptyPage = (count: number, points: number): HistoryPage => ({
  lines: 0,
  at_ms: new Float64Array(count),
  values: Array.from({ length: points }, () => new Float64Array(count)),
  quality: new Uint8Array(count),
})

/** The page, or a larger one with the same lines, with room for `count` lines more. */
export const withRoom = (page: HistoryPage, count: number): HistoryPage => {
  const needed = page.lines + count
  if (needed <= page.at_ms.length) return page
  const larger = emptyPage(Math.max(needed, page.at_ms.length * 2), page.values.length)
  larger.lines = page.lines
  larger.at_ms.set(page.at_ms)
  larger.quality.set(page.quality)
  for (const [point, column] of page.values.entries()) larger.values[point]?.set(column)
  return larger
}

/** Adds the reports in which there is anything of the points, as they were reported; there must be room. */
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
      if (from !== undefined && to !== undefined) to[line] = shortened(from[row] ?? Number.NaN)
    }
  }
}

const hasValue = (values: Batch['values'], row: number): boolean => {
  for (const column of values) if (!Number.isNaN(column[row])) return true
  return false
}

/** Quality bits of a report, of all points together. */
export const qualityOf = (quality: Batch['quality'], row: number): number => {
  let bits = 0
  for (const column of quality) bits |= column[row] ?? 0
  return bits
}
