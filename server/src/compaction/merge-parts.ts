import { SegmentCorruption } from '../segments/byte-io.ts'
import { deduplicateReports, identityOf } from '../segments/duplicate-reports.ts'
import type { TimedReport } from '../segments/report-columns.ts'
import { openSegment } from '../segments/segment-read.ts'
import type { CompactionDeps } from './compact-partition.ts'
import { type CompactedSegment, compactTimedReports } from './compact-reports.ts'
import { insertDamage, listMerges, listParts, replaceParts, type StoredSegment } from './store-merge.ts'

/** Days merged between two checks for more urgent work. */
const MERGES_AT_ONCE = 200

/**
 * Merges the segments of each finished day into one per product version: hourly segments, and segments of late reports. A
 * damaged segment leaves its day unchanged.
 */
export const mergeDueParts = async (deps: CompactionDeps): Promise<void> => {
  const { sql, clock, log, compact_after_ms } = deps
  const before = new Date(clock.now() - compact_after_ms)
  for (const { device_id, day_ms } of await listMerges(sql, before, MERGES_AT_ONCE)) {
    const parts = await listParts(sql, device_id, day_ms)
    const merged = mergeParts({ device_id, day_ms }, parts)
    if (!merged.ok) {
      log.error({ device_id, day: new Date(day_ms), part: merged.part, reason: merged.reason }, 'segment is damaged')
      await insertDamage(sql, { device_id, day_ms, part: merged.part }, merged.reason, new Date(clock.now()))
      continue
    }
    await replaceParts(sql, { device_id, day_ms }, merged.segments)
  }
}

type Merged = { ok: true; segments: CompactedSegment[] } | { ok: false; part: number; reason: string }

/** The merged segments of one day without duplicates; or the damaged part. */
const mergeParts = (
  { device_id, day_ms }: { device_id: number; day_ms: number },
  parts: readonly StoredSegment[],
): Merged => {
  const all: (TimedReport & { layout_id: number; identity: number })[] = []
  for (const { part, layout_id, reports, body } of parts) {
    try {
      for (const timed of openSegment(body, { device_id, day_ms, layout_id, reports }).unpack())
        all.push({ ...timed, layout_id, identity: identityOf(timed.report) })
    } catch (error) {
      if (!(error instanceof SegmentCorruption)) throw error
      return { ok: false, part, reason: error.message }
    }
  }
  // Stable: of equal times, the first stored stays first.
  all.sort((a, b) => a.at_ms - b.at_ms)
  return { ok: true, segments: compactTimedReports(device_id, deduplicateReports(all)) }
}
