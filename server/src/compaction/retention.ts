import { timesOf } from '../ingest/partitions.ts'
import type { CompactionDeps } from './compact-partition.ts'
import { listHotPartitions } from './store.ts'
import {
  deleteOldNotes,
  deleteOldSegments,
  dropIfEmpty,
  dropPartition,
  listSegmentPartitions,
  listShorterProducts,
} from './store-retention.ts'

const DAY_MS = 86_400_000
/** Segments deleted in one statement: some hundred milliseconds. */
const DELETES_AT_ONCE = 5_000

/**
 * Drops history older than the retention: whole months of the compacted history, and late days of the hot table. Products
 * with a shorter retention lose theirs day by day. 0 days = everything is kept.
 */
export const dropOldHistory = async (deps: CompactionDeps & { history_days: number }): Promise<void> => {
  const { sql, clock, log, history_days } = deps
  const now_ms = clock.now()
  if (history_days > 0) {
    const before_ms = now_ms - history_days * DAY_MS
    for (const partition of await listSegmentPartitions(sql)) {
      const end_ms = endOfMonth(partition)
      if (end_ms === null || end_ms > before_ms) continue
      await dropPartition(sql, partition)
      log.info({ partition }, 'history dropped: older than the retention')
    }
    for (const partition of await listHotPartitions(sql)) {
      const times = timesOf(partition)
      if (times !== null && times.to_ms <= before_ms) await dropPartition(sql, partition)
    }
    await deleteOldNotes(sql, new Date(before_ms))
  }
  for (const { product_key, history_days: days } of await listShorterProducts(sql, history_days)) {
    const before = new Date(now_ms - days * DAY_MS)
    while ((await deleteOldSegments(sql, product_key, before, DELETES_AT_ONCE)) === DELETES_AT_ONCE);
  }
}

/**
 * Drops tables of months whose segments have all been put into larger ones: an empty table still has its indexes and the place of the
 * deleted rows, and every read plans for it. The next segment of its month creates it again.
 */
export const dropEmptyPartitions = async ({ sql, log }: Pick<CompactionDeps, 'sql' | 'log'>): Promise<void> => {
  for (const partition of await listSegmentPartitions(sql))
    if (await dropIfEmpty(sql, partition)) log.info({ partition }, 'empty table dropped')
}

/** The end of the month of a partition of the compacted history, unix ms; null for another name. */
const endOfMonth = (partition: string): number | null => {
  const [, year, month] = /^report_(?:chunks|month_parts|months)_(\d{4})(\d{2})$/.exec(partition) ?? []
  return year === undefined || month === undefined ? null : Date.UTC(Number(year), Number(month), 1)
}
