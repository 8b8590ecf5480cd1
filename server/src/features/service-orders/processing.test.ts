import { api } from '@heatfleet/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { at, type OrderCase, openOrderCase } from '../../../test/orders-case.ts'
import { png } from '../../../test/png.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const database = useDatabase()
let the: OrderCase

beforeAll(async () => {
  the = await openOrderCase(database)
})
afterAll(() => the.close())

describe('the processing person', () => {
  const assign = async (order_id: number, account: SmallAccount) =>
    (await the.by('province_a'))(api.orderAssign, {
      ...at(order_id),
      body: { handler_uid: the.fleet.accounts[account], priority: 'high' },
    })

  it.each([
    ['province_a', 'ok'],
    ['city_a1', 'ok'],
    // Visible to the assigner, but without the unit in their scope.
    ['city_a2', 'handler_out_of_reach'],
    ['county_a11', 'handler_out_of_reach'],
    ['office_a', 'handler_out_of_reach'],
    // Not visible.
    ['staff', 'user_not_exist'],
    ['province_b', 'user_not_exist'],
  ] as const)('may be %s: %s', async (account, code) => {
    await the.closeAll()
    const { order_id } = await the.file()
    expect(await codeOf(assign(order_id, account))).toBe(code)
    const { handler, priority } = await (await the.by('admin'))(api.orderInfo, at(order_id))
    expect({ handler, priority }).toEqual(
      code === 'ok' ? { handler: account, priority: 'high' } : { handler: '', priority: 'normal' },
    )
  })

  it('must be able to answer', async () => {
    await the.closeAll()
    const { order_id } = await the.file()
    const call = await the.by('admin')
    const auditor = the.fleet.accounts.auditor
    const named = call(api.orderAssign, { ...at(order_id), body: { handler_uid: auditor } })
    expect(await codeOf(named)).toBe('handler_out_of_reach')
    const offered = await call(api.orderHandlers, at(order_id))
    expect(offered.map(({ user_name }) => user_name)).toEqual([
      'admin',
      'city_a1',
      'office_a',
      'province_a',
      'staff',
      'staff_hangzhou',
    ])
    const found = await (await the.by('city_a1'))(api.orderHandlers, { ...at(order_id), query: { search: 'CITY' } })
    expect(found.map(({ user_name }) => user_name)).toEqual(['city_a1'])
  })

  it('finds the order under Mine until it is resolved', async () => {
    await the.closeAll()
    const { order_id } = await the.file()
    await assign(order_id, 'city_a1')
    const mine = async (account: SmallAccount) =>
      (await (await the.by(account))(api.orderList, { body: { tab: 'mine' } })).list.map((row) => row.order_id)
    expect(await mine('city_a1')).toEqual([order_id])
    expect(await mine('province_a')).toEqual([])
    await the.reply('city_a1', order_id)
    await (await the.by('city_a1'))(api.orderResolve, at(order_id))
    expect(await mine('city_a1')).toEqual([])
  })
})

describe('an order that nobody processes', () => {
  const handlerOf = async (order_id: number) => (await (await the.by('admin'))(api.orderInfo, at(order_id))).handler

  it('is taken by the first answer, and stays with that person', async () => {
    await the.closeAll()
    const { order_id } = await the.file()
    await the.reply('city_a1', order_id)
    await the.reply('province_a', order_id)
    expect(await handlerOf(order_id)).toBe('city_a1')
  })

  it('is not taken from the person it was given to', async () => {
    await the.closeAll()
    const { order_id } = await the.file()
    const body = { handler_uid: the.fleet.accounts.province_a }
    await (await the.by('province_a'))(api.orderAssign, { ...at(order_id), body })
    await the.reply('city_a1', order_id)
    expect(await handlerOf(order_id)).toBe('province_a')
  })

  it('is taken by whoever resolves it', async () => {
    await the.closeAll()
    const { order_id } = await the.file()
    await the.reply('city_a1', order_id)
    const call = await the.by('province_a')
    await call(api.orderAssign, { ...at(order_id), body: { handler_uid: null } })
    expect(await call(api.orderResolve, at(order_id))).toMatchObject({ handler: 'province_a' })
  })
})

it('an answer is refused where somebody else answered since its writer last read the order', async () => {
  await the.closeAll()
  const { order_id } = await the.file()
  const answer = async (account: SmallAccount, seen_line: number) =>
    (await the.by(account))(api.orderReply, { ...at(order_id), body: { text: 'We are on it.', seen_line } })
  const { lines } = await answer('city_a1', 0)
  expect(await codeOf(answer('province_a', 0))).toBe('order_answered_meanwhile')
  expect(await codeOf(answer('city_a1', 0))).toBe('ok')
  expect(await codeOf(answer('province_a', (lines.at(-1)?.line_id ?? 0) + 1))).toBe('ok')
})

