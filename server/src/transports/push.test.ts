import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PING, PONG, PUSH_CLOSE } from '@heatfleet/contract/push.ts'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../test/eventually.ts'
import { PUSH_NOW, usePushCase } from '../../test/push-case.ts'
import { settle } from '../../test/push-console.ts'
import { PUSH_SECRET_KEY } from '../../test/push-stage.ts'
import { signIn } from '../../test/sign-in.ts'
import type { SmallDevice } from '../../test/small-fleet.ts'
import { productSecret } from '../features/products/secret.ts'

const the = usePushCase()
/** Messages to the gateway: watched devices, and devices newly watched. */
const watch = (devices: SmallDevice[], begun: SmallDevice[]) => ({
  kind: 'watch',
  device_ids: devices.map(({ device_id }) => device_id),
  begun: begun.map(({ device_id }) => device_id),
})

describe('letting a console into the realtime socket', () => {
  it('answers an authentic console under its sn', async () => {
    const session = await signIn(the, the.fleet.accounts.city_a1)
    const console = await the.stage.open()
    expect(await console.authenticate(session)).toEqual({
      cmd: 'AuthenticateAck',
      sn: 1,
      code: 200,
      msg: 'success',
      error: null,
    })
  })

  it.each([
    ['an unknown token', { token: 'x'.repeat(43) }],
    ["another account's number", { uid: 999_999 }],
  ])('refuses %s and closes for good', async (_, wrong) => {
    const session = await signIn(the, the.fleet.accounts.city_a1)
    const console = await the.stage.open()
    expect(await console.authenticate({ ...session, ...wrong })).toMatchObject({ code: 400, error: 'invalid_token' })
    expect((await console.closed).code).toBe(PUSH_CLOSE.session_over)
  })

  it.each([
    ['with its secret', 1, null],
    ['with an earlier secret', 0, 'product_secret_wrong'],
  ])('a program that names a product comes in %s', async (_, generation, error) => {
    const { product_key } = the.fleet
    const product_secret = productSecret(PUSH_SECRET_KEY, product_key, generation)
    const session = await signIn(the, the.fleet.accounts.city_a1)
    const program = await the.stage.open()
    const named = [{ product_key, product_secret, not_standard: false }]
    expect(await program.authenticate(session, named)).toMatchObject({ error })
  })

  it('refuses a program that names a product there is not', async () => {
    const session = await signIn(the, the.fleet.accounts.city_a1)
    const program = await the.stage.open()
    const product_secret = productSecret(PUSH_SECRET_KEY, 'no-such', 1)
    const named = [{ product_key: 'no-such', product_secret, not_standard: false }]
    expect(await program.authenticate(session, named)).toMatchObject({ error: 'product_secret_wrong' })
    expect((await program.closed).code).toBe(PUSH_CLOSE.protocol)
  })

  it('closes a console that says nothing in time', async () => {
    const console = await the.stage.open()
    await settle(console)
    the.clock.move(LIMITS.push_authenticate_ms)
    expect((await console.closed).code).toBe(PUSH_CLOSE.protocol)
  })

  it('closes a console that sends a command before it is authenticated', async () => {
    const console = await the.stage.open()
    console.send({ cmd: 'WatchDevices', macs: [the.own.mac] })
    expect((await console.closed).code).toBe(PUSH_CLOSE.protocol)
  })

  it('opens for its own pages and for programs, not for other sites', async () => {
    await expect(the.stage.open({ origin: 'https://elsewhere.example' })).rejects.toThrow('403')
    await expect(the.stage.open({ origin: 'null' })).rejects.toThrow('403')
    await expect(the.stage.open({ path: '/other' })).rejects.toThrow('404')
  })

  it('answers ping with pong, known or not', async () => {
    const console = await the.stage.open()
    console.ws.send(PING)
    await settle(console)
    expect(console.heard).toEqual([PONG])
  })

  it('holds so many sockets of one session and no more', async () => {
    const session = await signIn(the, the.fleet.accounts.city_a1)
    for (let count = 0; count < LIMITS.push_sockets_per_session; count++)
      expect(await (await the.stage.open()).authenticate(session)).toMatchObject({ code: 200 })
    expect(await (await the.stage.open()).authenticate(session)).toMatchObject({ error: 'busy' })
  })
})

