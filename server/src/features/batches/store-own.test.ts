import { ExportRequest, type ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { systemClock } from '../../platform/clock.ts'
import { batchItemsExport } from './export-items.ts'
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

const person = (uid: number) => ({ uid, api_token_id: null })
const add = (uid: number, open_max: number) =>
  insertBatch(
    database.db,
    {
      ...person(uid),
      input: {
        ask: { action: 'account-disable', which: { by: 'ids', ids: [1] }, input: {} },
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

it('a batch of another account is neither visible nor cancelled', async () => {
  const { city_a1, city_a2 } = fleet.accounts
  const batch_id = (await add(city_a1, 1))?.batch_id ?? 0
  expect(await cancelBatch(database.db, person(city_a2), batch_id, AT)).toBeUndefined()
  expect(await findBatch(database.db, person(city_a2), batch_id)).toBeUndefined()
  expect(await findBatch(database.db, person(city_a1), batch_id)).toMatchObject({ state: 'queued' })
})

it('what became of the objects of a batch is a file of its own account alone', async () => {
  const { city_a1, city_a2 } = fleet.accounts
  const batch_id = (await add(city_a1, 1))?.batch_id ?? 0
  await database.db.updateTable('batch_items').set({ result: 'no_permission' }).execute()
  const source = batchItemsExport({ database })
  const fileOf = async (uid: number, filter: object) => {
    const { caller } = await signIn({ database, clock: systemClock }, uid)
    const requestFields = { kind: 'batch-items', format: 'csv', file_name: 'x', time_zone: 'UTC', language: 'en' }
    const columns = ['name']
    const request = ExportRequest.parse({
      ...requestFields,
      columns,
      filter: { batch_id, ...filter },
    }) as ExportRequestOf<'batch-items'> // the kind is its own
    const { rows } = await source.list(caller, request, null, 10)
    expect(await source.count(caller, request)).toBe(rows.length)
    return rows
  }
  expect(await fileOf(city_a1, {})).toEqual([{ position: 1, object_id: 1, name: 'one', result: 'no_permission' }])
  expect(await fileOf(city_a1, { only: 'ok' })).toEqual([])
  expect(await fileOf(city_a2, {})).toEqual([])
})

it('as many as may be open are counted for each account by itself', async () => {
  const { city_a1, city_a2 } = fleet.accounts
  expect(await add(city_a1, 1)).not.toBeNull()
  expect(await add(city_a2, 1)).not.toBeNull()
  expect(await add(city_a1, 1)).toBeNull()
})
