import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/order-limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOnLabel, registerApp, type TestApp } from '../../../test/app-client.ts'
import { startConsole, type TestConsole } from '../../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { refusalOf as refusalAt } from '../../../test/distributors-case.ts'
import { png } from '../../../test/png.ts'
import type { SmallAccount, SmallDevice, SmallFleet } from '../../../test/small-fleet.ts'

const database = useDatabase()
const WEEK_MS = 7 * 86_400_000
let console_: TestConsole
let fleet: SmallFleet
let app: TestApp
/** Owns the unit of A1. */
let anna: Awaited<ReturnType<TestApp['join']>>
let unit: SmallDevice

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  console_ = await startConsole(database)
  app = await registerApp(database.db, console_.base_url)
  anna = await app.join('anna@example.com')
  unit = unitOf(1)
  await bind(anna, unit)
})
afterAll(() => console_.close())

/** The code alone, without the field it is told at. */
const refusalOf = async (call: Promise<unknown>): Promise<string> => (await refusalAt(call)).split(' ')[0] ?? ''
const unitOf = (index: number): SmallDevice => {
  const device = fleet.devices[index]
  if (device === undefined) throw new Error('The small fleet has six units.')
  return device
}
const bind = (person: { call: Call }, device: SmallDevice) =>
  person.call(api.appBind, { body: { device_id: device.mac, code: codeOnLabel(device) } })
const by = async (account: SmallAccount): Promise<Call> => (await console_.signIn(account)).call
const file = async (person: { call: Call } = anna, more: object = {}) =>
  person.call(api.appFileOrder, { body: { device_id: unit.mac, type: 'fault', problem: 'It is cold.', ...more } })
const at = (id: number) => ({ params: { id } })
const reply = async (account: SmallAccount, id: number, text = 'We are on it.') =>
  (await by(account))(api.orderReply, { ...at(id), body: { text } })
const resolved = async () => {
  const { order_id } = await file()
  await reply('city_a1', order_id)
  await (await by('city_a1'))(api.orderResolve, at(order_id))
  return order_id
}
/** Everything of Anna is closed: room for what comes. */
const closeAll = () =>
  database.db
    .updateTable('service_orders')
    .set({ status: 'resolved', resolved_at: new Date() })
    .where('status', '=', 'unresolved')
    .execute()

