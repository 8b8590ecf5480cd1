import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { subtreeOf } from '../../platform/scope.ts'
import { listUnknownFaults } from './store.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const device = fleet.devices.find(({ at }) => at === 'A11')
  if (device === undefined) throw new Error('The small fleet has a device at A11.')
  const at = new Date('2026-03-01T08:00:00Z')
  const { product_key } = fleet
  const seen = { first_seen_at: at, last_seen_at: at, times: 1 }
  const { device_id } = device
  await database.db
    .insertInto('unknown_faults')
    .values({ product_key, point_key: 'fault', value: 99, device_id, ...seen })
    .execute()
})

describe('unnamed faults', () => {
  it.each([
    { at: 'A', seen: 1 },
    { at: 'A2', seen: 0 },
    { at: 'B', seen: 0 },
  ] as const)('at distributor $at: $seen', async ({ at, seen }) => {
    const scope = subtreeOf(fleet.distributors[at].agent_path)
    expect(await listUnknownFaults(database.db, scope, 10)).toHaveLength(seen)
  })
})
