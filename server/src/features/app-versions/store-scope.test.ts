import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { EVERYTHING, subtreeOf } from '../../platform/scope.ts'
import { countVersions } from './store.ts'

const database = useDatabase()
const SIGNED_IN = new Date('2026-03-01T08:00:00Z')
let fleet: SmallFleet
let app_id: number

const newApp = async (app_name: string) =>
  (
    await database.db
      .insertInto('applications')
      .values({ app_name, app_key: app_name, secret_hash: Buffer.alloc(32), created_by: null })
      .returning('app_id')
      .executeTakeFirstOrThrow()
  ).app_id

type Person = { last_login_at: Date | null; erased_at: Date | null; app_id: number; app_version: string }
const add = async (part: Partial<Person>, device_id?: number) => {
  const person = { nick_name: '', phone: null, email: null, app_id, platform: 'ios', app_version: '1.0' }
  const { app_user_id } = await database.db
    .insertInto('app_users')
    .values({ ...person, last_login_at: SIGNED_IN, ...part })
    .returning('app_user_id')
    .executeTakeFirstOrThrow()
  if (device_id === undefined) return
  await database.db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
}

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  app_id = await newApp('Counted')
  for (const { device_id, at } of fleet.devices) await add({ app_version: at === 'B' ? '2.0' : '1.0' }, device_id)
  // Without a binding; never existing; deleted; and of another app.
  await add({ app_version: '' })
  await add({ last_login_at: null })
  await add({ erased_at: SIGNED_IN })
  await add({ app_id: await newApp('Other') })
})

describe('people by version', () => {
  it.each([
    [null, 7, ['1.0 5', '2.0 1', ' 1']],
    ['A', 5, ['1.0 5']],
    ['A11', 2, ['1.0 2']],
    ['B', 1, ['2.0 1']],
  ] as const)('within %s: %i people, %j', async (at, users, shares) => {
    const scope = at === null ? EVERYTHING : subtreeOf(fleet.distributors[at].agent_path)
    const counted = await countVersions(database.db, scope, app_id)
    expect(counted.shares.map((share) => `${share.version} ${share.users}`)).toEqual(shares)
    expect({ users: counted.users, others: counted.others }).toEqual({ users, others: 0 })
  })

  it('beyond so many versions the rest is a number', async () => {
    const many = await newApp('Many')
    for (let n = 0; n < LIMITS.version_shares_max + 3; n += 1) await add({ app_id: many, app_version: `1.${n}` })
    const { users, shares, others } = await countVersions(database.db, EVERYTHING, many)
    expect([users, shares.length, others]).toEqual([LIMITS.version_shares_max + 3, LIMITS.version_shares_max, 3])
  })
})
