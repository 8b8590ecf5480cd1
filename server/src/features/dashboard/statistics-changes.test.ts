import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { applyChange, fleetChanges } from '../../../test/random-fleet-changes.ts'
import { scopesOf } from '../../../test/scopes-of-fleet.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { addUnitsInAllStates, OTHER } from '../../../test/units-in-all-states.ts'
import { type Scope, withinScope } from '../../platform/scope.ts'
import { countAlarms, countByAgent, countByCode, countByProduct, countByRegion, countHeld } from './store.ts'

const database = useDatabase()
let fleet: SmallFleet
beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await addUnitsInAllStates(database, fleet)
})

type Group = { key: string | null; total: number; online: number; alarm: number; never_online: number }
const figuresOf = ({ total, online, alarm, never_online }: Omit<Group, 'key'>) => [total, online, alarm, never_online]
const byKey = (rows: readonly Group[]) =>
  Object.fromEntries(rows.filter(({ total }) => total > 0).map((row) => [row.key ?? '', figuresOf(row)]))

/** Devices of a scope counted one by one, in groups. */
const counted = async (scope: Scope, key: ReturnType<typeof sql>, product_key: string | null, more = sql`true`) => {
  const { rows } = await sql<Group>`
    select ${key} as key, count(*)::int as total, count(*) filter (where online)::int as online,
      count(*) filter (where alarm_count > 0)::int as alarm,
      count(*) filter (where online is not true and first_online_at is null)::int as never_online
    from devices left join device_status using (device_id) left join distributors agents on agents.agent_id = devices.agent_id
    where ${withinScope(scope, 'devices')} and ${product_key === null ? sql`true` : sql`product_key = ${product_key}`} and ${more}
    group by 1`.execute(database.db)
  return byKey(rows)
}

/** What the front page counts in one scope and of one product, beside the same of rows. */
const bothCounts = async (scope: Scope, product_key: string | null) => {
  const { db } = database
  const place = { path: null, product_key }
  const keyed = <Row extends Omit<Group, 'key'>>(rows: readonly Row[], keyOf: (row: Row) => string | null) =>
    byKey(rows.map((row) => ({ ...row, key: keyOf(row) })))
  const products = await countByProduct(db, scope, place)
  const regions = await countByRegion(db, scope, place, null)
  const cities = await countByRegion(db, scope, place, '330000')
  const agents = await countByAgent(db, { agent: scope, device: scope }, { path: scope.agent_path, product_key }, 50)
  const held = await countHeld(db, scope, '/', product_key)
  const is_placed = sql`devices.agent_id is not null`
  const is_stock = sql`devices.agent_path = '/'`
  return {
    got: {
      products: keyed(products, (row) => row.product_key),
      stocks: products.map((row) => row.manufacturer_stock),
      regions: keyed(regions, ({ country, region_code }) => `${country} ${region_code}`),
      cities: keyed(cities, ({ region_code }) => region_code),
      agents: keyed(agents, ({ agent_id }) => String(agent_id)),
      held: held.total === 0 ? {} : { held: figuresOf(held) },
    },
    want: {
      products: await counted(scope, sql`product_key`, product_key),
      stocks: await stocksOf(scope, products),
      regions: await counted(
        scope,
        sql`concat(country, ' ', coalesce(left(region_code, 2) || '0000', 'null'))`,
        product_key,
        is_placed,
      ),
      cities: await counted(scope, sql`left(region_code, 4) || '00'`, product_key, sql`left(region_code, 2) = '33'`),
      agents: await countedBelow(scope, agents, product_key),
      held: await counted(scope, sql`'held'`, product_key, is_stock),
    },
  }
}

const stocksOf = async (scope: Scope, products: readonly { product_key: string }[]) => {
  const stocks = await counted(scope, sql`product_key`, null, sql`devices.agent_path = '/'`)
  return products.map(({ product_key }) => stocks[product_key]?.[0] ?? 0)
}

/** Units of each of these distributors and of all below it. */
const countedBelow = async (scope: Scope, agents: readonly { agent_id: number }[], product_key: string | null) => {
  const groups: Record<string, unknown> = {}
  for (const { agent_id } of agents) {
    const below = sql`devices.agent_path like '%/' || ${String(agent_id)} || '/%'`
    Object.assign(groups, await counted(scope, sql`${String(agent_id)}`, product_key, below))
  }
  return groups
}

/** Alarms that stand, one by one. */
const alarmsOf = async (scope: Scope) => {
  const { rows } = await sql<{ device_id: number; severity: string; code: string | null; handling: string }>`
    select alarms.device_id, severity, code, handling from alarms join devices on devices.device_id = alarms.device_id
    where recovered_at is null and ${withinScope(scope, 'devices')}`.execute(database.db)
  const unitsIn = (some: typeof rows) => new Set(some.map(({ device_id }) => device_id)).size
  const codes = Map.groupBy(
    rows.filter(({ code }) => code !== null),
    ({ code }) => code ?? '',
  )
  const severities = Map.groupBy(rows, ({ severity }) => severity)
  return {
    devices: unitsIn(rows),
    alarms: rows.length,
    unprocessed: rows.filter(({ handling }) => handling === 'unprocessed').length,
    severities: Object.fromEntries([...severities].map(([severity, of]) => [severity, [of.length, unitsIn(of)]])),
    codes: Object.fromEntries([...codes].map(([code, of]) => [code, of.length])),
  }
}

it('the figures of the front page are counts of rows, whatever happens to a fleet', async () => {
  await fc.assert(
    fc.asyncProperty(fleetChanges, async (changes) => {
      for (const one of changes) await applyChange(database, fleet, one)
      for (const [name, scope] of Object.entries(scopesOf(fleet))) {
        for (const product_key of [null, OTHER]) {
          const { got, want } = await bothCounts(scope, product_key)
          expect({ name, product_key, ...got }).toEqual({ name, product_key, ...want })
        }
        const place = { path: null, product_key: null }
        const { list, ...alarms } = await countAlarms(database.db, scope, place)
        const codes = await countByCode(database.db, scope, place, 50)
        expect({
          name,
          ...alarms,
          severities: Object.fromEntries(list.map((row) => [row.severity, [row.alarms, row.devices]])),
          codes: Object.fromEntries(codes.map((row) => [row.code, row.alarms])),
        }).toEqual({ name, ...(await alarmsOf(scope)) })
      }
    }),
    { numRuns: propertyRuns(50), seed: 28 },
  )
})
