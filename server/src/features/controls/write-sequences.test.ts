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

/** Unlock by two registers, save by a coil. */
const SERVICE = {
  name: 'service',
  before: [
    { fn: 6, address: 900, value: 0x55aa },
    { fn: 6, address: 901, value: 1 },
  ],
  after: [{ fn: 5, address: 40, value: 1 }],
}

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await database.pool.query(
    `update product_versions set settings = settings || $1::jsonb, points = (
       select jsonb_agg(point || case
         when point ->> 'key' like 'clk_%' then '{"write_group": "clock", "write_cmd": 16}'::jsonb
         when point ->> 'key' = 'sp_dhw' then '{"write_sequence": "service"}'::jsonb
         else '{}'::jsonb end order by place)
       from jsonb_array_elements(points) with ordinality as rows (point, place))`,
    [JSON.stringify({ write_sequences: [SERVICE] })],
  )
})
beforeEach(async () => {
  const found = fleet.devices[next_device++ % fleet.devices.length]
  if (found === undefined) throw new Error('the small fleet has six devices')
  device = found
  clock = createMovedClock(Date.now())
  gateway = await startTestGateway(database, clock)
  module = await connectModule(gateway, device, { now_ms: clock.now() })
  const s = Math.floor(clock.now() / 1000)
  await module.send('blk', reportOf(s & 0xffff, s, [10, 0, 15, 0, 80, 0, 0], { start: 198 }))
  return async () => {
    await module.client.endAsync(true)
    await gateway.stop()
  }
})

/** One command of some points, as the console queues it. */
const queue = async (values: Record<string, number>, request_id = 'r-1'): Promise<number[]> => {
  const rows = await database.db
    .insertInto('control_log')
    .values(
      Object.entries(values).map(([point_key, new_value]) => ({
        device_id: device.device_id,
        uid: fleet.accounts.admin,
        operator_name: 'admin',
        source: 'console' as const,
        request_id,
        control_time: new Date(clock.now()),
        point_key,
        layout_id: fleet.layout_id,
        new_value,
        state: 'queued' as const,
        expires_at: new Date(clock.now() + 45_000),
      })),
    )
    .returning('control_id')
    .execute()
  const control_ids = rows.map(({ control_id }) => Number(control_id)).toSorted((a, b) => a - b)
  gateway.send({ kind: 'controls_queued', control_ids })
  return control_ids
}
const commands = () =>
  module.received.filter(({ channel }) => channel === 'cmd').map(({ message }) => message as Record<string, unknown>)
const newest = async (count: number) => {
  await eventually(() => commands().length).toBe(count)
  return commands()[count - 1] ?? {}
}
const rowsOf = async (control_ids: number[]) => {
  const rows = await database.db
    .selectFrom('control_log')
    .select(['point_key', 'state', 'reason', 'read_back', 'frame', 'sends'])
    .where('control_id', 'in', control_ids.map(String))
    .orderBy('control_id')
    .execute()
  return rows
}
const answer = (id: unknown, rest: object) => module.acknowledge({ id: String(id), st: 'ok', ...rest })

