import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compactionFixture } from '../../test/compaction-fixture.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import { SEGMENT_TABLES } from '../platform/stored-segments.ts'
import { compactDuePartitions } from './compact-partition.ts'
import { mergeDueMonths } from './merge-months.ts'
import { mergeDueParts } from './merge-parts.ts'
import { dropEmptyPartitions } from './retention.ts'
import type { Sql } from './store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const OCTOBER = Date.UTC(2026, 9, 1)
const NOVEMBER = Date.UTC(2026, 10, 1)
const database = useDatabase()
const clock = createMovedClock(OCTOBER)
const log = pino({ level: 'silent' })
let sql: pg.PoolClient
let layout_id: number
const fixture = compactionFixture(database)
const { segments, compactedReports } = fixture
let devices: number[]

beforeAll(async () => {
  const fleet = await seedSmallFleet(database.db)
  layout_id = fleet.layout_id
  devices = fleet.devices.map(({ device_id }) => device_id)
  sql = await database.pool.connect()
})
afterAll(() => sql.release(true))
beforeEach(() => fixture.clear())

const depsOf = (connection: Sql = sql) => ({ sql: connection, clock, log, compact_after_ms: HOUR })
const compact = async (): Promise<void> => {
  await compactDuePartitions(depsOf())
  await mergeDueParts(depsOf())
}
const merge = (connection?: Sql) => mergeDueMonths(depsOf(connection))

/** Two reports a day of some days; `seq` counts on. */
const fillDays = async (device_id: number, days: readonly number[], version = layout_id): Promise<string[]> => {
  const sent: string[] = []
  for (const day of days)
    for (const half of [0, 1]) {
      await fixture.report(device_id, OCTOBER + day * DAY + half * HOUR, day * 2 + half, version)
      sent.push(`${device_id} ${day * 2 + half}`)
    }
  return sent
}
const days = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
/** Per segment: M = of a month, its first day in October, its reports. */
const rows = async () =>
  (await segments()).map(
    ({ head, day_ms, reports }) => `${head === null ? 'D' : 'M'}${(day_ms - OCTOBER) / DAY} ${reports}`,
  )

/** Partitions of all levels. */
const tables = async () => (await Promise.all(SEGMENT_TABLES.map(fixture.partitionsOf))).flat()

