import { decodeReport, encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { ensurePartitions, partitionOf } from '../src/ingest/partitions.ts'
import { SEGMENT_TABLES, STORED_SEGMENTS } from '../src/platform/stored-segments.ts'
import { openWholeMonth } from '../src/segments/month-segment.ts'
import { openSegment } from '../src/segments/segment-read.ts'
import type { TestDatabase } from './database.ts'
import { reportBytes } from './report-bytes.ts'

type SegmentRow = {
  device_id: number
  day_ms: number
  part: number
  layout_id: number
  reports: number
  head: Buffer | null
  body: Buffer
}

/** Stores reports as the gateway does, and looks at what stands packed. */
export const compactionFixture = (database: TestDatabase) => {
  const partitionsOf = async (table: string): Promise<string[]> => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    )
    return rows.map(({ name }) => name)
  }
  /** Stores a report of a device as the gateway does. */
  const report = async (device_id: number, at_ms: number, seq: number, layout_id: number): Promise<void> => {
    await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
    const raw = reportBytes(at_ms, { 14: seq, 18: 300 })
    await store(device_id, at_ms, numbered(raw, seq), layout_id)
  }
  const store = async (device_id: number, at_ms: number, raw: Buffer, layout_id: number): Promise<void> => {
    await database.pool.query('insert into report_hot (device_id, at, layout_id, raw) values ($1, $2, $3, $4)', [
      device_id,
      new Date(at_ms),
      layout_id,
      raw,
    ])
  }
  const segments = async (): Promise<SegmentRow[]> => {
    const { rows } = await database.pool.query<SegmentRow>(
      `select device_id, extract(epoch from day)::float8 * 1000 as day_ms, part, layout_id, reports, head, body
     from ${STORED_SEGMENTS} c order by 1, 2, 3`,
    )
    return rows
  }
  /** Every stored report as "device seq", with how often it stands packed. */
  const compactedReports = async (): Promise<string[]> =>
    (await segments()).flatMap((row) =>
      (row.head === null ? openSegment(row.body, row) : openWholeMonth({ head: row.head, body: row.body }, row))
        .unpack()
        .map((timed) => `${row.device_id} ${timed.report.seq}`),
    )
  /** Nothing is stored, packed or noted any more. */
  const clear = async (): Promise<void> => {
    for (const table of ['report_hot', 'report_packing', ...SEGMENT_TABLES])
      for (const name of await partitionsOf(table)) await database.pool.query(`drop table ${name}`)
    await database.pool.query('truncate packing_progress, chunk_merges, month_merges, damaged_chunks, dead_letters')
  }
  return { partitionsOf, report, store, segments, compactedReports, clear }
}

/** The report under another sequence number. */
export const numbered = (raw: Buffer, seq: number): Buffer => {
  const decoded = decodeReport(raw)
  if (!decoded.ok) throw new Error(decoded.reason)
  return Buffer.from(encodeReport({ ...decoded.report, seq }))
}
