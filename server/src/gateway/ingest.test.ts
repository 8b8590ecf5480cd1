import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import vectors from '@heatfleet/modbus/golden/protocol-vectors.json' with { type: 'json' }
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway, type TestModule } from '../../test/gateway.ts'
import type { SmallDevice, SmallFleet } from '../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let gateway: TestGateway
let next_device = 0
let device: SmallDevice
let module: TestModule
let seq = 100

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  gateway = await startTestGateway(database)
  return () => gateway.stop()
})
// Each test has a module; the six take turns, and every report has a number and a second of its own.
beforeEach(async () => {
  const found = fleet.devices[next_device++ % fleet.devices.length]
  if (found === undefined) throw new Error('the small fleet has six devices')
  device = found
  await database.pool.query('truncate report_hot, dead_letters, device_events')
  module = await connectModule(gateway, device)
  return async () => {
    await module.client.endAsync(true)
  }
})

const nowS = () => Math.floor(Date.now() / 1000)
const nextSeq = () => (seq += 1)
const stored = () =>
  database.db
    .selectFrom('report_hot')
    .select(['at', 'raw'])
    .where('device_id', '=', device.device_id)
    .orderBy('at')
    .execute()
const status = () =>
  database.db
    .selectFrom('device_status')
    .selectAll()
    .where('device_id', '=', device.device_id)
    .executeTakeFirstOrThrow()

