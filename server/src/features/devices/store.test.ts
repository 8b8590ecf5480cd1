import { beforeAll, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { EVERYTHING, subtreeOf } from '../../platform/scope.ts'
import { listAgentChain, listBindings } from './store.ts'

const database = useDatabase()
let fleet: SmallFleet
beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})

test('app users of a device are found within its distributors only', async () => {
  const [device] = fleet.devices.filter(({ at }) => at === 'A11')
  const { device_id, mac } = device ?? { device_id: 0, mac: '' }
  const app_user = { nick_name: 'Owner', phone: null, email: null }
  const made = await database.db.insertInto('app_users').values(app_user).returning('app_user_id').execute()
  const bindings = made.map(({ app_user_id }) => ({ device_id, app_user_id, role: 'owner' as const, bind_way: 'scan' }))
  await database.db.insertInto('bindings').values(bindings).execute()
  const totals: Record<string, number> = {}
  for (const [name, { agent_path }] of Object.entries(fleet.distributors))
    totals[name] = (await listBindings(database.db, subtreeOf(agent_path), { mac, offset: 0, limit: 9 })).total
  expect(totals).toEqual({ A: 1, A1: 1, A11: 1, A2: 0, B: 0 })
})

test('the distributors of a device are named from the own one down', async () => {
  const { A1, A11 } = fleet.distributors
  expect(await listAgentChain(database.db, EVERYTHING, A11.agent_path)).toEqual(['A', 'A1', 'A11'])
  expect(await listAgentChain(database.db, subtreeOf(A1.agent_path), A11.agent_path)).toEqual(['A1', 'A11'])
})
