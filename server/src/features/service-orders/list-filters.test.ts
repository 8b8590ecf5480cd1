import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import {
  ORDER_PRIORITIES,
  ORDER_SORTS,
  ORDER_SOURCES,
  ORDER_TABS,
  ORDER_TYPES,
  OrderFilter,
  RATINGS,
} from '@heatfleet/contract/service-orders/row.ts'
import { ORDER_CAUSES } from '@heatfleet/contract/service-orders/visit.ts'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { propertyRuns } from '../../../../modbus/test/property-runs.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallDistributor, SmallFleet } from '../../../test/small-fleet.ts'
import { listFacts, type OrderFact, seedVariedOrders } from '../../../test/varied-orders.ts'
import { EVERYTHING, type GroupScope, type Scope, subtreeOf, withinScope } from '../../platform/scope.ts'
import { listOrders } from './store-list.ts'
import { seenOrders } from './store-seen.ts'

const database = useDatabase()
const HOUR_MS = 3_600_000
const ORDERS = 400
/** More units than a condition names one by one. */
const MANY_UNITS = 5_100
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await seedVariedOrders(database.db, fleet, { orders: ORDERS, units: MANY_UNITS })
})

const scopes = (): Scope[] => {
  const path = (name: SmallDistributor) => fleet.distributors[name].agent_path
  const group = (more: Partial<GroupScope>): GroupScope => ({
    group_id: 1,
    agent_paths: [],
    region_prefixes: [],
    product_keys: [],
    device_ids: [],
    ...more,
  })
  return [
    EVERYTHING,
    ...(['A', 'A1', 'A11', 'B'] as const).map((name) => subtreeOf(path(name))),
    { ...EVERYTHING, own_agent: true },
    { ...subtreeOf(path('A')), own_agent: true },
    { ...subtreeOf(path('B')), own_agent: true },
    { ...EVERYTHING, group: group({ region_prefixes: ['3301'] }) },
    { ...EVERYTHING, group: group({ product_keys: [fleet.product_key] }) },
    {
      ...subtreeOf(path('A')),
      group: group({ agent_paths: [path('A1')], device_ids: [fleet.devices[0]?.device_id ?? 0] }),
    },
    { ...EVERYTHING, own_records: { uid: 1, user_name: 'factory', agent_path: '/' } },
  ]
}

const hour = fc.integer({ min: -130, max: 0 }).map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString())
const filterArbitrary = fc.record(
  {
    tab: fc.constantFrom(...ORDER_TABS),
    sort_by: fc.constantFrom(...ORDER_SORTS),
    sort_order: fc.constantFrom('asc', 'desc'),
    search: fc.constantFrom('villa', 'Villa 7', '7', '#12', '17', '0001', 'no such unit', 'b4c1', '99999999999'),
    type: fc.constantFrom(...ORDER_TYPES),
    source: fc.constantFrom(...ORDER_SOURCES),
    priority: fc.constantFrom(...ORDER_PRIORITIES),
    product_key: fc.constantFrom('own', 'no-such-product'),
    under: fc.constantFrom<SmallDistributor>('A', 'A1', 'A11', 'A2', 'B'),
    mac: fc.constantFrom('b4c100000001', 'b4c1000003e8', 'a4c138000004'),
    handler: fc.constantFrom('a', 'city', 'admin', 'nobody'),
    respondent: fc.constantFrom('person', 'person 1', 'Person 17', 'nobody'),
    escalated: fc.boolean(),
    cause: fc.constantFrom(...ORDER_CAUSES, 'unset' as const),
    feedback_from: hour,
    feedback_to: hour,
    resolved_from: hour,
    rating: fc.constantFrom(...RATINGS, 'none' as const),
    has_comment: fc.boolean(),
    to_call: fc.boolean(),
  },
  { requiredKeys: ['tab', 'sort_by', 'sort_order'] },
)
/** Most filters have few fields: of all at once nothing would match. */
const drawn = fc
  .tuple(filterArbitrary, fc.array(fc.nat({ max: 30 }), { minLength: 0, maxLength: 2 }))
  .map(([filter, kept]) => {
    const { tab, sort_by, sort_order, ...more } = filter
    const fields = Object.entries(more)
    const chosen = kept.flatMap((at) => fields.slice(at % Math.max(1, fields.length)).slice(0, 1))
    return { tab, sort_by, sort_order, ...(Object.fromEntries(chosen) as Partial<typeof more>) }
  })

