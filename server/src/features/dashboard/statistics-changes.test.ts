import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { applyChange, fleetChanges } from '../../../test/random-fleet-changes.ts'
import { scopesOf } from '../../../test/scopes-of-fleet.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { addUnitsInAllStates, OTHER } from '../../../test/units-in-all-states.ts'
import { EVERYTHING, type Scope, withinScope } from '../../platform/scope.ts'
import { countByAgent, countByProduct, countByRegion, countHeld } from './store.ts'
import { countAlarms, countByCode } from './store-standing-alarms.ts'

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

/** Alarms that stand, one by one; `path` = those of a distributor and below. */
const alarmsOf = async (scope: Scope, path = '/') => {
  const { rows } = await sql<{ device_id: number; severity: string; code: string | null; handling: string }>`
    select alarms.device_id, severity, code, handling from alarms join devices on devices.device_id = alarms.device_id
    where recovered_at is null and not virtual and starts_with(devices.agent_path, ${path})
      and ${withinScope(scope, 'devices')}`.execute(database.db)
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

/** The same as the front page counts them. */
const countedAlarms = async (scope: Scope, path: string | null = null) => {
  const place = { path, product_key: null }
  const { list, ...alarms } = await countAlarms(database.db, scope, place)
  const codes = await countByCode(database.db, scope, place, 50)
  return {
    ...alarms,
    severities: Object.fromEntries(list.map((row) => [row.severity, [row.alarms, row.devices]])),
    codes: Object.fromEntries(codes.map((row) => [row.code, row.alarms])),
  }
}

const handled = fc.record({ unit: fc.nat(50), handling: fc.constantFrom('unprocessed', 'in_process', 'closed') })

it('the figures of the front page are counts of rows, whatever happens to a fleet', async () => {
  await fc.assert(
    fc.asyncProperty(fleetChanges, fc.array(handled, { maxLength: 10 }), async (changes, handlings) => {
      for (const [at, one] of changes.entries()) {
        await applyChange(database, fleet, one)
        const { unit = 0, handling = null } = handlings[at] ?? {}
        if (handling !== null)
          await sql`update alarms set handling = ${handling} where device_id in (
            select device_id from devices order by device_id limit 1 offset ${unit})`.execute(database.db)
      }
      for (const [name, scope] of Object.entries(scopesOf(fleet))) {
        for (const product_key of [null, OTHER]) {
          const { got, want } = await bothCounts(scope, product_key)
          expect({ name, product_key, ...got }).toEqual({ name, product_key, ...want })
        }
        expect({ name, ...(await countedAlarms(scope)) }).toEqual({ name, ...(await alarmsOf(scope)) })
        const { agent_path } = fleet.distributors.A1
        expect({ name, ...(await countedAlarms(scope, agent_path)) }).toEqual({
          name,
          ...(await alarmsOf(scope, agent_path)),
        })
      }
    }),
    { numRuns: propertyRuns(50), seed: 28 },
  )
})

/** Alarms of a unit that stand, raised on a connection of its own. */
const raise = (sql_of: Pick<typeof database.pool, 'query'>, device_id: number, code: string) =>
  sql_of.query(
    `insert into alarms (device_id, type, rule_key, code, severity, first_at, last_at, snapshot_done)
     values ($1, 'device_fault', $2, $2, 'critical', now(), now(), true)`,
    [device_id, code],
  )
/** Some unit that is left. */
const anyUnit = async (at: number): Promise<number> => {
  const { rows } = await sql<{ device_id: number }>`
    select device_id from devices where not virtual order by device_id limit 1 offset ${at}`.execute(database.db)
  if (rows[0] === undefined) throw new Error(`There is no unit ${at}.`)
  return rows[0].device_id
}
const fold = () => sql`select fold_standing_alarms()`.execute(database.db)

it('an alarm that another transaction raises while alarms are summed is counted once, before the next fold and after it', async () => {
  const device_id = await anyUnit(0)
  await sql`update devices set agent_path = ${fleet.distributors.A1.agent_path}, agent_id = ${fleet.distributors.A1.agent_id}
    where device_id = ${device_id}`.execute(database.db)
  await fold()
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await raise(client, device_id, 'during')
    await raise(database.pool, device_id, 'before')
    await fold()
    await client.query('commit')
  } finally {
    client.release()
  }
  const counts = await countedAlarms(EVERYTHING)
  expect(counts.codes).toMatchObject({ before: 1, during: 1 })
  expect(counts).toEqual(await alarmsOf(EVERYTHING))
  await fold()
  expect(await countedAlarms(EVERYTHING)).toEqual(counts)
})

it('alarms of a unit that is made a virtual one are not counted, and are again when it is none', async () => {
  const device_id = await anyUnit(1)
  await raise(database.pool, device_id, 'virtual')
  await fold()
  const before = await countedAlarms(EVERYTHING)
  expect(before.codes).toMatchObject({ virtual: 1 })
  await sql`update devices set virtual = true where device_id = ${device_id}`.execute(database.db)
  const without = await countedAlarms(EVERYTHING)
  expect(without.codes).not.toHaveProperty('virtual')
  expect(without).toEqual(await alarmsOf(EVERYTHING))
  await sql`update devices set virtual = false where device_id = ${device_id}`.execute(database.db)
  expect(await countedAlarms(EVERYTHING)).toEqual(before)
})

it('the sums hold nothing but what stands, of each place and unit', async () => {
  await fold()
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from (
      (select agent_path, product_key, code, severity_rank, unprocessed, n::bigint from standing_alarm_sums where not below
       except
       select agent_path, product_key, coalesce(code, ''), severity_rank, handling = 'unprocessed', count(*) from alarms
       where recovered_at is null group by 1, 2, 3, 4, 5)
      union all
      (select '/', product_key, '', 0, false, sum(n) from standing_unit_sums where agent_path = '/' and below group by 2
       except
       select '/', product_key, '', 0, false, count(distinct device_id) from alarms where recovered_at is null group by 2)
    ) differing`.execute(database.db)
  expect(rows).toEqual([{ wrong: 0 }])
})
