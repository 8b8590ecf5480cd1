import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import type { JobOwner } from '../../platform/job-owner.ts'
import { cancelExport, findExport, retryExport } from './store.ts'

const database = useDatabase()
const AT = new Date('2026-03-02T08:00:00Z')
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})

/** An export of the administrator. */
const addExport = async (state: 'queued' | 'failed'): Promise<number> => {
  const row = {
    uid: fleet.accounts.admin,
    kind: 'device-list',
    input: '{}',
    format: 'csv',
    file_name: 'devices.csv',
  } as const
  const { export_id } = await database.db
    .insertInto('export_jobs')
    .values({ ...row, state })
    .returning('export_id')
    .executeTakeFirstOrThrow()
  return Number(export_id)
}

const person = (uid: number): JobOwner => ({ uid, api_token_id: null })

describe('the export of another account', () => {
  it.each([
    ['is not cancelled', 'queued', (own: JobOwner, id: number) => cancelExport(database.db, own, id, AT)],
    ['is not queued again', 'failed', (own: JobOwner, id: number) => retryExport(database.db, own, id, 5)],
  ] as const)('%s', async (_, state, action) => {
    const id = await addExport(state)
    expect((await action(person(fleet.accounts.city_a1), id)) ?? null).toBeNull()
    expect(await findExport(database.db, person(fleet.accounts.admin), id)).toMatchObject({ state })
    expect(await findExport(database.db, person(fleet.accounts.city_a1), id)).toBeUndefined()
  })
})