describe('an order', () => {
  it('is filed in the app, answered and resolved by the distributor of the unit, and rated once', async () => {
    const pictures = [png(4, 4, Buffer.alloc(30)), png(8, 8, Buffer.alloc(40))]
    const { order_id } = await file(anna, { pictures })
    const call = await by('city_a1')
    const { list } = await call(api.orderList, { body: { tab: 'unresolved' } })
    expect(list.find((row) => row.order_id === order_id)).toMatchObject({
      mac: unit.mac,
      agent_name: 'A1',
      respondent: 'anna@example.com',
      app_user_id: anna.app_user_id,
      source: 'app',
      pictures: 2,
      handler: '',
    })
    expect(await call(api.orderPicture, { params: { id: order_id, picture_no: 2 } })).toEqual({ picture: pictures[1] })
    expect(await anna.call(api.appOrderPicture, { params: { order_id, picture_no: 1 } })).toEqual({
      picture: pictures[0],
    })
    await reply('city_a1', order_id, 'How warm is the tank?')
    await anna.call(api.appReplyOrder, { params: { order_id }, body: { text: '31 degrees.' } })
    await call(api.orderNote, { ...at(order_id), body: { text: 'Check the sensor.' } })
    expect((await anna.call(api.appOrder, { params: { order_id } })).lines).toMatchObject([
      { by: 'service', text: 'How warm is the tank?' },
      { by: 'me', text: '31 degrees.' },
    ])
    const rate = () =>
      anna.call(api.appRateOrder, { params: { order_id }, body: { rating: 'satisfied', comment: 'Quick.' } })
    expect(await refusalOf(rate())).toBe('order_not_resolved')
    expect(await call(api.orderResolve, at(order_id))).toMatchObject({
      status: 'resolved',
      lines: [
        { kind: 'answer', author: 'city_a1' },
        { kind: 'reply', author: '' },
        { kind: 'note', author: 'city_a1' },
      ],
    })
    expect(await rate()).toMatchObject({ rating: 'satisfied', comment: 'Quick.' })
    expect(await refusalOf(rate())).toBe('order_rated')
  })

  it.each([
    ['city_a1', true],
    ['province_a', true],
    ['staff', true],
    ['staff_hangzhou', true],
    // A sibling, a lower one, another province, and the office of A alone.
    ['city_a2', false],
    ['county_a11', false],
    ['province_b', false],
    ['office_a', false],
  ] as const)('is seen by %s: %s', async (account, sees) => {
    await closeAll()
    const { order_id } = await file()
    const call = await by(account)
    const ids = (await call(api.orderList, {})).list.map((row) => row.order_id)
    expect(ids.includes(order_id)).toBe(sees)
    expect(await refusalOf(call(api.orderInfo, at(order_id)))).toBe(sees ? 'ok' : 'order_not_found')
  })

  it('is filed about an own unit only, by its owner or somebody it is shared with', async () => {
    await closeAll()
    const stranger = await app.join('stranger@example.com')
    expect(await refusalOf(file(stranger))).toBe('not_bound')
    const { code } = await anna.call(api.appShare, { params: { device_id: unit.mac } })
    await stranger.call(api.appJoin, { body: { code } })
    const { order_id } = await file(stranger)
    // The household shares the unit, not what each writes to the service.
    expect(await refusalOf(anna.call(api.appOrder, { params: { order_id } }))).toBe('order_not_found')
    await anna.call(api.appUnshare, { params: { device_id: unit.mac, app_user_id: stranger.app_user_id } })
    expect(await refusalOf(stranger.call(api.appReplyOrder, { params: { order_id }, body: { text: 'x' } }))).toBe(
      'not_bound',
    )
    expect((await stranger.call(api.appOrders)).total).toBe(1)
  })

  it('of somebody else is nobody’s to read, answer, rate or look at', async () => {
    const order_id = await resolved()
    const other = await app.join('nosy@example.com')
    const params = { order_id }
    const codes = await Promise.all(
      [
        other.call(api.appOrder, { params }),
        other.call(api.appOrderPicture, { params: { order_id, picture_no: 1 } }),
        other.call(api.appReplyOrder, { params, body: { text: 'x' } }),
        other.call(api.appRateOrder, { params, body: { rating: 'dissatisfied' } }),
      ].map(refusalOf),
    )
    expect(new Set(codes)).toEqual(new Set(['order_not_found']))
    expect((await other.call(api.appOrders)).total).toBe(0)
  })

  it.each([
    [
      'a picture that is none',
      { pictures: [`data:image/png;base64,${Buffer.alloc(80).toString('base64')}`] },
      'image_invalid',
    ],
    ['four pictures', { pictures: Array(4).fill(png(4, 4, Buffer.alloc(30))) }, 'invalid_input'],
    ['no words', { problem: ' ' }, 'invalid_input'],
    ['too many words', { problem: 'x'.repeat(ORDER_LIMITS.text_max + 1) }, 'invalid_input'],
    ['a kind that is none', { type: 'other' }, 'invalid_input'],
  ])('with %s is refused', async (_, more, code) => {
    await closeAll()
    expect(await refusalOf(file(anna, more))).toBe(code)
  })

  it('is one of few that one person may have open', async () => {
    await closeAll()
    for (let n = 0; n < ORDER_LIMITS.open_max; n += 1) await file()
    expect(await refusalOf(file())).toBe('orders_full')
    const other = await app.join('else@example.com')
    const [unit_of_a11] = [unitOf(2)]
    await bind(other, unit_of_a11)
    expect(await refusalOf(file(other, { device_id: unit_of_a11.mac }))).toBe('ok')
    await closeAll()
  })

  it('is not resolved before it is answered, and nothing is said to a resolved one', async () => {
    const { order_id } = await file()
    const call = await by('city_a1')
    expect(await refusalOf(call(api.orderResolve, at(order_id)))).toBe('order_unanswered')
    await call(api.orderNote, { ...at(order_id), body: { text: 'A note is no answer.' } })
    expect(await refusalOf(call(api.orderResolve, at(order_id)))).toBe('order_unanswered')
    await reply('city_a1', order_id)
    await call(api.orderResolve, at(order_id))
    expect(await refusalOf(call(api.orderResolve, at(order_id)))).toBe('order_resolved')
    expect(await refusalOf(reply('city_a1', order_id))).toBe('order_resolved')
    expect(await refusalOf(call(api.orderAssign, { ...at(order_id), body: { handler_uid: null } }))).toBe(
      'order_resolved',
    )
    const more = anna.call(api.appReplyOrder, { params: { order_id }, body: { text: 'Thanks.' } })
    expect(await refusalOf(more)).toBe('order_resolved')
    expect(await refusalOf(call(api.orderNote, { ...at(order_id), body: { text: 'Later.' } }))).toBe('ok')
  })

  it('holds so many lines and no more', async () => {
    const { order_id } = await file()
    const line = { order_id, kind: 'note', uid: null, text: 'x', at: new Date() } as const
    await database.db.insertInto('service_order_lines').values(Array(ORDER_LIMITS.lines_max).fill(line)).execute()
    expect(await refusalOf(reply('city_a1', order_id))).toBe('order_lines_full')
  })

  it('is taken up again within a week, and its rating stays', async () => {
    const order_id = await resolved()
    await anna.call(api.appRateOrder, { params: { order_id }, body: { rating: 'dissatisfied' } })
    const call = await by('city_a1')
    const reopen = (id: number) => call(api.orderReopen, { ...at(id), body: { reason: 'It is cold again.' } })
    expect(await reopen(order_id)).toMatchObject({ status: 'unresolved', resolved_time: null, rating: 'dissatisfied' })
    expect(await refusalOf(reopen(order_id))).toBe('order_not_resolved')
    await call(api.orderResolve, at(order_id))
    const again = anna.call(api.appRateOrder, { params: { order_id }, body: { rating: 'satisfied' } })
    expect(await refusalOf(again)).toBe('order_rated')
    await database.db
      .updateTable('service_orders')
      .set({ resolved_at: new Date(Date.now() - WEEK_MS - 60_000) })
      .where('order_id', '=', order_id)
      .execute()
    expect(await refusalOf(reopen(order_id))).toBe('order_reopen_over')
  })
})

