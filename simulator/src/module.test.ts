import { createServer } from 'node:net'
import { AckMessage, Registration, StateMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { downTopic, parseTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { buildPayload, parsePayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import type { Report } from '@heatfleet/contract/device-protocol/report.ts'
import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { decodeJsonReport } from '@heatfleet/contract/device-protocol/report-json.ts'
import { Aedes, type PublishPacket } from 'aedes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLE_UNIT as SPEC } from './example-unit.ts'
import { signLogin } from './link.ts'
import { createModule, type Module } from './module.ts'
import { advanceUnit, createUnit } from './unit.ts'

describe('a module on a real broker', () => {
  const heard: { channel: string; payload: Uint8Array }[] = []
  let accepted = SPEC.secret_hex
  let broker: Aedes
  let server: ReturnType<typeof createServer>
  let module: Module
  let timer: NodeJS.Timeout

  beforeAll(async () => {
    broker = await Aedes.createBroker({ concurrency: 0 })
    broker.authenticate = (client, username, password, done) => {
      const [did = '', ts] = (username ?? '').split('|')
      const good = password?.toString() === signLogin(SPEC.did, accepted, Number(ts))
      done(null, good && client.id === did)
    }
    broker.on('publish', (packet: PublishPacket) => {
      const topic = parseTopic(packet.topic)
      if (topic?.direction === 'up') heard.push({ channel: topic.channel, payload: Buffer.from(packet.payload) })
    })
    server = createServer(broker.handle)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const now_s = Math.floor(Date.now() / 1000)
    const unit = createUnit(SPEC, 1, now_s - 3600, now_s)
    advanceUnit(unit, now_s)
    unit.bus.lost_share = 0
    module = createModule(
      {
        url: `mqtt://127.0.0.1:${port}`,
        now_ms: Date.now,
        physicsTime: (now) => now,
        phase_s: 7,
        first_connect_ms: 0,
        mishaps: false,
        firmware_key: null,
      },
      unit,
    )
    timer = setInterval(() => module.tick(Date.now()), 20)
  })

  afterAll(async () => {
    clearInterval(timer)
    await module.leave()
    await new Promise<void>((resolve) => broker.close(() => resolve()))
    server.close()
  })

  const findReport = (wanted: (report: Report) => boolean): Report | undefined =>
    heard
      .filter(({ channel }) => channel === 'blk')
      .map(({ payload }) => decodeReport(payload))
      .flatMap((decoded) => (decoded.ok ? [decoded.report] : []))
      .findLast(wanted)

  const command = (message: object): void =>
    broker.publish(
      {
        cmd: 'publish',
        topic: downTopic(SPEC.did, 'cmd'),
        payload: Buffer.from(buildPayload(message)),
        qos: 1,
        retain: false,
        dup: false,
      },
      () => {},
    )

  const acks = (id: string): AckMessage[] =>
    heard
      .filter(({ channel }) => channel === 'ack')
      .map(({ payload }) => parsePayload(AckMessage, payload))
      .flatMap((parsed) => (parsed.ok && parsed.message.id === id ? [parsed.message] : []))

  test('it says that it is on line and registers', async () => {
    await expect.poll(() => heard.map(({ channel }) => channel)).toContain('reg')
    const state = heard.find(({ channel }) => channel === 'st')
    const registration = heard.find(({ channel }) => channel === 'reg')
    expect(parsePayload(StateMessage, state?.payload ?? new Uint8Array())).toMatchObject({ message: { on: 1 } })
    expect(parsePayload(Registration, registration?.payload ?? new Uint8Array())).toMatchObject({
      message: { did: SPEC.did, iccid: SPEC.iccid, net: '4g', hw: 'DTU4G-B' },
    })
  })

  test('it reports all blocks at once, with values a heat pump has', async () => {
    await expect.poll(() => findReport(({ blocks }) => blocks.length === 8)).toBeDefined()
    const report = findReport(({ blocks }) => blocks.length === 8)
    const [a] = report?.blocks ?? []
    const word = (address: number): number => new DataView(Uint8Array.from(a?.data ?? []).buffer).getInt16(2 * address)
    expect(report).toMatchObject({ type: 1, flags: { cyclic: true, bus_down: false } })
    expect(word(23)).toBeGreaterThan(200)
    expect(word(15) / 10).toBeGreaterThan(30)
    expect(word(15) / 10).toBeLessThan(65)
  })

  const exp = Math.floor(Date.now() / 1000) + 60

  test('it writes a set-point, reads it back and reports it', async () => {
    command({ id: 'c-1', op: 'write', a: 1, f: 6, s: 0xca, v: [90], rb: 1, exp })
    await expect.poll(() => acks('c-1')).toMatchObject([{ st: 'ok', rb: [90] }])
    expect(module.unit.board.plant.settings.sp_dhw).toBe(45)
    await expect
      .poll(() => findReport(({ blocks }) => blocks.some(({ start, data }) => start === 0xc6 && data[9] === 90)))
      .toBeDefined()
  })

  test('it answers a repeated command from memory and does not run it again', async () => {
    module.unit.board.plant.settings.sp_dhw = 47
    command({ id: 'c-1', op: 'write', a: 1, f: 6, s: 0xca, v: [90], rb: 1, exp })
    await expect.poll(() => acks('c-1')).toHaveLength(2)
    expect(module.unit.board.plant.settings.sp_dhw).toBe(47)
  })

  test('it does not run a command that came too late', async () => {
    command({ id: 'c-2', op: 'write', a: 1, f: 6, s: 0xca, v: [80], exp: 1000 })
    await expect.poll(() => acks('c-2')).toMatchObject([{ st: 'expired' }])
    expect(module.unit.board.words[0xca]).toBe(90)
  })

  test('it reports faster while it is watched', async () => {
    command({ id: 'c-3', op: 'poll', per: 1, ttl: 30, exp })
    await expect.poll(() => findReport(({ flags }) => flags.fast)).toBeDefined()
  })

  test('it keeps the secret it is given and logs in with it', async () => {
    const key = 'ab'.repeat(32)
    accepted = key
    const before = heard.filter(({ channel }) => channel === 'reg').length
    command({ id: 'k-1', op: 'setkey', key, exp })
    await expect.poll(() => acks('k-1')).toMatchObject([{ st: 'ok' }])
    await expect.poll(() => heard.filter(({ channel }) => channel === 'reg').length).toBeGreaterThan(before)
  })

  test('it reports in JSON where its product says so', async () => {
    module.unit.data_type = 'registers-json'
    const json = () => heard.filter(({ channel }) => channel === 'blkj').map(({ payload }) => decodeJsonReport(payload))
    await expect.poll(json).toContainEqual(expect.objectContaining({ ok: true }))
    module.unit.data_type = 'registers'
  })

  test('a report of the past is acknowledged', async () => {
    await module.sendPast({
      type: 3,
      seq: 0,
      ts: exp - 90_000,
      flags: { cyclic: false, changed: false, replay: true, bus_down: false, clock_unsynced: false, fast: false },
      rssi_dbm: -70,
      csq: 21,
      blocks: [],
    })
    // The broker tells of a packet on its own, which may be after it acknowledged it.
    await expect.poll(() => findReport(({ type }) => type === 3)?.ts).toBe(exp - 90_000)
  })
})
