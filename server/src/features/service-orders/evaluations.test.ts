import { api } from '@heatfleet/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { at, type OrderCase, openOrderCase } from '../../../test/orders-case.ts'
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
