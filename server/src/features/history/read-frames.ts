import { isReportType, type Report, type ReportType } from '@heatfleet/contract/device-protocol/report.ts'
import { decodeReport, encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { SegmentCorruption } from '../../segments/byte-io.ts'
import { identityOf } from '../../segments/duplicate-reports.ts'
import { bodyColumnOf, openMonth } from '../../segments/month-segment.ts'
import { REPORT_FIELDS } from '../../segments/report-columns.ts'
import { openSegment, type Segment } from '../../segments/segment-read.ts'
import { fetchHotReports, type ReportsDeps } from './read-reports.ts'
import { insertDamage, listSegments, readBodyRanges, type StoredSegment } from './store.ts'

type Deps = Pick<ReportsDeps, 'database' | 'clock' | 'log'>
type Period = { device_id: number; from_ms: number; to_ms: number }

/** What is known of a stored report without its values. */
export type ReportHead = {
  at_ms: number
  /** Tells it from others of the same device and time. */
  identity: number
  layout_id: number
  type: ReportType
  seq: number
  /** Registers and bits that it has, good and bad blocks alike. */
  registers: number
}

/** Segments are replaced by larger ones at most once a month. */
const TRIES = 3

/** The reports of a device in [from_ms, to_ms), oldest first, each once. The caller has checked the scope. */
export const listReportHeads = async (deps: Deps, period: Period): Promise<ReportHead[]> => {
  // Hot rows first: what is compacted in between is then found twice, not missed.
  const hot = (await fetchHotReports(deps, period)).flatMap(({ at_ms, layout_id, raw }): ReportHead[] => {
    const decoded = decodeReport(raw)
    return decoded.ok ? [headOf(Math.round(at_ms), layout_id, decoded.report)] : []
  })
  const compacted = await eachSegment(deps, period, () => [], headsOf)
  const once = new Map<string, ReportHead>()
  for (const head of [...compacted.flat(), ...hot])
    if (head.at_ms >= period.from_ms && head.at_ms < period.to_ms) once.set(`${head.at_ms} ${head.identity}`, head)
  return [...once.values()].toSorted((one, other) => one.at_ms - other.at_ms || one.identity - other.identity)
}

type Frame = { raw: Uint8Array; layout_id: number }

/** A stored report as the bytes of its frame; null = there is none. The caller has checked the scope. */
export const readFrame = async (
  deps: Deps,
  { device_id, at_ms, identity }: { device_id: number } & Pick<ReportHead, 'at_ms' | 'identity'>,
): Promise<Frame | null> => {
  const period = { device_id, from_ms: at_ms, to_ms: at_ms + 1 }
  for (const { layout_id, raw } of await fetchHotReports(deps, period)) {
    const decoded = decodeReport(raw)
    if (decoded.ok && identityOf(decoded.report) === identity) return { raw, layout_id }
  }
  const found = await eachSegment(
    deps,
    period,
    // Of a month, the registers of reports of this moment alone are fetched.
    (segment) => [
      ...new Set(rowsAt(segment, at_ms).flatMap((row) => (segment.places[segment.shapeOf()[row] ?? 0] ?? []).flat())),
    ],
    (segment): Frame | null => {
      for (const row of rowsAt(segment, at_ms)) {
        const { report } = segment.reportAt(row)
        if (identityOf(report) === identity) return { raw: encodeReport(report), layout_id: segment.layout_id }
      }
      return null
    },
  )
  return found.find((frame) => frame !== null) ?? null
}

const headOf = (at_ms: number, layout_id: number, { seq, type, blocks }: Report): ReportHead => ({
  at_ms,
  identity: identityOf({ seq, type }),
  layout_id,
  type,
  seq,
  registers: blocks.reduce((sum, { quantity }) => sum + quantity, 0),
})

const headsOf = (segment: Segment): ReportHead[] => {
  const [seqs, kinds, shape_of] = [segment.seqs(), segment.kinds(), segment.shapeOf()]
  const registers = segment.shapes.map((blocks) => blocks.reduce((sum, { quantity }) => sum + quantity, 0))
  return Array.from(segment.times(), (at_ms, row) => {
    const [seq, type] = [seqs[row] ?? 0, (kinds[row] ?? 0) >>> 8]
    if (!isReportType(type)) throw new SegmentCorruption('unknown kind of report')
    return {
      at_ms,
      identity: identityOf({ seq, type }),
      layout_id: segment.layout_id,
      type,
      seq,
      registers: registers[shape_of[row] ?? 0] ?? 0,
    }
  })
}

const rowsAt = (segment: Segment, at_ms: number): number[] =>
  [...segment.times().entries()].flatMap(([row, at]) => (at === at_ms ? [row] : []))

/**
 * Reads each segment of a period; of those of months the fields of the reports are fetched and the registers that
 * `registersOf` names, which is given times and shapes. A damaged one is recorded and left out.
 */
const eachSegment = async <Read>(
  deps: Deps,
  period: Period,
  registersOf: (segment: Segment) => readonly number[],
  read: (segment: Segment) => Read,
): Promise<Read[]> => {
  for (let left = TRIES; ; left--) {
    const done: Read[] = []
    let is_replaced = false
    for (const stored of await listSegments(deps.database, period)) {
      try {
        const segment = await openStored(deps, period.device_id, stored, registersOf)
        if (segment === null) is_replaced = true
        else done.push(read(segment))
      } catch (error) {
        if (!(error instanceof SegmentCorruption)) throw error
        const { day_ms, part } = stored
        const { device_id } = period
        deps.log.error({ device_id, day: new Date(day_ms), part, reason: error.message }, 'segment is damaged')
        await insertDamage(deps.database.db, { device_id, day_ms, part }, error.message, deps.clock.now())
      }
    }
    if (!is_replaced) return done
    if (left === 0) throw new Error(`the segments of device ${period.device_id} are replaced again and again`)
  }
}

/** Null = a larger segment took its place meanwhile. */
const openStored = async (
  { database }: Deps,
  device_id: number,
  { day_ms, part, layout_id, reports, head, body }: StoredSegment,
  registersOf: (segment: Segment) => readonly number[],
): Promise<Segment | null> => {
  const expected = { device_id, day_ms, layout_id, reports }
  if (head === null) return openSegment(body, expected)
  const month = openMonth(head, expected)
  const columns = [
    ...REPORT_FIELDS.map((field) => bodyColumnOf({ field })),
    ...registersOf(month.open(new Map())).map((register) => bodyColumnOf({ register })),
  ]
  const checksum = head.subarray(1, 5)
  const ranges = columns.map((column) => ({ day_ms, part, checksum, ...month.rangeOf(column) }))
  const bodies = await readBodyRanges(database, device_id, ranges)
  const fetched = new Map<number, Uint8Array>()
  for (const [place, column] of columns.entries()) {
    const bytes = bodies[place]
    if (bytes == null) return null
    fetched.set(column, bytes)
  }
  return month.open(fetched)
}