describe('acknowledgement', () => {
  test('a report is acknowledged after its commit and not before', async () => {
    await module.send('blk', reportOf(nextSeq(), nowS() - 30, [1]))
    const locker = new pg.Client(database.connection)
    await locker.connect()
    await locker.query('begin; lock table report_hot in access exclusive mode')
    let is_acknowledged = false
    const sent = module.send('blk', reportOf(nextSeq(), nowS() - 20, [2])).then(() => {
      is_acknowledged = true
    })
    await eventually(async () => {
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%report_hot%'`
      return (await database.pool.query(`${waiting} and datname = current_database()`)).rowCount
    }).toBe(1)
    expect(is_acknowledged).toBe(false)
    await locker.query('rollback')
    await sent
    expect(await stored()).toHaveLength(2)
    await locker.end()
  })

  test('while the database stands still nothing is acknowledged, memory stays bounded, and then nothing is lost', async () => {
    const small = await startTestGateway(database, undefined, {
      limits: { connections: 10, ingest_queue: 50, upgrade_bytes_per_s: 10_000_000 },
    })
    const flood = await connectModule(small, device)
    const locker = new pg.Client(database.connection)
    await locker.connect()
    await locker.query('begin; lock table report_hot in access exclusive mode')
    let acknowledged = 0
    const [from, count] = [nowS() - 7_000, 6_000]
    const sends = Array.from({ length: count }, (_, i) =>
      flood.send('blk', reportOf(nextSeq(), from + i, [i])).then(() => {
        acknowledged += 1
      }),
    )
    const waiting = async () => (await small.metrics.queue.get()).values[0]?.value ?? 0
    await eventually(async () => (await waiting()) > 0).toBe(true)
    // Round trips through the database: time for everything the gateway would still read.
    for (let trip = 0; trip < 50; trip += 1) await database.pool.query('select 1')
    expect(acknowledged).toBe(0)
    // What was on the way when reading stopped, 64 KiB at most, comes on top of the 50.
    expect(await waiting()).toBeLessThan(count / 2)
    await locker.query('rollback')
    await Promise.all(sends)
    expect((await stored()).map(({ at }) => at.getTime() / 1000)).toEqual(sends.map((_, i) => from + i))
    await locker.end()
    await flood.client.endAsync(true)
    await small.stop()
  })

  test('when the database drops the connection nothing is lost and nothing stored twice', async () => {
    const times = Array.from({ length: 20 }, (_, i) => nowS() - 100 + i)
    const sends = times.map((ts) => module.send('blk', reportOf(nextSeq(), ts, [ts & 0xffff])))
    await database.pool
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      .catch(() => {})
    await Promise.all(sends)
    expect((await stored()).map(({ at }) => at.getTime() / 1000)).toEqual(times)
  })

  test('a repeat is acknowledged and not stored again, also after the gateway started anew', async () => {
    const raw = reportOf(nextSeq(), nowS() - 10, [7])
    await Promise.all([module.send('blk', raw), module.send('blk', raw)])
    await module.send('blk', raw)
    const second = await startTestGateway(database)
    const again = await connectModule(second, device)
    await again.send('blk', raw)
    await again.client.endAsync(true)
    await second.stop()
    expect(await stored()).toHaveLength(1)
  })

  test('a gateway that has just started looks only for what may be stored already', async () => {
    const replay = { type: REPORT_TYPE.replay, flags: { ...NO_FLAGS, replay: true } }
    const ts = nowS()
    const kept = reportOf(nextSeq(), ts - 90, [1])
    const replayed = reportOf(nextSeq(), ts - 30, [2], replay)
    await module.send('blk', kept)
    await module.send('blk', replayed)
    const second = await startTestGateway(database)
    const again = await connectModule(second, device)
    const lookedFor = async (raw: Uint8Array) => {
      const count = async () => (await second.metrics.duplicateLookups.get()).values[0]?.value ?? 0
      const before = await count()
      await again.send('blk', raw)
      return (await count()) - before
    }
    // A replay is not in the unit's row, whatever its time.
    expect(await lookedFor(replayed)).toBe(1)
    expect(await lookedFor(kept)).toBe(1)
    for (const after_s of [10, 11, 40]) expect(await lookedFor(reportOf(nextSeq(), ts - 90 + after_s, [3]))).toBe(0)
    expect(await lookedFor(reportOf(nextSeq(), ts - 70, [4]))).toBe(1)
    expect(await lookedFor(reportOf(nextSeq(), ts - 20, [5], replay))).toBe(1)
    await again.client.endAsync(true)
    await second.stop()
    expect((await stored()).map(({ at }) => at.getTime() / 1000 - ts)).toEqual([-90, -80, -79, -70, -50, -30, -20])
  })

  test('what a gateway that was killed still had under way is not stored again by the next', async () => {
    const ts = nowS() - 10
    const raw = reportOf(nextSeq(), ts, [7])
    await module.send('blk', reportOf(nextSeq(), ts - 5, [1]))
    const dead = new pg.Client(database.connection)
    await dead.connect()
    await dead.query('begin')
    await dead.query(
      'insert into report_hot (device_id, at, layout_id, raw) select $1, to_timestamp($2), layout_id, $3 from report_hot',
      [device.device_id, ts, raw],
    )
    await dead.query('update device_status set last_report_at = to_timestamp($2) where device_id = $1', [
      device.device_id,
      ts,
    ])
    const starting = startTestGateway(database).then(async (next) => ({
      next,
      again: await connectModule(next, device),
    }))
    // Time enough to start and to read the unit's row, if it did not wait.
    await new Promise((resolve) => setTimeout(resolve, 500))
    await dead.query('commit')
    const { next, again } = await starting
    await again.send('blk', raw)
    await again.client.endAsync(true)
    await next.stop()
    await dead.end()
    expect(await stored()).toHaveLength(2)
  })

  test.each([
    ['bad_crc', Buffer.from(`${vectors.blk_report.hex.slice(0, -2)}00`, 'hex')],
    ['bad_magic', Buffer.from(`00${vectors.blk_report.hex.slice(2)}`, 'hex')],
    ['too_short', Buffer.from('4850', 'hex')],
  ])(
    'a malformed report (%s) is counted, parked and acknowledged, for it would come for ever',
    async (reason, bytes) => {
      await module.send('blk', bytes)
      const { values } = await gateway.metrics.refusedReports.get()
      expect(values.find(({ labels }) => labels.reason === reason)?.value).toBe(1)
      await eventually(() =>
        database.db.selectFrom('dead_letters').select(['reason', 'mac', 'payload']).execute(),
      ).toEqual([{ reason, mac: device.mac, payload: bytes }])
      expect(await stored()).toEqual([])
    },
  )

  test('one report that cannot be stored is parked and the others of its batch are kept', async () => {
    await database.pool.query(
      `alter table report_hot add constraint no_13 check (get_byte(raw, 5) <> 13 or get_byte(raw, 4) <> 13)`,
    )
    const ts = nowS() - 60
    const culprit = 13 * 256 + 13
    await Promise.all(
      [nextSeq(), culprit, nextSeq()].map((number, i) => module.send('blk', reportOf(number, ts + i, [i]))),
    )
    await database.pool.query('alter table report_hot drop constraint no_13')
    expect((await stored()).map(({ at }) => at.getTime() / 1000)).toEqual([ts, ts + 2])
    const letters = await database.db.selectFrom('dead_letters').select('reason').execute()
    expect(letters).toEqual([{ reason: 'not_storable' }])
  })
})

