import { OrderFilter } from '@heatfleet/contract/service-orders/row.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallDevice, SmallDistributor, SmallFleet } from '../../../test/small-fleet.ts'
import { COUNT_ONLY } from '../../platform/list-page.ts'
import { EVERYTHING, type Scope, subtreeOf } from '../../platform/scope.ts'
import { findDevice, insertOrder, isAccountWithin, isBoundWithin, listHandlers } from './store.ts'
import { countServed, listServed, readServed } from './store-figures.ts'
import { countRatings, findOrder, listOrders } from './store-list.ts'

const database = useDatabase()
const AT = new Date('2026-03-01T08:00:00Z')
const HOUR_MS = 3_600_000
const since = new Date(AT.getTime() - HOUR_MS)
let fleet: SmallFleet
let app_user_id: number

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const person = { nick_name: 'Li', phone: '13800000001', email: null }
  const made = await database.db
    .insertInto('app_users')
    .values(person)
    .returning('app_user_id')
    .executeTakeFirstOrThrow()
  app_user_id = made.app_user_id
})
beforeEach(async () => {
  await database.db.deleteFrom('service_orders').execute()
  await database.db.deleteFrom('bindings').execute()
  for (const { device_id, at } of fleet.devices)
    await database.db.updateTable('devices').set(fleet.distributors[at]).where('device_id', '=', device_id).execute()
})

const deviceAt = (at: SmallDistributor): SmallDevice => {
  const device = fleet.devices.find((one) => one.at === at)
  if (device === undefined) throw new Error('The small fleet has a device at each distributor.')
  return device
}
const bind = ({ device_id }: SmallDevice) =>
  database.db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
/** Files an order about the unit of a distributor; with a state, what became of it. */
const file = async (
  at: SmallDistributor,
  more: { by?: 'person'; after_ms?: number; rating?: 'dissatisfied' | 'satisfied' } = {},
) => {
  const { device_id } = deviceAt(at)
  const person = more.by === 'person' ? app_user_id : null
  const words = { type: 'fault', source: 'app', priority: 'normal', problem: 'It is cold.' } as const
  const order_id = await insertOrder(database.db, {
    ...words,
    device_id,
    app_user_id: person,
    pictures: [],
    at: AT,
    created_by: null,
  })
  if (more.after_ms !== undefined)
    await database.db
      .updateTable('service_orders')
      .set({
        status: 'resolved',
        resolved_at: new Date(AT.getTime() + more.after_ms),
        answered_at: AT,
        ...(more.rating === undefined ? {} : { rating: more.rating, rated_at: AT }),
      })
      .where('order_id', '=', order_id)
      .execute()
  return order_id
}
const moveTo = (from: SmallDistributor, to: SmallDistributor) =>
  database.db
    .updateTable('devices')
    .set(fleet.distributors[to])
    .where('device_id', '=', deviceAt(from).device_id)
    .execute()
const at = (name: SmallDistributor): Scope => subtreeOf(fleet.distributors[name].agent_path)
const scopesAt = (scope: Scope) => ({ devices: scope, users: scope, agents: scope })
const query = { filter: OrderFilter.parse({}), uid: 0, count_max: 99 }
const FILE = { after: null, limit: 9 }
const seenBy = async (name: SmallDistributor) => {
  const { rows } = await listOrders(database.db, scopesAt(at(name)), query, { offset: 0, limit: 20 })
  return rows.map(({ order_id }) => order_id)
}

