import { decodeReport, encodeReport } from '@heatfleet/contract/report-frame.ts'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import { reportBytes } from '../../test/report-bytes.ts'
import { openChunk } from '../chunks/chunk-read.ts'
import { ensurePartitions, partitionOf } from '../ingest/partitions.ts'
import { mergeDueParts } from './merge-parts.ts'
import { packDuePartitions } from './pack-partition.ts'
import { dropOldHistory } from './retention.ts'
import { listOpenPackings, type Sql, takeTurn } from './store.ts'

const DAY = Date.UTC(2026, 10, 20)
const MINUTE = 60_000
const HOUR = 3_600_000
const database = useDatabase()
const clock = createMovedClock(DAY)
const log = pino({ level: 'silent' })
let sql: pg.PoolClient
let layout_id: number
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
  for (const table of ['report_hot', 'report_packing', 'report_chunks'])
    for (const name of await partitionsOf(table)) await database.pool.query(`drop table ${name}`)
  await database.pool.query('truncate packing_progress, chunk_merges, damaged_chunks, dead_letters')
})

const partitionsOf = async (table: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
    [table],
  )
  return rows.map(({ name }) => name)
}
const depsOf = (connection: Sql = sql) => ({ sql: connection, clock, log, pack_after_ms: HOUR })
const pack = (connection?: Sql) => packDuePartitions(depsOf(connection))

/** Stores a report of a device as the gateway does. */
const report = async (device_id: number, at_ms: number, seq: number, version = layout_id): Promise<void> => {
  await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
  const raw = reportBytes(at_ms, { 14: seq, 18: 300 })
  await store(device_id, at_ms, numbered(raw, seq), version)
}
const store = async (device_id: number, at_ms: number, raw: Buffer, version = layout_id): Promise<void> => {
  await database.pool.query('insert into report_hot (device_id, at, layout_id, raw) values ($1, $2, $3, $4)', [
    device_id,
    new Date(at_ms),
    version,
    raw,
  ])
}
const numbered = (raw: Buffer, seq: number): Buffer => {
  const decoded = decodeReport(raw)
  if (!decoded.ok) throw new Error(decoded.reason)
  return Buffer.from(encodeReport({ ...decoded.report, seq }))
}

type ChunkRow = { device_id: number; day_ms: number; part: number; layout_id: number; reports: number; body: Buffer }
const chunks = async (): Promise<ChunkRow[]> => {
  const { rows } = await database.pool.query<ChunkRow>(
    `select device_id, extract(epoch from day)::float8 * 1000 as day_ms, part, layout_id, reports, body
     from report_chunks order by 1, 2, 3`,
  )
  return rows
}
/** Every stored report as "device seq", with how often it stands packed. */
const packedReports = async (): Promise<string[]> =>
  (await chunks()).flatMap((row) =>
    openChunk(row.body, row)
      .unpack()
      .map((timed) => `${row.device_id} ${timed.report.seq}`),
  )

const fillDay = async (): Promise<string[]> => {
  const all: string[] = []
  for (const device_id of devices.slice(0, 3))
    for (let seq = 0; seq < 5; seq++) {
      await report(device_id, DAY + seq * MINUTE, seq)
      all.push(`${device_id} ${seq}`)
    }
  return all
}

describe('packing', () => {
  it('turns a day that is over into one chunk a device, and its partition is gone', async () => {
    const all = await fillDay()
    await pack()
    expect(await packedReports()).toEqual(all)
    expect((await chunks()).map(({ device_id, part }) => [device_id, part])).toEqual(
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
    expect(await chunks()).toEqual([])
    clock.set(DAY + 25 * HOUR)
    await pack()
    expect(await chunks()).toHaveLength(3)
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
      expect(rows[0].n + new Set(await packedReports()).size).toBeGreaterThanOrEqual(all.length)
      await pack()
      expect(await packedReports()).toEqual(all)
      expect(await listOpenPackings(sql)).toEqual([])
    }
    expect(cuts).toBeGreaterThan(15)
  })

  it('keeps a report once that was sent several times, and both of one second', async () => {
    const [device_id = 0] = devices
    for (const seq of [7, 7, 8, 7]) await report(device_id, DAY, seq)
    await pack()
    expect(await packedReports()).toEqual([`${device_id} 7`, `${device_id} 8`])
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
    expect((await chunks()).map(({ part, reports }) => [part, reports])).toEqual([
      [0, 1],
      [1, 2],
    ])
    await mergeDueParts(depsOf())
    expect((await chunks()).map(({ part, reports }) => [part, reports])).toEqual([[0, 2]])
    expect(await packedReports()).toEqual([`${device_id} 0`, `${device_id} 1`])
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
    expect(await chunks()).toHaveLength(3)
    clock.set(DAY + 26 * HOUR)
    await mergeDueParts(depsOf())
    expect(await chunks()).toHaveLength(1)
    expect(await packedReports()).toEqual([`${device_id} 0`, `${device_id} 1`, `${device_id} 2`])
  })

  it('keeps the product version of every report', async () => {
    const [device_id = 0] = devices
    for (const seq of [0, 1, 2, 3]) await report(device_id, DAY + seq, seq, seq < 2 ? layout_id : layout_id + 1)
    await pack()
    await mergeDueParts(depsOf())
    expect((await chunks()).map((chunk) => [chunk.part, chunk.layout_id, chunk.reports])).toEqual([
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
    expect(await packedReports()).toEqual([`${device_id} 1`])
    const { rows } = await database.pool.query('select reason, payload from dead_letters')
    expect(rows).toEqual([{ reason: 'not_packable', payload: Buffer.from('no report') }])
  })

  it('is done by one at a time', async () => {
    expect(await takeTurn(sql)).toBe(true)
    const other = await database.pool.connect()
    expect(await takeTurn(other)).toBe(false)
    other.release()
    await sql.query('select pg_advisory_unlock_all()')
  })
})

describe('a damaged chunk', () => {
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
    expect((await chunks()).map(({ part }) => part)).toEqual([0, 1])
    const { rows } = await database.pool.query('select device_id, part, reason from damaged_chunks')
    expect(rows).toEqual([{ device_id, part: 0, reason: 'wrong checksum' }])
  })
})

describe('retention', () => {
  const months = async (): Promise<string[]> => (await partitionsOf('report_chunks')).map((name) => name.slice(14))

  beforeEach(async () => {
    for (const month of [8, 9, 10]) await report(devices[0] ?? 0, Date.UTC(2026, month, 15), month)
    await pack()
  })

  it.each([
    [0, ['202609', '202610', '202611']],
    [60, ['202609', '202610', '202611']],
    [45, ['202610', '202611']],
    [10, ['202611']],
  ])('of %i days drops the months that are older as a whole', async (history_days, left) => {
    clock.set(Date.UTC(2026, 10, 20))
    await dropOldHistory({ ...depsOf(), history_days })
    expect(await months()).toEqual(left)
  })

  it('of a product that keeps less takes its days alone', async () => {
    clock.set(Date.UTC(2026, 10, 20))
    const { rows } = await database.pool.query(
      'update products set history_days = 10 where product_key = (select product_key from devices where device_id = $1) returning 1',
      [devices[0]],
    )
    expect(rows).toHaveLength(1)
    await dropOldHistory({ ...depsOf(), history_days: 0 })
    expect((await chunks()).map(({ day_ms }) => new Date(day_ms).getUTCMonth())).toEqual([10])
    await database.pool.query('update products set history_days = null')
  })
})
