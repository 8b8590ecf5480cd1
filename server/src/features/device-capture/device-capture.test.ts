import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway } from '../../../test/gateway.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallDevice } from '../../../test/small-fleet.ts'
import { createFrameCapture } from './frame-capture.ts'

const { database, fleet, console_ } = useFleetConsole()
let gateway: TestGateway
let admin: Call
let city: Call

const unit = (at: number): SmallDevice => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return device
}
const nowS = () => Math.floor(Date.now() / 1000)

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  city = (await console_.signIn('city_a1')).call
  gateway = await startTestGateway(database)
  return () => gateway.stop()
})

describe('a ping', () => {
  const ping = async ({ mac, device_id }: SmallDevice) => {
    expect(await city(api.pingDevice, { body: { mac } })).toMatchObject({ result: 'waiting', round_trip_ms: null })
    gateway.send({ kind: 'ping_requested', device_id })
  }
  const resultOf = async (mac: string) => (await city(api.devicePing, { query: { mac } }))?.result

  it('is not sent to a module that is offline', async () => {
    const { mac } = unit(1)
    expect(await city(api.devicePing, { query: { mac } })).toBeNull()
    await ping(unit(1))
    await eventually(() => resultOf(mac)).toBe('offline')
  })

  it('is answered by the module with the version of its plan, or refused', async () => {
    const device = unit(1)
    const { mac } = device
    const module = await connectModule(gateway, device)
    const commandsOf = () => module.received.filter(({ message }) => message.op === 'cfgget')
    for (const [at, st] of (['ok', 'unsup'] as const).entries()) {
      await ping(device)
      await eventually(() => commandsOf().length).toBe(at + 1)
      const id = String(commandsOf()[at]?.message.id)
      await module.acknowledge({ id, st: 'acc' })
      expect(await resultOf(mac)).toBe('waiting')
      await module.acknowledge({ id, st, ver: 7 })
      await eventually(() => resultOf(mac)).toBe(st === 'ok' ? 'answered' : 'refused')
    }
    expect(await city(api.devicePing, { query: { mac } })).toMatchObject({ plan_version: 7 })
    expect((await city(api.devicePing, { query: { mac } }))?.round_trip_ms).toBeGreaterThanOrEqual(0)
    await module.client.endAsync(true)
  })

  it('of a unit out of scope does not exist', async () => {
    const { mac } = unit(5)
    expect(await refusalOf(city(api.pingDevice, { body: { mac } }))).toBe('device_not_found mac')
    expect(await refusalOf(city(api.startCapture, { body: { mac } }))).toBe('device_not_found mac')
  })
})

describe('a restart of a module', () => {
  it('is sent to one that is online, and to no other', async () => {
    const device = unit(1)
    const module = await connectModule(gateway, device)
    await eventually(async () => (await admin(api.deviceInfo, { query: { mac: device.mac } })).online_status).toBe(
      'online',
    )
    await admin(api.restartModule, { body: { mac: device.mac } })
    const [request] = console_.published.filter(({ kind }) => kind === 'restart_requested')
    if (request === undefined) throw new Error('nothing was published')
    gateway.send(request)
    await eventually(() => module.received.map(({ message }) => message.op)).toContain('reboot')
    await module.client.endAsync(true)
    await eventually(async () => (await admin(api.restartModule, { body: { mac: device.mac } })).sent).toBe(false)
  })

  it('of a unit out of scope does not exist', async () => {
    expect(await refusalOf(city(api.restartModule, { body: { mac: unit(5).mac } }))).toBe('device_not_found mac')
  })
})

