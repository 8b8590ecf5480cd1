import { decodeReport, encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { CHUNK_REPORTS_MAX, CHUNK_SPAN_MS } from '../chunks/chunk.ts'
import { openChunk } from '../chunks/chunk-read.ts'
import { type TimedReport, writeChunk } from '../chunks/chunk-write.ts'
import { identityOf, withoutRepeats } from '../chunks/repeats.ts'

/** A report as the hot table has it; those of one device, in the order of their time. */
export type RawReport = { at_ms: number; layout_id: number; raw: Uint8Array }

/** A chunk ready to be stored. */
export type PackedChunk = {
  day_ms: number
  layout_id: number
  reports: number
  first_at_ms: number
  last_at_ms: number
  body: Buffer
}

export type Packed = {
  chunks: PackedChunk[]
  /** Sent again and left out. */
  repeats: number
  /** No report at all, or none that could be given back bit by bit: kept elsewhere. */
  unpackable: RawReport[]
}

/**
 * Packs the reports of one device: one chunk per UTC day and product version. Every chunk is opened again and compared
 * with what went in; throws when they differ, which would be a bug.
 */
export const packReports = (device_id: number, rows: readonly RawReport[]): Packed => {
  const unpackable: RawReport[] = []
  const read = rows.flatMap((row) => {
    const decoded = decodeReport(row.raw)
    if (decoded.ok && Buffer.compare(encodeReport(decoded.report), row.raw) === 0)
      return [{ ...row, report: decoded.report, identity: identityOf(decoded.report) }]
    unpackable.push(row)
    return []
  })
  const kept = withoutRepeats(read)
  return { chunks: packTimed(device_id, kept), repeats: read.length - kept.length, unpackable }
}

/** The same for reports that are read already, repeats left out. */
export const packTimed = (
  device_id: number,
  reports: readonly (TimedReport & { layout_id: number })[],
): PackedChunk[] => {
  const groups = Map.groupBy(reports, ({ at_ms, layout_id }) => `${Math.floor(at_ms / CHUNK_SPAN_MS)} ${layout_id}`)
  return [...groups.values()].flatMap((group) => {
    const pieces = Array.from({ length: Math.ceil(group.length / CHUNK_REPORTS_MAX) }, (_, piece) =>
      group.slice(piece * CHUNK_REPORTS_MAX, (piece + 1) * CHUNK_REPORTS_MAX),
    )
    return pieces.map((piece) => packOne(device_id, group[0]?.layout_id ?? 0, piece))
  })
}

const packOne = (device_id: number, layout_id: number, reports: readonly TimedReport[]): PackedChunk => {
  const [first_at_ms, last_at_ms] = [reports[0]?.at_ms ?? 0, reports.at(-1)?.at_ms ?? 0]
  const head = { device_id, day_ms: first_at_ms - (first_at_ms % CHUNK_SPAN_MS), layout_id }
  const body = writeChunk(head, reports)
  const unpacked = openChunk(body, { ...head, reports: reports.length }).unpack()
  const is_same = unpacked.every(({ at_ms, report }, index) => {
    const before = reports[index]
    return before?.at_ms === at_ms && Buffer.compare(encodeReport(report), encodeReport(before.report)) === 0
  })
  if (!is_same || unpacked.length !== reports.length)
    throw new Error(
      `the chunk of device ${device_id}, ${new Date(head.day_ms).toISOString()} does not give back its reports`,
    )
  return { day_ms: head.day_ms, layout_id, reports: reports.length, first_at_ms, last_at_ms, body }
}