describe('segments of months', () => {
  it('are made of eight days at a time while a month runs, and of all of it when it is over', async () => {
    const [device_id = 0] = devices
    const sent = await fillDays(device_id, days(0, 7))
    clock.set(OCTOBER + 7 * DAY + 2 * HOUR)
    await compact()
    await merge()
    expect(await rows()).toEqual(days(0, 7).map((day) => `D${day} 2`))
    sent.push(...(await fillDays(device_id, days(7, 9))))
    clock.set(OCTOBER + 9 * DAY + 2 * HOUR)
    await compact()
    await merge()
    expect(await rows()).toEqual(['M0 18'])
    sent.push(...(await fillDays(device_id, days(9, 12))))
    clock.set(NOVEMBER + 47 * HOUR)
    await compact()
    await merge()
    expect(await rows()).toEqual(['M0 18', 'D9 2', 'D10 2', 'D11 2'])
    clock.set(NOVEMBER + 48 * HOUR)
    await merge()
    expect(await rows()).toEqual(['M0 24'])
    expect(await compactedReports()).toEqual(sent)
    expect((await database.pool.query('select days, is_final from month_merges')).rows).toEqual([
      { days: 0, is_final: true },
    ])
  })

  it('leave a day alone that is not over', async () => {
    const [device_id = 0] = devices
    await fillDays(device_id, days(0, 9))
    clock.set(OCTOBER + 9 * DAY + 2 * HOUR)
    await compact()
    clock.set(OCTOBER + 8 * DAY + 2 * HOUR)
    await merge()
    expect(await rows()).toEqual(['M0 16', 'D8 2'])
  })

  it('take in late reports when many days of them wait, each report once', async () => {
    const [device_id = 0] = devices
    const sent = await fillDays(device_id, days(0, 12))
    clock.set(NOVEMBER + 49 * HOUR)
    await compact()
    await merge()
    expect(await rows()).toEqual(['M0 24'])
    // Sent again, and some that were never sent.
    await fillDays(device_id, days(3, 9))
    const late = await fillDays(device_id, [20])
    clock.move(2 * HOUR)
    await compact()
    await merge()
    expect((await rows()).length).toBe(8)
    late.push(...(await fillDays(device_id, [21, 22])))
    clock.move(2 * HOUR)
    await compact()
    await merge()
    expect(await rows()).toEqual(['M0 30'])
    expect(await compactedReports()).toEqual([...sent, ...late])
  })

  it('leave no table behind that is empty, and late reports make it again', async () => {
    const [device_id = 0, other = 0] = devices
    const sent = [...(await fillDays(device_id, days(0, 9))), ...(await fillDays(other, days(0, 2)))]
    clock.set(OCTOBER + 9 * DAY + 2 * HOUR)
    await compact()
    await merge()
    await dropEmptyPartitions(depsOf())
    expect(await tables()).toEqual(['report_chunks_202610', 'report_month_parts_202610'])
    clock.set(NOVEMBER + 49 * HOUR)
    await merge()
    await dropEmptyPartitions(depsOf())
    expect(await tables()).toEqual(['report_months_202610'])
    const late = await fillDays(other, [20])
    clock.move(2 * HOUR)
    await compact()
    await dropEmptyPartitions(depsOf())
    expect(await tables()).toEqual(['report_chunks_202610', 'report_months_202610'])
    expect((await compactedReports()).toSorted()).toEqual([...sent, ...late].toSorted())
  })

  it('keep a table that a reader holds, and the next look drops it', async () => {
    const [device_id = 0] = devices
    await fillDays(device_id, days(0, 2))
    clock.set(NOVEMBER + 49 * HOUR)
    await compact()
    await merge()
    const reader = await database.pool.connect()
    try {
      await reader.query('begin')
      await reader.query('select count(*) from report_chunks')
      await expect(dropEmptyPartitions(depsOf())).rejects.toThrow(/lock timeout/)
    } finally {
      await reader.query('rollback')
      reader.release()
    }
    await dropEmptyPartitions(depsOf())
    expect(await tables()).toEqual(['report_months_202610'])
  })

  it('keep the product version of every report and the months of a device apart', async () => {
    const [device_id = 0] = devices
    await fillDays(device_id, days(0, 4))
    await fillDays(device_id, days(4, 6), layout_id + 1)
    await fillDays(device_id, days(29, 33))
    clock.set(OCTOBER + 70 * DAY)
    await compact()
    await merge()
    expect((await segments()).map((each) => [(each.day_ms - OCTOBER) / DAY, each.layout_id, each.reports])).toEqual([
      [0, layout_id, 12],
      [4, layout_id + 1, 4],
      [31, layout_id, 4],
    ])
  })

  it('leave a damaged day where it is, note it, and take the others', async () => {
    const [device_id = 0] = devices
    await fillDays(device_id, days(0, 10))
    clock.set(NOVEMBER + 49 * HOUR)
    await compact()
    await database.pool.query(
      `update report_chunks set body = set_byte(body, 30, get_byte(body, 30) # 4) where day = '2026-10-04'`,
    )
    await merge()
    expect(await rows()).toEqual(['M0 18', 'D3 2'])
    expect((await database.pool.query('select day::text from damaged_chunks')).rows).toEqual([{ day: '2026-10-04' }])
    await merge()
    expect(await rows()).toEqual(['M0 18', 'D3 2'])
  })

  it('are made of the days of an earlier version in the background', async () => {
    const [device_id = 0, other = 0] = devices
    const sent = [...(await fillDays(device_id, days(0, 5))), ...(await fillDays(other, days(2, 4)))]
    clock.set(NOVEMBER + 49 * HOUR)
    await compact()
    // As the migration fills it.
    await database.pool.query('truncate month_merges')
    await database.pool.query(`insert into month_merges (device_id, month, days)
      select device_id, date_trunc('month', day)::date, count(*) from report_chunks group by 1, 2`)
    await merge()
    expect(await rows()).toEqual(['M0 10', 'M2 4'])
    expect(await compactedReports()).toEqual(sent)
  })

  it('go on where they were cut off, at whichever statement: nothing lost, nothing twice', async () => {
    const [device_id = 0, other = 0] = devices
    let cuts = 0
    for (let allowed = 0; ; allowed++) {
      await fixture.clear()
      const sent = [...(await fillDays(device_id, days(0, 3))), ...(await fillDays(other, days(1, 3)))]
      clock.set(NOVEMBER + 49 * HOUR)
      await compact()
      let done = 0
      const cut: Sql = {
        query: (async (...query: Parameters<Sql['query']>) => {
          if (done++ >= allowed) throw new Error('cut off')
          return sql.query(...query)
        }) as Sql['query'], // one of its many signatures
      }
      const ended = await merge(cut).then(
        () => true,
        () => false,
      )
      if (ended) break
      cuts += 1
      await sql.query('rollback')
      expect(await compactedReports()).toEqual(sent)
      await merge()
      expect(await rows()).toEqual(['M0 6', 'M1 4'])
      expect(await compactedReports()).toEqual(sent)
    }
    expect(cuts).toBeGreaterThan(10)
  })
})
