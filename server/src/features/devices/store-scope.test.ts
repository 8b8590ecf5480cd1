import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallDistributor, SmallFleet } from '../../../test/small-fleet.ts'
import { subtreeOf } from '../../platform/scope.ts'
import { listDevices } from './store-list.ts'
import { findSealedLogin } from './store-secret.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})

describe('a distributor as a filter', () => {
  it.each([
    { says: 'above the own one finds nothing', own: 'A1', named: 'A', found: false },
    { says: 'beside the own one finds nothing', own: 'A1', named: 'A2', found: false },
    { says: 'below the own one finds what it has', own: 'A', named: 'A1', found: true },
  ] as const satisfies readonly { says: string; own: SmallDistributor; named: SmallDistributor; found: boolean }[])(
    '$says',
    async ({ own, named, found }) => {
      const filter = DeviceFilter.parse({ agent_id: fleet.distributors[named].agent_id })
      const scope = subtreeOf(fleet.distributors[own].agent_path)
      const query = { uid: 1, filter, now: new Date(), offset: 0, limit: 20 }
      const { written, counts } = await listDevices(database, scope, query)
      expect({ rows: written.length > 0, counted: counts.all > 0 }).toEqual({ rows: found, counted: found })
    },
  )
})

describe('what a unit logs in with', () => {
  it.each([
    { at: 'A', found: true },
    { at: 'A11', found: true },
    { at: 'A2', found: false },
    { at: 'B', found: false },
  ] as const)('of A11 is returned at distributor $at: $found', async ({ at, found }) => {
    const mac = fleet.devices.find((device) => device.at === 'A11')?.mac ?? ''
    const scope = subtreeOf(fleet.distributors[at].agent_path)
    expect((await findSealedLogin(database.db, scope, mac)) !== undefined).toBe(found)
  })
})