describe('a value that the board wants unlocked and saved', () => {
  test('is written between the writes of its sequence, in order, and verified after the last of them', async () => {
    const ids = await queue({ sp_dhw: 45 })
    const first = await newest(1)
    expect(first).toMatchObject({ op: 'write', f: 6, s: 900, v: [0x55aa] })
    expect(first).not.toHaveProperty('rb')
    await answer(first.id, {})
    const second = await newest(2)
    expect(second).toMatchObject({ f: 6, s: 901, v: [1] })
    await answer(second.id, {})
    const value = await newest(3)
    expect(value).toMatchObject({ id: `c-${ids[0]}`, f: 6, s: 202, v: [90], rb: 1 })
    await answer(value.id, { rb: [90] })
    const save = await newest(4)
    expect(save).toMatchObject({ f: 5, s: 40, v: [1] })
    expect(await rowsOf(ids)).toMatchObject([{ state: 'acked' }])
    await answer(save.id, {})
    await eventually(async () => (await rowsOf(ids))[0]?.state).toBe('verified')
    expect(await rowsOf(ids)).toMatchObject([{ read_back: 45, sends: 1 }])
  })

  test('that is not unlocked is never written', async () => {
    const ids = await queue({ sp_dhw: 45 })
    const first = await newest(1)
    await answer(first.id, { st: 'exc', ec: 3 })
    await eventually(async () => (await rowsOf(ids))[0]?.state).toBe('failed')
    expect(await rowsOf(ids)).toMatchObject([{ reason: 'unlock_failed' }])
    expect(commands()).toHaveLength(1)
  })

  test('that is written but not saved says so', async () => {
    const ids = await queue({ sp_dhw: 45 })
    for (let at = 1; at <= 3; at++) await answer((await newest(at)).id, at === 3 ? { rb: [90] } : {})
    await answer((await newest(4)).id, { st: 'timeout' })
    await eventually(async () => (await rowsOf(ids))[0]?.state).toBe('failed')
    expect(await rowsOf(ids)).toMatchObject([{ reason: 'save_failed' }])
  })

  test('without an answer is unlocked anew before it is sent again', async () => {
    const ids = await queue({ sp_dhw: 45 })
    for (const at of [1, 2]) await answer((await newest(at)).id, {})
    await newest(3)
    clock.move(15_000)
    const again = await newest(4)
    expect(again).toMatchObject({ s: 900, v: [0x55aa] })
    expect(again.id).not.toBe(commands()[0]?.id)
    await answer(again.id, {})
    await answer((await newest(5)).id, {})
    const value = await newest(6)
    expect(value).toMatchObject({ id: `c-${ids[0]}`, s: 202 })
    await answer(value.id, { rb: [90] })
    await answer((await newest(7)).id, {})
    await eventually(async () => (await rowsOf(ids))[0]?.state).toBe('verified')
    expect(await rowsOf(ids)).toMatchObject([{ sends: 2 }])
  })
})

describe('points that are written together', () => {
  const readClock = async () => {
    const s = Math.floor(clock.now() / 1000) + 1
    await module.send('blk', reportOf((s + 1) & 0xffff, s, [0x2611, 0x2713, 0x4500], { start: 528 }))
  }

  test('go onto the bus in one frame, and each is judged by its own part of what is read back', async () => {
    await readClock()
    const ids = await queue({ clk_mon: 12, clk_day: 24, clk_min: 7 })
    const write = await newest(1)
    expect(write).toMatchObject({ id: `c-${ids[0]}`, op: 'write', f: 16, s: 528, v: [0x2612, 0x2413, 0x0700], rb: 1 })
    await answer(write.id, { rb: [0x2612, 0x2413, 0x0800] })
    await eventually(async () => (await rowsOf(ids)).map(({ state }) => state)).toEqual([
      'verified',
      'verified',
      'mismatch',
    ])
    const rows = await rowsOf(ids)
    expect(rows.map(({ read_back }) => read_back)).toEqual([12, 24, 8])
    expect(new Set(rows.map(({ frame }) => frame)).size).toBe(1)
    expect(commands()).toHaveLength(1)
  })

  test('of two commands are two frames', async () => {
    await readClock()
    const [month] = await queue({ clk_mon: 12 }, 'r-1')
    const [day] = await queue({ clk_day: 24 }, 'r-2')
    await answer((await newest(1)).id, { rb: [0x2612, 0x2713, 0x4500] })
    const second = await newest(2)
    expect(second).toMatchObject({ id: `c-${day}`, v: [0x2612, 0x2413, 0x4500] })
    await answer(second.id, { rb: [0x2612, 0x2413, 0x4500] })
    await eventually(async () => (await rowsOf([month ?? 0, day ?? 0])).map(({ state }) => state)).toEqual([
      'verified',
      'verified',
    ])
  })

  test('fail together while a register of theirs was never read', async () => {
    const ids = await queue({ clk_mon: 12, clk_day: 24 })
    await eventually(async () => (await rowsOf(ids)).map(({ reason }) => reason)).toEqual([
      'needs_current_word',
      'needs_current_word',
    ])
    expect(commands()).toEqual([])
  })
})
