import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { subtreeOf } from '../../platform/scope.ts'
import { countAnnounced, listUnknownRegisters } from './store-registers.ts'
import { listSoftware } from './store-software.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const device = fleet.devices.find(({ at }) => at === 'A11')
  await database.db
    .updateTable('devices')
    .set({ hardware_version: 'XB-9' })
    .where('device_id', '=', device?.device_id ?? 0)
    .execute()
})

describe('a board that announces itself by a name of its own', () => {
  it.each([
    { at: 'A', seen: 1 },
    { at: 'A2', seen: 0 },
    { at: 'B', seen: 0 },
  ] as const)('is returned at distributor $at: $seen', async ({ at, seen }) => {
    const scope = subtreeOf(fleet.distributors[at].agent_path)
    const names = (await listUnknownRegisters(database.db, scope, 10)).map(({ register_name }) => register_name)
    expect({ names, count: await countAnnounced(database.db, scope, 'XB-9') }).toEqual({
      names: seen === 0 ? [] : ['XB-9'],
      count: seen,
    })
    const software = await listSoftware(database.db, scope, fleet.product_key, 10)
    expect(software.filter(({ hardware_version }) => hardware_version === 'XB-9')).toHaveLength(seen)
  })
})
