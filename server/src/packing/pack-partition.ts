import type { Logger } from 'pino'
import { timesOf } from '../ingest/partitions.ts'
import type { Clock } from '../platform/clock.ts'
import { type Packed, packReports } from './pack-reports.ts'
import {
  advancePacking,
  beginPacking,
  ensureChunkPartitions,
  findLastPacked,
  finishPacking,
  insertChunks,
  insertUnpackable,
  inTransaction,
  listHotPartitions,
  listNextDevices,
  listOpenPackings,
  listReportsToPack,
  type Packing,
  type Sql,
} from './store.ts'

/** Devices of one transaction: a day of them at a report a minute is some ten megabytes. */
const DEVICES_AT_ONCE = 32

export type PackDeps = {
  sql: Sql
  clock: Pick<Clock, 'now'>
  log: Logger
  /** After the end of a partition's time, and after the last packing of the same time. */
  pack_after_ms: number
}

/**
 * Packs what is due: first what a process before left unfinished, then every partition whose time is over. Whenever it
 * ends, every report stands in exactly the places its readers look at, and the next call goes on from there.
 */
export const packDuePartitions = async (deps: PackDeps): Promise<void> => {
  const { sql, clock, pack_after_ms } = deps
  for (const packing of await listOpenPackings(sql)) await continuePacking(deps, packing)
  for (const partition of await listHotPartitions(sql)) {
    const times = timesOf(partition)
    if (times === null || times.to_ms + pack_after_ms > clock.now()) continue
    const source = partition.replace('report_hot', 'report_packing')
    const last_ms = await findLastPacked(sql, source)
    if (last_ms !== null && last_ms + pack_after_ms > clock.now()) continue
    const [from, to] = [new Date(times.from_ms), new Date(times.to_ms)]
    await beginPacking(sql, { partition, source, from, to, now: new Date(clock.now()) })
    for (const packing of await listOpenPackings(sql)) await continuePacking(deps, packing)
  }
}

/** Packs range after range of devices, each in one transaction with its progress, and drops the source at the end. */
const continuePacking = async (deps: PackDeps, packing: Packing): Promise<void> => {
  const { sql, clock, log } = deps
  let from_id = packing.next_device_id
  for (;;) {
    const devices = await listNextDevices(sql, packing.source, from_id, DEVICES_AT_ONCE)
    const [first, last] = [devices[0], devices.at(-1)]
    if (first === undefined || last === undefined) {
      await finishPacking(sql, packing, new Date(clock.now()))
      log.info({ source: packing.source }, 'packed')
      return
    }
    await packDevices(deps, packing, [first, last])
    from_id = last + 1
  }
}

const packDevices = async (
  { sql, clock, log }: PackDeps,
  packing: Packing,
  [first, last]: readonly [number, number],
): Promise<void> => {
  const rows = await listReportsToPack(sql, packing.source, [first, last])
  const packed = new Map<number, Packed>()
  for (const [device_id, own] of Map.groupBy(rows, (row) => row.device_id))
    packed.set(device_id, packReports(device_id, own))
  const all = [...packed.values()]
  const chunks = all.flatMap((each) => each.chunks)
  await ensureChunkPartitions(
    sql,
    chunks.map(({ day_ms }) => day_ms),
  )
  const sum = (count: (each: Packed) => number) => all.reduce((total, each) => total + count(each), 0)
  const counts = {
    rows_read: rows.length,
    reports: chunks.reduce((total, { reports }) => total + reports, 0),
    repeats: sum(({ repeats }) => repeats),
    unpackable: sum(({ unpackable }) => unpackable.length),
    chunks: chunks.length,
    bytes: chunks.reduce((total, { body }) => total + body.length, 0),
  }
  if (counts.unpackable > 0) log.error({ first, last, rows: counts.unpackable }, 'stored frames cannot be read')
  await inTransaction(sql, async () => {
    for (const [device_id, each] of packed) {
      await insertChunks(sql, device_id, each.chunks)
      await insertUnpackable(sql, device_id, each.unpackable, new Date(clock.now()))
    }
    await advancePacking(sql, packing, last + 1, counts)
  })
}
