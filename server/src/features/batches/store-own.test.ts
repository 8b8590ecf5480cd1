import { beforeAll, beforeEach, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { cancelBatch, findBatch, insertBatch } from './store.ts'

const database = useDatabase()
const AT = new Date('2026-03-02T08:00:00Z')
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})
beforeEach(async () => {
  await database.db.deleteFrom('batch_jobs').execute()
})

const add = (uid: number, open_max: number) =>
  insertBatch(
    database.db,
    {
      uid,
      input: {
        ask: { deed: 'account-disable', which: { by: 'ids', ids: [1] }, input: {} },
        permissions: [],
        user_name: '',
        address: '',
        user_agent: '',
        request_id: '',
      },
      objects: [{ id: 1, name: 'one' }],
      created_at: AT,
    },
    open_max,
  )

it('a batch of somebody else is neither seen nor stopped', async () => {
  const { city_a1, city_a2 } = fleet.accounts
  const batch_id = (await add(city_a1, 1))?.batch_id ?? 0
  expect(await cancelBatch(database.db, city_a2, batch_id, AT)).toBeUndefined()
  expect(await findBatch(database.db, city_a2, batch_id)).toBeUndefined()
  expect(await findBatch(database.db, city_a1, batch_id)).toMatchObject({ state: 'queued' })
})

it('as many as may be open are counted for each account by itself', async () => {
  const { city_a1, city_a2 } = fleet.accounts
  expect(await add(city_a1, 1)).not.toBeNull()
  expect(await add(city_a2, 1)).not.toBeNull()
  expect(await add(city_a1, 1)).toBeNull()
})