describe('an order by hand', () => {
  const create = async (account: SmallAccount, more: object = {}) =>
    (await the.by(account))(api.orderCreate, {
      body: { mac: the.unit.mac, type: 'usage', problem: 'Asked by phone.', ...more },
    })

  it('has no app user, or one bound to the unit', async () => {
    expect(await create('city_a1', { priority: 'high' })).toMatchObject({
      source: 'console',
      app_user_id: null,
      priority: 'high',
    })
    const for_anna = await create('city_a1', { app_user_id: the.anna.app_user_id })
    expect(for_anna).toMatchObject({ respondent: 'anna@example.com' })
    expect((await the.anna.call(api.appOrder, { params: { order_id: for_anna.order_id } })).problem).toBe(
      'Asked by phone.',
    )
    const unassigned = await the.app.join('nobody@example.com')
    expect(await codeOf(create('city_a1', { app_user_id: unassigned.app_user_id }))).toBe('not_bound')
    expect(await codeOf(create('city_a2'))).toBe('device_not_found')
    expect(await codeOf(create('auditor'))).toBe('no_permission')
  })

  it('is not for a hidden app user, although the unit is visible', async () => {
    const seePeople = (scope_overrides: object) =>
      database.db
        .updateTable('roles')
        .set({ scope_overrides: JSON.stringify(scope_overrides) })
        .where('role_name', '=', 'Province agent')
        .execute()
    const for_anna = { app_user_id: the.anna.app_user_id }
    await seePeople({ appuser: 'own_agent' })
    expect(await codeOf(create('province_a', for_anna))).toBe('not_bound')
    await seePeople({})
    expect(await codeOf(create('province_a', for_anna))).toBe('ok')
  })
})

it('the audit log has actor, action and order, and none of its text', async () => {
  const order_id = await the.resolved()
  const { list } = await (await the.by('admin'))(api.auditList, { body: { object: `order ${order_id}` } })
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

describe('photos', () => {
  it('are at answers and notes of staff; the respondent reads those of answers alone', async () => {
    await the.closeAll()
    const { order_id } = await the.file()
    const city = await the.by('city_a1')
    const photo = png(4, 4, Buffer.alloc(30))
    await city(api.orderNote, { ...at(order_id), body: { text: 'For us.', pictures: [photo] } })
    const { lines } = await city(api.orderReply, { ...at(order_id), body: { text: 'Look.', pictures: [photo] } })
    expect(lines.map(({ kind, pictures }) => [kind, pictures])).toEqual([
      ['note', 1],
      ['answer', 1],
    ])
    const [note, answer] = lines.map(({ line_id }) => line_id)
    const staff = (line_id = 0) => city(api.orderLinePicture, { params: { id: order_id, line_id, picture_no: 1 } })
    expect(await staff(note)).toEqual({ picture: photo })
    const anna = (line_id = 0) =>
      the.anna.call(api.appOrderLinePicture, { params: { order_id, line_id, picture_no: 1 } })
    expect(await anna(answer)).toEqual({ picture: photo })
    expect(await codeOf(anna(note))).toBe('not_found')
    const outsider = await the.by('city_a2')
    const request = { params: { id: order_id, line_id: answer ?? 0, picture_no: 1 } }
    expect(await codeOf(outsider(api.orderLinePicture, request))).toBe('order_not_found')
    const text = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`
    const refused = city(api.orderNote, { ...at(order_id), body: { text: 'See.', pictures: [text] } })
    expect(await codeOf(refused)).toBe('image_invalid')
  })

  it('are at replies of the respondent; staff in scope see them, other app users and distributors do not', async () => {
    await the.closeAll()
    const { order_id } = await the.file()
    const city = await the.by('city_a1')
    const photo = png(4, 4, Buffer.alloc(30))
    const reply = (pictures: string[]) =>
      the.anna.call(api.appReplyOrder, { params: { order_id }, body: { text: 'The display.', pictures } })
    const { lines } = await reply([photo, photo])
    expect(lines.map(({ by, pictures }) => [by, pictures])).toEqual([['me', 2]])
    const line_id = lines[0]?.line_id ?? 0
    const request = { params: { id: order_id, line_id, picture_no: 2 } }
    expect(await city(api.orderLinePicture, request)).toEqual({ picture: photo })
    const own = { params: { order_id, line_id, picture_no: 2 } }
    expect(await the.anna.call(api.appOrderLinePicture, own)).toEqual({ picture: photo })
    const outsider = await the.by('city_a2')
    expect(await codeOf(outsider(api.orderLinePicture, request))).toBe('order_not_found')
    const stranger = await the.app.join('stranger@example.com')
    expect(await codeOf(stranger.call(api.appOrderLinePicture, own))).toBe('order_not_found')
    const text = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`
    expect(await codeOf(reply([text]))).toBe('image_invalid')
    expect(await codeOf(reply([photo, photo, photo, photo]))).toBe('invalid_input')
    // A refused photo leaves no reply behind.
    expect((await the.anna.call(api.appOrder, { params: { order_id } })).lines).toHaveLength(1)
  })
})
