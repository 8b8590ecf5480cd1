import { api } from '@heatfleet/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { at, type OrderCase, openOrderCase } from '../../../test/orders-case.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const database = useDatabase()
let the: OrderCase

beforeAll(async () => {
  the = await openOrderCase(database)
})
afterAll(() => the.close())

const rate = (order_id: number, rating: 'dissatisfied' | 'satisfied') =>
  database.db
    .updateTable('service_orders')
    .set({ rating, rated_at: new Date() })
    .where('order_id', '=', order_id)
    .execute()
const evaluations = async (account: SmallAccount, filter: object = {}) =>
  (await the.by(account))(api.evaluationList, {
    body: { sort_by: 'resolved_time', sort_order: 'desc', ...filter },
  })

it('the dissatisfied are to be called back until somebody has called; ratings are divided by whom they are about', async () => {
  const [unhappy, happy] = [await the.resolved(), await the.resolved()]
  await rate(unhappy, 'dissatisfied')
  await rate(happy, 'satisfied')
  const { figures, shares } = await evaluations('admin')
  expect(figures).toEqual({ resolved: 2, dissatisfied: 1, satisfied: 1, very_satisfied: 0, to_call: 1 })
  expect(shares.agent).toEqual([expect.objectContaining({ rated: 2, satisfied: 1 })])
  expect(shares.handler).toMatchObject([{ rated: 2, satisfied: 1 }])
  expect(shares.product).toMatchObject([{ rated: 2, satisfied: 1 }])
  const listed = async (to_call: boolean) => (await evaluations('admin', { to_call })).list.map((row) => row.order_id)
  expect([await listed(true), await listed(false)]).toEqual([[unhappy], [happy]])

  await (await the.by('city_a1'))(api.orderRevisit, { ...at(unhappy), body: { text: 'Called, all is well.' } })
  expect(await listed(true)).toEqual([])
  expect((await evaluations('admin')).figures.to_call).toBe(0)
  // Elsewhere nothing of it is counted.
  expect(await evaluations('province_b')).toMatchObject({
    figures: { resolved: 0, to_call: 0 },
    shares: { agent: [], handler: [], product: [] },
  })
})

const summary = async (account: SmallAccount, filter: object = {}) =>
  (await the.by(account))(api.evaluationSummary, { body: filter })
const say = (order_id: number, comment: string, resolved_at = '2026-10-31T23:30:00Z') =>
  database.db
    .updateTable('service_orders')
    .set({ comment, rating: 'dissatisfied', rated_at: new Date(), resolved_at: new Date(resolved_at) })
    .where('order_id', '=', order_id)
    .execute()

it('what the dissatisfied write about is counted by words, in scope and under the filters alone, and found by them', async () => {
  const [one, other, third] = [await the.resolved(), await the.resolved(), await the.resolved()]
  await say(one, 'The technician came late.')
  await say(other, '噪音 still, and the technician was late')
  await say(third, 'Technician was friendly')
  await rate(third, 'satisfied')
  const { words, complaints } = await summary('admin')
  expect(complaints).toBe(2)
  expect(words.slice(0, 2)).toEqual([
    { word: 'late', orders: 2 },
    { word: 'technician', orders: 2 },
  ])
  expect(words).toContainEqual({ word: '噪音', orders: 1 })
  expect((await summary('city_a1')).complaints).toBe(2)
  expect(await summary('province_b')).toEqual({ trend: [], complaints: 0, words: [] })
  expect((await summary('admin', { comment: '噪音' })).words).not.toContainEqual({ word: 'came', orders: 1 })
  const found = async (comment: string) =>
    new Set((await evaluations('admin', { comment })).list.map((row) => row.order_id))
  expect(await found('LATE')).toEqual(new Set([one, other]))
  expect(await found('100%')).toEqual(new Set())
})

it('the trend is by the month in which the reader lives', async () => {
  const monthsIn = async (time_zone: string) =>
    (await summary('admin', { time_zone, comment: 'zone of the trend' })).trend
  const id = await the.resolved()
  await say(id, 'Zone of the trend')
  expect(await monthsIn('UTC')).toEqual([{ month: '2026-10', rated: 1, satisfied: 0 }])
  expect(await monthsIn('Asia/Shanghai')).toEqual([{ month: '2026-11', rated: 1, satisfied: 0 }])
})

it('an evaluation shows the last answer, and who called back with what result', async () => {
  const id = await the.resolved()
  const call = await the.by('city_a1')
  await call(api.orderRevisit, { ...at(id), body: { text: 'Nobody there.' } })
  await call(api.orderRevisit, { ...at(id), body: { text: 'Content now.' } })
  const { list } = await evaluations('admin', { search: String(id) })
  expect(list[0]).toMatchObject({
    last_answer: 'We are on it.',
    revisited_by: 'city_a1',
    revisit_result: 'Content now.',
  })
})

it('who has not rated is invited once, by a message in the language of the app', async () => {
  const id = await the.resolved()
  const invite = async (account: SmallAccount, order_id = id) =>
    refusalOf((await the.by(account))(api.orderInvite, at(order_id)))
  expect(await invite('province_b')).toBe('order_not_found')
  expect(await invite('auditor')).toBe('no_permission')
  const open = await the.file()
  expect(await invite('city_a1', open.order_id)).toBe('order_not_resolved')
  await database.db
    .updateTable('app_users')
    .set({ language: 'pl' })
    .where('app_user_id', '=', the.anna.app_user_id)
    .execute()
  expect((await evaluations('admin', { search: String(id), invited: true })).list).toEqual([])
  const codes = await Promise.all([invite('city_a1'), invite('admin')])
  expect(codes.toSorted()).toEqual(['ok', 'order_invited'])
  const { list } = await the.anna.call(api.appMessages, { query: { pageNo: 1, size: 5 } })
  expect(list.filter(({ text }) => text.includes(`nr ${id}`)).map(({ title }) => title)).toEqual(['Jak nam poszło?'])
  expect((await evaluations('admin', { search: String(id), invited: true })).list).toMatchObject([
    { order_id: id, invited_time: expect.any(String) },
  ])
  await the.anna.call(api.appRateOrder, { params: { order_id: id }, body: { rating: 'satisfied' } })
  expect(await invite('city_a1')).toBe('order_rated')
})

it('an order that nobody reported in the app is not rated by anybody', async () => {
  const id = await the.resolved()
  await database.db.updateTable('service_orders').set({ app_user_id: null }).where('order_id', '=', id).execute()
  expect(await refusalOf((await the.by('city_a1'))(api.orderInvite, at(id)))).toBe('order_no_respondent')
})