describe('a capture', () => {
  const device = () => unit(1)
  const changed = () => gateway.send({ kind: 'capture_changed', device_id: device().device_id })
  const read = () => city(api.deviceCapture, { query: { mac: device().mac } })

  it('keeps what module and cloud say to each other until it is stopped', async () => {
    const { mac } = device()
    expect(await read()).toBeNull()
    const module = await connectModule(gateway, device())
    await module.send('blk', reportOf(1, nowS() - 60, [281]))
    expect(await city(api.startCapture, { body: { mac } })).toMatchObject({ state: 'running', frame_count: 0 })
    changed()
    // Until the gateway has taken it up.
    let seq = 1
    await eventually(async () => {
      seq += 1
      await module.send('blk', reportOf(seq, nowS(), [281, seq]))
      return ((await read())?.frame_count ?? 0) > 0
    }).toBe(true)
    await module.send('time', { t0: 5 }, { qos: 0 })
    await eventually(async () => (await read())?.frames.map(({ channel }) => channel).includes('time')).toBe(true)
    await eventually(async () => (await read())?.frames.some(({ direction }) => direction === 'down')).toBe(true)
    const { frames = [], frame_count } = (await read()) ?? {}
    expect(frame_count).toBe(frames.length)
    const report = frames.find(({ channel }) => channel === 'blk')
    expect(report).toMatchObject({ direction: 'up', text: '' })
    expect(report?.hex).toMatch(/^4850/)
    expect(frames.find(({ channel, direction }) => channel === 'time' && direction === 'up')?.text).toBe('{"t0":5}')
    expect(frames.map(({ frame_no }) => frame_no)).toEqual(frames.map((_, at) => frames.length - at))

    expect(await city(api.stopCapture, { body: { mac } })).toMatchObject({ state: 'ended' })
    changed()
    const kept = (await read())?.frame_count ?? 0
    expect(kept).toBeGreaterThanOrEqual(frames.length)
    // A new one begins anew.
    expect(await city(api.startCapture, { body: { mac } })).toMatchObject({ state: 'running', frame_count: 0 })
    await city(api.stopCapture, { body: { mac } })
    changed()
    await module.client.endAsync(true)
  })

  it('is refused while too many run', async () => {
    const others = fleet.devices.filter(({ mac }) => mac !== device().mac)
    const { rows: spare } = await database.pool.query<{ device_id: number }>(
      `insert into devices (mac, device_name, product_key, agent_path, net, secret_sealed, import_time)
       select 'aabbccddee' || lpad(to_hex(n), 2, '0'), '', $1, '/', 'wifi', '', now() from generate_series(1, $2) n
       returning device_id`,
      [fleet.product_key, LIMITS.captures_running_max],
    )
    await database.pool.query(
      `insert into device_captures (device_id, started_at, ends_at) select unnest($1::int[]), now(), now() + interval '1 minute'`,
      [spare.map(({ device_id }) => device_id)],
    )
    expect(others.length).toBeGreaterThan(0)
    expect(await refusalOf(admin(api.startCapture, { body: { mac: unit(2).mac } }))).toBe('captures_full')
    await database.pool.query(`delete from device_captures`)
  })

  it('holds no secret, and ends when it is full', async () => {
    const { mac, device_id } = unit(2)
    await admin(api.startCapture, { body: { mac } })
    let now_ms = Date.now()
    const timers: (() => void)[] = []
    const capture = createFrameCapture({
      pool: database.pool,
      clock: {
        now: () => now_ms,
        after: (_, run) => {
          timers.push(run)
          return () => {}
        },
      },
      log: pino({ level: 'silent' }),
    })
    await capture.changed(device_id)
    const key = 'ab'.repeat(32)
    capture.note(mac, 'down', 'cmd', Buffer.from(JSON.stringify({ id: 's-1', op: 'setkey', exp: 1, key })))
    for (let n = 0; n < LIMITS.capture_frames_max + 5; n += 1) capture.note(mac, 'up', 'blk', Uint8Array.of(1, 2, 3))
    capture.note(unit(1).mac, 'up', 'blk', Uint8Array.of(1))
    now_ms += 1_000
    for (const run of timers.splice(0)) run()
    const all = () => admin(api.deviceCapture, { query: { mac, frames: LIMITS.capture_frames_max } })
    await eventually(async () => (await all())?.state).toBe('full')
    const { frames = [] } = (await all()) ?? {}
    expect(frames).toHaveLength(LIMITS.capture_frames_max)
    expect(frames.at(-1)?.text).toContain('setkey')
    expect(frames.at(-1)?.text).not.toContain(key)
    capture.stop()
  })
})
