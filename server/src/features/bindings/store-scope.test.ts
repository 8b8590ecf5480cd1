import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { subtreeOf } from '../../platform/scope.ts'
import { findRemoteConsent } from './store-bound.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})

describe('whether the owner of a unit lets others set it', () => {
  it.each([
    { at: 'A', reported: 'not_needed' },
    { at: 'A11', reported: 'not_needed' },
    { at: 'A2', reported: null },
    { at: 'B', reported: null },
  ] as const)('is returned at distributor $at: $reported', async ({ at, reported }) => {
    const mac = fleet.devices.find((device) => device.at === 'A11')?.mac ?? ''
    expect(await findRemoteConsent(database.db, subtreeOf(fleet.distributors[at].agent_path), mac)).toBe(reported)
  })
})
