import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { historyReport, minutesOf } from './reports.ts'

type Cell = string | number | Date | Buffer | null

const CHUNK_CHARS = 262_144

/** Copies rows into a table; the order of `columns` is that of the cells. Returns how many there were. */
export const copyRows = async (
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<number> => {
  let count = 0
  function* chunks(): Generator<string> {
    let chunk = ''
    for (const row of rows) {
      chunk += `${row.map(textOf).join('\t')}\n`
      count += 1
      if (chunk.length < CHUNK_CHARS) continue
      yield chunk
      chunk = ''
    }
    yield chunk
  }
  await pipeline(Readable.from(chunks()), client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)))
  return count
}

const textOf = (cell: Cell): string => {
  if (cell === null) return '\\N'
  if (cell instanceof Date) return cell.toISOString()
  return Buffer.isBuffer(cell) ? `\\\\x${cell.toString('hex')}` : String(cell)
}

/** Compacts at once: what is measured afterwards is measured on a product with its default settings. */
export const COMPACT_AT_ONCE = { HEATFLEET_COMPACT_AFTER_MIN: '0', HEATFLEET_COMPACT_EVERY_S: '1' }

const DAY_MS = 86_400_000
const COMPACTED_MAX_MS = 30 * 60_000

/** Stores a report a minute of units 1 to `units` as the gateway does, and waits until the product has compacted them. */
export const storeHistory = async (
  client: pg.Client,
  units: number,
  from_ms: number,
  to_ms: number,
): Promise<{ reports: number; packed_in_s: number }> => {
  const { rows } = await client.query<{ layout_id: number }>('select layout_id from products where built_in')
  const layout_id = rows[0]?.layout_id ?? 0
  let reports = 0
  for (let day_ms = from_ms; day_ms < to_ms; day_ms += DAY_MS) {
    const [from, to] = [new Date(day_ms).toISOString(), new Date(day_ms + DAY_MS).toISOString()]
    const table = `report_hot_${from.slice(0, 10).replaceAll('-', '')}`
    // The compaction leaves the day alone until the commit.
    await client.query('begin')
    await client.query(`create table ${table} partition of report_hot
      (check (at >= '${from}' and at < '${to}')) for values from ('${from}') to ('${to}')`)
    function* rowsOfDay() {
      for (let unit = 1; unit <= units; unit += 1)
        for (const at_ms of minutesOf(day_ms, day_ms + DAY_MS))
          yield [unit, new Date(at_ms), layout_id, historyReport(unit, at_ms)]
    }
    reports += await copyRows(client, table, ['device_id', 'at', 'layout_id', 'raw'], rowsOfDay())
    await client.query('commit')
  }
  const began = performance.now()
  await untilCompacted(client)
  return { reports, packed_in_s: Math.round((performance.now() - began) / 1_000) }
}

/** Waits until the product has compacted all reports. Counting those that are left would take a core from the compaction. */
export const untilCompacted = async (client: pg.Client): Promise<void> => {
  for (let waited_ms = 0; waited_ms < COMPACTED_MAX_MS; waited_ms += 500) {
    const { rows } = await client.query<{ left: number }>(
      `select (select count(*) from pg_inherits where inhparent = 'report_packing'::regclass)::int
        + (select exists (select from report_hot))::int as left`,
    )
    if (rows[0]?.left === 0) return
    await pause(500)
  }
  throw new Error('the reports were not compacted in time')
}

/** Waits until the days that are over are in segments of their months. */
export const untilMonthsAreMade = async (client: pg.Client): Promise<void> => {
  for (let waited_ms = 0; waited_ms < COMPACTED_MAX_MS; waited_ms += 500) {
    const { rows } = await client.query<{ left: number }>(
      `select count(*)::int as left from month_merges
       where days >= 8 or (not is_final and month + interval '1 month' <= now() at time zone 'UTC')`,
    )
    if (rows[0]?.left === 0) return
    await pause(500)
  }
  throw new Error('the months were not made in time')
}

type StoredSegment = { device_id: number; day: string; part: number; layout_id: number; reports: number; body: Buffer }

/** Gives the segments of the first units to all others, each under its own id. */
export const copySegments = async (client: pg.Client, own: number, units: number): Promise<void> => {
  const { rows } = await client.query<StoredSegment & { first_at: Date; last_at: Date }>(
    'select device_id, day::text, part, layout_id, first_at, last_at, reports, body from report_chunks',
  )
  const byUnit = Map.groupBy(rows, ({ device_id }) => device_id)
  function* copies() {
    for (let device_id = own + 1; device_id <= units; device_id += 1)
      for (const { day, part, layout_id, first_at, last_at, reports, body } of byUnit.get(1 + (device_id % own)) ?? [])
        yield [device_id, day, part, layout_id, first_at, last_at, reports, withDevice(body, device_id)]
  }
  const columns = ['device_id', 'day', 'part', 'layout_id', 'first_at', 'last_at', 'reports', 'body']
  await copyRows(client, 'report_chunks', columns, copies())
  await client.query('vacuum analyze report_chunks')
}

/** The segment of another unit: its id, and the checksum over the version and all behind the checksum (server/src/segments). */
const withDevice = (body: Buffer, device_id: number): Buffer => {
  const segment = Buffer.from(body)
  segment.writeUInt32LE(device_id, 5)
  segment.writeUInt32LE(crc32(segment.subarray(5), crc32(segment.subarray(0, 1))), 1)
  return segment
}
