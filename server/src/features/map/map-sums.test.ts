import { MapFilter } from '@heatfleet/contract/map/map.ts'
import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { applyChange, fleetChanges } from '../../../test/random-fleet-changes.ts'
import { scopesOf } from '../../../test/scopes-of-fleet.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { addUnitsInAllStates } from '../../../test/units-in-all-states.ts'
import { rangesOf, squareOf } from '../../platform/quadtree.ts'
import { type Scope, withinScope } from '../../platform/scope.ts'
import { listClusters, listRegions, listUnits } from './store.ts'

const database = useDatabase()
let fleet: SmallFleet
beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await addUnitsInAllStates(database, fleet)
  await sql`update devices set lat = 30 + device_id % 7 / 10.0, lon = 120 + device_id % 11 / 10.0`.execute(database.db)
})

const SQUARE = squareOf({ west: -180, south: -85, east: 180, north: 85 })
const WORLD = { square: SQUARE, ranges: rangesOf(SQUARE, 24) }
/** Each size of squares that is kept, one coarser and one finer than all of them. */
const BITS = [20, 17, 15, 13, 11, 8]
const FILTERS = [{}, { alarm_status: true }, { online_status: 'offline' }]

const sumOf = (rows: readonly { count: number; online: number; offline: number; alarm: number }[]) => ({
  count: rows.reduce((sum, row) => sum + row.count, 0),
  online: rows.reduce((sum, row) => sum + row.online, 0),
  offline: rows.reduce((sum, row) => sum + row.offline, 0),
  alarm: rows.reduce((sum, row) => sum + row.alarm, 0),
})

/** The same counted in devices and their states, by the place of their distributor. */
const countedIn = async (scope: Scope, filter: object) => {
  const only = 'alarm_status' in filter ? sql`alarm` : 'online_status' in filter ? sql`offline` : sql`true`
  const { rows } = await sql<{ code: string; count: number; online: number; offline: number; alarm: number }>`
    select code, count(*)::int as count, count(*) filter (where online)::int as online,
      count(*) filter (where offline)::int as offline, count(*) filter (where alarm)::int as alarm
    from (
      select coalesce(left(agents.region_code, 2) || '0000', agents.country, '') as code, coalesce(online, false) as online,
        (online is not true and first_online_at is not null) as offline, coalesce(alarm_count > 0, false) as alarm
      from devices left join device_status using (device_id) left join distributors agents on agents.agent_id = devices.agent_id
      where lat is not null and ${withinScope(scope, 'devices')}
    ) units where ${only} group by code`.execute(database.db)
  return rows
}

it('sums of squares and of distributors are counts of devices, whatever happens to a fleet', async () => {
  await fc.assert(
    fc.asyncProperty(fleetChanges, async (changes) => {
      for (const one of changes) await applyChange(database, fleet, one)
      for (const [name, scope] of Object.entries(scopesOf(fleet)))
        for (const filter of FILTERS) {
          const counted = await countedIn(scope, filter)
          const query = { filter: MapFilter.parse(filter), agent_path: null, card_ends_before: new Date() }
          for (const bits of BITS) {
            const clusters = await listClusters(database.db, scope, query, WORLD, bits)
            expect({ name, filter, bits, ...sumOf(clusters) }).toEqual({ name, filter, bits, ...sumOf(counted) })
          }
          const regions = await listRegions(database.db, scope, query, 300)
          expect({ name, filter, regions: byCode(regions) }).toEqual({ name, filter, regions: byCode(counted) })
          const units = await listUnits(database.db, scope, query, WORLD, 1_000)
          expect({ name, filter, units: units.length }).toEqual({ name, filter, units: sumOf(counted).count })
        }
    }),
    { numRuns: propertyRuns(30), seed: 28 },
  )
})

const byCode = (rows: readonly { code: string; count: number; online: number; alarm: number }[]) =>
  Object.fromEntries(rows.map(({ code, count, online, alarm }) => [code, [count, online, alarm]]))
