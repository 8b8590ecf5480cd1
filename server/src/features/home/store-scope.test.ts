import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { subtreeOf } from '../../platform/scope.ts'
import { listNextLower } from './store.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})

describe('the next lower distributors', () => {
  it.each([
    { who: 'A', seen: 2 },
    { who: 'A1', seen: 1 },
    { who: 'B', seen: 0 },
  ] as const)('of A as $who sees them: $seen', async ({ who, seen }) => {
    const scope = subtreeOf(fleet.distributors[who].agent_path)
    expect(await listNextLower(database.db, scope, fleet.distributors.A.agent_path, 10)).toHaveLength(seen)
  })
})
