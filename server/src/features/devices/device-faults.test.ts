import { api } from '@heatfleet/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { codeOf } from '../../../test/refusals.ts'
import { blockOf } from '../../../test/report-bytes.ts'
import type { SmallAccount, SmallDevice } from '../../../test/small-fleet.ts'
import { packLatestBlocks } from '../../ingest/latest-blocks.ts'
import { type Scope, subtreeOf } from '../../platform/scope.ts'
import { findRaisedAt } from './store-faults.ts'

const database = useDatabase()
/** A fault word of the built-in product, to which the stage gives codes by value. */
const WORD = { key: 'inv_err_lo', register: 43 }
const SET = 'sprsun_cg248075'
const NOTHING = '{"en": "", "zh": "", "pl": ""}'
const RAISED = new Date('2026-11-20T08:00:00Z')
let console_: TestConsole
let unit: SmallDevice
let product_key: string
let scopes: Record<'own' | 'foreign', Scope>

const seedCode = (set_name: string, code: string, severity: string, en: string, built_in: boolean) =>
  database.pool.query(
    `insert into fault_codes (set_name, code, names, category, severity, causes, checks, remedies, built_in, updated_at)
     values ($1, $2, jsonb_build_object('en', $3::text, 'zh', '', 'pl', ''), 'other', $4, $5, $5, $5, $6, now())`,
    [set_name, code, en, severity, NOTHING, built_in],
  )
const stands = async (keys: readonly string[], value = 0) => {
  const latest_blocks = packLatestBlocks([{ block: blockOf({ [WORD.register]: value }), at_s: 1_795_000_000 }])
  await database.db
    .updateTable('device_status')
    .set({ alarm_keys: [...keys], alarm_count: keys.length, layout_id: null, latest_blocks })
    .where('device_id', '=', unit.device_id)
    .execute()
}
const raised = (keys: readonly string[], at: Date) =>
  database.db
    .insertInto('device_events')
    .values({ device_id: unit.device_id, at, kind: 'alarm', detail: JSON.stringify({ keys, codes: [] }) })
    .execute()
const faultsAs = async (account: SmallAccount) =>
  (await console_.signIn(account)).call(api.deviceFaults, { query: { mac: unit.mac } })

beforeAll(async () => {
  const fleet = await seedSmallFleet(database.db)
  const found = fleet.devices.find(({ at }) => at === 'A11')
  if (found === undefined) throw new Error('The small fleet has a device at A11.')
  unit = found
  product_key = fleet.product_key
  const { A11, B } = fleet.distributors
  scopes = { own: subtreeOf(A11.agent_path), foreign: subtreeOf(B.agent_path) }
  await database.pool.query(
    `update product_versions set
       settings = jsonb_set(jsonb_set(settings, '{fault_sets}', $3), '{alarm_defaults}', $4),
       points = (
       select jsonb_agg(case when point ->> 'key' = $1 then point || $2::jsonb else point end order by place)
       from jsonb_array_elements(points) with ordinality as p (point, place))`,
    [
      WORD.key,
      JSON.stringify({ choices: [{ value: 5, names: { en: 'Overcurrent', zh: '', pl: '' }, fault: 'INV5' }] }),
      JSON.stringify(['own', SET]),
      JSON.stringify([{ key: 'f02', severity: 'lockout', enabled: true, delay_s: 0 }]),
    ],
  )
  await seedCode(SET, 'F01', 'warning', 'Tank probe', true)
  await seedCode(SET, 'F02', 'warning', 'Outdoor probe', true)
  await seedCode('own', 'INV5', 'lockout', 'Inverter overcurrent', false)
  await seedCode(SET, 'INV5', 'info', 'Somebody else’s words', true)
  console_ = await startConsole(database, { HEATFLEET_LOGIN_PER_ADDRESS: '100000' })
})
afterAll(() => console_.close())

describe('the faults that stand at a unit', () => {
  it('are none where no alarm stands', async () => {
    await stands([])
    expect(await faultsAs('admin')).toEqual([])
  })

  it('have the code, the names and the severity of the knowledge base, and since when they stand', async () => {
    await raised(['f01'], new Date('2026-11-19T08:00:00Z'))
    await raised(['f01', 'f02'], RAISED)
    await stands(['f01'])
    expect(await faultsAs('county_a11')).toEqual([
      {
        point_key: 'f01',
        code: 'F01',
        names: { en: 'Tank probe', zh: '', pl: '' },
        severity: 'warning',
        since: RAISED.toISOString(),
      },
    ])
  })

  it('weigh what the product says of them, in the order the gateway left', async () => {
    await stands(['f02', 'f01'])
    const faults = await faultsAs('admin')
    expect(faults.map(({ code, severity }) => [code, severity])).toEqual([
      ['F02', 'lockout'],
      ['F01', 'warning'],
    ])
  })

  it.each([
    ['a value of a fault word has its own code; an own entry goes before a built-in one', 5, 'INV5', 'lockout'],
    ['an unnamed value has none, and is a fault', 6, null, 'fault'],
  ] as const)('%s', async (_, value, code, severity) => {
    await stands([WORD.key], value)
    expect(await faultsAs('admin')).toMatchObject([
      { point_key: WORD.key, code, severity, names: code && { en: 'Inverter overcurrent' }, since: null },
    ])
  })

  it.each<SmallAccount>(['city_a2', 'province_b'])(
    'are not there for %s, who does not have the unit',
    async (account) => {
      expect(await codeOf(faultsAs(account))).toBe('device_not_found')
    },
  )

  it('are not dated for a scope that does not have the unit', async () => {
    await raised(['f09'], RAISED)
    const dated = (scope: Scope) => findRaisedAt(database.db, scope, unit.mac, ['f09'])
    expect(await dated(scopes.own)).toEqual(new Map([['f09', RAISED]]))
    expect(await dated(scopes.foreign)).toEqual(new Map())
  })

  it.each([
    ['INV5', ['Inverter overcurrent']],
    ['F01', ['Tank probe']],
    ['F77', []],
  ])('code %s leads to the one entry that the product finds', async (code, names) => {
    const { call } = await console_.signIn('admin')
    const { list } = await call(api.faultCodeList, { body: { product_key, code } })
    expect(list.map((fault) => fault.names.en)).toEqual(names)
  })
})
