import { AccountFilter } from '@heatfleet/contract/accounts/row.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { COUNT_ONLY } from '../../platform/list-page.ts'
import { subtreeOf } from '../../platform/scope.ts'
import { listAccounts, listNames } from './store-list.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})

describe('a distributor as a filter of accounts', () => {
  it.each([
    { says: 'above the own one finds nothing', own: 'A1', named: 'A', found: false },
    { says: 'beside the own one finds nothing', own: 'A1', named: 'A2', found: false },
    { says: 'below the own one finds its people', own: 'A', named: 'A1', found: true },
  ] as const)('$says', async ({ own, named, found }) => {
    const filter = AccountFilter.parse({ agent_id: fleet.distributors[named].agent_id })
    const query = { filter, contacts: true, now: new Date() }
    const scope = subtreeOf(fleet.distributors[own].agent_path)
    const { total } = await listAccounts(database.db, scope, query, COUNT_ONLY)
    expect(total > 0).toBe(found)
  })
})

describe('names of those who made accounts', () => {
  it.each([
    { at: 'A', of: 'city_a1', reported: true },
    { at: 'A1', of: 'province_a', reported: false },
    { at: 'B', of: 'city_a1', reported: false },
  ] as const)('are returned at $at of $of: $reported', async ({ at, of, reported }) => {
    const uid = fleet.accounts[of]
    const names = await listNames(database.db, subtreeOf(fleet.distributors[at].agent_path), [uid])
    expect(names.has(uid)).toBe(reported)
  })
})
