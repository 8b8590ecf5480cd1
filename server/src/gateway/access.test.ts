import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import mqtt, { type IClientOptions } from 'mqtt'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { connectModule, loginOf, reportOf, startTestGateway, type TestGateway } from '../../test/gateway.ts'
import type { SmallFleet } from '../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let gateway: TestGateway

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
const nowS = () => Math.floor(Date.now() / 1000)
const hmac = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** CONNACK code of an attempt; 0 = let in, -1 = the connection was cut without one. */
const attempt = async (options: IClientOptions): Promise<number> => {
  try {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.mqtt_port}`, options, false)
    await client.endAsync(true)
    return 0
  } catch (error) {
    return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : -1
  }
}
const counted = async (name: 'refusedLogins' | 'refusedPublishes' | 'refusedConnections', reason: string) => {
  const { values } = await gateway.metrics[name].get()
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}

describe('log-in', () => {
  const unknown_device = { mac: '0a0b0c0d0e0f', secret: Buffer.alloc(32, 9) }
  test.each<[string, number, string, (login: IClientOptions) => IClientOptions]>([
    ['a wrong signature', 4, 'wrong_password', (login) => ({ ...login, password: '0'.repeat(64) })],
    [
      'a signature in upper case',
      4,
      'wrong_password',
      (login) => ({ ...login, password: String(login.password).toUpperCase() }),
    ],
    ['a signature of eleven minutes ago', 4, 'stale_signature', () => loginOf(deviceAt(1), Date.now() - 660_000)],
    ['a signature of eleven minutes ahead', 4, 'stale_signature', () => loginOf(deviceAt(1), Date.now() + 660_000)],
    ['another client id', 5, 'foreign_client_id', (login) => ({ ...login, clientId: deviceAt(2).mac })],
    ['a wildcard as client id', 2, 'bad_client_id', (login) => ({ ...login, clientId: '+' })],
    ['a path as client id', 2, 'bad_client_id', (login) => ({ ...login, clientId: 'hp/v1/#' })],
    ['a $ in the client id', 2, 'bad_client_id', (login) => ({ ...login, clientId: '$SYS' })],
    ['a wildcard as user', 4, 'bad_username', (login) => ({ ...login, username: `+|${nowS()}|h1` })],
    ['no user at all', 4, 'bad_username', (login) => ({ ...login, username: undefined, password: undefined })],
    ['an unknown device', 5, 'unknown_device', () => loginOf(unknown_device, Date.now())],
    [
      'a will on another device’s topic',
      5,
      'foreign_will',
      (login) => ({
        ...login,
        will: { topic: `hp/v1/d/${deviceAt(2).mac}/up/st`, payload: Buffer.from('{}'), qos: 1, retain: true },
      }),
    ],
    [
      'the secret itself without TLS',
      4,
      'static_refused',
      (login) => ({ ...login, username: `${deviceAt(1).mac}|0|s1`, password: deviceAt(1).secret.toString('hex') }),
    ],
  ])('%s is refused and counted', async (_, code, reason, change) => {
    const before = await counted('refusedLogins', reason)
    expect(await attempt(change(loginOf(deviceAt(1), Date.now())))).toBe(code)
    expect(await counted('refusedLogins', reason)).toBe(before + 1)
  })

  test('five failures ban the pair of device and address, and no other device', async () => {
    const device = deviceAt(4)
    for (let i = 0; i < 5; i += 1)
      expect(await attempt({ ...loginOf(device, Date.now()), password: hmac(Buffer.alloc(32), `${i}`) })).toBe(4)
    expect(await attempt(loginOf(device, Date.now()))).toBe(5)
    expect(await counted('refusedLogins', 'banned')).toBe(1)
    expect(await attempt(loginOf(deviceAt(5), Date.now()))).toBe(0)
    // The right module from elsewhere is let in: else anybody could lock it out.
    const elsewhere = new mqtt.MqttClient(
      () => connect({ port: gateway.mqtt_port, host: '127.0.0.1', localAddress: '127.0.0.2' }),
      loginOf(device, Date.now()),
    )
    await new Promise<void>((resolve) => elsewhere.once('connect', () => resolve()))
    await elsewhere.endAsync(true)
  })

  test('in the laboratory a module with the flag logs in by its secret', async () => {
    const device = deviceAt(3)
    await database.db.updateTable('devices').set({ static_login: true }).where('mac', '=', device.mac).execute()
    const lab = await startTestGateway(database, undefined, { plain_static_login: true })
    const password = device.secret.toString('hex')
    const module = await connectModule(lab, device, { username: `${device.mac}|0|s1`, password })
    await module.client.endAsync(true)
    await lab.stop()
  })
})

describe('what a module may say and hear', () => {
  test.each<[string, string, (own: string, other: string) => string, boolean]>([
    ['another device’s topic', 'foreign_topic', (_, other) => `hp/v1/d/${other}/up/blk`, false],
    ['its own commands', 'foreign_topic', (own) => `hp/v1/d/${own}/dn/cmd`, false],
    ['an unknown channel', 'foreign_topic', (own) => `hp/v1/d/${own}/up/nope`, false],
    ['the broker’s own topics', 'foreign_topic', () => '$SYS/x', false],
    ['a retained report', 'retained', (own) => `hp/v1/d/${own}/up/blk`, true],
  ])('a publish to %s is refused, counted and ends the connection', async (_, reason, topic, retain) => {
    const device = deviceAt(0)
    const module = await connectModule(gateway, device)
    const closed = new Promise<void>((resolve) => module.client.once('close', () => resolve()))
    const before = await counted('refusedPublishes', reason)
    module.send('blk', reportOf(1, nowS(), [1]), { topic: topic(device.mac, deviceAt(2).mac), retain }).catch(() => {})
    await closed
    expect(await counted('refusedPublishes', reason)).toBe(before + 1)
    await module.client.endAsync(true)
    const rows = await database.db.selectFrom('report_hot').selectAll().execute()
    expect(rows).toEqual([])
  })

  test('a subscription to anything but its own topics is refused', async () => {
    const device = deviceAt(0)
    const module = await connectModule(gateway, device)
    const filters = [
      '#',
      '+/#',
      'hp/v1/d/+/dn/#',
      `hp/v1/d/${deviceAt(2).mac}/dn/cmd`,
      `hp/v1/d/${device.mac}/up/#`,
      '$SYS/#',
      '$share/ingest/hp/v1/d/+/up/#',
    ]
    for (const filter of filters) {
      const refused = await module.client.subscribeAsync(filter, { qos: 1 }).then(
        (granted) => granted.every(({ qos }) => qos === 128),
        () => true,
      )
      expect([filter, refused]).toEqual([filter, true])
    }
    await module.client.endAsync(true)
  })

  test('a packet above 8 KiB is cut off before it is read', async () => {
    const module = await connectModule(gateway, deviceAt(0))
    const closed = new Promise<void>((resolve) => module.client.once('close', () => resolve()))
    const before = await counted('refusedConnections', 'packet_too_large')
    module.send('blk', Buffer.alloc(9_000)).catch(() => {})
    await closed
    expect(await counted('refusedConnections', 'packet_too_large')).toBe(before + 1)
    await module.client.endAsync(true)
  })

  test('bytes that are no MQTT end the connection and nothing else', async () => {
    const socket = connect(gateway.mqtt_port, '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    socket.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
    socket.resume()
    await closed
    expect(await attempt(loginOf(deviceAt(5), Date.now()))).toBe(0)
  })

  test('a secret that was changed ends the connection made with the old one', async () => {
    const device = deviceAt(2)
    const module = await connectModule(gateway, device)
    const closed = new Promise<void>((resolve) => module.client.once('close', () => resolve()))
    await database.db
      .updateTable('devices')
      .set({ secret_sealed: Buffer.alloc(60, 1) })
      .where('mac', '=', device.mac)
      .execute()
    gateway.send({ kind: 'devices_changed', device_ids: [device.device_id] })
    await closed
    expect(await attempt(loginOf(device, Date.now()))).toBe(5)
    await module.client.endAsync(true)
  })
})
