import { api } from '@heatfleet/contract/api.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../../../test/refusals.ts'
import { useShipments } from '../../../test/shipments-case.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { commonPath } from './handlers-release.ts'

const fixture = useShipments()
const { by, macOf, send, holderOf, bind, fleet, database } = fixture
const REASON = 'Stands in our warehouse'
/** No unit has it. */
const NOBODY = imeiOf('86999999999990')

beforeEach(async () => {
  await database.db.deleteFrom('release_requests').execute()
})

const ask = async (person: SmallAccount, macs: string[], kind: 'stock' | 'binding' = 'stock') =>
  (await (await by(person))(api.releaseAsk, { body: { kind, macs, reason: REASON } })).rows
const listOf = async (person: SmallAccount, body: object = {}) =>
  (await (await by(person))(api.releaseList, { body })).list
const askedId = async (person: SmallAccount, unit: number, kind: 'stock' | 'binding' = 'stock') => {
  await ask(person, [macOf(unit)], kind)
  return (await listOf(person, { box: 'sent' }))[0]?.release_id ?? 0
}
const decide = async (person: SmallAccount, release_id: number, decision: 'released' | 'refused' = 'released') =>
  (await by(person))(api.releaseDecide, { body: { release_id, decision, answer: 'Take it' } })

describe('a request for a unit of another distributor', () => {
  it('is seen by the holder, those above it and the asker, by nobody else', async () => {
    expect(await ask('city_a2', [macOf(1)])).toEqual([{ mac: macOf(1), result: 'requested' }])
    const seen: Record<string, string[]> = {}
    for (const person of ['admin', 'province_a', 'city_a1', 'county_a11', 'city_a2', 'province_b'] as const) {
      const boxes = [await listOf(person, { box: 'received' }), await listOf(person, { box: 'sent' })]
      seen[person] = boxes.map((list) => list.map(({ mac }) => mac).join())
    }
    expect(seen).toEqual({
      admin: [macOf(1), ''],
      province_a: [macOf(1), ''],
      city_a1: [macOf(1), ''],
      county_a11: ['', ''],
      city_a2: ['', macOf(1)],
      province_b: ['', ''],
    })
    const [received] = await listOf('city_a1')
    expect(received).toMatchObject({ asker_name: 'A2', asked_by: 'city_a2', reason: REASON, may_decide: true })
    // The asker learns nothing of the unit or its holder.
    const [sent] = await listOf('city_a2')
    expect(sent).toMatchObject({ visible: false, device_name: '', holder_name: null, product_name: '', bound: false })
    expect(sent).toMatchObject({ may_decide: false, may_withdraw: true })
  })

  it('is answered alike whether there is such a unit or not; one who asks twice is told', async () => {
    expect(await ask('province_b', [macOf(0), NOBODY, macOf(5)])).toEqual([
      { mac: macOf(0), result: 'requested' },
      { mac: NOBODY, result: 'requested' },
      { mac: macOf(5), result: 'own' },
    ])
    expect(await ask('province_b', [macOf(0), NOBODY])).toMatchObject([{ result: 'open' }, { result: 'open' }])
    // What nobody has is received by those who see the whole fleet; all they can do is refuse.
    const found = (await listOf('admin', { box: 'received' })).find(({ mac }) => mac === NOBODY)
    expect(found).toMatchObject({ visible: false, may_decide: true })
    expect(await codeOf(decide('admin', found?.release_id ?? 0))).toBe('release_gone')
    expect(await decide('admin', found?.release_id ?? 0, 'refused')).toMatchObject({ state: 'refused' })
    expect((await listOf('province_a', { box: 'received' })).map(({ mac }) => mac)).toEqual([macOf(0)])
  })

  it('released brings the unit to the lowest distributor above both, and ends the shipments that led down', async () => {
    await send('province_a', 'A1', [0])
    await send('city_a1', 'A11', [0])
    const id = await askedId('city_a2', 0)
    expect(await decide('county_a11', id)).toEqual({ mac: macOf(0), state: 'released', moved_to: 'A' })
    expect(await holderOf(0)).toBe('A')
    const returned = await (await by('province_a'))(api.shippedDeviceList, { body: { tab: 'returned' } })
    expect(returned.list.map(({ mac, reason, returned_by }) => [mac, reason, returned_by])).toEqual([
      [macOf(0), 'Take it', 'county_a11'],
      [macOf(0), 'Take it', 'county_a11'],
    ])
    // The asker sees the outcome, by a notice as well, but not who decided.
    const [sent] = await listOf('city_a2', { box: 'sent' })
    expect(sent).toMatchObject({ state: 'released', answer: 'Take it', moved_to: 'A', decided_by: '' })
    const { list } = await (await by('city_a2'))(api.notices)
    expect(list).toMatchObject([{ what: 'release_granted', device_name: macOf(0) }])
    expect(fixture.reported).toContainEqual({
      kind: 'devices_changed',
      device_ids: [fleet.devices[0]?.device_id],
    })
    // The province ships it on as usual.
    expect(await send('province_a', 'A2', [0])).toMatchObject({ device_count: 1 })
    const line = await database.db
      .selectFrom('audit_log')
      .select(['object', 'result', 'detail'])
      .where('action', '=', 'releaseDecide')
      .orderBy('audit_id', 'desc')
      .executeTakeFirst()
    expect(line).toMatchObject({
      object: `release ${id}`,
      result: 'ok',
      detail: { device: macOf(0), answer: 'Take it' },
    })
  })

  it('comes to the asker itself where that is above the holder, and to the manufacturer between provinces', async () => {
    await send('province_a', 'A1', [0])
    expect(await decide('city_a1', await askedId('province_a', 0))).toMatchObject({ moved_to: 'A' })
    expect(await decide('province_b', await askedId('province_a', 5))).toMatchObject({ moved_to: '' })
    await expect(holderOf(5)).rejects.toThrow()
  })

  it('is decided once, by others than the asker, and with a reason', async () => {
    const id = await askedId('province_a', 1)
    // Its city is below the province: colleagues of the asker see it, and do not decide.
    expect(await codeOf(decide('province_a', id))).toBe('release_own')
    expect(await codeOf(decide('city_a2', id))).toBe('not_found')
    const blank = (await by('city_a1'))(api.releaseDecide, {
      body: { release_id: id, decision: 'refused', answer: ' ' },
    })
    expect(await codeOf(blank)).toBe('invalid_input')
    // Both refuse, so that the unit stays in sight of the one who comes second: a release would take it from the city.
    const both = await Promise.all([codeOf(decide('city_a1', id, 'refused')), codeOf(decide('admin', id, 'refused'))])
    expect(both.sort()).toEqual(['ok', 'release_not_open'])
  })

  it('is withdrawn by the asker alone; a bound unit is not released from stock', async () => {
    await bind(1)
    const id = await askedId('city_a2', 1)
    expect(await codeOf(decide('city_a1', id))).toBe('device_has_owner')
    const withdraw = async (person: SmallAccount) =>
      codeOf((await by(person))(api.releaseWithdraw, { body: { release_id: id } }))
    expect(await withdraw('city_a1')).toBe('release_foreign')
    expect(await withdraw('province_b')).toBe('not_found')
    expect(await withdraw('city_a2')).toBe('ok')
    expect(await withdraw('city_a2')).toBe('release_not_open')
    expect(await ask('city_a2', [macOf(1)])).toMatchObject([{ result: 'requested' }])
  })
})