describe('the processing person', () => {
  const assign = async (order_id: number, account: SmallAccount) =>
    (await by('province_a'))(api.orderAssign, {
      ...at(order_id),
      body: { handler_uid: fleet.accounts[account], priority: 'high' },
    })

  it.each([
    ['province_a', 'ok'],
    ['city_a1', 'ok'],
    // In sight of who names them, and the unit is not in theirs.
    ['city_a2', 'handler_out_of_reach'],
    ['county_a11', 'handler_out_of_reach'],
    ['office_a', 'handler_out_of_reach'],
    // Not in sight at all.
    ['staff', 'user_not_exist'],
    ['province_b', 'user_not_exist'],
  ] as const)('may be %s: %s', async (account, code) => {
    await closeAll()
    const { order_id } = await file()
    expect(await refusalOf(assign(order_id, account))).toBe(code)
    const { handler, priority } = await (await by('admin'))(api.orderInfo, at(order_id))
    expect({ handler, priority }).toEqual(
      code === 'ok' ? { handler: account, priority: 'high' } : { handler: '', priority: 'normal' },
    )
  })

  it('must be able to answer', async () => {
    await closeAll()
    const { order_id } = await file()
    const call = await by('admin')
    const auditor = fleet.accounts.auditor
    const named = call(api.orderAssign, { ...at(order_id), body: { handler_uid: auditor } })
    expect(await refusalOf(named)).toBe('handler_out_of_reach')
    const offered = await call(api.orderHandlers, at(order_id))
    expect(offered.map(({ user_name }) => user_name)).toEqual([
      'admin',
      'city_a1',
      'office_a',
      'province_a',
      'staff',
      'staff_hangzhou',
    ])
    const found = await (await by('city_a1'))(api.orderHandlers, { ...at(order_id), query: { search: 'CITY' } })
    expect(found.map(({ user_name }) => user_name)).toEqual(['city_a1'])
  })

  it('finds the order under Mine until it is resolved', async () => {
    await closeAll()
    const { order_id } = await file()
    await assign(order_id, 'city_a1')
    const mine = async (account: SmallAccount) =>
      (await (await by(account))(api.orderList, { body: { tab: 'mine' } })).list.map((row) => row.order_id)
    expect(await mine('city_a1')).toEqual([order_id])
    expect(await mine('province_a')).toEqual([])
    await reply('city_a1', order_id)
    await (await by('city_a1'))(api.orderResolve, at(order_id))
    expect(await mine('city_a1')).toEqual([])
  })
})

describe('an order by hand', () => {
  const create = async (account: SmallAccount, more: object = {}) =>
    (await by(account))(api.orderCreate, {
      body: { mac: unit.mac, type: 'usage', problem: 'Asked by phone.', ...more },
    })

  it('is for nobody, or for somebody who has the unit', async () => {
    expect(await create('city_a1', { priority: 'high' })).toMatchObject({
      source: 'console',
      app_user_id: null,
      priority: 'high',
    })
    const for_anna = await create('city_a1', { app_user_id: anna.app_user_id })
    expect(for_anna).toMatchObject({ respondent: 'anna@example.com' })
    expect((await anna.call(api.appOrder, { params: { order_id: for_anna.order_id } })).problem).toBe('Asked by phone.')
    const nobodys = await app.join('nobody@example.com')
    expect(await refusalOf(create('city_a1', { app_user_id: nobodys.app_user_id }))).toBe('not_bound')
    expect(await refusalOf(create('city_a2'))).toBe('device_not_found')
    expect(await refusalOf(create('auditor'))).toBe('no_permission')
  })
})

it('the audit log tells who did what at which order, and no words of it', async () => {
  const order_id = await resolved()
  const { list } = await (await by('admin'))(api.auditList, { body: { object: `order ${order_id}` } })
  const text = JSON.stringify(list)
  expect(text).not.toContain('We are on it')
  expect(text).not.toContain('It is cold')
  const lines = await database.db
    .selectFrom('audit_log')
    .select(['action', 'user_name'])
    .where('object', '=', `order ${order_id}`)
    .orderBy('audit_id')
    .execute()
  expect(lines).toEqual([
    { action: 'orderReply', user_name: 'city_a1' },
    { action: 'orderResolve', user_name: 'city_a1' },
  ])
})
