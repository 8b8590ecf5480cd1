import vectors from '@heatfleet/modbus/golden/protocol-vectors.json' with { type: 'json' }
import { beforeAll, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway } from '../../test/gateway.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import { SMALL_FLEET_KEY, type SmallFleet } from '../../test/small-fleet.ts'
import { seal } from '../platform/seal.ts'

const database = useDatabase()
let fleet: SmallFleet
let gateway: TestGateway
const GOLDEN_TS = 1_767_225_600

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  gateway = await startTestGateway(database)
  return () => gateway.stop()
})

const deviceAt = (index: number) => {
  const device = fleet.devices[index]
  if (device === undefined) throw new Error('the small fleet has six devices')
  return device
}
let seq = 0
const nowS = () => Math.floor(Date.now() / 1000)
const storedOf = async (device_id: number) => {
  const rows = await database.db
    .selectFrom('report_hot')
    .select(['at', 'raw', 'layout_id'])
    .where('device_id', '=', device_id)
    .orderBy('at')
    .execute()
  return rows
}
const statusOf = (device_id: number) =>
  database.db.selectFrom('device_status').selectAll().where('device_id', '=', device_id).executeTakeFirstOrThrow()

describe('a foreign module', () => {
  test('logs in by the golden signature and its golden report is stored byte for byte and published decoded', async () => {
    const clock = createMovedClock(GOLDEN_TS * 1000 + 90_000)
    const secret = Buffer.from(vectors.auth.secret_hex, 'hex')
    const { agent_id, agent_path } = fleet.distributors.A
    const { device_id } = await database.db
      .insertInto('devices')
      .values({
        mac: vectors.imei,
        device_name: 'golden',
        product_key: fleet.product_key,
        agent_id,
        agent_path,
        net: '4g',
        secret_sealed: seal(SMALL_FLEET_KEY, secret),
        import_time: new Date(),
      })
      .returning('device_id')
      .executeTakeFirstOrThrow()
    const then = await startTestGateway(database, clock)
    then.send({ kind: 'watch', device_ids: [device_id], begun: [device_id] })
    const module = await connectModule(
      then,
      { mac: vectors.imei, secret },
      {
        username: vectors.auth.username,
        password: vectors.auth.password,
      },
    )
    const raw = Buffer.from(vectors.blk_report.hex, 'hex')
    await module.send('blk', raw)
    const [stored, ...others] = await storedOf(device_id)
    expect(others).toEqual([])
    expect(stored?.raw.equals(raw)).toBe(true)
    expect(stored?.layout_id).toBe(fleet.layout_id)
    const status = then.published.findLast((message) => message.kind === 'status' && message.device_id === device_id)
    expect(status).toMatchObject({ online_status: 'online', bus_status: 'ok', rssi_dbm: -71 })
    expect(status?.kind === 'status' && status.attrs).toMatchObject({
      t_in: 28.1,
      t_dhw: 48.5,
      t_amb: 4,
      t_out: 32.3,
      u_ac: 229,
    })
    expect((await statusOf(device_id)).flow_c).toBe(32.3)
    await module.client.endAsync(true)
    await then.stop()
  })
})

describe('a console that begins to watch', () => {
  const statusesOf = (device_id: number) =>
    gateway.published.filter((message) => message.kind === 'status' && message.device_id === device_id)
  const watch = (device_id: number) => gateway.send({ kind: 'watch', device_ids: [device_id], begun: [device_id] })

  test('hears at once what the unit reported before, all blocks together, and so does the next one', async () => {
    const device = deviceAt(1)
    const module = await connectModule(gateway, device)
    await module.send('blk', reportOf(1, nowS() - 6, [281, 485]))
    await module.send('blk', reportOf(2, nowS() - 5, [90], { start: 202 }))
    expect(statusesOf(device.device_id)).toEqual([])
    for (const times of [1, 2]) {
      watch(device.device_id)
      await eventually(() => statusesOf(device.device_id)).toHaveLength(times)
    }
    const [first, second] = statusesOf(device.device_id)
    expect(first).toMatchObject({ online_status: 'online', attrs: { t_in: 28.1, t_dhw: 48.5, sp_dhw: 45 } })
    expect(second).toEqual(first)
    await module.client.endAsync()
  })

  test('hears nothing of a unit that never reported', async () => {
    const [silent, unknown] = [deviceAt(2), deviceAt(3)]
    const module = await connectModule(gateway, silent)
    await eventually(async () => (await statusOf(silent.device_id)).online).toBe(true)
    gateway.published.length = 0
    const device_ids = [silent.device_id, unknown.device_id]
    gateway.send({ kind: 'watch', device_ids, begun: device_ids })
    // It is watched: its next report is published, and none was before.
    await module.send('blk', reportOf(1, nowS() - 5, [281]))
    expect(gateway.published.filter(({ kind }) => kind === 'status')).toMatchObject([
      { device_id: silent.device_id, attrs: { t_in: 28.1 } },
    ])
    await module.client.endAsync()
  })
})

describe('reports', () => {
  test.each([
    { says: 'of the register is its own', words: [352], start: 18, flow_c: 35.2 },
    { says: 'of other registers leaves it', words: [90], start: 202, flow_c: 35.2 },
    { says: 'of a frozen pipe is below zero', words: [0xffec], start: 18, flow_c: -2 },
  ])('the flow temperature that lists show after a report $says', async ({ words, start, flow_c }) => {
    const device = deviceAt(4)
    const module = await connectModule(gateway, device)
    seq += 1
    await module.send('blk', reportOf(seq, nowS() - 60 + seq, words, { start }))
    expect((await statusOf(device.device_id)).flow_c).toBe(flow_c)
    await module.client.endAsync()
  })

  test('a report is stored, the state follows, and a repeat is acknowledged and not stored again', async () => {
    const device = deviceAt(0)
    const module = await connectModule(gateway, device)
    const ts = nowS() - 5
    const raw = reportOf(1, ts, [281, 485])
    await module.send('blk', raw)
    await module.send('blk', raw)
    expect(await storedOf(device.device_id)).toHaveLength(1)
    expect(await statusOf(device.device_id)).toMatchObject({
      last_report_at: new Date(ts * 1000),
      rssi_dbm: -71,
      bus_status: 'ok',
    })
    await module.client.endAsync()
  })
})