describe('a request to unbind a unit', () => {
  it('is asked for units in scope that are bound, and ends the binding with a message in the app', async () => {
    await bind(1)
    expect(await ask('city_a1', [macOf(1), macOf(2), macOf(5)], 'binding')).toEqual([
      { mac: macOf(1), result: 'requested' },
      { mac: macOf(2), result: 'unbound' },
      { mac: macOf(5), result: 'unknown' },
    ])
    const [request] = await listOf('city_a1', { box: 'received' })
    const id = request?.release_id ?? 0
    expect(request).toMatchObject({ kind: 'binding', bound: true, may_decide: false, may_withdraw: true })
    expect(await codeOf(decide('city_a1', id))).toBe('release_own')
    expect(await decide('province_a', id)).toEqual({ mac: macOf(1), state: 'released', moved_to: null })
    expect(await holderOf(1)).toBe('A1')
    const { list } = await (await by('city_a1'))(api.bindingHistory, { body: { mac: macOf(1) } })
    expect(list).toMatchObject([{ action: 'unbound', reason: 'Take it' }])
    const { n } = await database.db
      .selectFrom('app_user_messages')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(1)
  })
})

it('two paths meet at their lowest common distributor', () => {
  const met = [
    ['/1/7/', '/1/9/'],
    ['/1/7/8/', '/1/7/'],
    ['/1/', '/2/5/'],
    ['/', '/1/'],
    ['/1/7/', '/1/7/'],
  ].map(([one = '', other = '']) => commonPath(one, other))
  expect(met).toEqual(['/1/', '/1/7/', '/', '/', '/1/7/'])
})
