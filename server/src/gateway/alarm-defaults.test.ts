import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway, type TestModule } from '../../test/gateway.ts'
import type { SmallFleet } from '../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let gateway: TestGateway
let module: TestModule
let device_id: number
let seq = 100

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  gateway = await startTestGateway(database)
  const [device] = fleet.devices
  if (device === undefined) throw new Error('the small fleet has six devices')
  device_id = device.device_id
  module = await connectModule(gateway, device)
  return async () => {
    await module.client.endAsync(true)
    await gateway.stop()
  }
})

const status = () =>
  database.db.selectFrom('device_status').selectAll().where('device_id', '=', device_id).executeTakeFirstOrThrow()

describe('an alarm, by the alarm defaults of the version in use', () => {
  const configured = (change: object) => ({ key: 'f01', severity: 'fault', enabled: true, delay_s: 0, ...change })
  /** Publishes the defaults of a draft, and notifies the gateway as publishing does. */
  const publish = async (alarm_defaults: object[]) => {
    await database.pool.query(
      `update product_versions set settings = settings || jsonb_build_object('alarm_defaults', $1::jsonb)`,
      [JSON.stringify(alarm_defaults)],
    )
    gateway.send({ kind: 'products_changed', product_keys: [fleet.product_key] })
  }
  // One unit for all tests: its clock goes on from one to the next.
  let clock_s = Math.floor(Date.now() / 1000) - 3_600
  /** A report of the first fault word, so long after the one before. */
  const report = (after_s: number, word: number) => {
    seq += 1
    clock_s += after_s
    return module.send('blk', reportOf(seq, clock_s, [word], { start: 7 }))
  }
  const events = async () =>
    (await database.db.selectFrom('device_events').select('detail').where('kind', '=', 'alarm').execute()).map(
      ({ detail }) => detail,
    )
  const learn = (set_name: string, severity: string, built_in: boolean) =>
    database.pool.query(
      `insert into fault_codes (set_name, code, names, category, severity, causes, checks, remedies, built_in,
         updated_at)
       values ($1, 'F01', '{"en": "x", "zh": "x", "pl": "x"}', 'other', $2, '{}', '{}', '{}', $3, now())`,
      [set_name, severity, built_in],
    )
  beforeAll(async () => {
    await learn('sprsun_cg248075', 'warning', true)
  })
  beforeEach(() => async () => {
    await report(1, 0)
    await publish([])
    await database.pool.query('truncate device_events')
  })

  test.each([
    ['as the knowledge base has it', [], 'minor'],
    ['as the product says', [configured({ severity: 'lockout' })], 'critical'],
  ])('a fault weighs %s', async (_, defaults, severity) => {
    await publish(defaults)
    await report(1, 1)
    expect(await status()).toMatchObject({ alarm_keys: ['f01'], alarm_severity: severity })
    expect(await events()).toEqual([{ keys: ['f01'], severity, codes: ['F01'] }])
  })

  test('one that is switched off raises nothing, and ends what stands', async () => {
    await report(1, 1)
    await publish([configured({ enabled: false })])
    await report(1, 1)
    expect(await status()).toMatchObject({ alarm_count: 0, alarm_severity: null })
  })

  test('one that must last raises when it has, by the clock of the unit', async () => {
    await publish([configured({ delay_s: 30 })])
    await report(1, 1)
    await report(29, 1)
    expect((await status()).alarm_count).toBe(0)
    expect(await events()).toEqual([])
    await report(1, 1)
    expect(await status()).toMatchObject({ alarm_count: 1, alarm_severity: 'major' })
  })

  test('a severity changed in the knowledge base counts from the next report on', async () => {
    await learn('own', 'lockout', false)
    await database.pool.query(
      `update product_versions set settings = jsonb_set(settings, '{fault_sets}', settings -> 'fault_sets' || '["own"]')`,
    )
    gateway.send({ kind: 'faults_changed' })
    await report(1, 1)
    expect(await status()).toMatchObject({ alarm_severity: 'critical' })
  })
})
