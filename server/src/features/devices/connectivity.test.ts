import { LIMITS } from '@heatfleet/contract/limits.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway } from '../../../test/gateway.ts'
import { createMovedClock, type MovedClock } from '../../../test/moved-clock.ts'
import type { SmallDevice, SmallFleet } from '../../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let clock: MovedClock
let gateway: TestGateway
let device: SmallDevice
let next_device = 0

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})
beforeEach(async () => {
  const found = fleet.devices[next_device++]
  if (found === undefined) throw new Error('the small fleet has six devices')
  device = found
  clock = createMovedClock(Date.now())
  gateway = await startTestGateway(database, clock)
  gateway.send({ kind: 'watch', device_ids: [device.device_id], begun: [device.device_id] })
  return () => gateway.stop()
})

const connect = (options = {}) => connectModule(gateway, device, { now_ms: clock.now(), ...options })
const status = () =>
  database.db
    .selectFrom('device_status')
    .selectAll()
    .where('device_id', '=', device.device_id)
    .executeTakeFirstOrThrow()
const events = async () => {
  const rows = await database.db
    .selectFrom('device_events')
    .select(['kind', 'detail'])
    .where('device_id', '=', device.device_id)
    .orderBy('event_id')
    .execute()
  return rows.map(({ kind, detail }) => [kind, detail])
}
const onlineEventually = (online: boolean) => eventually(async () => (await status()).online).toBe(online)
const will = (mac: string) => ({
  will: { topic: `hp/v1/d/${mac}/up/st`, payload: Buffer.from('{"on":0,"why":"lwt"}'), qos: 1 as const, retain: true },
})
const registration = (changes = {}) => ({
  v: 1,
  did: device.mac,
  net: '4g',
  iccid: '89860324421045678909',
  hw: 'DTU4G-B',
  fw: '1.3.0',
  mcu: { sw: '2.08', hw: 'CG248075' },
  rssi: -66,
  gen: 0,
  boot: 17,
  why: 'por',
  plan: 0,
  ...changes,
})

describe('presence', () => {
  test('a module that connects is on line, counted once, and off line when it says bye', async () => {
    const module = await connect()
    await module.send('st', { on: 1, boot: 17 })
    await onlineEventually(true)
    expect(await status()).toMatchObject({ online_times: 1, first_online_at: new Date(clock.now()) })
    await module.send('st', { on: 0, why: 'bye' })
    await module.client.endAsync()
    await onlineEventually(false)
    expect((await events()).map(([kind]) => kind)).toEqual(['online', 'offline'])
    expect((await events()).at(-1)).toEqual(['offline', { why: 'bye' }])
    const states = gateway.published.flatMap((message) => (message.kind === 'status' ? [message.online_status] : []))
    expect(states).toEqual(['online', 'offline'])
    const { active } = await database.db
      .selectFrom('devices')
      .select('active')
      .where('device_id', '=', device.device_id)
      .executeTakeFirstOrThrow()
    expect(active).toBe(true)
  })

  test('a broken connection is reported by its last will', async () => {
    const module = await connect(will(device.mac))
    await onlineEventually(true)
    module.client.stream.destroy()
    await onlineEventually(false)
    expect((await events()).at(-1)).toEqual(['offline', { why: 'lwt' }])
    await module.client.endAsync(true)
  })

  test('a second connection takes the place of the first, stays on line and is noted', async () => {
    const first = await connect(will(device.mac))
    await onlineEventually(true)
    const closed = new Promise<void>((resolve) => first.client.once('close', () => resolve()))
    const second = await connect(will(device.mac))
    await closed
    await eventually(async () => (await events()).map(([kind]) => kind)).toEqual(['online', 'cloned'])
    await second.send('blk', reportOf(1, Math.floor(clock.now() / 1000), [1]))
    expect(await status()).toMatchObject({ online: true, online_times: 1 })
    // One that does so again and again is told once a minute.
    const closed_again = new Promise<void>((resolve) => second.client.once('close', () => resolve()))
    const third = await connect(will(device.mac))
    await closed_again
    await third.send('blk', reportOf(2, Math.floor(clock.now() / 1000), [1]))
    expect((await events()).filter(([kind]) => kind === 'cloned')).toHaveLength(1)
    await first.client.endAsync(true)
    await second.client.endAsync(true)
    await third.client.endAsync(true)
  })

  test('a device on line before the gateway started anew has its grace to return: its network’s, or its product’s', async () => {
    const by_network_s = (device.mac.length === 15 ? LIMITS.offline_grace_4g_ms : LIMITS.offline_grace_wifi_ms) / 1_000
    for (const [offline_after_s, grace_s] of [
      [null, by_network_s],
      [45, 45],
    ]) {
      await database.db
        .updateTable('product_versions')
        .set({
          settings: sql`jsonb_set(settings, '{access,offline_after_s}', ${JSON.stringify(offline_after_s)}::jsonb)`,
        })
        .where('layout_id', '=', fleet.layout_id)
        .execute()
      const module = await connect()
      await onlineEventually(true)
      await gateway.stop()
      await module.client.endAsync(true)
      expect((await status()).online).toBe(true)
      gateway = await startTestGateway(database, clock)
      clock.move(((grace_s ?? 0) - 1) * 1_000)
      expect((await status()).online).toBe(true)
      clock.move(2_000)
      await onlineEventually(false)
      expect((await events()).at(-1)).toEqual(['offline', { why: 'not_back' }])
    }
  })
})

describe('registration', () => {
  test('keeps what the module says, notes the start once, and sends the plan when it is another one', async () => {
    const module = await connect()
    await module.send('reg', registration())
    await module.send('reg', registration({ plan: fleet.layout_id, iccid: 'no number' }))
    const row = await database.db
      .selectFrom('devices')
      .selectAll()
      .where('device_id', '=', device.device_id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      iccid: '89860324421045678909',
      software_version: '2.08',
      hardware_version: 'CG248075',
      module_type: 'DTU4G-B',
      module_version: '1.3.0',
      generic: false,
    })
    expect(await status()).toMatchObject({ rssi_dbm: -66, session_boot: 17 })
    expect((await events()).filter(([kind]) => kind === 'boot')).toHaveLength(1)
    await eventually(() => module.received.filter(({ channel }) => channel === 'cfg')).toHaveLength(1)
    expect(module.received.find(({ channel }) => channel === 'cfg')?.message).toMatchObject({ ver: fleet.layout_id })
    await module.client.endAsync(true)
  })

  test('time is answered, a live view requests fast reports once, a refresh keeps it', async () => {
    const module = await connect()
    await module.send('time', { t0: 5 }, { qos: 0 })
    await eventually(() => module.received).toMatchObject([
      { channel: 'time', message: { t0: 5, t1: clock.now(), t2: clock.now() } },
    ])
    const polls = () => module.received.filter(({ channel }) => channel === 'cmd').map(({ message }) => message)
    gateway.send({ kind: 'live_view', device_id: device.device_id })
    gateway.send({ kind: 'live_view', device_id: device.device_id })
    // Requests are done in order: once the refresh arrives, the second view has been evaluated at the same time.
    gateway.send({ kind: 'refresh', device_id: device.device_id })
    await eventually(polls).toMatchObject([
      { op: 'poll', per: 5, ttl: 180 },
      { op: 'poll', ttl: 180 },
    ])
    clock.move(100_000)
    gateway.send({ kind: 'refresh', device_id: device.device_id })
    await eventually(() => polls().at(-1)).toMatchObject({ op: 'poll', ttl: 80 })
    expect(polls()).toHaveLength(3)
    await module.client.endAsync(true)
  })
})