/** Without a look at the statement: what of an order a filter asks. */
const matches = (
  fact: OrderFact,
  filter: ReturnType<typeof OrderFilter.parse>,
  {
    uid,
    under,
    visible_people,
  }: { uid: number; under: string | null | undefined; visible_people: ReadonlySet<number> | null },
): boolean => {
  const owner = fact.status === 'unresolved' && fact.is_bound ? fact.device_path : fact.owner_path
  const is_open = fact.status === 'unresolved'
  const is_seen_person = fact.app_user_id !== null && (visible_people === null || visible_people.has(fact.app_user_id))
  const to_call = fact.rating === 'dissatisfied' && fact.revisited_at === null
  const { search } = filter
  const low = search?.toLowerCase() ?? ''
  const number = Number(/^#?(\d{1,10})$/.exec(low)?.[1])
  const mac_ends = low.length >= 4 && fact.mac.endsWith(low)
  return [
    filter.tab === 'all' ||
      (filter.tab === 'overdue'
        ? is_open && fact.answered_at === null && fact.due.getTime() < Date.now()
        : filter.tab === 'mine'
          ? is_open && fact.handler_uid === uid
          : fact.status === filter.tab),
    search === undefined ||
      fact.mac.startsWith(low) ||
      mac_ends ||
      fact.device_name.toLowerCase().includes(low) ||
      fact.order_id === number,
    filter.type === undefined || fact.type === filter.type,
    filter.source === undefined || fact.source === filter.source,
    filter.priority === undefined || fact.priority === filter.priority,
    filter.product_key === undefined || fact.product_key === filter.product_key,
    filter.mac === undefined || fact.mac === filter.mac,
    under === undefined || (under !== null && owner?.startsWith(under) === true),
    filter.handler === undefined || fact.handler?.includes(filter.handler) === true,
    filter.respondent === undefined ||
      (is_seen_person && fact.respondent?.includes(filter.respondent.toLowerCase()) === true),
    filter.escalated === undefined || fact.escalated > 0 === filter.escalated,
    filter.cause === undefined || (fact.cause ?? 'unset') === filter.cause,
    filter.feedback_from === undefined || fact.feedback_at >= new Date(filter.feedback_from),
    filter.feedback_to === undefined || fact.feedback_at <= new Date(filter.feedback_to),
    filter.resolved_from === undefined ||
      (fact.resolved_at !== null && fact.resolved_at >= new Date(filter.resolved_from)),
    filter.rating === undefined || (fact.rating ?? 'none') === filter.rating,
    filter.has_comment === undefined || (fact.comment !== '') === filter.has_comment,
    filter.to_call === undefined || to_call === filter.to_call,
  ].every(Boolean)
}

const SORTED = {
  feedback_time: (fact: OrderFact) => fact.feedback_at,
  last_reply_time: (fact: OrderFact) => fact.last_reply_at,
  resolved_time: (fact: OrderFact) => fact.resolved_at,
  due_time: (fact: OrderFact) => (fact.status === 'unresolved' && fact.answered_at === null ? fact.due : null),
} as const

const sortedBy = (
  facts: readonly OrderFact[],
  { sort_by, sort_order }: Pick<OrderFilter, 'sort_by' | 'sort_order'>,
): OrderFact[] => {
  const sign = sort_order === 'asc' ? 1 : -1
  const timeOf = (fact: OrderFact) => SORTED[sort_by](fact)?.getTime() ?? sign * Number.MAX_SAFE_INTEGER
  return facts.toSorted((a, b) => sign * (timeOf(a) - timeOf(b)) || sign * (a.order_id - b.order_id))
}

it('pages, counts and files of any filter hold what the orders say one by one', { timeout: 180_000 }, async () => {
  const { db } = database
  const facts = await listFacts(db)
  expect(facts).toHaveLength(ORDERS)
  const seen = await Promise.all(
    scopes().map(async (scope) => {
      const orders = await seenOrders(db, scope).select('service_orders.order_id').execute()
      const people = await db
        .selectFrom('bindings')
        .innerJoin('devices', 'devices.device_id', 'bindings.device_id')
        .where(withinScope(scope, 'devices'))
        .select('app_user_id')
        .execute()
      const is_all = JSON.stringify(scope) === JSON.stringify(EVERYTHING)
      return {
        scope,
        ids: new Set(orders.map(({ order_id }) => order_id)),
        visible_people: is_all ? null : new Set(people.map(({ app_user_id }) => app_user_id)),
      }
    }),
  )
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      drawn,
      fc.nat({ max: seen.length - 1 }),
      fc.integer({ min: 0, max: 30 }),
      async (fields, at, offset) => {
        const one = seen[at]
        if (one === undefined) throw new Error(`There is no scope ${at}.`)
        const { scope, ids, visible_people } = one
        const place = fields.under === undefined ? undefined : fleet.distributors[fields.under]
        const filter = OrderFilter.parse({
          ...fields,
          under: place?.agent_id,
          product_key: fields.product_key === 'own' ? fleet.product_key : fields.product_key,
        })
        // Distributors that a filter names are looked for in the whole fleet.
        const of = { devices: scope, users: scope, agents: EVERYTHING }
        const uid = fleet.accounts.admin
        const expected = facts.filter(
          (fact) => ids.has(fact.order_id) && matches(fact, filter, { uid, under: place?.agent_path, visible_people }),
        )
        found += expected.length
        const query = { filter, uid, count_max: ORDERS }
        const page = await listOrders(db, of, query, { offset, limit: 20 })
        expect(page.total).toBe(expected.length)
        expect(page.rows.map(({ order_id }) => order_id)).toEqual(
          sortedBy(expected, filter)
            .slice(offset, offset + 20)
            .map(({ order_id }) => order_id),
        )
        const file = await listOrders(db, of, query, { after: null, limit: ORDERS })
        expect(file.rows.map(({ order_id }) => order_id)).toEqual(expected.map(({ order_id }) => order_id))
        const counted = await listOrders(db, of, { ...query, count_max: 7 }, { offset: 0, limit: 0 })
        expect(counted.total).toBe(Math.min(8, expected.length))
      },
    ),
    { numRuns: propertyRuns(2_000) },
  )
  expect(found).toBeGreaterThan(0)
})

it('an order is due by its priority', async () => {
  for (const { priority, feedback_at, due } of await listFacts(database.db))
    expect(due.getTime() - feedback_at.getTime()).toBe(ORDER_LIMITS.answer_hours[priority] * HOUR_MS)
})