describe('time', () => {
  test('a replay fills the history and never the present', async () => {
    const ts = nowS()
    await module.send('blk', reportOf(nextSeq(), ts, [300]))
    const before = await status()
    const replay = { type: REPORT_TYPE.replay, flags: { ...NO_FLAGS, replay: true } }
    await module.send('blk', reportOf(nextSeq(), ts - 3600, [100], replay))
    await module.send('blk', reportOf(nextSeq(), ts - 60, [200]))
    expect(await stored()).toHaveLength(3)
    const after = await status()
    expect(after.last_report_at).toEqual(before.last_report_at)
    expect(after.latest_blocks).toEqual(before.latest_blocks)
  })

  test.each([
    ['unknown', () => 0],
    ['ahead', () => nowS() + 3600],
    ['too_old', () => nowS() - 401 * 86_400],
  ])('a report whose clock is %s stands under its arrival time, with an event', async (reason, ts) => {
    const from_ms = Date.now()
    await module.send('blk', reportOf(nextSeq(), ts(), [1]))
    const [row] = await stored()
    expect(row?.at.getTime()).toBeGreaterThanOrEqual(from_ms)
    expect(row?.at.getTime()).toBeLessThanOrEqual(Date.now())
    const events = await database.db.selectFrom('device_events').select('detail').where('kind', '=', 'clock').execute()
    expect(events).toMatchObject([{ detail: { reason } }])
  })
})

describe('what a report says', () => {
  test('the JSON form is stored as the binary form it means', async () => {
    const ts = nowS() - 3
    const block = { a: 1, f: 3, s: 14, q: 2, st: 0, d: '011901e5' }
    await module.send('blkj', { v: 1, s: 300, ts, fl: 1, rssi: -71, csq: 21, b: [block] })
    const [row] = await stored()
    expect(row?.raw.toString('hex')).toBe(Buffer.from(reportOf(300, ts, [0x119, 0x1e5])).toString('hex'))
  })

  test('a fault bit raises its alarm and its going ends it', async () => {
    const f01 = { start: 7 }
    await module.send('blk', reportOf(nextSeq(), nowS() + 20, [1], f01))
    const raised = await status()
    expect(raised.alarm_count).toBe(1)
    expect(raised.last_alarm_at).not.toBeNull()
    await module.send('blk', reportOf(nextSeq(), nowS() + 21, [0], f01))
    expect(await status()).toMatchObject({ alarm_count: 0, alarm_keys: [], last_alarm_at: raised.last_alarm_at })
  })

  test('a bus failure is reported by the flag, its return by the first good block', async () => {
    await module.send('blk', reportOf(nextSeq(), nowS() + 20, [1]))
    await module.send(
      'blk',
      reportOf(nextSeq(), nowS() + 21, [], { flags: { ...NO_FLAGS, bus_down: true }, blocks: [] }),
    )
    expect((await status()).bus_status).toBe('lost')
    await module.send('blk', reportOf(nextSeq(), nowS() + 22, [1]))
    expect((await status()).bus_status).toBe('ok')
    const events = await database.db
      .selectFrom('device_events')
      .select('detail')
      .where('kind', '=', '485')
      .orderBy('event_id')
      .execute()
    expect(events).toEqual([{ detail: { st: 'down' } }, { detail: { st: 'up' } }])
  })
})
