import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { HistoryQuestion } from '@heatfleet/contract/history/history.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { reportBytes } from '../../../test/report-bytes.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { mergeDueMonths } from '../../compaction/merge-months.ts'
import { ensureSegmentPartitions, insertSegments } from '../../compaction/store.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'
import type { TimedReport } from '../../segments/report-columns.ts'
import { writeSegment } from '../../segments/segment-write.ts'
import { createLayouts } from '../products/public.ts'
import { readHistory } from './read-history.ts'
import { readReports } from './read-reports.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const START = Date.UTC(2026, 3, 1)
/** April, May and some of June. */
const DAYS = 70
const STEP_MS = 15 * MINUTE_MS
const [T_IN, T_OUT] = [14, 18]
const KEYS = ['t_in', 't_out']

const database = useDatabase()
const clock = createMovedClock(START + 75 * DAY_MS)
const log = pino({ level: 'silent' })
let fleet: SmallFleet

/** A wave with one value far from the others in each week. */
const tenthsAt = (at_ms: number): number => {
  const step = Math.floor((at_ms - START) / STEP_MS)
  return step % 671 === 300 ? 990 : step % 671 === 500 ? -400 : Math.round(Math.sin(step / 30) * 200)
}
const reportOf = (at_ms: number, tenths = tenthsAt(at_ms)): TimedReport => {
  const decoded = decodeReport(Buffer.from(reportBytes(at_ms, { [T_IN]: tenths, [T_OUT]: tenths + 55 })))
  if (!decoded.ok) throw new Error('no report')
  return { at_ms, report: decoded.report }
}
const packDay = async (device_id: number, day_ms: number, reports: readonly TimedReport[]): Promise<void> => {
  const head = { device_id, day_ms, layout_id: fleet.layout_id }
  const times = { first_at_ms: reports[0]?.at_ms ?? 0, last_at_ms: reports.at(-1)?.at_ms ?? 0 }
  await insertSegments(database.pool as never, device_id, [
    { ...head, ...times, reports: reports.length, body: writeSegment(head, reports) },
  ])
}
const deps = () => ({ database, clock, log, layouts: createLayouts({ database }) })

/** The curves of a unit. */
const ask = async (unit: number, question: Partial<HistoryQuestion> = {}) => {
  const { caller } = await signIn({ database, clock }, fleet.accounts.admin)
  return readHistory(deps(), caller, {
    macs: [fleet.devices[unit]?.mac ?? ''],
    points: KEYS,
    from: new Date(START).toISOString(),
    to: new Date(START + DAYS * DAY_MS).toISOString(),
    resolution: 'auto',
    width_px: 200,
    aggregate: 'auto',
    time_zone: 'UTC',
    quality: false,
    ...question,
  })
}
/** The same from the rows, by the first point: least, greatest and mean of each bucket. */
const expectRows = async (unit: number, { bucket_s, series }: Awaited<ReturnType<typeof ask>>): Promise<void> => {
  const buckets = new Map<number, number[]>()
  const query = { device_id: fleet.devices[unit]?.device_id ?? 0, from_ms: START, to_ms: START + DAYS * DAY_MS }
  for await (const { at_ms, values } of readReports(deps(), { ...query, keys: ['t_in'] }))
    for (const [row, at] of at_ms.entries()) {
      const from_ms = at - (at % (bucket_s * 1_000))
      buckets.set(from_ms, [...(buckets.get(from_ms) ?? []), values[0]?.[row] ?? Number.NaN])
    }
  const [curve] = series
  expect(curve?.t).toEqual([...buckets.keys()])
  for (const [row, values] of [...buckets.values()].entries()) {
    expect(curve?.min?.[row]).toBe(Math.min(...values))
    expect(curve?.max?.[row]).toBe(Math.max(...values))
    expect(curve?.v[row]).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 5)
  }
}

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const days = Array.from({ length: DAYS }, (_, day) => START + day * DAY_MS)
  await ensureSegmentPartitions(database.pool as never, days)
  for (const { device_id } of fleet.devices.slice(0, 3))
    for (const day_ms of days) {
      const count = DAY_MS / STEP_MS
      await packDay(
        device_id,
        day_ms,
        Array.from({ length: count }, (_, n) => reportOf(day_ms + n * STEP_MS)),
      )
    }
  const sql = await database.pool.connect()
  await mergeDueMonths({ sql, clock, log, compact_after_ms: 3_600_000 })
  sql.release()
})

describe('curves of long buckets', () => {
  it('are those of the rows', async () => {
    const curves = await ask(0)
    expect(curves.bucket_s).toBe(12 * 3_600)
    await expectRows(0, curves)
    await expectRows(0, await ask(0, { width_px: 100 }))
  })

  it('are read from the summaries of months alone', async () => {
    const { device_id = 0 } = fleet.devices[0] ?? {}
    const before = await ask(0)
    // The columns come first in a body; summaries are the last bytes.
    await database.pool.query(
      `update report_months set body = decode(repeat('ff', 500), 'hex') || substr(body, 501) where device_id = $1`,
      [device_id],
    )
    expect(await ask(0)).toEqual(before)
    expect((await database.pool.query('select from damaged_chunks')).rowCount).toBe(0)
    // Time-weighted means need the columns.
    await ask(0, { aggregate: 'time_weighted' })
    expect((await database.pool.query('select from damaged_chunks where device_id = $1', [device_id])).rowCount).toBe(2)
  })

  it('take in late and hot reports of the time of a month', async () => {
    const { device_id = 0 } = fleet.devices[1] ?? {}
    const day_ms = START + 5 * DAY_MS
    await packDay(device_id, day_ms, [reportOf(day_ms, tenthsAt(day_ms)), reportOf(day_ms + MINUTE_MS, 1_234)])
    await expectRows(1, await ask(1))
    const hot_ms = START + 45 * DAY_MS + MINUTE_MS
    await ensurePartitions(database.pool, [partitionOf(hot_ms, 'day')])
    await database.pool.query('insert into report_hot (device_id, at, layout_id, raw) values ($1, $2, $3, $4)', [
      device_id,
      new Date(hot_ms),
      fleet.layout_id,
      reportBytes(hot_ms, { [T_IN]: -777, [T_OUT]: 0 }),
    ])
    const curves = await ask(1)
    expect(Math.min(...(curves.series[0]?.min ?? []).map(Number))).toBeCloseTo(-77.7)
    expect(Math.max(...(curves.series[0]?.max ?? []).map(Number))).toBeCloseTo(123.4)
    await expectRows(1, curves)
  })

  it('lose a month whose summary is damaged, and note it', async () => {
    const { device_id = 0 } = fleet.devices[2] ?? {}
    await database.pool.query(
      `update report_months set body = decode(repeat('ff', length(body)), 'hex') where device_id = $1 and day = '2026-05-01'`,
      [device_id],
    )
    const [curve] = (await ask(2)).series
    const may = [Date.UTC(2026, 4, 1), Date.UTC(2026, 5, 1)] as const
    const of_may = curve?.t.filter((at, row) => at >= may[0] && at < may[1] && curve.v[row] !== null)
    expect(of_may).toEqual([])
    const { rows } = await database.pool.query('select day::text, reason from damaged_chunks where device_id = $1', [
      device_id,
    ])
    expect(rows).toEqual([{ day: '2026-05-01', reason: 'wrong checksum' }])
  })
})
