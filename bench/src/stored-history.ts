import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { copyRows } from './copy-rows.ts'
import { reportsOf } from './report-signals.ts'

const DAY_MS = 86_400_000
const PACKED_MAX_MS = 30 * 60_000

/** Stores the reports of all units as the gateway does, day by day; gives how many. */
export const storeReports = async (
  client: pg.Client,
  units: number,
  from_ms: number,
  to_ms: number,
): Promise<number> => {
  const { rows } = await client.query<{ layout_id: number }>('select layout_id from products where built_in')
  const layout_id = rows[0]?.layout_id ?? 0
  let count = 0
  for (let day_ms = from_ms; day_ms < to_ms; day_ms += DAY_MS) {
    const [name, from, to] = [digits(day_ms), new Date(day_ms).toISOString(), new Date(day_ms + DAY_MS).toISOString()]
    // The packing may have taken the day before away already; this one it leaves alone until the commit.
    await client.query('begin')
    await client.query(`create table report_hot_${name} partition of report_hot
      (check (at >= '${from}' and at < '${to}')) for values from ('${from}') to ('${to}')`)
    count += await copyRows(
      client,
      `report_hot_${name}`,
      ['device_id', 'at', 'layout_id', 'raw'],
      rowsOf(units, day_ms, layout_id),
    )
    await client.query('commit')
  }
  return count
}

function* rowsOf(units: number, day_ms: number, layout_id: number) {
  for (let unit = 1; unit <= units; unit++)
    for (const { at_ms, raw } of reportsOf(unit, day_ms, day_ms + DAY_MS)) yield [unit, new Date(at_ms), layout_id, raw]
}

/** Waits until the product has packed all of them. */
export const untilPacked = async (client: pg.Client): Promise<void> => {
  for (let waited_ms = 0; waited_ms < PACKED_MAX_MS; waited_ms += 500) {
    const { rows } = await client.query<{ left: number }>(
      `select (select count(*) from pg_inherits where inhparent = 'report_packing'::regclass)::int
        + (select count(*) from report_hot)::int as left`,
    )
    if (rows[0]?.left === 0) return
    await pause(500)
  }
  throw new Error('the reports were not packed in time')
}

const digits = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10).replaceAll('-', '')
