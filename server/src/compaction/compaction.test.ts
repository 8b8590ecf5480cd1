import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compactionFixture, numbered } from '../../test/compaction-fixture.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import { reportBytes } from '../../test/report-bytes.ts'
import { ensurePartitions, partitionOf } from '../ingest/partitions.ts'
import { acquireCompactionLock } from '../platform/compaction-lock.ts'
import { compactDuePartitions } from './compact-partition.ts'
import { mergeDueParts } from './merge-parts.ts'
import { listOpenCompactions, type Sql } from './store.ts'

const DAY = Date.UTC(2026, 10, 20)
const MINUTE = 60_000
const HOUR = 3_600_000
const database = useDatabase()
const clock = createMovedClock(DAY)
const log = pino({ level: 'silent' })
let sql: pg.PoolClient
let layout_id: number
const fixture = compactionFixture(database)
const { partitionsOf, segments, compactedReports } = fixture
let devices: number[]

beforeAll(async () => {
  const fleet = await seedSmallFleet(database.db)
  layout_id = fleet.layout_id
  devices = fleet.devices.map(({ device_id }) => device_id)
  sql = await database.pool.connect()
})
afterAll(() => sql.release(true))
beforeEach(async () => {
  clock.set(DAY + 25 * HOUR)
  await fixture.clear()
})

const depsOf = (connection: Sql = sql) => ({ sql: connection, clock, log, compact_after_ms: HOUR })
const pack = (connection?: Sql) => compactDuePartitions(depsOf(connection))

