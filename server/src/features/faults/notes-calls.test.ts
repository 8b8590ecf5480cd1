import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_FAULT_CODE, ACCESS_FAULT_ID, seedFault } from '../../../test/access/fault.ts'
import { startConsole, type TestConsole } from '../../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount, SmallDistributor, SmallFleet } from '../../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let console_: TestConsole
const calls = new Map<SmallAccount, Call>()
const call = async (person: SmallAccount): Promise<Call> => {
  const cached = calls.get(person) ?? (await console_.signIn(person)).call
  calls.set(person, cached)
  return cached
}
const params = { id: ACCESS_FAULT_ID }
const noteAs = async (person: SmallAccount, text: string) =>
  (await call(person))(api.faultNoteAdd, { params, body: { text } })
const textsFor = async (person: SmallAccount) =>
  (await (await call(person))(api.faultNoteList, { params })).map(({ text }) => text)

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await seedFault(database)
  await database.pool.query(`update fault_codes set built_in = true`)
  console_ = await startConsole(database)
})
afterAll(() => console_.close())

describe('a note of what solved a fault', () => {
  it('stands at a built-in code, newest first, with who wrote it', async () => {
    await noteAs('admin', 'Plug was wet.')
    console_.jump(60_000)
    await noteAs('admin', 'New probe.')
    const list = await (await call('admin'))(api.faultNoteList, { params })
    expect(list).toMatchObject([
      { text: 'New probe.', author: 'admin', own: true },
      { text: 'Plug was wet.', author: 'admin', own: true },
    ])
  })

  it.each<[SmallAccount, boolean]>([
    ['city_a1', true],
    ['province_a', true],
    ['admin', true],
    ['county_a11', false],
    ['city_a2', false],
    ['province_b', false],
  ])('of a city is read by %s: %s; the manufacturer’s by everybody', async (person, seen) => {
    const { note_id } = await noteAs('city_a1', 'Strainer cleaned.')
    const texts = await textsFor(person)
    expect(texts.includes('Strainer cleaned.')).toBe(seen)
    expect(texts).toContain('Plug was wet.')
    await (await call('city_a1'))(api.faultNoteDelete, { params: { ...params, note_id } })
  })

  it.each<[SmallAccount, string]>([
    ['province_b', 'fault_note_unknown'],
    ['province_a', 'fault_note_of_another'],
    ['city_a1', 'ok'],
  ])('of a city, removed by %s: %s', async (person, answer) => {
    const { note_id } = await noteAs('city_a1', 'Fan freed.')
    const remove = (await call(person))(api.faultNoteDelete, { params: { ...params, note_id } })
    expect(await codeOf(remove)).toBe(answer)
  })

  it('is removed by any editor of fault codes, and the audit log keeps its text', async () => {
    const { note_id } = await noteAs('city_a1', 'Valve opened.')
    await (await call('admin'))(api.faultNoteDelete, { params: { ...params, note_id } })
    const { detail } = await database.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'faultNoteDelete')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ before: { text: 'Valve opened.', author: 'city_a1' } })
  })

  it('is not written by who only looks', async () => {
    expect(await codeOf(noteAs('auditor', 'Seen.'))).toBe('no_permission')
  })
})

describe('alarms of a code within 30 days', () => {
  const raise = async (at: SmallDistributor, days_ago: number, codes: string[]) => {
    const device = fleet.devices.find((one) => one.at === at)
    await database.pool.query(
      `insert into device_events (device_id, at, kind, detail) values ($1, $2, 'alarm', jsonb_build_object('codes', $3::text[]))`,
      [device?.device_id, new Date(Date.now() - days_ago * 86_400_000), codes],
    )
  }
  beforeAll(async () => {
    await raise('A11', 1, [ACCESS_FAULT_CODE, 'other'])
    await raise('A11', 29, [ACCESS_FAULT_CODE])
    await raise('A2', 2, [ACCESS_FAULT_CODE])
    await raise('B', 3, ['other'])
    await raise('B', 31, [ACCESS_FAULT_CODE])
  })

  it.each<[SmallAccount, number, number]>([
    ['admin', 3, 2],
    ['province_a', 3, 2],
    ['county_a11', 2, 1],
    ['city_a2', 1, 1],
    ['province_b', 0, 0],
  ])('as %s counts them: %i of %i units', async (person, times, devices) => {
    const callAs = await call(person)
    const [use] = await callAs(api.faultUses, { body: { fault_ids: [ACCESS_FAULT_ID] } })
    expect(use).toMatchObject({ times, devices, products: [{ product_key: fleet.product_key }] })
    const units = await callAs(api.faultDevices, { params })
    expect(units.map((unit) => unit.times).reduce((sum, n) => sum + n, 0)).toBe(times)
    expect(units).toHaveLength(devices)
  })

  it('are those of the own entry where one goes before the built-in one', async () => {
    const own = await (await call('admin'))(api.faultCodeCreate, {
      body: {
        set_name: 'own',
        code: ACCESS_FAULT_CODE,
        code_num: null,
        register: null,
        bit: null,
        names: { en: 'Own', zh: '', pl: '' },
        category: '',
        severity: 'fault',
        causes: { en: '', zh: '', pl: '' },
        checks: { en: '', zh: '', pl: '' },
        remedies: { en: '', zh: '', pl: '' },
        parts: ['NTC 50K'],
        manual_url: 'https://example.com/manual.pdf',
      },
    })
    await database.pool.query(
      `update product_versions set settings = jsonb_set(settings, '{fault_sets}', settings -> 'fault_sets' || '["own"]')`,
    )
    const uses = await (await call('admin'))(api.faultUses, { body: { fault_ids: [ACCESS_FAULT_ID, own.fault_id] } })
    expect(uses.map(({ times, products }) => [times, products.length])).toEqual([
      [0, 0],
      [3, 1],
    ])
  })
})
