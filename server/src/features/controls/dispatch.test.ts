import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway, type TestModule } from '../../../test/gateway.ts'
import { createMovedClock, type MovedClock } from '../../../test/moved-clock.ts'
import type { SmallDevice, SmallFleet } from '../../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let clock: MovedClock
let gateway: TestGateway
let device: SmallDevice
let module: TestModule
let next_device = 0

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})
beforeEach(async () => {
  const found = fleet.devices[next_device++ % fleet.devices.length]
  if (found === undefined) throw new Error('the small fleet has six devices')
  device = found
  clock = createMovedClock(Date.now())
  gateway = await startTestGateway(database, clock)
  module = await connect(gateway)
  const s = Math.floor(clock.now() / 1000)
  await module.send('blk', reportOf(s & 0xffff, s, [10, 0, 15, 0, 80, 0, 0], { start: 198 }))
  await module.send('blk', reportOf((s + 1) & 0xffff, s, [0x2607], { start: 528 }))
  return async () => {
    await module.client.endAsync(true)
    await gateway.stop()
  }
})

const connect = (to: TestGateway) => connectModule(to, device, { now_ms: clock.now() })
const insert = async (point_key: string, new_value: number): Promise<number> => {
  const { control_id } = await database.db
    .insertInto('control_log')
    .values({
      device_id: device.device_id,
      uid: fleet.accounts.admin,
      operator_name: 'admin',
      source: 'console',
      control_time: new Date(clock.now()),
      point_key,
      layout_id: fleet.layout_id,
      new_value,
      state: 'queued',
      expires_at: new Date(clock.now() + 45_000),
    })
    .returning('control_id')
    .executeTakeFirstOrThrow()
  return Number(control_id)
}
const queue = async (point_key: string, new_value: number): Promise<number> => {
  const control_id = await insert(point_key, new_value)
  gateway.send({ kind: 'controls_queued', control_ids: [control_id] })
  return control_id
}
const rowOf = (control_id: number) =>
  database.db.selectFrom('control_log').selectAll().where('control_id', '=', `${control_id}`).executeTakeFirstOrThrow()
const commands = (to = module) => to.received.filter(({ channel }) => channel === 'cmd').map(({ message }) => message)
const stateOf = async (control_id: number) => (await rowOf(control_id)).state
const movesOf = (control_id: number) =>
  gateway.published.flatMap((message) =>
    message.kind === 'control_moved' && message.control_id === control_id ? [message.state] : [],
  )
const sent = async (control_id: number, count = 1) => {
  await eventually(() => commands().filter(({ id }) => id === `c-${control_id}`).length).toBe(count)
  await eventually(async () => (await rowOf(control_id)).sends).toBe(count)
}

