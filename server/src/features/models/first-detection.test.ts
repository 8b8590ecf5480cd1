import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { connectModule, startTestGateway, type TestGateway, type TestModule } from '../../../test/gateway.ts'
import { addModelProduct, settingAt } from '../../../test/model-boards.ts'
import type { SmallDevice, SmallFleet } from '../../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let gateway: TestGateway
let device: SmallDevice
let module: TestModule

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await addModelProduct(database.db, 'alpha', [settingAt(100)])
})
beforeEach(async () => {
  const [found] = fleet.devices
  if (found === undefined) throw new Error('the small fleet has six devices')
  device = found
  await database.db.deleteFrom('model_actions').execute()
  await change({
    info_pk: null,
    dtu_default_pk: null,
    imported_pk: null,
    product_key: fleet.product_key,
    generic: true,
  })
  gateway = await startTestGateway(database)
  module = await connectModule(gateway, device)
  return async () => {
    await module.client.endAsync(true)
    await gateway.stop()
  }
})
const change = (values: Record<string, unknown>) =>
  database.db.updateTable('devices').set(values).where('device_id', '=', device.device_id).execute()
const stored = () =>
  database.db
    .selectFrom('devices')
    .select(['product_key', 'dtu_default_pk'])
    .where('device_id', '=', device.device_id)
    .executeTakeFirstOrThrow()
const commandOf = async (op: string) => {
  const commands = () => module.received.flatMap(({ channel, message }) => (channel === 'cmd' ? [message] : []))
  await eventually(() => commands().some((command) => command.op === op)).toBe(true)
  return commands().find((command) => command.op === op) ?? {}
}

describe('a module that registers', () => {
  const register = (more: object = {}) =>
    module.send('reg', { v: 1, did: device.mac, net: '4g', hw: 'DTU4G-B', fw: '1.3.0', gen: 1, ...more })
  const detections = () =>
    database.db
      .selectFrom('model_actions')
      .select(['state', 'uid', 'kind'])
      .where('device_id', '=', device.device_id)
      .execute()

  const noted = () =>
    database.db
      .selectFrom('audit_log')
      .select(['uid', 'user_name', 'action', 'result', 'agent_path'])
      .where('object', '=', `device ${device.mac}`)
      .execute()
  const agentPath = async () =>
    (
      await database.db
        .selectFrom('devices')
        .select('agent_path')
        .where('device_id', '=', device.device_id)
        .executeTakeFirstOrThrow()
    ).agent_path

  it('for the first time with an unknown board is detected by itself, once', async () => {
    await change({ identify_status: 'not_started' })
    await register()
    const command = await commandOf('recog')
    await module.acknowledge({ id: String(command.id), st: 'timeout' })
    await eventually(async () => (await detections())[0]?.state).toBe('unrecognized')
    await change({ identify_status: 'not_started' })
    await register()
    await register()
    expect(await detections()).toEqual([{ state: 'unrecognized', uid: null, kind: 'detect' }])
    expect(await noted()).toEqual([
      { uid: null, user_name: 'service', action: 'modelDetect', result: 'ok', agent_path: await agentPath() },
    ])
  })

  it.each([
    ['is not generic', { identify_status: 'not_started' }, { gen: 0 }],
    ['has a known board', { identify_status: 'recognized' }, {}],
    ['has a model set', { identify_status: 'not_started', dtu_default_pk: 'r290-monobloc' }, {}],
  ])('that %s is not detected', async (_, values, more) => {
    await change(values)
    await register(more)
    await register(more)
    expect(await detections()).toEqual([])
  })

  it('with another model set in its flash is read by that product', async () => {
    await register({ dpk: 'alpha' })
    await eventually(async () => (await stored()).product_key).toBe('alpha')
  })

  it('with a model nobody knows keeps its product', async () => {
    await register({ dpk: 'no-such-product' })
    await register()
    expect(await stored()).toMatchObject({ product_key: fleet.product_key, dtu_default_pk: 'no-such-product' })
  })
})
