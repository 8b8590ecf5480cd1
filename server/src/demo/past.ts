import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { type CompactedSegment, compactTimedReports } from '../compaction/compact-reports.ts'
import { ensureSegmentPartitions, insertSegments, inTransaction, type Sql } from '../compaction/store.ts'
import { SEGMENT_SPAN_MS } from '../segments/segment.ts'
import type { TimedReport } from '../segments/segment-write.ts'
import { pastFrames, type WantedPast } from './past-frames.ts'
import type { PastProgress } from './past-start.ts'
import { listUnitsWithoutPast, type UnitWithoutPast } from './store-past.ts'

export type PastDeps = { sql: Sql; tell: (progress: PastProgress) => void }
export type Past = Pick<WantedPast, 'fleet_file' | 'bounds_ms'> & { macs: readonly string[] }

/**
 * Makes what is still missing of the demo's past: the newest stretch of every unit first. One unit's stretch is one
 * transaction, so whoever is killed leaves whole stretches, and the next start goes on with the first that is missing.
 */
export const makePast = async ({ sql, tell }: PastDeps, { fleet_file, bounds_ms, macs }: Past): Promise<void> => {
  const stretches = bounds_ms.slice(1).map((from_ms, stretch) => ({ stretch, from_ms, to_ms: bounds_ms[stretch] ?? 0 }))
  const total = stretches.length * macs.length
  let done = 0
  for (const { stretch, from_ms, to_ms } of stretches) {
    const missing = await listUnitsWithoutPast(sql, macs, [new Date(from_ms), new Date(to_ms)])
    done += macs.length - missing.length
    tell({ done, total })
    for (const unit of missing) {
      await makeStretch(sql, unit, { fleet_file, mac: unit.mac, bounds_ms, stretch })
      done += 1
      tell({ done, total })
    }
  }
}

const makeStretch = async (sql: Sql, unit: UnitWithoutPast, wanted: WantedPast): Promise<void> => {
  const segments: CompactedSegment[] = []
  let day: TimedReport[] = []
  const pack = () => {
    const timed = day.map((each) => ({ ...each, layout_id: unit.layout_id }))
    segments.push(...compactTimedReports(unit.device_id, timed))
    day = []
  }
  for await (const frame of pastFrames(wanted)) {
    const decoded = decodeReport(frame)
    if (!decoded.ok) throw new Error(`the past of ${unit.mac} holds a frame that is no report`)
    const at_ms = decoded.report.ts * 1_000
    const first = day[0]
    if (first !== undefined && dayNumber(first.at_ms) !== dayNumber(at_ms)) pack()
    day.push({ at_ms, report: decoded.report })
  }
  pack()
  await ensureSegmentPartitions(
    sql,
    segments.map(({ day_ms }) => day_ms),
  )
  await inTransaction(sql, () => insertSegments(sql, unit.device_id, segments))
}

const dayNumber = (at_ms: number): number => Math.floor(at_ms / SEGMENT_SPAN_MS)