describe('pushing over the socket', () => {
  it('notifies the gateway of watched devices, and pushes their state', async () => {
    const { console, ack } = await the.watching('county_a11', [the.own.mac])
    expect(ack).toMatchObject({ cmd: 'CommandAck', sn: 2, code: 200 })
    expect(the.stage.published.at(-1)).toEqual(watch([the.own], [the.own]))
    the.stage.gateway(the.report(the.own, PUSH_NOW))
    the.clock.move(1_000)
    expect(await console.next()).toMatchObject({
      cmd: 'PushDeviceAttrStatus',
      mac: the.own.mac,
      product_key: [the.fleet.product_key],
      attrs: { t_out: 35 },
    })
  })

  // Fails when the scope predicate is taken out of listWatchable.
  it('refuses a foreign device, pushes nothing of it, and watches the rest', async () => {
    const { console, ack } = await the.watching('county_a11', [the.foreign.mac, the.own.mac])
    expect(ack).toMatchObject({ cmd: 'CommandAck', code: 400, error: 'device_not_found' })
    expect(the.stage.published.at(-1)).toEqual(watch([the.own], [the.own]))
    the.stage.gateway(the.report(the.foreign, PUSH_NOW))
    the.stage.gateway(the.report(the.own, PUSH_NOW))
    the.clock.move(2_000)
    await settle(console)
    expect(console.messages('PushDeviceAttrStatus')).toMatchObject([{ mac: the.own.mac }])
  })

  it('stops at once when a device changed hands', async () => {
    const { console } = await the.watching('county_a11', [the.own.mac])
    the.stage.gateway({ ...the.report(the.own, PUSH_NOW), agent_path: the.fleet.distributors.B.agent_path })
    the.clock.move(1_000)
    await settle(console)
    expect(console.messages('PushDeviceAttrStatus')).toEqual([])
  })

  it('gives all who watch the same bytes, each with whom it is for behind', async () => {
    const [one, other] = [await the.watching('county_a11', [the.own.mac]), await the.watching('admin', [the.own.mac])]
    the.stage.gateway(the.report(the.own, PUSH_NOW))
    the.clock.move(1_000)
    await Promise.all([settle(one.console), settle(other.console)])
    expect(one.console.heard.at(-1)).toContain('PushDeviceAttrStatus')
    const shared = ({ console }: typeof one) => console.heard.at(-1)?.split(',"enterprise_info"')
    expect(shared(one)).toHaveLength(2)
    expect(shared(one)?.[0]).toBe(shared(other)?.[0])
    expect(shared(one)?.[1]).not.toBe(shared(other)?.[1])
  })

  it('pushes a device once a second however often it reports, losing no value', async () => {
    const { console } = await the.watching('county_a11', [the.own.mac])
    for (let tick = 0; tick < 30; tick++) {
      the.stage.gateway(the.report(the.own, PUSH_NOW + tick * 100, { [`k${tick}`]: tick }))
      the.clock.move(100)
    }
    the.clock.move(1_000)
    await settle(console)
    const pushes = console
      .messages('PushDeviceAttrStatus')
      .flatMap((m) => (m.cmd === 'PushDeviceAttrStatus' ? [m] : []))
    // At once, and at the end of each second.
    expect(pushes.length).toBe(4)
    expect(Object.keys(Object.assign({}, ...pushes.map(({ attrs }) => attrs)))).toHaveLength(30)
  })

  it('forgets what is watched when the set is replaced or the console is gone', async () => {
    const { console } = await the.watching('province_a', [the.own.mac, the.foreign.mac])
    console.send({ cmd: 'WatchDevices', macs: [the.foreign.mac] })
    await console.next()
    expect(the.stage.published.at(-1)).toEqual(watch([the.foreign], []))
    console.ws.close()
    await console.closed
    await eventually(() => the.stage.published.at(-1)).toEqual(watch([], []))
  })

  it('notifies the gateway of devices a second console begins to watch, and not of a repeated request', async () => {
    const first = await the.watching('county_a11', [the.own.mac])
    const second = await the.watching('province_a', [the.foreign.mac])
    the.stage.published.length = 0
    await second.console.answerTo(second.console.send({ cmd: 'WatchDevices', macs: [the.foreign.mac, the.own.mac] }))
    await first.console.answerTo(first.console.send({ cmd: 'WatchDevices', macs: [the.own.mac] }))
    expect(the.stage.published).toEqual([watch([the.own, the.foreign], [the.own])])
  })

  it('a second console brings the first the present again, and takes nothing from it', async () => {
    const first = await the.watching('county_a11', [the.own.mac])
    the.stage.gateway(the.report(the.own, PUSH_NOW, { t_out: 35 }))
    const second = await the.watching('province_a', [the.own.mac])
    the.stage.gateway(the.report(the.own, PUSH_NOW, { t_out: 35, t_in: 30 }))
    the.stage.gateway(the.report(the.own, PUSH_NOW + 500, { t_in: 31 }))
    the.clock.move(1_000)
    expect(await first.console.next()).toMatchObject({ cmd: 'PushDeviceAttrStatus', attrs: { t_out: 35 } })
    for (const { console } of [first, second])
      expect(await console.next()).toMatchObject({ cmd: 'PushDeviceAttrStatus', attrs: { t_out: 35, t_in: 31 } })
  })

  it('a value that only installers see is pushed to installers alone', async () => {
    const installer = await the.watching('province_a', [the.own.mac])
    const other = await the.watching('county_a11', [the.own.mac])
    the.stage.gateway({ ...the.report(the.own, PUSH_NOW, { t_out: 35, t_in: 30 }), installer_keys: ['t_in'] })
    the.clock.move(1_000)
    const attrsOf = async ({ console }: typeof other) => {
      const message = await console.next()
      return message.cmd === 'PushDeviceAttrStatus' ? message.attrs : message
    }
    expect(await attrsOf(installer)).toEqual({ t_out: 35, t_in: 30 })
    expect(await attrsOf(other)).toEqual({ t_out: 35 })
  })

  it('a device that changed hands while the gateway read its state is not published to the previous holder', async () => {
    const { console } = await the.watching('county_a11', [the.own.mac])
    const upper = await the.watching('admin', [the.own.mac])
    the.stage.gateway({ ...the.report(the.own, PUSH_NOW), agent_path: the.fleet.distributors.B.agent_path })
    the.clock.move(1_000)
    expect(await upper.console.next()).toMatchObject({ cmd: 'PushDeviceAttrStatus', mac: the.own.mac })
    await settle(console)
    expect(console.messages('PushDeviceAttrStatus')).toEqual([])
  })

  it('notifies a restarted gateway of watched devices', async () => {
    await the.watching('county_a11', [the.own.mac])
    the.stage.published.length = 0
    the.stage.gateway({ kind: 'ready', mqtt_port: 1, mqtts_port: null })
    expect(the.stage.published).toEqual([watch([the.own], [the.own])])
  })

  it('publishes a new name to watchers, and changed definitions to all', async () => {
    const { console } = await the.watching('county_a11', [the.own.mac])
    const idle = await the.signedIn('province_b')
    the.stage.changes.deviceRenamed.publish({
      device_id: the.own.device_id,
      mac: the.own.mac,
      agent_path: the.own.agent_path,
      product_key: the.fleet.product_key,
      device_name: 'New',
    })
    expect(await console.next()).toMatchObject({ cmd: 'ModifyDevicesInfoPushResult', device_name: 'New' })
    the.stage.changes.productsChanged.publish({ product_keys: ['r290-monobloc'] })
    expect(await idle.next()).toMatchObject({ cmd: 'PushProductDefination', product_key: ['r290-monobloc'] })
  })

  it('says in each push about devices whom it is for, and nothing secret', async () => {
    const { product_key } = the.fleet
    const product_secret = productSecret(PUSH_SECRET_KEY, product_key, 1)
    const session = await signIn(the, the.fleet.accounts.county_a11)
    const program = await the.stage.open()
    await program.authenticate(session, [{ product_key, product_secret, not_standard: true }])
    await program.answerTo(program.send({ cmd: 'WatchDevices', macs: [the.own.mac] }))
    const { console, ...other } = await the.watching('admin', [the.own.mac])
    expect(other.ack).toMatchObject({ code: 200 })
    const enterprise_info = { enterprise_key: 'heatfleet', package_name: 'test' }
    const addressed = (uid: number, not_standard: boolean) => ({
      product_key: [product_key],
      enterprise_info,
      user_info: { uid },
      product_info: [{ product_key, not_standard }],
    })
    const [to_program, to_console] = [
      addressed(the.fleet.accounts.county_a11, true),
      addressed(the.fleet.accounts.admin, false),
    ]

    the.stage.gateway(the.report(the.own, PUSH_NOW))
    the.clock.move(1_000)
    expect(await program.next()).toMatchObject({ cmd: 'PushDeviceAttrStatus', ...to_program })
    expect(await console.next()).toMatchObject({ cmd: 'PushDeviceAttrStatus', ...to_console })
    const { device_id, mac, agent_path } = the.own
    the.stage.changes.deviceRenamed.publish({ device_id, mac, agent_path, product_key, device_name: 'New' })
    expect(await program.next()).toMatchObject({ cmd: 'ModifyDevicesInfoPushResult', ...to_program })
    expect(await console.next()).toMatchObject({ cmd: 'ModifyDevicesInfoPushResult', ...to_console })
    the.stage.changes.productsChanged.publish({ product_keys: [product_key] })
    expect(await program.next()).toMatchObject({ cmd: 'PushProductDefination', ...to_program })
    console.send({ cmd: 'ControlDevice', mac, points: [{ key: 'sp_heat', value: 47.5 }] })
    expect(await console.next()).toMatchObject({ cmd: 'PushProductDefination', ...to_console })
    expect(await console.next()).toMatchObject({ cmd: 'DeviceReportCommandAck', state: 'queued', ...to_console })

    const sent = [...program.heard, ...console.heard].join('')
    for (const secret of [product_secret, session.token, 'signature']) expect(sent).not.toContain(secret)
  })

  it('cuts off a console that does not read, and no other', async () => {
    const slow = await the.watching('county_a11', [the.own.mac])
    const good = await the.watching('admin', [the.own.mac])
    slow.console.ws.pause()
    const attrs = Object.fromEntries(Array.from({ length: 4_000 }, (_, key) => [`key_of_some_length_${key}`, key]))
    for (let second = 0; second < 200; second++) {
      the.stage.gateway(the.report(the.own, PUSH_NOW + second * 1_000, attrs))
      the.clock.move(1_000)
      await settle(good.console)
      if ((await the.stage.metrics.metrics()).includes('reason="too_slow"')) break
    }
    expect(await the.stage.metrics.metrics()).toContain('heatfleet_push_closed_total{reason="too_slow"} 1')
    expect(good.console.ws.readyState).toBe(WebSocket.OPEN)
    slow.console.ws.terminate()
  })
})
