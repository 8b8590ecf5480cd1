import { api } from '@heatfleet/contract/api.ts'
import type { OrderStatistics } from '@heatfleet/contract/service-orders/statistics.ts'
import { afterEach, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const { as, database, fleet } = useFleetConsole()
const HOUR_MS = 3_600_000
const DAY = Date.parse('2026-03-02T12:00:00Z') // a Monday
const period = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-09T00:00:00.000Z' }

/** An order about the unit at a place of the small fleet; hours after it was reported. */
const addOrder = async (
  unit: number,
  day: number,
  { answered, resolved, ...more }: { answered?: number; resolved?: number; cause?: 'component' | 'water' } = {},
): Promise<void> => {
  const device = fleet.devices[unit]
  if (device === undefined) throw new Error(`No unit ${unit}`)
  const at = DAY + day * 24 * HOUR_MS
  const after = (hours: number | undefined) => (hours === undefined ? null : new Date(at + hours * HOUR_MS))
  await database.db
    .insertInto('service_orders')
    .values({
      device_id: device.device_id,
      agent_id: fleet.distributors[device.at].agent_id,
      type: 'fault',
      source: 'console',
      problem: 'Cold',
      feedback_at: new Date(at),
      answered_at: after(answered),
      ...(resolved === undefined ? {} : { status: 'resolved' as const, resolved_at: after(resolved) }),
      ...more,
    })
    .execute()
}
const read = async (account: SmallAccount, more: object = {}): Promise<OrderStatistics> =>
  (await as(account))(api.orderStatistics, { body: { ...period, ...more } })

afterEach(() => database.db.deleteFrom('service_orders').execute())

it('volume, times, causes and shares are of the orders in scope that were reported in the period', async () => {
  const at = (place: string) => fleet.devices.findIndex((device) => device.at === place)
  await addOrder(at('A1'), 0, { answered: 1, resolved: 24, cause: 'component' })
  await addOrder(at('A11'), 0, { answered: 3, resolved: 48, cause: 'component' })
  await addOrder(at('A11'), 2, { answered: 30, resolved: 72, cause: 'water' })
  await addOrder(at('A2'), 3)
  await addOrder(at('B'), 3, { answered: 2 })
  await addOrder(at('A1'), 20)
  const all = await read('admin')
  expect(all.figures).toEqual({
    orders: 5,
    answered: 4,
    resolved: 3,
    // One was answered after a day, one is not answered yet.
    late: 2,
    escalated: 0,
    first_reply_median_ms: 2.5 * HOUR_MS,
    first_reply_p90_ms: expect.closeTo(21.9 * HOUR_MS, -1),
    resolve_median_ms: 48 * HOUR_MS,
    resolve_p90_ms: expect.closeTo(67.2 * HOUR_MS, -1),
  })
  expect(all.volume).toHaveLength(8)
  expect(all.volume.filter(({ reported, resolved }) => reported + resolved > 0)).toEqual([
    { day: '2026-03-02', reported: 2, resolved: 0 },
    { day: '2026-03-03', reported: 0, resolved: 1 },
    { day: '2026-03-04', reported: 1, resolved: 1 },
    { day: '2026-03-05', reported: 2, resolved: 0 },
    { day: '2026-03-07', reported: 0, resolved: 1 },
  ])
  expect(all.causes).toEqual([
    { cause: 'component', orders: 2 },
    { cause: 'water', orders: 1 },
  ])
  const shares = ({ distributors }: OrderStatistics) =>
    distributors.map(({ agent_name, orders, below }) => [agent_name, orders, below])
  // Each with all below it, as the list behind it counts.
  expect(shares(all)).toEqual([
    ['A', 4, true],
    ['B', 1, true],
  ])
  expect(shares(await read('province_a'))).toEqual([
    ['A1', 3, true],
    ['A2', 1, true],
  ])
  const { agent_id } = fleet.distributors.A1
  const under = await read('admin', { under: agent_id })
  expect(shares(under)).toEqual([
    ['A11', 2, true],
    ['A1', 1, false],
  ])
  const listed = await (await as('admin'))(api.orderList, {
    body: { under: agent_id, feedback_from: period.from, feedback_to: period.to },
  })
  expect(listed.total).toBe(under.figures.orders)
  expect(all.products.map(({ product_key, orders }) => [product_key, orders])).toEqual([[fleet.product_key, 5]])
})

it('is of the scope of the caller alone', async () => {
  await addOrder(5, 0)
  expect((await read('city_a2')).figures.orders).toBe(0)
  expect((await read('city_a2', { under: fleet.distributors.B.agent_id })).figures.orders).toBe(0)
  expect((await read('province_b')).figures.orders).toBe(1)
  expect((await read('province_b', { product_key: 'other' })).figures).toMatchObject({
    orders: 0,
    first_reply_median_ms: null,
  })
})

it('days and weeks begin by the clock of the zone', async () => {
  // 12:00 UTC on Sunday is Sunday evening in Shanghai; with 6 hours more it is Monday there.
  await addOrder(0, -1)
  await addOrder(0, -0.75)
  const week = await read('admin', { step: 'week', time_zone: 'Asia/Shanghai' })
  expect(week.volume.map(({ day, reported }) => [day, reported])).toEqual([
    ['2026-02-23', 1],
    ['2026-03-02', 1],
    ['2026-03-09', 0],
  ])
})

it('a period that ends before it begins, or is longer than a year, is refused', async () => {
  const call = await as('admin')
  const of = (from: string, to: string) => codeOf(call(api.orderStatistics, { body: { from, to } }))
  expect(await of(period.to, period.from)).not.toBe('ok')
  expect(await of('2024-01-01T00:00:00.000Z', period.to)).not.toBe('ok')
})
