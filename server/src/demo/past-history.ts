import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { type CompactedSegment, compactTimedReports } from '../compaction/compact-reports.ts'
import { insertSegments, inTransaction, reserveSegmentPartitions, type Sql } from '../compaction/store.ts'
import type { TimedReport } from '../segments/report-columns.ts'
import { SEGMENT_SPAN_MS } from '../segments/segment.ts'
import { type PastRequest, pastFrames } from './past-frames.ts'
import type { PastProgress } from './past-start.ts'
import { type DeviceWithoutHistory, listDevicesWithoutHistory } from './store-past.ts'

type HistoryDeps = { sql: Sql; onProgress: (progress: PastProgress) => void }
type Past = Pick<PastRequest, 'fleet_file' | 'bounds_ms'> & { macs: readonly string[] }

/**
 * Backfills the missing history of the demo, the newest interval of every device first. One transaction per device and
 * interval, so that an interrupted backfill continues with the first missing one.
 */
export const simulateHistory = async (
  { sql, onProgress }: HistoryDeps,
  { fleet_file, bounds_ms, macs }: Past,
): Promise<void> => {
  const stretches = bounds_ms.slice(1).map((from_ms, stretch) => ({ stretch, from_ms, to_ms: bounds_ms[stretch] ?? 0 }))
  const total = stretches.length * macs.length
  let done = 0
  for (const { stretch, from_ms, to_ms } of stretches) {
    const missing = await listDevicesWithoutHistory(sql, macs, [new Date(from_ms), new Date(to_ms)])
    done += macs.length - missing.length
    onProgress({ done, total })
    for (const unit of missing) {
      await simulateInterval(sql, unit, { fleet_file, mac: unit.mac, bounds_ms, stretch })
      done += 1
      onProgress({ done, total })
    }
  }
}

const simulateInterval = async (sql: Sql, unit: DeviceWithoutHistory, request: PastRequest): Promise<void> => {
  const segments: CompactedSegment[] = []
  let day: TimedReport[] = []
  const compactDay = () => {
    const timed = day.map((each) => ({ ...each, layout_id: unit.layout_id }))
    segments.push(...compactTimedReports(unit.device_id, timed))
    day = []
  }
  for await (const frame of pastFrames(request)) {
    const decoded = decodeReport(frame)
    if (!decoded.ok) throw new Error(`the past of ${unit.mac} holds a frame that is no report`)
    const at_ms = decoded.report.ts * 1_000
    const first = day[0]
    if (first !== undefined && dayNumber(first.at_ms) !== dayNumber(at_ms)) compactDay()
    day.push({ at_ms, report: decoded.report })
  }
  compactDay()
  await inTransaction(sql, async () => {
    await reserveSegmentPartitions(
      sql,
      segments.map(({ day_ms }) => day_ms),
    )
    await insertSegments(sql, unit.device_id, segments)
  })
}

const dayNumber = (at_ms: number): number => Math.floor(at_ms / SEGMENT_SPAN_MS)
