import { decodeReport, encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { deduplicateReports, identityOf } from '../segments/duplicate-reports.ts'
import type { TimedReport } from '../segments/report-columns.ts'
import { SEGMENT_REPORTS_MAX, SEGMENT_SPAN_MS } from '../segments/segment.ts'
import { openSegment } from '../segments/segment-read.ts'
import { writeSegment } from '../segments/segment-write.ts'

/** A report of the hot table; those of one device in order of time. */
export type RawReport = { at_ms: number; layout_id: number; raw: Uint8Array }

/** A segment ready to be stored. */
export type CompactedSegment = {
  day_ms: number
  layout_id: number
  reports: number
  first_at_ms: number
  last_at_ms: number
  body: Buffer
}

export type CompactionResult = {
  segments: CompactedSegment[]
  /** Duplicates left out. */
  repeats: number
  /** Rows that are no valid report, or not restorable bit by bit: stored separately. */
  unpackable: RawReport[]
}

/**
 * Compacts the reports of one device: one segment per UTC day and product version. Every segment is opened again and compared
 * with its input; throws when they differ, which would be a bug.
 */
export const compactReports = (device_id: number, rows: readonly RawReport[]): CompactionResult => {
  const unpackable: RawReport[] = []
  const read = rows.flatMap((row) => {
    const decoded = decodeReport(row.raw)
    if (decoded.ok && Buffer.compare(encodeReport(decoded.report), row.raw) === 0)
      return [{ ...row, report: decoded.report, identity: identityOf(decoded.report) }]
    unpackable.push(row)
    return []
  })
  const kept = deduplicateReports(read)
  return { segments: compactTimedReports(device_id, kept), repeats: read.length - kept.length, unpackable }
}

/** The same for parsed reports, duplicates left out. */
export const compactTimedReports = (
  device_id: number,
  reports: readonly (TimedReport & { layout_id: number })[],
): CompactedSegment[] => {
  const groups = Map.groupBy(reports, ({ at_ms, layout_id }) => `${Math.floor(at_ms / SEGMENT_SPAN_MS)} ${layout_id}`)
  return [...groups.values()].flatMap((group) => {
    const pieces = Array.from({ length: Math.ceil(group.length / SEGMENT_REPORTS_MAX) }, (_, piece) =>
      group.slice(piece * SEGMENT_REPORTS_MAX, (piece + 1) * SEGMENT_REPORTS_MAX),
    )
    return pieces.map((piece) => compactOne(device_id, group[0]?.layout_id ?? 0, piece))
  })
}

const compactOne = (device_id: number, layout_id: number, reports: readonly TimedReport[]): CompactedSegment => {
  const [first_at_ms, last_at_ms] = [reports[0]?.at_ms ?? 0, reports.at(-1)?.at_ms ?? 0]
  const head = { device_id, day_ms: first_at_ms - (first_at_ms % SEGMENT_SPAN_MS), layout_id }
  const body = writeSegment(head, reports)
  const unpacked = openSegment(body, { ...head, reports: reports.length }).unpack()
  const is_same = unpacked.every(({ at_ms, report }, index) => {
    const before = reports[index]
    return before?.at_ms === at_ms && Buffer.compare(encodeReport(report), encodeReport(before.report)) === 0
  })
  if (!is_same || unpacked.length !== reports.length)
    throw new Error(
      `the segment of device ${device_id}, ${new Date(head.day_ms).toISOString()} does not give back its reports`,
    )
  return { day_ms: head.day_ms, layout_id, reports: reports.length, first_at_ms, last_at_ms, body }
}
