import { createHmac } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import mqtt, { type IClientOptions } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { useFleetConsole } from '../../test/fleet-console.ts'
import { connectModule, loginOf, reportOf, startTestGateway, type TestGateway } from '../../test/gateway.ts'
import { finishDraft } from '../../test/imports-case.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import { openPushConsole } from '../../test/push-console.ts'
import { refusalOf } from '../../test/refusals.ts'

const { database, fleet, console_, as } = useFleetConsole()
const clock = createMovedClock(Date.now())
let gateway: TestGateway
let forwarded = 0

beforeAll(async () => {
  gateway = await startTestGateway(database, clock, { plain_static_login: true })
})
afterAll(() => gateway.stop())

const NEVER = Buffer.alloc(32, 9)
const macOf = (n: number): string => `7cdf${String(n).padStart(8, '0')}`
/** What the console told the gateway since the last time. */
const forward = (): void => {
  for (; forwarded < console_.published.length; forwarded += 1) {
    const message = console_.published[forwarded]
    if (message !== undefined) gateway.send(message)
  }
}
const attempt = async (options: IClientOptions): Promise<number> => {
  try {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.mqtt_port}`, options, false)
    await client.endAsync(true)
    return 0
  } catch (error) {
    return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : -1
  }
}
const knock = (mac: string) => attempt(loginOf({ mac, secret: NEVER }, clock.now()))
const productLogin = (mac: string, product_key: string, product_secret: string): IClientOptions => {
  const ts = Math.floor(clock.now() / 1000)
  const password = createHmac('sha256', Buffer.from(product_secret, 'base64url'))
    .update(`${mac}|${ts}|${product_key}`)
    .digest('hex')
  const username = `${mac}|${ts}|p1|${product_key}`
  return { clientId: mac, username, password, reconnectPeriod: 0, connectTimeout: 5_000, clean: true }
}
const listed = async (state?: 'waiting' | 'rejected' | 'banned') => {
  const call = await as('staff')
  const { list } = await call(api.unknownModuleList, { body: { state } })
  return list
}
/**
 * `await noted('banned').toEqual(…)`: the list, as often as the gateway has stored what it noted until it holds. A store that
 * runs already takes nothing that came since, so one turn of the clock may not be enough.
 */
const noted = (state?: 'waiting' | 'rejected' | 'banned') =>
  eventually(() => {
    clock.move(LIMITS.unknown_modules_flush_ms)
    return listed(state)
  })
const secretOf = async (): Promise<string> => {
  const { product_secret } = await (await as('admin'))(api.productSecret, {
    params: { product_key: fleet.product_key },
    body: {},
  })
  return product_secret
}
const provision = async (quota: number | null) => {
  await (await as('admin'))(api.productProvisioningEdit, {
    params: { product_key: fleet.product_key },
    body: { quota },
  })
  // The gateway keeps what it read of products for so long.
  clock.move(3_000)
}
const storedReports = async (): Promise<number> =>
  (await database.db.selectFrom('report_hot').select('device_id').execute()).length

describe('an unknown module', () => {
  test('is refused, noted, pushed, and nothing of it is stored', async () => {
    const { token, uid } = await console_.signIn('staff')
    const socket = await openPushConsole(console_.port)
    await socket.authenticate({ uid, token })
    const county = await console_.signIn('county_a11')
    const other = await openPushConsole(console_.port)
    await other.authenticate(county)
    expect(await knock(macOf(1))).toBe(5)
    expect(await knock(macOf(1))).toBe(5)
    await expect(connectModule(gateway, { mac: macOf(1), secret: NEVER })).rejects.toThrow()
    await noted().toMatchObject([
      { mac: macOf(1), address: '127.0.0.1', tries: 3, auth_mode: 'h1', product_key: null, state: 'waiting' },
    ])
    await eventually(() => gateway.published).toContainEqual({ kind: 'unknown_modules' })
    console_.fromGateway({ kind: 'unknown_modules' })
    expect(await socket.next()).toMatchObject({ cmd: 'PushUnknownModules' })
    expect(other.messages('PushUnknownModules')).toEqual([])
    expect(await storedReports()).toBe(0)
    expect(await database.db.selectFrom('devices').select('mac').where('mac', '=', macOf(1)).execute()).toEqual([])
    socket.ws.close()
    other.ws.close()
  })

  test('approved into the stock it logs in with the secret shown, at once, and its data are stored', async () => {
    const call = await as('staff')
    const request = { macs: [macOf(1)], product_key: fleet.product_key, first_log_in: 'own_secret' as const }
    const { modules } = await call(api.approveUnknownModules, { body: request })
    forward()
    expect(await refusalOf(call(api.approveUnknownModules, { body: request }))).toBe('unknown_module_gone')
    const secret = Buffer.from(modules[0]?.secret_hex ?? '', 'hex')
    expect(await attempt(loginOf({ mac: macOf(1), secret: NEVER }, clock.now()))).toBe(4)
    const module = await connectModule(gateway, { mac: macOf(1), secret }, { now_ms: clock.now() })
    await module.send('blk', reportOf(1, Math.floor(clock.now() / 1000), [281]))
    expect(await storedReports()).toBe(1)
    await module.client.endAsync(true)
    const device = await database.db
      .selectFrom('devices')
      .select(['agent_id', 'agent_path', 'net', 'imported_user'])
      .where('mac', '=', macOf(1))
      .executeTakeFirstOrThrow()
    expect(device).toEqual({ agent_id: null, agent_path: '/', net: 'wifi', imported_user: 'staff' })
    expect(await listed()).toEqual([])
  })

  test('five failures of it are forgotten when it is approved', async () => {
    const mac = macOf(2)
    for (let i = 0; i < 6; i += 1) expect(await knock(mac)).toBe(5)
    await noted().toMatchObject([{ mac, tries: 5 }])
    const { modules } = await (await as('staff'))(api.approveUnknownModules, {
      body: {
        macs: [mac],
        product_key: fleet.product_key,
        agent_id: fleet.distributors.A.agent_id,
        first_log_in: 'own_secret',
        import_tag: 'line 1',
      },
    })
    forward()
    const secret = Buffer.from(modules[0]?.secret_hex ?? '', 'hex')
    await eventually(() => attempt(loginOf({ mac, secret }, clock.now()))).toBe(0)
  })

  test('imported it logs in with the secret of its label, at once, and is no longer unknown', async () => {
    const mac = 'a4c1380000aa'
    for (let i = 0; i < 6; i += 1) expect(await knock(mac)).toBe(5)
    await noted().toContainEqual(expect.objectContaining({ mac, tries: 5 }))
    const call = await as('factory')
    const rows = [{ mac, secret: 'ab'.repeat(32) }]
    const { import_id } = await call(api.importCheck, { body: { product_key: fleet.product_key, rows } })
    expect(await finishDraft(call, import_id)).toMatchObject({ imported: 1 })
    await eventually(() => console_.published.at(-1)).toEqual({ kind: 'modules_admitted', admitted: [mac] })
    forward()
    expect((await listed()).map((module) => module.mac)).not.toContain(mac)
    const label = { mac, secret: Buffer.alloc(32, 0xab) }
    await eventually(() => attempt(loginOf(label, clock.now()))).toBe(0)
    const module = await connectModule(gateway, label, { now_ms: clock.now() })
    const before = await storedReports()
    await module.send('blk', reportOf(1, Math.floor(clock.now() / 1000), [281]))
    expect(await storedReports()).toBe(before + 1)
    await module.client.endAsync(true)
  })

  test('a rejected one is counted, a banned one is not even noted, and both can be taken back', async () => {
    const call = await as('staff')
    const macs = [macOf(3)]
    await knock(macOf(3))
    await noted('waiting').toMatchObject([{ mac: macOf(3), tries: 1 }])
    expect(await call(api.rejectUnknownModules, { body: { macs } })).toEqual({ count: 1 })
    await knock(macOf(3))
    await noted('rejected').toMatchObject([{ mac: macOf(3), tries: 2, decided_by: 'staff' }])
    expect(await listed('waiting')).toEqual([])
    await call(api.banUnknownModules, { body: { macs } })
    forward()
    const banned = async () => {
      const { values } = await gateway.metrics.refusedLogins.get()
      return values.find(({ labels }) => labels.reason === 'banned_module')?.value ?? 0
    }
    await eventually(async () => {
      await knock(macOf(3))
      return banned()
    }).toBeGreaterThan(0)
    // What came before the ban was known is stored once something that came later is.
    await knock(macOf(4))
    await noted('waiting').toMatchObject([{ mac: macOf(4) }])
    const before = await listed('banned')
    await knock(macOf(3))
    await knock(macOf(5))
    await noted('waiting').toMatchObject([{ mac: macOf(5) }, { mac: macOf(4) }])
    expect(await listed('banned')).toEqual(before)
    await call(api.forgetUnknownModules, { body: { macs } })
    forward()
    await eventually(async () => {
      await knock(macOf(3))
      clock.move(LIMITS.unknown_modules_flush_ms)
      return (await listed('waiting')).map(({ mac }) => mac)
    }).toContain(macOf(3))
  })

  test('one address gets a bounded number of entries in a minute', async () => {
    clock.move(120_000)
    // What the test before left to be stored is stored first.
    await knock(macOf(6))
    await noted().toContainEqual(expect.objectContaining({ mac: macOf(6) }))
    clock.move(60_000)
    await database.db.deleteFrom('unknown_modules').execute()
    for (let n = 0; n < LIMITS.unknown_modules_per_minute + 5; n += 1) await knock(macOf(1_000 + n))
    await noted().toHaveLength(LIMITS.unknown_modules_per_minute)
    clock.move(60_000)
    await database.db.deleteFrom('unknown_modules').execute()
  })
})

describe('the secret of a product', () => {
  test('opens nothing while the product does not allow it', async () => {
    const [device] = fleet.devices
    if (device === undefined) throw new Error('the small fleet has six devices')
    expect(await attempt(productLogin(device.mac, fleet.product_key, await secretOf()))).toBe(5)
  })

  test('of an unknown module is noted as proof and lets nothing in', async () => {
    await provision(2)
    expect(await attempt(productLogin(macOf(20), fleet.product_key, await secretOf()))).toBe(5)
    expect(await attempt(productLogin(macOf(21), fleet.product_key, NEVER.toString('base64url')))).toBe(5)
    await noted().toHaveLength(2)
    expect((await listed()).map(({ mac, product_key, auth_mode }) => [mac, product_key, auth_mode])).toEqual([
      [macOf(20), fleet.product_key, 'p1'],
      [macOf(21), null, 'p1'],
    ])
    const { list: proven } = await (await as('staff'))(api.unknownModuleList, { body: { proven: true } })
    expect(proven.map(({ mac }) => mac)).toEqual([macOf(20)])
  })

  test('lets an approved unit in until it has used its own, which it is sent; the quota counts units', async () => {
    const call = await as('staff')
    const macs = [macOf(20), macOf(21)]
    const body = { macs, product_key: fleet.product_key, first_log_in: 'product_secret' } as const
    const { modules } = await call(api.approveUnknownModules, { body })
    expect(modules).toEqual(macs.map((mac) => ({ mac, secret_hex: null })))
    forward()
    const product_secret = await secretOf()
    const login = (mac: string) => productLogin(mac, fleet.product_key, product_secret)
    // Wrong: an id of a device, the secret of nobody.
    expect(await attempt(productLogin(macOf(20), fleet.product_key, NEVER.toString('base64url')))).toBe(4)
    const module = await connectModule(gateway, { mac: macOf(20), secret: NEVER }, login(macOf(20)))
    await eventually(() => module.received.filter(({ message }) => message.op === 'setkey')).toHaveLength(1)
    const { key } = module.received.find(({ message }) => message.op === 'setkey')?.message ?? {}
    await module.client.endAsync(true)
    // The command was lost, say: the same unit comes again and takes no second place.
    expect(await attempt(login(macOf(20)))).toBe(0)
    const own = { mac: macOf(20), secret: Buffer.from(String(key), 'hex') }
    const later = await connectModule(gateway, own, { now_ms: clock.now() })
    const before = await storedReports()
    await later.send('blk', reportOf(1, Math.floor(clock.now() / 1000), [281]))
    expect(await storedReports()).toBe(before + 1)
    await later.client.endAsync(true)
    await eventually(() => attempt(login(macOf(20)))).toBe(5)
    await provision(1)
    expect(await attempt(login(macOf(21)))).toBe(5)
    await provision(2)
    expect(await attempt(login(macOf(21)))).toBe(0)
    const read = await call(api.productProvisioning, { params: { product_key: fleet.product_key } })
    expect(read).toEqual({ quota: 2, provisioned: 2 })
  })

  test('a unit that came on line with its own secret is not opened by that of the product', async () => {
    await provision(10)
    const device = fleet.devices[1]
    if (device === undefined) throw new Error('the small fleet has six devices')
    await (await connectModule(gateway, device, { now_ms: clock.now() })).client.endAsync(true)
    await eventually(async () => {
      const { active } = await database.db
        .selectFrom('devices')
        .select('active')
        .where('mac', '=', device.mac)
        .executeTakeFirstOrThrow()
      return active
    }).toBe(true)
    expect(await attempt(productLogin(device.mac, fleet.product_key, await secretOf()))).toBe(5)
  })

  test('approval by it is refused where the product does not allow it', async () => {
    await provision(null)
    await knock(macOf(30))
    await noted().toContainEqual(expect.objectContaining({ mac: macOf(30) }))
    const body = { macs: [macOf(30)], product_key: fleet.product_key, first_log_in: 'product_secret' as const }
    expect(await refusalOf((await as('staff'))(api.approveUnknownModules, { body }))).toBe(
      'provisioning_off first_log_in',
    )
    // A person of Hangzhou approves into no other place.
    const elsewhere = { ...body, first_log_in: 'own_secret' as const, agent_id: fleet.distributors.B.agent_id }
    const stock = { ...elsewhere, agent_id: null }
    for (const request of [elsewhere, stock])
      expect(await refusalOf((await as('staff_hangzhou'))(api.approveUnknownModules, { body: request }))).toBe(
        'distributor_not_found agent_id',
      )
  })
})
