import { deduplicateReports, identityOf } from '../segments/duplicate-reports.ts'
import { MONTH_REPORTS_MAX, openMonth, openWholeMonth, writeMonth } from '../segments/month-segment.ts'
import { isSummary, summarize } from '../segments/month-summary.ts'
import {
  columnName,
  columnsOfReports,
  concatColumns,
  REPORT_FIELDS,
  type ReportColumns,
  shapeName,
} from '../segments/report-columns.ts'
import { assignColumns, SEGMENT_SPAN_MS, type SegmentHeader } from '../segments/segment.ts'
import type { Segment } from '../segments/segment-read.ts'
import { shapesOf } from '../segments/segment-shapes.ts'

/** A month segment ready to be stored. */
export type CompactedMonth = {
  day_ms: number
  layout_id: number
  reports: number
  first_at_ms: number
  last_at_ms: number
  head: Buffer
  body: Buffer
}

/** The first day of the month of a time, as a date. */
export const monthOf = (at_ms: number): string => `${new Date(at_ms).toISOString().slice(0, 7)}-01`

/**
 * Puts segments of one device and month into one for each product version (more where they have too many reports), duplicates left out.
 * Each is opened again and compared with what it was made of; throws when they differ, which would be a bug.
 */
export const buildMonth = (device_id: number, segments: readonly Segment[]): CompactedMonth[] => {
  const sources = segments.map(({ layout_id, columns }) => ({ layout_id, columns: columns() }))
  const groups = areApart(sources.map(({ columns }) => columns)) ? sources : mergeSources(segments)
  return [...Map.groupBy(groups, ({ layout_id }) => layout_id)].flatMap(([layout_id, own]) =>
    piecesOf(own.map(({ columns }) => columns)).map((pieces) => buildOne(device_id, layout_id, pieces)),
  )
}

/** Whether every report of all has a time of its own, and none lies between those of another segment. */
const areApart = (columns: readonly ReportColumns[]): boolean => {
  const sorted = columns.toSorted((one, other) => (one.at_ms[0] ?? 0) - (other.at_ms[0] ?? 0))
  let before = Number.NEGATIVE_INFINITY
  for (const { at_ms } of sorted)
    for (const each of at_ms) {
      if (each <= before) return false
      before = each
    }
  return true
}

type Source = { layout_id: number; columns: ReportColumns }

/** Overlapping segments report by report. Of equal times the first stored stays first. */
const mergeSources = (segments: readonly Segment[]): Source[] => {
  const all = segments.flatMap(({ layout_id, unpack }) =>
    unpack().map((timed) => ({ ...timed, layout_id, identity: identityOf(timed.report) })),
  )
  all.sort((one, other) => one.at_ms - other.at_ms)
  return [...Map.groupBy(deduplicateReports(all), ({ layout_id }) => layout_id)].flatMap(([layout_id, own]) =>
    Array.from({ length: Math.ceil(own.length / MONTH_REPORTS_MAX) }, (_, piece) => ({
      layout_id,
      columns: columnsOfReports(own.slice(piece * MONTH_REPORTS_MAX, (piece + 1) * MONTH_REPORTS_MAX)),
    })),
  )
}

/** Columns by time, as many together as a segment holds. */
const piecesOf = (columns: readonly ReportColumns[]): ReportColumns[][] => {
  const pieces: ReportColumns[][] = []
  let reports = Number.POSITIVE_INFINITY
  for (const each of columns.toSorted((one, other) => (one.at_ms[0] ?? 0) - (other.at_ms[0] ?? 0))) {
    reports += each.at_ms.length
    if (reports > MONTH_REPORTS_MAX) {
      pieces.push([])
      reports = each.at_ms.length
    }
    pieces.at(-1)?.push(each)
  }
  return pieces
}

const buildOne = (device_id: number, layout_id: number, pieces: readonly ReportColumns[]): CompactedMonth => {
  const columns = concatColumns(pieces)
  const [first_at_ms, last_at_ms] = [columns.at_ms[0] ?? 0, columns.at_ms.at(-1) ?? 0]
  const header = { device_id, day_ms: first_at_ms - (first_at_ms % SEGMENT_SPAN_MS), layout_id }
  const reports = columns.at_ms.length
  const stored = writeMonth(header, columns)
  const read = openWholeMonth(stored, { ...header, reports }).columns()
  if (!isMadeOf(read, pieces) || !hasItsSummary(stored, { ...header, reports }, read))
    throw new Error(
      `the month of device ${device_id} from ${new Date(first_at_ms).toISOString()} does not give back its days`,
    )
  return { ...header, reports, first_at_ms, last_at_ms, ...stored }
}

/** Compares the stored summary, if there is one, with that of the read columns. */
const hasItsSummary = (
  { head, body }: { head: Buffer; body: Buffer },
  header: SegmentHeader & { reports: number },
  read: ReportColumns,
): boolean => {
  const { summary } = openMonth(head, header)
  if (summary === null) return true
  return summarize(header, read, shapesOf(read.shapes)).columns.every((expected, column) => {
    const { from, bytes } = summary.rangeOf(column)
    const words = summary.wordsOf(column, body.subarray(from, from + bytes))
    return isSummary(expected, { words, times: summary.timesOf(column) })
  })
}

/** Compares a read month with its pieces, report by report and word by word. */
const isMadeOf = (month: ReportColumns, pieces: readonly ReportColumns[]): boolean => {
  const month_shapes = month.shapes.map(shapeName)
  const month_words = new Map(assignColumns(month.shapes).keys.map((key, at) => [columnName(key), month.words[at]]))
  const taken = new Map<string, number>()
  let row = 0
  for (const { at_ms, shapes, shape_of, fields, words } of pieces) {
    const end = row + at_ms.length
    const names = shapes.map(shapeName)
    for (let at = 0; at < at_ms.length; at++)
      if (month_shapes[month.shape_of[row + at] ?? -1] !== names[shape_of[at] ?? 0]) return false
    if (!isEqual(month.at_ms.subarray(row, end), at_ms)) return false
    if (!REPORT_FIELDS.every((name) => isEqual(month.fields[name].subarray(row, end), fields[name]))) return false
    for (const [at, key] of assignColumns(shapes).keys.entries()) {
      const name = columnName(key)
      const own = words[at] ?? new Uint32Array()
      const from = taken.get(name) ?? 0
      taken.set(name, from + own.length)
      if (!isEqual(month_words.get(name)?.subarray(from, from + own.length) ?? new Uint32Array(), own)) return false
    }
    row = end
  }
  return (
    row === month.at_ms.length && [...month_words].every(([name, words]) => words?.length === (taken.get(name) ?? 0))
  )
}

const isEqual = (one: Uint32Array | Float64Array, other: Uint32Array | Float64Array): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at])
