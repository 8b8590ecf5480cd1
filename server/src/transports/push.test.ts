import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PING, PONG, PUSH_CLOSE } from '@heatfleet/contract/push.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { createMovedClock, type MovedClock } from '../../test/moved-clock.ts'
import { type PushConsole, settle } from '../../test/push-console.ts'
import { openPushStage, type PushStage, type TestStatus } from '../../test/push-stage.ts'
import { blockOf } from '../../test/report-bytes.ts'
import { signIn } from '../../test/sign-in.ts'
import type { SmallAccount, SmallDevice, SmallFleet } from '../../test/small-fleet.ts'
import { packLatestBlocks } from '../ingest/latest-blocks.ts'

const NOW = Date.UTC(2026, 10, 20, 8)

describe('the realtime socket', () => {
  const database = useDatabase()
  let fleet: SmallFleet
  let own: SmallDevice
  let foreign: SmallDevice
  let clock: MovedClock
  let stage: PushStage

  const signedIn = async (account: SmallAccount): Promise<PushConsole & { token: string }> => {
    const session = await signIn({ database, clock }, fleet.accounts[account])
    const console = await stage.open()
    expect(await console.authenticate(session)).toMatchObject({ cmd: 'AuthenticateAck', code: 200, error: null })
    return { ...console, token: session.token }
  }
  const watching = async (account: SmallAccount, macs: string[]) => {
    const console = await signedIn(account)
    console.send({ cmd: 'WatchDevices', macs })
    return { console, ack: await console.next() }
  }
  const report = (device: SmallDevice, at: number, attrs: Record<string, number> = { t_out: 35 }): TestStatus => ({
    kind: 'status',
    device_id: device.device_id,
    mac: device.mac,
    agent_path: device.agent_path,
    product_key: fleet.product_key,
    at,
    online_status: 'online',
    bus_status: 'ok',
    rssi_dbm: -70,
    alarm_keys: [],
    attrs,
  })
  /** A round of checks: the clock rings, then the database answers. */
  const recheck = async (rounds = 1) => {
    for (let round = 0; round < rounds; round++) {
      clock.move(LIMITS.push_recheck_ms)
      await database.pool.query('select 1')
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }

  beforeAll(async () => {
    fleet = await seedSmallFleet(database.db)
    own = fleet.devices[2] as SmallDevice // A11: the fleet has six
    foreign = fleet.devices[4] as SmallDevice // A2
    await database.db
      .updateTable('device_status')
      .set({ online: true, latest_blocks: packLatestBlocks([{ block: blockOf({ 204: 90 }), at_s: NOW / 1000 }]) })
      .execute()
  })
  beforeEach(async () => {
    clock = createMovedClock(NOW)
    stage = await openPushStage(database, clock)
  })
  afterEach(() => stage.close())

  describe('letting a console in', () => {
    it('answers an authentic console under its sn', async () => {
      const session = await signIn({ database, clock }, fleet.accounts.city_a1)
      const console = await stage.open()
      expect(await console.authenticate(session)).toEqual({
        cmd: 'AuthenticateAck',
        sn: 1,
        code: 200,
        msg: 'success',
        error: null,
      })
    })

    it.each([
      ['a token nobody has', { token: 'x'.repeat(43) }],
      ["another account's number", { uid: 999_999 }],
    ])('refuses %s and closes for good', async (_, wrong) => {
      const session = await signIn({ database, clock }, fleet.accounts.city_a1)
      const console = await stage.open()
      expect(await console.authenticate({ ...session, ...wrong })).toMatchObject({ code: 400, error: 'invalid_token' })
      expect((await console.closed).code).toBe(PUSH_CLOSE.session_over)
    })

    it('closes a console that says nothing in time', async () => {
      const console = await stage.open()
      await settle(console)
      clock.move(LIMITS.push_authenticate_ms)
      expect((await console.closed).code).toBe(PUSH_CLOSE.protocol)
    })

    it('closes a console that asks before it is known', async () => {
      const console = await stage.open()
      console.send({ cmd: 'WatchDevices', macs: [own.mac] })
      expect((await console.closed).code).toBe(PUSH_CLOSE.protocol)
    })

    it('opens for its own pages and for programs, not for other sites', async () => {
      await expect(stage.open({ origin: 'https://elsewhere.example' })).rejects.toThrow('403')
      await expect(stage.open({ origin: 'null' })).rejects.toThrow('403')
      await expect(stage.open({ path: '/other' })).rejects.toThrow('404')
    })

    it('answers ping with pong, known or not', async () => {
      const console = await stage.open()
      console.ws.send(PING)
      await settle(console)
      expect(console.heard).toEqual([PONG])
    })

    it('holds so many sockets of one session and no more', async () => {
      const session = await signIn({ database, clock }, fleet.accounts.city_a1)
      for (let count = 0; count < LIMITS.push_sockets_per_session; count++)
        expect(await (await stage.open()).authenticate(session)).toMatchObject({ code: 200 })
      expect(await (await stage.open()).authenticate(session)).toMatchObject({ error: 'busy' })
    })
  })

  describe('pushing', () => {
    it('tells the gateway what is watched, and pushes it', async () => {
      const { console, ack } = await watching('county_a11', [own.mac])
      expect(ack).toMatchObject({ cmd: 'CommandAck', sn: 2, code: 200 })
      expect(stage.told.at(-1)).toEqual({ kind: 'watch', device_ids: [own.device_id] })
      stage.gateway(report(own, NOW))
      clock.move(1_000)
      expect(await console.next()).toMatchObject({
        cmd: 'PushDeviceAttrStatus',
        mac: own.mac,
        product_key: [fleet.product_key],
        attrs: { t_out: 35 },
      })
    })

    // Fails when the scope predicate is taken out of listWatchable.
    it('refuses a foreign device, pushes nothing of it, and watches the rest', async () => {
      const { console, ack } = await watching('county_a11', [foreign.mac, own.mac])
      expect(ack).toMatchObject({ cmd: 'CommandAck', code: 400, error: 'device_not_found' })
      expect(stage.told.at(-1)).toEqual({ kind: 'watch', device_ids: [own.device_id] })
      stage.gateway(report(foreign, NOW))
      stage.gateway(report(own, NOW))
      clock.move(2_000)
      await settle(console)
      expect(console.messages('PushDeviceAttrStatus')).toMatchObject([{ mac: own.mac }])
    })

    it('stops at once when a device changed hands', async () => {
      const { console } = await watching('county_a11', [own.mac])
      stage.gateway({ ...report(own, NOW), agent_path: fleet.distributors.B.agent_path })
      clock.move(1_000)
      await settle(console)
      expect(console.messages('PushDeviceAttrStatus')).toEqual([])
    })

    it('gives all who watch the same bytes', async () => {
      const [one, other] = [await watching('county_a11', [own.mac]), await watching('admin', [own.mac])]
      stage.gateway(report(own, NOW))
      clock.move(1_000)
      await Promise.all([settle(one.console), settle(other.console)])
      expect(one.console.heard.at(-1)).toContain('PushDeviceAttrStatus')
      expect(one.console.heard.at(-1)).toBe(other.console.heard.at(-1))
    })

    it('pushes a device once a second however often it reports, losing no value', async () => {
      const { console } = await watching('county_a11', [own.mac])
      for (let tick = 0; tick < 30; tick++) {
        stage.gateway(report(own, NOW + tick * 100, { [`k${tick}`]: tick }))
        clock.move(100)
      }
      clock.move(1_000)
      await settle(console)
      const pushes = console
        .messages('PushDeviceAttrStatus')
        .flatMap((m) => (m.cmd === 'PushDeviceAttrStatus' ? [m] : []))
      expect(pushes.length).toBeLessThanOrEqual(4)
      expect(Object.keys(Object.assign({}, ...pushes.map(({ attrs }) => attrs)))).toHaveLength(30)
    })

    it('forgets what is watched when the set is replaced or the console is gone', async () => {
      const { console } = await watching('province_a', [own.mac, foreign.mac])
      console.send({ cmd: 'WatchDevices', macs: [foreign.mac] })
      await console.next()
      expect(stage.told.at(-1)).toEqual({ kind: 'watch', device_ids: [foreign.device_id] })
      console.ws.close()
      await console.closed
      await expect.poll(() => stage.told.at(-1)).toEqual({ kind: 'watch', device_ids: [] })
    })

    it('tells a gateway that came back what is watched', async () => {
      await watching('county_a11', [own.mac])
      stage.told.length = 0
      stage.gateway({ kind: 'ready', mqtt_port: 1 })
      expect(stage.told).toEqual([{ kind: 'watch', device_ids: [own.device_id] }])
    })

    it('tells a new name to who watches, and changed definitions to everybody', async () => {
      const { console } = await watching('county_a11', [own.mac])
      const idle = await signedIn('province_b')
      stage.changes.deviceRenamed.tell({
        device_id: own.device_id,
        mac: own.mac,
        agent_path: own.agent_path,
        device_name: 'New',
      })
      expect(await console.next()).toMatchObject({ cmd: 'ModifyDevicesInfoPushResult', device_name: 'New' })
      stage.changes.productsChanged.tell({ product_keys: ['r290-monobloc'] })
      expect(await idle.next()).toMatchObject({ cmd: 'PushProductDefination', product_key: ['r290-monobloc'] })
    })

    it('cuts off a console that does not read, and no other', async () => {
      const slow = await watching('county_a11', [own.mac])
      const good = await watching('admin', [own.mac])
      slow.console.ws.pause()
      const attrs = Object.fromEntries(Array.from({ length: 4_000 }, (_, key) => [`key_of_some_length_${key}`, key]))
      for (let second = 0; second < 200; second++) {
        stage.gateway(report(own, NOW + second * 1_000, attrs))
        clock.move(1_000)
        await settle(good.console)
        if ((await stage.metrics.metrics()).includes('reason="too_slow"')) break
      }
      expect(await stage.metrics.metrics()).toContain('heatfleet_push_closed_total{reason="too_slow"} 1')
      expect(good.console.ws.readyState).toBe(WebSocket.OPEN)
      slow.console.ws.terminate()
    }, 30_000)
  })

  describe('commands', () => {
    it('asks the gateway to look closely and to read anew, for own devices only', async () => {
      const console = await signedIn('county_a11')
      for (const [cmd, kind] of [
        ['LiveView', 'live_view'],
        ['RefreshDevice', 'refresh'],
      ] as const) {
        stage.told.length = 0
        console.send({ cmd, mac: own.mac })
        expect(await console.next()).toMatchObject({ cmd: 'CommandAck', code: 200 })
        expect(stage.told).toEqual([{ kind, device_id: own.device_id }])
        console.send({ cmd, mac: foreign.mac })
        expect(await console.next()).toMatchObject({ error: 'device_not_found' })
        expect(stage.told).toHaveLength(1)
      }
    })

    it('tells where a control command stands, under its own sn, to who asked', async () => {
      const console = await signedIn('county_a11')
      const { console: other } = await watching('admin', [own.mac])
      const sn = console.send({ cmd: 'ControlDevice', mac: own.mac, points: [{ key: 'sp_heat', value: 47.5 }] })
      const queued = await console.next()
      expect(queued).toMatchObject({
        cmd: 'DeviceReportCommandAck',
        sn,
        state: 'queued',
        old_value: 45,
        new_value: 47.5,
      })
      const control_id = queued.cmd === 'DeviceReportCommandAck' ? queued.control_id : 0
      expect(stage.told.at(-1)).toEqual({ kind: 'controls_queued', control_ids: [control_id] })
      const move = {
        ...report(own, NOW),
        kind: 'control_moved',
        control_id,
        key: 'sp_heat',
        old_value: 45,
        new_value: 47.5,
      } as const
      stage.gateway({ ...move, state: 'sent', read_back: null, reason: null })
      stage.gateway({ ...move, state: 'sent', read_back: null, reason: null })
      stage.gateway({ ...move, state: 'acked', read_back: null, reason: null })
      stage.gateway({ ...move, state: 'verified', read_back: 47.5, reason: null })
      stage.gateway({ ...move, state: 'expired', read_back: null, reason: null })
      await settle(console)
      await settle(other)
      const states = console
        .messages('DeviceReportCommandAck')
        .map((m) => (m.cmd === 'DeviceReportCommandAck' ? [m.sn, m.state] : []))
      expect(states).toEqual([
        [sn, 'queued'],
        [sn, 'sent'],
        [sn, 'acked'],
        [sn, 'verified'],
      ])
      expect(other.messages('DeviceReportCommandAck')).toEqual([])
    })

    it('reads the end of a command from the log when nobody told it', async () => {
      const console = await signedIn('county_a11')
      console.send({ cmd: 'ControlDevice', mac: own.mac, points: [{ key: 'sp_heat', value: 41 }] })
      const queued = await console.next()
      const control_id = queued.cmd === 'DeviceReportCommandAck' ? queued.control_id : 0
      await database.db
        .updateTable('control_log')
        .set({ state: 'expired', reason: 'no_answer' })
        .where('control_id', '=', String(control_id))
        .execute()
      clock.move(LIMITS.command_expiry_ms + LIMITS.command_timeout_ms)
      await recheck(2)
      expect(await console.next()).toMatchObject({ control_id, state: 'expired', reason: 'no_answer' })
    })

    it.each([
      ['a value above the maximum', 'county_a11', 'sp_heat', 99, 'above_max'],
      ["the installer's point", 'county_a11', 'df_max', 8, 'no_permission'],
      ['a foreign device', 'city_a2', 'sp_heat', 40, 'device_not_found'],
    ] as const)('refuses %s', async (_, account, key, value, error) => {
      const console = await signedIn(account)
      const sn = console.send({ cmd: 'ControlDevice', mac: own.mac, points: [{ key, value }] })
      expect(await console.next()).toMatchObject({ cmd: 'CommandAck', sn, code: 400, error })
    })

    it('refuses an sn that does not rise, and does nothing twice', async () => {
      const console = await signedIn('county_a11')
      const points = [{ key: 'sp_heat', value: 42 }]
      const sn = console.send({ cmd: 'ControlDevice', mac: own.mac, points })
      expect(await console.next()).toMatchObject({ cmd: 'DeviceReportCommandAck' })
      for (const repeated of [sn, sn - 1]) {
        console.send({ cmd: 'ControlDevice', mac: own.mac, points }, repeated)
        expect(await console.next()).toMatchObject({ cmd: 'CommandAck', sn: repeated, error: 'invalid_input' })
      }
      expect(stage.told.filter(({ kind }) => kind === 'controls_queued')).toHaveLength(1)
    })

    it.each([
      ['no JSON', '{"cmd":', 0],
      ['no object', '[1,2]', 0],
      ['an unknown command', '{"cmd":"Reboot","sn":5}', 5],
      ['a command without its parts', '{"cmd":"LiveView","sn":6}', 6],
      [
        'a point with a NUL in its key',
        '{"cmd":"ControlDevice","sn":8,"mac":"860000000000010","points":[{"key":"\\u0000","value":1}]}',
        8,
      ],
      ['an incomplete device id', '{"cmd":"LiveView","sn":7,"mac":"86000"}', 7],
    ])('refuses %s and stays open', async (_, text, sn) => {
      const console = await signedIn('county_a11')
      console.ws.send(text)
      expect(await console.next()).toMatchObject({ cmd: 'CommandAck', sn, error: 'invalid_input' })
      console.send({ cmd: 'LiveView', mac: own.mac })
      expect(await console.next()).toMatchObject({ code: 200 })
    })

    it('closes on bytes that are no text, on a flood, and on a message too large', async () => {
      const [binary, flood, large] = [await signedIn('admin'), await signedIn('admin'), await signedIn('admin')]
      binary.ws.send(Buffer.from([1, 2, 3]))
      expect((await binary.closed).code).toBe(PUSH_CLOSE.protocol)
      for (let count = 0; count <= LIMITS.push_messages_per_10s; count++) flood.ws.send(PING)
      expect((await flood.closed).code).toBe(PUSH_CLOSE.protocol)
      large.ws.send('x'.repeat(LIMITS.push_message_bytes + 1))
      expect((await large.closed).code).toBe(1009)
    })
  })

  describe('rights that end', () => {
    it.each([
      ['log-off', () => database.db.deleteFrom('sessions').execute()],
      [
        'a disabled account',
        () => database.db.updateTable('accounts').set({ disabled: true }).where('user_name', '=', 'city_a1').execute(),
      ],
    ])('%s closes the socket within a second', async (_, end) => {
      const console = await signedIn('city_a1')
      await end()
      await recheck()
      expect((await console.closed).code).toBe(PUSH_CLOSE.session_over)
      await database.db.updateTable('accounts').set({ disabled: false }).execute()
    })

    it('closes at once when this process knows of it', async () => {
      const console = await signedIn('city_a1')
      await database.db.deleteFrom('sessions').execute()
      stage.changes.sessionsChanged.tell({ uid: fleet.accounts.city_a1 })
      expect((await console.closed).code).toBe(PUSH_CLOSE.session_over)
    })

    it('a session idle for two hours ends although its socket stands', async () => {
      const console = await signedIn('city_a1')
      clock.move(LIMITS.push_recheck_ms)
      const held = setInterval(() => console.ws.readyState === WebSocket.OPEN && console.ws.send(PING), 5)
      for (let minutes = 0; minutes <= 120; minutes++) {
        clock.move(60_000)
        await settle(console).catch(() => {})
        await recheck()
        if (console.ws.readyState !== WebSocket.OPEN) break
      }
      clearInterval(held)
      expect((await console.closed).code).toBe(PUSH_CLOSE.session_over)
    }, 30_000)

    it('an account moved to another distributor sees its old devices no more', async () => {
      const { console } = await watching('city_a1', [own.mac])
      const move = (agent_id: number) =>
        database.db.updateTable('accounts').set({ agent_id }).where('user_name', '=', 'city_a1').execute()
      await move(fleet.distributors.B.agent_id)
      await recheck()
      await move(fleet.distributors.A1.agent_id)
      expect(stage.told.at(-1)).toEqual({ kind: 'watch', device_ids: [] })
      expect(console.ws.readyState).toBe(WebSocket.OPEN)
    })

    it('a device given to another distributor is watched no more', async () => {
      await watching('city_a1', [own.mac])
      const give = (agent_path: string) =>
        database.db.updateTable('devices').set({ agent_path }).where('device_id', '=', own.device_id).execute()
      await give(fleet.distributors.A2.agent_path)
      await recheck(3)
      await give(own.agent_path)
      expect(stage.told.at(-1)).toEqual({ kind: 'watch', device_ids: [] })
    })

    it('ends a socket that was not heard for ninety seconds, after asking it', async () => {
      const console = await stage.open()
      const session = await signIn({ database, clock }, fleet.accounts.city_a1)
      await console.authenticate(session)
      const quiet = await signedIn('city_a1')
      // Reads nothing: neither pings nor a close reach the program.
      quiet.ws.pause()
      for (let second = 0; second < 95; second++) {
        clock.move(1_000)
        await settle(console)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      expect(await stage.metrics.metrics()).toContain('heatfleet_push_closed_total{reason="gone"} 1')
      expect(console.ws.readyState).toBe(WebSocket.OPEN)
      quiet.ws.terminate()
    }, 30_000)

    it('tells every console to come again when the service stops', async () => {
      const console = await signedIn('admin')
      await stage.close()
      expect((await console.closed).code).toBe(PUSH_CLOSE.restart)
      stage = await openPushStage(database, clock)
    })
  })
})
