import { beforeAll, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { raiseAlarm } from '../../../test/raise-alarm.ts'
import { scopesOf } from '../../../test/scopes-of-fleet.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { EVERYTHING, type GroupScope, type Scope, subtreeOf, withinScope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import { ofUnits } from './store-lookups.ts'

const database = useDatabase()
let fleet: SmallFleet
beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  for (const { device_id } of fleet.devices) await raiseAlarm(database.db, device_id, {})
})

/** Groups by region, and of regions, products and units at once. */
const groups = (): Record<string, Scope> => {
  const nothing: GroupScope = { group_id: 1, agent_paths: [], region_prefixes: [], product_keys: [], device_ids: [] }
  const { A, B } = fleet.distributors
  const product_keys = [fleet.product_key]
  const device_ids = [fleet.devices[0]?.device_id ?? 0]
  return {
    'a city': { ...EVERYTHING, group: { ...nothing, region_prefixes: ['3301'] } },
    'a city, of a province': { ...subtreeOf(A.agent_path), group: { ...nothing, region_prefixes: ['3301', '32'] } },
    'a city of a province': { ...EVERYTHING, group: { ...nothing, region_prefixes: ['33'], only_region: '3302' } },
    'a distributor and a region': {
      ...EVERYTHING,
      group: { ...nothing, agent_paths: [B.agent_path], region_prefixes: ['3302'], product_keys, device_ids },
    },
    'a product': { ...EVERYTHING, group: { ...nothing, product_keys } },
    'a unit': { ...EVERYTHING, group: { ...nothing, device_ids } },
  }
}

it('the alarms of a scope are those of its devices, also after these have moved', async () => {
  const { db } = database
  const expectSame = async () => {
    let seen = 0
    for (const [name, scope] of Object.entries({ ...scopesOf(fleet), ...groups() })) {
      const ids = async (query: { execute: () => Promise<{ device_id: number }[]> }) =>
        (await query.execute()).map(({ device_id }) => device_id).toSorted((a, b) => a - b)
      const alarms = db.selectFrom('alarms').select('device_id')
      const devices = await ids(db.selectFrom('devices').select('device_id').where(withinScope(scope, 'devices')))
      const within = await ids(alarms.where(alarmsWithin(scope, 'alarms')))
      const listed = await ids(alarms.where(await ofUnits(db, scope)))
      expect({ name, within, listed }).toEqual({ name, within: devices, listed: devices })
      seen += within.length
    }
    return seen
  }
  expect(await expectSame()).toBeGreaterThan(fleet.devices.length)
  const { agent_id, agent_path } = fleet.distributors.B
  await db
    .updateTable('devices')
    .set({ agent_id, agent_path })
    .where(
      'device_id',
      'in',
      fleet.devices.slice(0, 2).map(({ device_id }) => device_id),
    )
    .execute()
  await expectSame()
})