/** Numbers from 0 to 1, the same each time (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const report = (device_id: number, at_ms: number, seq: number, version = layout_id) =>
  fixture.report(device_id, at_ms, seq, version)
const store = (device_id: number, at_ms: number, raw: Buffer) => fixture.store(device_id, at_ms, raw, layout_id)

const fillDay = async (): Promise<string[]> => {
  const all: string[] = []
  for (const device_id of devices.slice(0, 3))
    for (let seq = 0; seq < 5; seq++) {
      await report(device_id, DAY + seq * MINUTE, seq)
      all.push(`${device_id} ${seq}`)
    }
  return all
}

describe('compaction', () => {
  it('turns a day that is over into one segment a device, and its partition is gone', async () => {
    const all = await fillDay()
    await pack()
    expect(await compactedReports()).toEqual(all)
    expect((await segments()).map(({ device_id, part }) => [device_id, part])).toEqual(
      devices.slice(0, 3).map((device_id) => [device_id, 0]),
    )
    expect([await partitionsOf('report_hot'), await partitionsOf('report_packing')]).toEqual([[], []])
    const { rows } = await database.pool.query(
      `select source, rows_read::int, reports::int, chunks::int, finished_at is not null as done from packing_progress`,
    )
    expect(rows).toEqual([{ source: 'report_packing_20261120', rows_read: 15, reports: 15, chunks: 3, done: true }])
  })

  it('leaves a day alone until its last reports had time to arrive', async () => {
    await fillDay()
    clock.set(DAY + 25 * HOUR - 1)
    await pack()
    expect(await segments()).toEqual([])
    clock.set(DAY + 25 * HOUR)
    await pack()
    expect(await segments()).toHaveLength(3)
  })

  it('goes on where it was cut off, at whichever statement: nothing lost, nothing twice', async () => {
    let cuts = 0
    for (let allowed = 0; ; allowed++) {
      await database.pool.query('truncate report_chunks, packing_progress')
      const all = await fillDay()
      let sent = 0
      const cut: Sql = {
        query: (async (...query: Parameters<Sql['query']>) => {
          if (sent++ >= allowed) throw new Error('cut off')
          return sql.query(...query)
        }) as Sql['query'], // one of its many signatures
      }
      const ended = await pack(cut).then(
        () => true,
        () => false,
      )
      if (ended) break
      cuts += 1
      await sql.query('rollback')
      const { rows } = await database.pool.query(
        `select count(*)::int as n from (select device_id, at from report_hot union select device_id, at from report_packing) r`,
      )
      expect(rows[0].n + new Set(await compactedReports()).size).toBeGreaterThanOrEqual(all.length)
      await pack()
      expect(await compactedReports()).toEqual(all)
      expect(await listOpenCompactions(sql)).toEqual([])
    }
    expect(cuts).toBeGreaterThan(15)
  })

  it('keeps a report once that was sent several times, and both of one second', async () => {
    const [device_id = 0] = devices
    for (const seq of [7, 7, 8, 7]) await report(device_id, DAY, seq)
    await pack()
    expect(await compactedReports()).toEqual([`${device_id} 7`, `${device_id} 8`])
    const { rows } = await database.pool.query('select repeats::int from packing_progress')
    expect(rows).toEqual([{ repeats: 2 }])
  })

  it('packs late reports as another part, not before their time, and merges the parts', async () => {
    const [device_id = 0] = devices
    await report(device_id, DAY + MINUTE, 1)
    await pack()
    await report(device_id, DAY, 0)
    await report(device_id, DAY + MINUTE, 1)
    await pack()
    expect(await partitionsOf('report_hot')).toEqual(['report_hot_20261120'])
    clock.set(DAY + 27 * HOUR)
    await pack()
    expect((await segments()).map(({ part, reports }) => [part, reports])).toEqual([
      [0, 1],
      [1, 2],
    ])
    await mergeDueParts(depsOf())
    expect((await segments()).map(({ part, reports }) => [part, reports])).toEqual([[0, 2]])
    expect(await compactedReports()).toEqual([`${device_id} 0`, `${device_id} 1`])
  })

  it('packs hour by hour, and makes one day of the hours when it is over', async () => {
    const [device_id = 0] = devices
    for (const hour of [0, 1, 2]) {
      const at_ms = DAY + hour * HOUR
      await ensurePartitions(database.pool, [partitionOf(at_ms, 'hour')])
      await store(device_id, at_ms, numbered(reportBytes(at_ms, { 14: 1 }), hour))
    }
    clock.set(DAY + 4 * HOUR)
    await pack()
    await mergeDueParts(depsOf())
    expect(await segments()).toHaveLength(3)
    clock.set(DAY + 26 * HOUR)
    await mergeDueParts(depsOf())
    expect(await segments()).toHaveLength(1)
    expect(await compactedReports()).toEqual([`${device_id} 0`, `${device_id} 1`, `${device_id} 2`])
  })

  it('holds exactly what was sent, whatever comes twice, late and out of order', async () => {
    const random = seeded(20_261_121)
    const sent = new Set<string>()
    const queue: { device_id: number; at_ms: number; seq: number }[] = []
    for (let n = 0; n < 240; n++) {
      const one = { device_id: devices[n % 4] ?? 0, at_ms: DAY - (n % 5) * 24 * HOUR + n * MINUTE, seq: n }
      sent.add(`${one.device_id} ${one.seq}`)
      queue.push(one)
      // A fifth is sent again, at any later time.
      if (random() < 0.2) queue.push(one)
    }
    queue.sort(() => random() - 0.5)
    for (const [index, { device_id, at_ms, seq }] of queue.entries()) {
      await report(device_id, at_ms, seq)
      if (index % 40 !== 39) continue
      clock.move(2 * HOUR)
      await pack()
      if (index % 80 === 79) await mergeDueParts(depsOf())
    }
    clock.move(48 * HOUR)
    await pack()
    await mergeDueParts(depsOf())
    expect((await compactedReports()).toSorted()).toEqual([...sent].toSorted())
    expect((await segments()).every(({ part }) => part === 0)).toBe(true)
  })

  it('keeps the product version of every report', async () => {
    const [device_id = 0] = devices
    for (const seq of [0, 1, 2, 3]) await report(device_id, DAY + seq, seq, seq < 2 ? layout_id : layout_id + 1)
    await pack()
    await mergeDueParts(depsOf())
    expect((await segments()).map((segment) => [segment.part, segment.layout_id, segment.reports])).toEqual([
      [0, layout_id, 2],
      [1, layout_id + 1, 2],
    ])
    expect((await database.pool.query('select 1 from chunk_merges')).rowCount).toBe(0)
  })

  it('keeps what is no report as a dead letter', async () => {
    const [device_id = 0] = devices
    await report(device_id, DAY, 1)
    await store(device_id, DAY + 1, Buffer.from('no report'))
    await pack()
    expect(await compactedReports()).toEqual([`${device_id} 1`])
    const { rows } = await database.pool.query('select reason, payload from dead_letters')
    expect(rows).toEqual([{ reason: 'not_packable', payload: Buffer.from('no report') }])
  })

  it('is done by one at a time', async () => {
    expect(await acquireCompactionLock(sql)).toBe(true)
    const other = await database.pool.connect()
    expect(await acquireCompactionLock(other)).toBe(false)
    other.release()
    await sql.query('select pg_advisory_unlock_all()')
  })
})

describe('a damaged segment', () => {
  it('is noted, and its day is never merged from it', async () => {
    const [device_id = 0] = devices
    await report(device_id, DAY, 0)
    await pack()
    await database.pool.query(`update report_chunks set body = set_byte(body, 30, get_byte(body, 30) # 1)`)
    clock.set(DAY + 27 * HOUR)
    await report(device_id, DAY + 1, 1)
    await pack()
    await mergeDueParts(depsOf())
    await mergeDueParts(depsOf())
    expect((await segments()).map(({ part }) => part)).toEqual([0, 1])
    const { rows } = await database.pool.query('select device_id, part, reason from damaged_chunks')
    expect(rows).toEqual([{ device_id, part: 0, reason: 'wrong checksum' }])
  })
})
