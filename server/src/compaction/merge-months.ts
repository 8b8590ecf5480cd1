import { SegmentCorruption } from '../segments/byte-io.ts'
import { openWholeMonth } from '../segments/month-segment.ts'
import { openSegment, type Segment } from '../segments/segment-read.ts'
import { buildMonth } from './build-month.ts'
import type { CompactionDeps } from './compact-partition.ts'
import { insertDamage } from './store-merge.ts'
import { type DeviceMonth, listDueMonths, listPieces, replacePieces, type StoredPiece } from './store-months.ts'

/** Months made between two checks for more urgent work: some seconds. */
const MONTHS_AT_ONCE = 100
/** A month is final so many times the waiting time of a day after its end: by default two days, in which most late reports have come. */
const FINAL_AFTER = 48

/**
 * Puts days that are over into segments of their month: eight at a time while it runs, all into one when it is over. Days of earlier
 * versions likewise. Each month of a device is one transaction: what is cut off begins again. A damaged segment stays alone. True = more
 * months are due.
 */
export const mergeDueMonths = async (deps: CompactionDeps): Promise<boolean> => {
  const { sql, clock, log, compact_after_ms } = deps
  const before = new Date(clock.now() - compact_after_ms - DAY_MS)
  const ended_before = new Date(clock.now() - FINAL_AFTER * compact_after_ms)
  let merged = 0
  for (const month of await listDueMonths(sql, ended_before, MONTHS_AT_ONCE)) {
    const is_final = endOf(month) <= ended_before.getTime()
    const stored = await listPieces(sql, month, { before: nextDay(before), days_only: !is_final })
    const opened = await openPieces(deps, month.device_id, stored)
    const months =
      opened.length === 0
        ? []
        : buildMonth(
            month.device_id,
            opened.map(({ segment }) => segment),
          )
    await replacePieces(sql, month, { pieces: opened.map(({ piece }) => piece), months, is_final })
    merged += 1
  }
  if (merged > 0) log.info({ months: merged }, 'days put into segments of months')
  return merged === MONTHS_AT_ONCE
}

const DAY_MS = 86_400_000
/** The begin of the day behind a time: a day that began before that time is over. */
const nextDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS + DAY_MS)

const endOf = ({ month_ms }: DeviceMonth): number => {
  const month = new Date(month_ms)
  return Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1)
}

const openPieces = async ({ sql, clock, log }: CompactionDeps, device_id: number, stored: readonly StoredPiece[]) => {
  const opened: { piece: StoredPiece; segment: Segment }[] = []
  for (const piece of stored) {
    const { day_ms, part, layout_id, reports, head, body } = piece
    const expected = { device_id, day_ms, layout_id, reports }
    try {
      const segment = head === null ? openSegment(body, expected) : openWholeMonth({ head, body }, expected)
      // Decodes every column: a damaged one is found before anything is replaced.
      segment.columns()
      opened.push({ piece, segment })
    } catch (error) {
      if (!(error instanceof SegmentCorruption)) throw error
      log.error({ device_id, day: new Date(day_ms), part, reason: error.message }, 'segment is damaged')
      await insertDamage(sql, { device_id, day_ms, part }, error.message, new Date(clock.now()))
    }
  }
  return opened
}
