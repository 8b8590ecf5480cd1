import { ensurePartitions, partitionOf } from '../src/ingest/partitions.ts'
import type { Connections } from '../src/platform/db.ts'
import { reportOf } from './gateway.ts'

/** Stores reports of a device in the hot history: one word at register 7 each, at a time in unix ms. */
export const storeReports = async (
  { db, pool }: Pick<Connections, 'db' | 'pool'>,
  { device_id, layout_id }: { device_id: number; layout_id: number },
  reports: readonly (readonly [at_ms: number, word: number])[],
): Promise<void> => {
  await ensurePartitions(pool, new Set(reports.map(([at_ms]) => partitionOf(at_ms, 'day'))).values())
  await db
    .insertInto('report_hot')
    .values(
      reports.map(([at_ms, word], index) => ({
        device_id,
        layout_id,
        at: new Date(at_ms),
        raw: Buffer.from(reportOf(index + 1, Math.floor(at_ms / 1000), [word], { start: 7 })),
      })),
    )
    .execute()
}
