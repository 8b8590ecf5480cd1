import { beforeAll, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { EVERYTHING, subtreeOf } from '../../platform/scope.ts'
import { listAgentChain } from './store.ts'

const database = useDatabase()
let fleet: SmallFleet
beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})

test('the distributors of a device are named from the own one down', async () => {
  const { A1, A11 } = fleet.distributors
  expect(await listAgentChain(database.db, EVERYTHING, A11.agent_path)).toEqual(['A', 'A1', 'A11'])
  expect(await listAgentChain(database.db, subtreeOf(A1.agent_path), A11.agent_path)).toEqual(['A1', 'A11'])
})
