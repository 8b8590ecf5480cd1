import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { devicesOf } from '../../../test/written-page.ts'
import { EVERYTHING, type Scope, subtreeOf } from '../../platform/scope.ts'
import { listDevices } from './store-list.ts'

const database = useDatabase()
type Distributor = SmallFleet['distributors']['A']

let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})

/** Ids and count of the devices below a distributor as an account sees them. */
const below = async ({ agent_id }: Distributor, scope: Scope): Promise<{ macs: string[]; all: number }> => {
  const filter = DeviceFilter.parse({ agent_id, include_lower: true })
  const page = await listDevices(database, scope, {
    filter,
    uid: 1,
    now: new Date('2026-03-10T12:34:56Z'),
    offset: 0,
    limit: 20,
  })
  return { macs: devicesOf(page).map(({ mac }) => mac), all: page.counts.all }
}

const moveTo = async (county: Distributor, city: Distributor): Promise<Distributor> => {
  const agent_path = `${city.agent_path}${county.agent_id}/`
  const { db } = database
  await db
    .updateTable('distributors')
    .set({ agent_path, parent_id: city.agent_id })
    .where('agent_id', '=', county.agent_id)
    .execute()
  await db.updateTable('devices').set({ agent_path }).where('agent_id', '=', county.agent_id).execute()
  return { ...county, agent_path }
}

describe('the devices below a distributor', () => {
  it('are the same for accounts that see it, and none for others, queried once or repeatedly', async () => {
    const { A, A1, A2, A11 } = fleet.distributors
    const macs = fleet.devices.filter(({ agent_path }) => agent_path.startsWith(A11.agent_path)).map(({ mac }) => mac)
    expect(macs.length).toBeGreaterThan(0)
    // An account with the whole scope queried before.
    expect((await below(A1, EVERYTHING)).all).toBeGreaterThan(0)
    for (let round = 0; round < 3; round++) {
      for (const { agent_path } of [A, A1, A11])
        expect(await below(A11, subtreeOf(agent_path))).toEqual({ macs, all: macs.length })
      expect(await below(A11, subtreeOf(A2.agent_path))).toEqual({ macs: [], all: 0 })
      // A query below the distributor above the own one returns nothing, not even the own part.
      expect(await below(A1, subtreeOf(A11.agent_path))).toEqual({ macs: [], all: 0 })
    }
  })

  it('go with it when it moves, at once', async () => {
    const { A1, A2, A11 } = fleet.distributors
    const before = await below(A11, EVERYTHING)
    await moveTo(A11, A2)
    expect(await below(A11, EVERYTHING)).toEqual(before)
    expect(await below(A11, subtreeOf(A2.agent_path))).toEqual(before)
    expect(await below(A11, subtreeOf(A1.agent_path))).toEqual({ macs: [], all: 0 })
    await moveTo(A11, A1)
    expect(await below(A11, subtreeOf(A1.agent_path))).toEqual(before)
    expect(await below(A11, subtreeOf(A2.agent_path))).toEqual({ macs: [], all: 0 })
  })
})
