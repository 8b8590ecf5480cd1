import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { rightsOf } from '../../../test/small-fleet.ts'

type BatchBody = NonNullable<RequestOf<typeof api.batchCreate>['body']>
const PHONE = '13912345678'
const { database, fleet, console_ } = useFleetConsole()
/** Leads accounts of province A, and sees of their numbers a part. */
let province: Call
/** A role for app users with a unit at A itself, with masked phone numbers: no built-in role is like it. */
let office: Call
let own: number
let foreign: number

const addOwner = async (nick_name: string, phone: string, index: number): Promise<number> => {
  const device_id = fleet.devices[index]?.device_id ?? 0
  const { app_user_id } = await database.db
    .insertInto('app_users')
    .values({ nick_name, phone, email: null })
    .returning('app_user_id')
    .executeTakeFirstOrThrow()
  await database.db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
  return app_user_id
}
/** Names of what a batch would be done to, as soon as it is recorded. */
const namesFor = async (call: Call, body: BatchBody): Promise<string[]> => {
  const { batch_id } = await call(api.batchCreate, { body })
  return (await call(api.batchItems, { params: { id: batch_id } })).list.map(({ name }) => name)
}

beforeAll(async () => {
  const { db } = database
  const role_id = fleet.roles['Own office']
  const permissions = [...rightsOf('Own office'), 'appuser:view', 'appuser:mark']
  await db.updateTable('roles').set({ permissions }).where('role_id', '=', role_id).execute()
  await db.updateTable('accounts').set({ phone: PHONE }).where('user_name', '=', 'county_a11').execute()
  own = await addOwner('Li', PHONE, 0)
  foreign = await addOwner('Wang', '13900000001', 5)
  province = (await console_.signIn('province_a')).call
  office = (await console_.signIn('office_a')).call
})

const enable = (filter: Extract<BatchBody, { action: 'account-enable' }>['which']): BatchBody => ({
  action: 'account-enable',
  which: filter,
  input: {},
})
const mark = (which: Extract<BatchBody, { action: 'app-user-mark' }>['which']): BatchBody => ({
  action: 'app-user-mark',
  which,
  input: { marks: ['vip'], how: 'add' },
})
const byFilter = <Filter>(filter: Filter) => ({ by: 'filter' as const, filter, except: [] })

describe('what a batch is to be done to', () => {
  it('is named within the scope alone', async () => {
    expect(await namesFor(province, enable(byFilter({ user_name: 'province' })))).toEqual(['province_a'])
    expect(await namesFor(office, mark({ by: 'ids', ids: [own, foreign] }))).toEqual(['Li', ''])
    const input = { title: 'Stocktaking', text: 'On Friday.' }
    const provinces: BatchBody = { action: 'agent-notify', which: byFilter({ agent_level: 1 as const }), input }
    expect(await namesFor(province, provinces)).toEqual(['A'])
  })

  it('is found by a number that is masked only as a whole', async () => {
    for (const findNames of [
      (phone: string) => namesFor(province, enable(byFilter({ phone }))),
      (phone: string) => namesFor(office, mark(byFilter({ phone }))),
    ]) {
      expect(await findNames(PHONE)).toHaveLength(1)
      await expect(findNames(PHONE.slice(0, 4))).rejects.toMatchObject({ code: 'batch_empty' })
    }
  })
})
