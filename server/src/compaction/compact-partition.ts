import type { Logger } from 'pino'
import { timesOf } from '../ingest/partitions.ts'
import type { Clock } from '../platform/clock.ts'
import { type CompactionResult, compactReports } from './compact-reports.ts'
import {
  advanceCompaction,
  beginCompaction,
  type Compaction,
  ensureSegmentPartitions,
  findLastCompaction,
  finishCompaction,
  insertSegments,
  insertUndecodable,
  inTransaction,
  listHotPartitions,
  listNextDevices,
  listOpenCompactions,
  listReportsToCompact,
  type Sql,
} from './store.ts'

/** Devices of one transaction: a day of them at a report a minute is some ten megabytes. */
const DEVICES_AT_ONCE = 32

export type CompactionDeps = {
  sql: Sql
  clock: Pick<Clock, 'now'>
  log: Logger
  /** After the end of a partition's time, and after the last compaction of the same time. */
  compact_after_ms: number
}

/**
 * Compacts what is due: first the unfinished compactions of an earlier process, then every partition whose time is over. It may
 * end at any point: every report is visible to readers exactly once, and the next call continues.
 */
export const compactDuePartitions = async (deps: CompactionDeps): Promise<void> => {
  const { sql, clock, compact_after_ms } = deps
  for (const compaction of await listOpenCompactions(sql)) await continueCompaction(deps, compaction)
  for (const partition of await listHotPartitions(sql)) {
    const times = timesOf(partition)
    if (times === null || times.to_ms + compact_after_ms > clock.now()) continue
    const source = partition.replace('report_hot', 'report_packing')
    const last_ms = await findLastCompaction(sql, source)
    if (last_ms !== null && last_ms + compact_after_ms > clock.now()) continue
    const [from, to] = [new Date(times.from_ms), new Date(times.to_ms)]
    await beginCompaction(sql, { partition, source, from, to, now: new Date(clock.now()) })
    for (const compaction of await listOpenCompactions(sql)) await continueCompaction(deps, compaction)
  }
}

/** Compacts ranges of devices, each in one transaction with its progress, and drops the source at the end. */
const continueCompaction = async (deps: CompactionDeps, compaction: Compaction): Promise<void> => {
  const { sql, clock, log } = deps
  let from_id = compaction.next_device_id
  for (;;) {
    const devices = await listNextDevices(sql, compaction.source, from_id, DEVICES_AT_ONCE)
    const [first, last] = [devices[0], devices.at(-1)]
    if (first === undefined || last === undefined) {
      await finishCompaction(sql, compaction, new Date(clock.now()))
      log.info({ source: compaction.source }, 'packed')
      return
    }
    await compactDevices(deps, compaction, [first, last])
    from_id = last + 1
  }
}

const compactDevices = async (
  { sql, clock, log }: CompactionDeps,
  compaction: Compaction,
  [first, last]: readonly [number, number],
): Promise<void> => {
  const rows = await listReportsToCompact(sql, compaction.source, [first, last])
  const packed = new Map<number, CompactionResult>()
  for (const [device_id, own] of Map.groupBy(rows, (row) => row.device_id))
    packed.set(device_id, compactReports(device_id, own))
  const all = [...packed.values()]
  const segments = all.flatMap((each) => each.segments)
  await ensureSegmentPartitions(
    sql,
    segments.map(({ day_ms }) => day_ms),
  )
  const sum = (count: (each: CompactionResult) => number) => all.reduce((total, each) => total + count(each), 0)
  const counts = {
    rows_read: rows.length,
    reports: segments.reduce((total, { reports }) => total + reports, 0),
    repeats: sum(({ repeats }) => repeats),
    unpackable: sum(({ unpackable }) => unpackable.length),
    segments: segments.length,
    bytes: segments.reduce((total, { body }) => total + body.length, 0),
  }
  if (counts.unpackable > 0) log.error({ first, last, rows: counts.unpackable }, 'stored frames cannot be read')
  await inTransaction(sql, async () => {
    for (const [device_id, each] of packed) {
      await insertSegments(sql, device_id, each.segments)
      await insertUndecodable(sql, device_id, each.unpackable, new Date(clock.now()))
    }
    await advanceCompaction(sql, compaction, last + 1, counts)
  })
}
