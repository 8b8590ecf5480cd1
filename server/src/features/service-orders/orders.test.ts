import { api } from '@heatfleet/contract/api.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { at, type OrderCase, openOrderCase } from '../../../test/orders-case.ts'
import { png } from '../../../test/png.ts'
import { codeOf } from '../../../test/refusals.ts'

const database = useDatabase()
const WEEK_MS = 7 * 86_400_000
let the: OrderCase

beforeAll(async () => {
  the = await openOrderCase(database)
})
afterAll(() => the.close())

describe('an order', () => {
  it('is filed in the the.app, answered and resolved by the distributor of the the.unit, and rated once', async () => {
    const pictures = [png(4, 4, Buffer.alloc(30)), png(8, 8, Buffer.alloc(40))]
    const { order_id } = await the.file(the.anna, { pictures })
    const call = await the.by('city_a1')
    const { list } = await call(api.orderList, { body: { tab: 'unresolved' } })
    expect(list.find((row) => row.order_id === order_id)).toMatchObject({
      mac: the.unit.mac,
      agent_name: 'A1',
      respondent: 'anna@example.com',
      app_user_id: the.anna.app_user_id,
      source: 'app',
      pictures: 2,
      handler: '',
    })
    expect(await call(api.orderPicture, { params: { id: order_id, picture_no: 2 } })).toEqual({ picture: pictures[1] })
    expect(await the.anna.call(api.appOrderPicture, { params: { order_id, picture_no: 1 } })).toEqual({
      picture: pictures[0],
    })
    await the.reply('city_a1', order_id, 'How warm is the tank?')
    await the.anna.call(api.appReplyOrder, { params: { order_id }, body: { text: '31 degrees.' } })
    await call(api.orderNote, { ...at(order_id), body: { text: 'Check the sensor.' } })
    expect((await the.anna.call(api.appOrder, { params: { order_id } })).lines).toMatchObject([
      { by: 'service', text: 'How warm is the tank?' },
      { by: 'me', text: '31 degrees.' },
    ])
    const rate = () =>
      the.anna.call(api.appRateOrder, { params: { order_id }, body: { rating: 'satisfied', comment: 'Quick.' } })
    expect(await codeOf(rate())).toBe('order_not_resolved')
    expect(await call(api.orderResolve, at(order_id))).toMatchObject({
      status: 'resolved',
      lines: [
        { kind: 'answer', author: 'city_a1' },
        { kind: 'reply', author: '' },
        { kind: 'note', author: 'city_a1' },
      ],
    })
    expect(await rate()).toMatchObject({ rating: 'satisfied', comment: 'Quick.' })
    expect(await codeOf(rate())).toBe('order_rated')
  })

  it('may be about an alarm of the device that its author sees, and of no other device', async () => {
    const call = await the.by('city_a1')
    const alarmOf = async (device_id: number) =>
      (
        await database.db
          .insertInto('alarms')
          .values({
            device_id,
            type: 'device_fault',
            rule_key: `f${device_id}`,
            severity: 'major',
            first_at: new Date(),
            last_at: new Date(),
          })
          .returning('alarm_id')
          .executeTakeFirstOrThrow()
      ).alarm_id
    const { rows } = await database.pool.query<{ device_id: number; mac: string }>(
      'select device_id, mac from devices order by (mac = $1) desc, device_id limit 2',
      [the.unit.mac],
    )
    const [own, other] = [await alarmOf(rows[0]?.device_id ?? 0), await alarmOf(rows[1]?.device_id ?? 0)]
    const body = { mac: the.unit.mac, type: 'fault', problem: 'No water flow' } as const
    const order = await call(api.orderCreate, { body: { ...body, alarm_id: own } })
    expect(order.alarm_id).toBe(own)
    const { list } = await call(api.orderList, { body: { alarm_id: own } })
    expect(list.map(({ order_id }) => order_id)).toEqual([order.order_id])
    expect(await codeOf(call(api.orderCreate, { body: { ...body, alarm_id: other } }))).toBe('alarm_not_found')
    expect((await call(api.orderCreate, { body })).alarm_id).toBeNull()
    await database.db.deleteFrom('alarms').execute()
    expect((await call(api.orderInfo, at(order.order_id))).alarm_id).toBeNull()
  })

  it('has a visit: the respondent reads its time, staff the parts, cause and result; a second writer is refused', async () => {
    const { order_id } = await the.file(the.anna)
    const call = await the.by('city_a1')
    const visit = {
      visit_from: '2026-12-01T08:00:00.000Z',
      visit_to: '2026-12-01T10:00:00.000Z',
      parts: [{ name: 'Flow switch', number: '12-3456', quantity: 1 }],
      cause: 'component' as const,
      result: 'Replaced.',
      visit_changed_time: null,
    }
    const changed = await call(api.orderVisit, { ...at(order_id), body: visit })
    expect(changed).toMatchObject({ ...visit, visit_changed_time: expect.any(String) })
    expect(await codeOf(call(api.orderVisit, { ...at(order_id), body: visit }))).toBe('stale_edit')
    const again = { ...visit, cause: 'water' as const, visit_changed_time: changed.visit_changed_time }
    expect((await call(api.orderVisit, { ...at(order_id), body: again })).cause).toBe('water')
    const own = await the.anna.call(api.appOrder, { params: { order_id } })
    expect(own).toMatchObject({ visit_from: visit.visit_from, visit_to: visit.visit_to })
    expect(JSON.stringify(own)).not.toContain('Flow switch')
    const backwards = { ...again, visit_from: visit.visit_to, visit_to: visit.visit_from }
    expect(await codeOf(call(api.orderVisit, { ...at(order_id), body: backwards }))).toBe('order_visit_backwards')
  })

  it.each([
    ['high', 5, true],
    ['high', 3, false],
    ['normal', 25, true],
    ['normal', 23, false],
    ['low', 73, true],
    ['low', 71, false],
  ] as const)('of priority %s that nobody answered for %i h is overdue: %s', async (priority, hours, is_overdue) => {
    const call = await the.by('city_a1')
    const { order_id } = await call(api.orderCreate, {
      body: { mac: the.unit.mac, type: 'fault', problem: 'Cold', priority },
    })
    await database.pool.query(
      'update service_orders set feedback_at = now() - make_interval(hours => $2) where order_id = $1',
      [order_id, hours],
    )
    const overdue = async () =>
      (await call(api.orderList, { body: { tab: 'overdue' } })).list.some((row) => row.order_id === order_id)
    expect(await overdue()).toBe(is_overdue)
    await the.reply('city_a1', order_id, 'On the way.')
    expect(await overdue()).toBe(false)
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
    await the.closeAll()
    const { order_id } = await the.file()
    const call = await the.by(account)
    const ids = (await call(api.orderList, {})).list.map((row) => row.order_id)
    expect(ids.includes(order_id)).toBe(sees)
    expect(await codeOf(call(api.orderInfo, at(order_id)))).toBe(sees ? 'ok' : 'order_not_found')
  })

  it('is filed about an own unit only, by its owner or a guest', async () => {
    await the.closeAll()
    const other_user = await the.app.join('stranger@example.com')
    expect(await codeOf(the.file(other_user))).toBe('not_bound')
    const { code } = await the.anna.call(api.appShare, { params: { device_id: the.unit.mac } })
    await other_user.call(api.appJoin, { body: { code } })
    const { order_id } = await the.file(other_user)
    // The household shares the the.unit, not what each writes to the service.
    expect(await codeOf(the.anna.call(api.appOrder, { params: { order_id } }))).toBe('order_not_found')
    await the.anna.call(api.appUnshare, { params: { device_id: the.unit.mac, app_user_id: other_user.app_user_id } })
    expect(await codeOf(other_user.call(api.appReplyOrder, { params: { order_id }, body: { text: 'x' } }))).toBe(
      'not_bound',
    )
    expect((await other_user.call(api.appOrders)).total).toBe(1)
  })

  it('of another app user cannot be read, answered, rated or viewed', async () => {
    const order_id = await the.resolved()
    const other = await the.app.join('nosy@example.com')
    const params = { order_id }
    const codes = await Promise.all(
      [
        other.call(api.appOrder, { params }),
        other.call(api.appOrderPicture, { params: { order_id, picture_no: 1 } }),
        other.call(api.appReplyOrder, { params, body: { text: 'x' } }),
        other.call(api.appRateOrder, { params, body: { rating: 'dissatisfied' } }),
      ].map(codeOf),
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
    await the.closeAll()
    expect(await codeOf(the.file(the.anna, more))).toBe(code)
  })

  it('is one of few that one person may have open', async () => {
    await the.closeAll()
    for (let n = 0; n < ORDER_LIMITS.open_max; n += 1) await the.file()
    expect(await codeOf(the.file())).toBe('orders_full')
    const other = await the.app.join('else@example.com')
    const [unit_of_a11] = [the.unitOf(2)]
    await the.bind(other, unit_of_a11)
    expect(await codeOf(the.file(other, { device_id: unit_of_a11.mac }))).toBe('ok')
    await the.closeAll()
  })

  it('is not resolved before it is answered, and nothing is said to a resolved one', async () => {
    const { order_id } = await the.file()
    const call = await the.by('city_a1')
    expect(await codeOf(call(api.orderResolve, at(order_id)))).toBe('order_unanswered')
    await call(api.orderNote, { ...at(order_id), body: { text: 'A note is no answer.' } })
    expect(await codeOf(call(api.orderResolve, at(order_id)))).toBe('order_unanswered')
    await the.reply('city_a1', order_id)
    await call(api.orderResolve, at(order_id))
    expect(await codeOf(call(api.orderResolve, at(order_id)))).toBe('order_resolved')
    expect(await codeOf(the.reply('city_a1', order_id))).toBe('order_resolved')
    expect(await codeOf(call(api.orderAssign, { ...at(order_id), body: { handler_uid: null } }))).toBe('order_resolved')
    const more = the.anna.call(api.appReplyOrder, { params: { order_id }, body: { text: 'Thanks.' } })
    expect(await codeOf(more)).toBe('order_resolved')
    expect(await codeOf(call(api.orderNote, { ...at(order_id), body: { text: 'Later.' } }))).toBe('ok')
  })

  it('holds so many lines and no more', async () => {
    const { order_id } = await the.file()
    const line = { order_id, kind: 'note', uid: null, text: 'x', at: new Date() } as const
    await database.db.insertInto('service_order_lines').values(Array(ORDER_LIMITS.lines_max).fill(line)).execute()
    expect(await codeOf(the.reply('city_a1', order_id))).toBe('order_lines_full')
  })

  it('is taken up again within a week, and its rating stays', async () => {
    const order_id = await the.resolved()
    await the.anna.call(api.appRateOrder, { params: { order_id }, body: { rating: 'dissatisfied' } })
    const call = await the.by('city_a1')
    const reopen = (id: number) => call(api.orderReopen, { ...at(id), body: { reason: 'It is cold again.' } })
    expect(await reopen(order_id)).toMatchObject({ status: 'unresolved', resolved_time: null, rating: 'dissatisfied' })
    expect(await codeOf(reopen(order_id))).toBe('order_not_resolved')
    await call(api.orderResolve, at(order_id))
    const again = the.anna.call(api.appRateOrder, { params: { order_id }, body: { rating: 'satisfied' } })
    expect(await codeOf(again)).toBe('order_rated')
    await database.db
      .updateTable('service_orders')
      .set({ resolved_at: new Date(Date.now() - WEEK_MS - 60_000) })
      .where('order_id', '=', order_id)
      .execute()
    expect(await codeOf(reopen(order_id))).toBe('order_reopen_over')
  })
})