describe('a command', () => {
  test.each<
    [string, Omit<AckMessage, 'id'>[], { state: string; reason: string | null; read_back: number | null }, string[]]
  >([
    [
      'read back equal is verified',
      [{ st: 'ok', rb: [90] }],
      { state: 'verified', reason: null, read_back: 45 },
      ['sent', 'acked', 'verified'],
    ],
    [
      'read back otherwise is a mismatch',
      [{ st: 'ok', rb: [88] }],
      { state: 'mismatch', reason: null, read_back: 44 },
      ['sent', 'acked', 'mismatch'],
    ],
    [
      'accepted first is still to be answered',
      [{ st: 'acc' }, { st: 'ok', rb: [90] }],
      { state: 'verified', reason: null, read_back: 45 },
      ['sent', 'acked', 'verified'],
    ],
    [
      'refused by the board fails with its code',
      [{ st: 'exc', ec: 2 }],
      { state: 'failed', reason: 'exc_2', read_back: null },
      ['sent', 'failed'],
    ],
    [
      'out of range fails',
      [{ st: 'range' }],
      { state: 'failed', reason: 'range', read_back: null },
      ['sent', 'failed'],
    ],
    [
      'met by a busy bus fails',
      [{ st: 'busy' }],
      { state: 'failed', reason: 'busy', read_back: null },
      ['sent', 'failed'],
    ],
    [
      'the board does not answer fails',
      [{ st: 'timeout' }],
      { state: 'failed', reason: 'timeout', read_back: null },
      ['sent', 'failed'],
    ],
    [
      'answered twice keeps the first answer',
      [
        { st: 'ok', rb: [90] },
        { st: 'exc', ec: 2 },
      ],
      { state: 'verified', reason: null, read_back: 45 },
      ['sent', 'acked', 'verified'],
    ],
  ])('%s', async (_, answers, expected, moves) => {
    const control_id = await queue('sp_dhw', 45)
    await sent(control_id)
    expect(commands()).toMatchObject([{ op: 'write', a: 1, f: 6, s: 202, v: [90], rb: 1 }])
    for (const answer of answers) await module.acknowledge({ id: `c-${control_id}`, ...answer })
    const row = await rowOf(control_id)
    expect(row).toMatchObject({ ...expected, sends: 1, control_data: '005a', frame: '010600ca005a29cf' })
    const read_back_data = expected.read_back === null ? '' : expected.state === 'verified' ? '005a' : '0058'
    expect(row).toMatchObject({ read_back_data, sent_at: new Date(clock.now()) })
    expect(row.acked_at).toEqual(moves.includes('acked') ? new Date(clock.now()) : null)
    expect(row.finish_time).toEqual(new Date(clock.now()))
    expect(movesOf(control_id)).toEqual(moves)
  })

  test('whose module does not read back by itself is read back by a command of its own', async () => {
    const control_id = await queue('sp_dhw', 45)
    await sent(control_id)
    await module.acknowledge({ id: `c-${control_id}`, st: 'ok' })
    await eventually(() => commands().at(-1)).toMatchObject({
      id: `r-${control_id}`,
      op: 'read',
      a: 1,
      f: 3,
      s: 202,
      q: 1,
    })
    await module.acknowledge({ id: `r-${control_id}`, st: 'ok', rb: [90] })
    expect(await stateOf(control_id)).toBe('verified')
  })

  test('not answered is sent once more under the same id, then fails, and a late answer does not revive it', async () => {
    const control_id = await queue('sp_dhw', 45)
    await sent(control_id)
    clock.move(15_000)
    await sent(control_id, 2)
    clock.move(15_000)
    await eventually(() => stateOf(control_id)).toBe('failed')
    await module.acknowledge({ id: `c-${control_id}`, st: 'ok', rb: [90] })
    expect(await rowOf(control_id)).toMatchObject({ state: 'failed', reason: 'no_answer', read_back: null, sends: 2 })
  })

  test('that the definition forbids fails without being sent', async () => {
    const control_id = await queue('sp_dhw', 99)
    await eventually(() => stateOf(control_id)).toBe('failed')
    expect(await rowOf(control_id)).toMatchObject({ reason: 'above_max', sends: 0 })
    expect(commands()).toEqual([])
  })

  test('for a module that is away waits for it, and expires when it does not come', async () => {
    await module.client.endAsync()
    await eventually(() => gateway.metrics.connections.get().then(({ values }) => values[0]?.value)).toBe(0)
    const control_id = await queue('sp_dhw', 45)
    module = await connect(gateway)
    await sent(control_id)
    await module.acknowledge({ id: `c-${control_id}`, st: 'ok', rb: [90] })
    expect(await stateOf(control_id)).toBe('verified')
    await module.client.endAsync()
    await eventually(() => gateway.metrics.connections.get().then(({ values }) => values[0]?.value)).toBe(0)
    const late = await queue('sp_dhw', 46)
    await eventually(async () => {
      clock.move(46_000)
      return (await rowOf(late)).state
    }).toBe('expired')
    expect(await rowOf(late)).toMatchObject({ reason: 'offline', sends: 0 })
  })

  test('waits until a module that came has subscribed, for what is sent before is lost', async () => {
    await module.client.endAsync()
    const isHere = (count: number) =>
      eventually(() => gateway.metrics.connections.get().then(({ values }) => values[0]?.value)).toBe(count)
    await isHere(0)
    const silent = await connectModule(gateway, device, { now_ms: clock.now(), is_silent: true })
    await isHere(1)
    const control_id = await queue('sp_dhw', 45)
    await silent.listen()
    await eventually(() => commands(silent).map(({ id }) => id)).toEqual([`c-${control_id}`])
    await silent.acknowledge({ id: `c-${control_id}`, st: 'ok', rb: [90] })
    await eventually(() => stateOf(control_id)).toBe('verified')
    module = silent
  })

  test('under way when the gateway ends is sent again by the next under the same id', async () => {
    const control_id = await queue('sp_dhw', 45)
    await sent(control_id)
    await module.client.endAsync(true)
    await gateway.stop()
    gateway = await startTestGateway(database, clock)
    module = await connect(gateway)
    await eventually(() => commands().map(({ id }) => id)).toEqual([`c-${control_id}`])
    await module.acknowledge({ id: `c-${control_id}`, st: 'ok', rb: [90] })
    expect(await stateOf(control_id)).toBe('verified')
  })

  test('waits for the one before it, and is laid over what that one read back', async () => {
    const month = await queue('clk_mon', 11)
    const year = await queue('clk_year', 27)
    await sent(month)
    expect(commands()).toMatchObject([{ s: 528, v: [0x2611] }])
    await module.acknowledge({ id: `c-${month}`, st: 'ok', rb: [0x2611] })
    await sent(year)
    expect(commands().at(-1)).toMatchObject({ s: 528, v: [0x2711] })
    await module.acknowledge({ id: `c-${year}`, st: 'ok', rb: [0x2711] })
    expect([await stateOf(month), await stateOf(year)]).toEqual(['verified', 'verified'])
  })

  test('that sets a value again within the same report stands in the newest values as the first one did', async () => {
    gateway.send({ kind: 'watch', device_ids: [device.device_id], begun: [] })
    for (const value of [45, 46, 45]) {
      const control_id = await queue('sp_dhw', value)
      await sent(control_id)
      await module.acknowledge({ id: `c-${control_id}`, st: 'ok', rb: [value * 2] })
      const status = gateway.published.findLast((message) => message.kind === 'status')
      expect(status?.kind === 'status' && status.attrs).toMatchObject({ sp_dhw: value })
    }
  })

  test('that was verified stands in the newest values and in the push at once', async () => {
    gateway.send({ kind: 'watch', device_ids: [device.device_id], begun: [] })
    const control_id = await queue('sp_dhw', 45)
    await sent(control_id)
    await module.acknowledge({ id: `c-${control_id}`, st: 'ok', rb: [90], ts: Math.floor(clock.now() / 1000) + 1 })
    const status = gateway.published.findLast((message) => message.kind === 'status')
    expect(status?.kind === 'status' && status.attrs).toMatchObject({ sp_dhw: 45 })
  })
})