describe('orders', () => {
  it.each([
    { place: 'A', sees: true },
    { place: 'A1', sees: true },
    { place: 'A11', sees: false },
    { place: 'A2', sees: false },
    { place: 'B', sees: false },
  ] as const)('about a unit of A1 are seen at $place: $sees', async ({ place, sees }) => {
    const order_id = await file('A1')
    const { db } = database
    const scopes = scopesAt(at(place))
    const n = sees ? 1 : 0
    expect(await seenBy(place)).toEqual(sees ? [order_id] : [])
    expect((await findOrder(db, scopes, order_id)) !== null).toBe(sees)
    expect((await listOrders(db, scopes, query, COUNT_ONLY)).total).toBe(n)
    expect((await listOrders(db, scopes, query, FILE)).rows).toHaveLength(n)
    expect(await countRatings(db, scopes, query)).toMatchObject({ resolved: n })
    expect((await findDevice(db, at(place), deviceAt('A1').mac)) !== null).toBe(sees)
  })

  it('that are open go with their unit, those that are resolved stay with who had it', async () => {
    const unit = deviceAt('A1')
    await bind(unit)
    const open = await file('A1', { by: 'person' })
    const by_hand = await file('A1')
    const over = await file('A1', { by: 'person', after_ms: HOUR_MS })
    await moveTo('A1', 'A2')
    expect(new Set(await seenBy('A2'))).toEqual(new Set([open, by_hand]))
    // Who sees both sees all; who had it sees a unit no more, and nothing about it.
    expect(new Set(await seenBy('A'))).toEqual(new Set([open, by_hand, over]))
    expect(await seenBy('A1')).toEqual([])
  })

  it('of an app user without the unit any more do not go with it', async () => {
    const unit = deviceAt('A1')
    await bind(unit)
    const open = await file('A1', { by: 'person' })
    await database.db.deleteFrom('bindings').execute()
    expect(await seenBy('A1')).toEqual([open])
    const row = await findOrder(database.db, scopesAt(at('A1')), open)
    // The organisation still sees its orders, but no longer the person.
    expect(row).toMatchObject({ app_user_id: null, respondent: '' })
    await moveTo('A1', 'A2')
    expect(await seenBy('A2')).toEqual([])
    expect(await seenBy('A')).toEqual([open])
  })

  it('are filtered by app user only where the app user is visible', async () => {
    const unit = deviceAt('A1')
    await bind(unit)
    const order_id = await file('A1', { by: 'person' })
    const of_person = async (scope: Scope) => {
      const filter = OrderFilter.parse({ app_user_id })
      return (await listOrders(database.db, scopesAt(scope), { ...query, filter }, FILE)).rows
    }
    expect(await of_person(at('A1'))).toMatchObject([{ order_id, respondent: 'Li' }])
    await database.db.deleteFrom('bindings').execute()
    expect(await of_person(at('A1'))).toEqual([])
    expect(await of_person(EVERYTHING)).toMatchObject([{ order_id }])
  })

  it('are entered for an app user bound to the unit, where that app user is visible', async () => {
    const unit = deviceAt('A1')
    await bind(unit)
    const isFor = (scope: Scope, { device_id }: SmallDevice) =>
      isBoundWithin(database.db, scope, device_id, app_user_id)
    expect(await isFor(at('A1'), unit)).toBe(true)
    expect(await isFor(at('A2'), unit)).toBe(false)
    expect(await isFor(EVERYTHING, deviceAt('A2'))).toBe(false)
  })

  it('are filtered below a distributor only where that is visible', async () => {
    const order_id = await file('A11')
    const below = async (name: SmallDistributor, scope: Scope) => {
      const filter = OrderFilter.parse({ under: fleet.distributors[name].agent_id })
      return (await listOrders(database.db, scopesAt(scope), { ...query, filter }, FILE)).rows.length
    }
    expect(order_id).toBeGreaterThan(0)
    expect(await below('A1', EVERYTHING)).toBe(1)
    expect(await below('A2', EVERYTHING)).toBe(0)
    expect(await below('A1', at('A1'))).toBe(1)
    // The county sees the order, and not that it is below the city.
    expect(await below('A1', at('A11'))).toBe(0)
  })

  it('are counted for each distributor with all below it, as far as is seen', async () => {
    await file('A1')
    await file('A11')
    await file('A11', { after_ms: HOUR_MS, rating: 'satisfied' })
    await file('A2', { after_ms: HOUR_MS, rating: 'dissatisfied' })
    await file('B')
    const agent_ids = (['A', 'A1', 'A11', 'A2'] as const).map((name) => fleet.distributors[name].agent_id)
    const counted = async (scope: Scope, name: SmallDistributor) =>
      (await countServed(database.db, scope, { agent_ids, since })).get(fleet.distributors[name].agent_id)
    const figures = (open_orders: number, rated_orders: number, satisfied_orders: number) => ({
      open_orders,
      rated_orders,
      satisfied_orders,
    })
    expect(await counted(EVERYTHING, 'A')).toEqual(figures(2, 2, 1))
    expect(await counted(EVERYTHING, 'A1')).toEqual(figures(2, 1, 1))
    expect(await counted(EVERYTHING, 'A2')).toEqual(figures(0, 1, 0))
    // The office of A sees what is at A alone, which is nothing; the county its own.
    expect(await counted({ ...at('A'), own_agent: true }, 'A')).toBeUndefined()
    expect(await counted(at('A11'), 'A11')).toEqual(figures(1, 1, 1))
    expect(await counted(at('A11'), 'A2')).toBeUndefined()
    const later = new Date(AT.getTime() + 2 * HOUR_MS)
    const rows = await countServed(database.db, EVERYTHING, { agent_ids, since: later })
    expect(rows.get(fleet.distributors.A.agent_id)).toEqual(figures(2, 0, 0))
  })

  it('give the middle time to their resolving, as far as is seen; of everybody by level', async () => {
    for (const hours of [1, 2, 9]) await file('A1', { after_ms: hours * HOUR_MS })
    await file('A11', { after_ms: 4 * HOUR_MS, rating: 'satisfied' })
    await file('B', { after_ms: 5 * HOUR_MS })
    const { agent_path } = fleet.distributors.A1
    const of = (scope: Scope) => readServed(database.db, scope, { agent_path, since })
    expect(await of(EVERYTHING)).toEqual({ handled: 4, handling_ms: 3 * HOUR_MS, rated: 1, satisfied: 1 })
    expect(await of({ ...at('A1'), own_agent: true })).toMatchObject({ handled: 3, handling_ms: 2 * HOUR_MS })
    expect(await of(at('B'))).toMatchObject({ handled: 0, handling_ms: null })
    const provinces = await listServed(database.db, { agent_level: 1, since })
    expect(provinces.toSorted((a, b) => a.handled - b.handled)).toMatchObject([
      { agent_id: fleet.distributors.B.agent_id, handled: 1, handling_ms: 5 * HOUR_MS },
      { agent_id: fleet.distributors.A.agent_id, handled: 4, handling_ms: 3 * HOUR_MS },
    ])
    expect(await listServed(database.db, { agent_level: 3, since })).toMatchObject([
      { agent_id: fleet.distributors.A11.agent_id, handled: 1 },
    ])
  })

  it('are closed by erasing their respondent, which is no handling', async () => {
    const { db } = database
    const order_id = await file('A1', { after_ms: HOUR_MS })
    await db
      .updateTable('service_orders')
      .set((row) => ({ erased_at: row.ref('resolved_at') }))
      .where('order_id', '=', order_id)
      .execute()
    expect(await readServed(db, EVERYTHING, { agent_path: '/', since })).toMatchObject({
      handled: 0,
      handling_ms: null,
    })
  })
})

describe('who may process an order', () => {
  it.each([
    { place: 'A', names: ['city_a1', 'office_a', 'province_a'] },
    { place: 'A1', names: ['city_a1'] },
    { place: 'A2', names: [] },
  ] as const)(
    'is offered at $place out of the own accounts, at or above the unit: $names',
    async ({ place, names }) => {
      const { agent_path } = fleet.distributors.A1
      const found = await listHandlers(database.db, at(place), { agent_path, search: '', limit: 9 })
      expect(found.map(({ user_name }) => user_name)).toEqual(names)
      expect(await isAccountWithin(database.db, at(place), fleet.accounts.city_a1)).toBe(names.length > 0)
    },
  )
})
