import { REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { decodeReport, encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { reportBytes } from '../../../test/report-bytes.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { mergeDueMonths } from '../../compaction/merge-months.ts'
import { ensureSegmentPartitions, insertSegments } from '../../compaction/store.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'
import type { TimedReport } from '../../segments/report-columns.ts'
import { writeSegment } from '../../segments/segment-write.ts'
import { createLayouts } from '../products/public.ts'
import { readReports } from './read-reports.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 3, 1)
const DAYS = 70
const T_IN = 14

const database = useDatabase()
const clock = createMovedClock(START + 90 * DAY_MS)
const log = pino({ level: 'silent' })
let fleet: SmallFleet

const reportOf = (at_ms: number, seq: number, tenths: number): TimedReport => {
  const decoded = decodeReport(Buffer.from(reportBytes(at_ms, { [T_IN]: tenths })))
  if (!decoded.ok) throw new Error('no report')
  return { at_ms, report: { ...decoded.report, seq, type: REPORT_TYPE.cyclic } }
}
/** Each unit has another value each day. */
const tenthsOf = (unit: number, day: number) => 200 + unit * 100 + day

/** Three reports a day: two of them of one time. */
const packDays = async (unit: number, device_id: number) => {
  for (let day = 0; day < DAYS; day++) {
    const day_ms = START + day * DAY_MS
    const reports = [
      reportOf(day_ms + 1_000, 1, tenthsOf(unit, day)),
      reportOf(day_ms + 2_000, 2, 0),
      reportOf(day_ms + 2_000, 3, 1),
    ]
    const body = writeSegment({ device_id, day_ms, layout_id: fleet.layout_id }, reports)
    const times = { first_at_ms: day_ms + 1_000, last_at_ms: day_ms + 2_000 }
    const segment = { day_ms, layout_id: fleet.layout_id, reports: reports.length, ...times, body }
    await insertSegments(database.pool as never, device_id, [segment])
  }
}

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await ensureSegmentPartitions(
    database.pool as never,
    Array.from({ length: DAYS }, (_, day) => START + day * DAY_MS),
  )
  for (const [unit, { device_id }] of fleet.devices.slice(0, 3).entries()) await packDays(unit, device_id)
})

const readUnit = async (unit: number, days: number): Promise<[day: number, value: number][]> => {
  const deps = { database, clock, log, layouts: createLayouts({ database }) }
  const device_id = fleet.devices[unit]?.device_id ?? 0
  const read: [number, number][] = []
  const period = { from_ms: START, to_ms: START + days * DAY_MS }
  for await (const { at_ms, values } of readReports(deps, { device_id, ...period, keys: ['t_in'] }))
    for (const [row, time] of at_ms.entries())
      read.push([Math.floor((time - START) / DAY_MS), Math.round((values[0]?.[row] ?? 0) * 10)])
  return read
}
const expected = (unit: number, days: number) =>
  Array.from({ length: days }, (_, day) => [
    [day, tenthsOf(unit, day)],
    [day, 0],
    [day, 1],
  ]).flat()

it('gives packed days of many weeks once each, in their order, and both of two reports of one time', async () => {
  for (const days of [1, 16, 17, DAYS]) expect(await readUnit(1, days)).toEqual(expected(1, days))
})

it('supports concurrent readers', async () => {
  const requested = Array.from({ length: 9 }, (_, n) => n % 3)
  const read = await Promise.all(requested.map((unit) => readUnit(unit, DAYS)))
  for (const [n, unit] of requested.entries()) expect(read[n]).toEqual(expected(unit, DAYS))
})

it('releases its resources when the reader stops early', async () => {
  const deps = { database, clock, log, layouts: createLayouts({ database }) }
  const device_id = fleet.devices[0]?.device_id ?? 0
  const question = { device_id, from_ms: START, to_ms: START + DAYS * DAY_MS, keys: ['t_in'] }
  for (let time = 0; time < 25; time++) for await (const _ of readReports(deps, question)) break
  expect(await readUnit(2, DAYS)).toEqual(expected(2, DAYS))
})

/** Hot and late reports beside segments of months. */
describe('segments of months', () => {
  beforeAll(async () => {
    const sql = await database.pool.connect()
    await mergeDueMonths({ sql, clock, log, compact_after_ms: 3_600_000 })
    sql.release()
  })

  it('give the same reports as the days they were made of', async () => {
    // April and May are over; June has the days that wait as one.
    const { rows } = await database.pool.query(
      `select (select count(*) from report_months)::int as final, (select count(*) from report_month_parts)::int as months,
         (select count(*) from report_chunks)::int as days`,
    )
    expect(rows).toEqual([{ final: 6, months: 3, days: 0 }])
    for (const days of [1, 16, 40, DAYS]) expect(await readUnit(1, days)).toEqual(expected(1, days))
    const read = await Promise.all([0, 1, 2, 0].map((unit) => readUnit(unit, DAYS)))
    for (const [n, unit] of [0, 1, 2, 0].entries()) expect(read[n]).toEqual(expected(unit, DAYS))
  })

  it('are read together with late days and hot rows of their time, each report once', async () => {
    const device_id = fleet.devices[2]?.device_id ?? 0
    const day_ms = START + 5 * DAY_MS
    const reports = [reportOf(day_ms + 1_000, 1, tenthsOf(2, 5)), reportOf(day_ms + 1_500, 9, 77)]
    const body = writeSegment({ device_id, day_ms, layout_id: fleet.layout_id }, reports)
    const times = { first_at_ms: day_ms + 1_000, last_at_ms: day_ms + 1_500 }
    await insertSegments(database.pool as never, device_id, [
      { day_ms, layout_id: fleet.layout_id, reports: 2, ...times, body },
    ])
    const hot_ms = START + 40 * DAY_MS
    await ensurePartitions(database.pool, [partitionOf(hot_ms, 'day')])
    for (const [at_ms, seq, tenths] of [
      [hot_ms + 2_000, 3, 1],
      [hot_ms + 3_000, 4, 55],
    ] as const)
      await database.pool.query('insert into report_hot (device_id, at, layout_id, raw) values ($1, $2, $3, $4)', [
        device_id,
        new Date(at_ms),
        fleet.layout_id,
        Buffer.from(encodeReport(reportOf(at_ms, seq, tenths).report)),
      ])
    const all = expected(2, DAYS)
    all.splice(5 * 3 + 1, 0, [5, 77])
    all.splice(40 * 3 + 4, 0, [40, 55])
    expect(await readUnit(2, DAYS)).toEqual(all)
  })

  it('lose one column of one segment where a column is damaged', async () => {
    const device_id = fleet.devices[1]?.device_id ?? 0
    await database.pool.query(
      `update report_months set body = decode(repeat('ff', length(body)), 'hex') where device_id = $1 and day = '2026-05-01'`,
      [device_id],
    )
    const left = expected(1, DAYS).filter(([day = 0]) => day < 30 || day >= 61)
    expect(await readUnit(1, DAYS)).toEqual(left)
    const { rows } = await database.pool.query('select day::text, reason from damaged_chunks')
    expect(rows).toEqual([{ day: '2026-05-01', reason: 'wrong checksum' }])
  })
})
