import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { ExportRequest, type ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAgent } from '../test/distributors-case.ts'
import { useFleetConsole } from '../test/fleet-console.ts'
import { refusalOf } from '../test/refusals.ts'
import { signIn } from '../test/sign-in.ts'
import { accountListExport } from './features/accounts/export-list.ts'
import { appUserListExport } from './features/app-users/export-list.ts'
import { systemClock } from './platform/clock.ts'

const { database, fleet, console_ } = useFleetConsole()
const PHONE = '13800138000'
let app_user_id: number
let made = 0

beforeAll(async () => {
  const { db } = database
  await db.updateTable('accounts').set({ phone: PHONE }).execute()
  const owner = await db
    .insertInto('app_users')
    .values({ nick_name: 'Owner', phone: PHONE, email: null })
    .returning('app_user_id')
    .executeTakeFirstOrThrow()
  app_user_id = owner.app_user_id
  const happened = { device_id: fleet.devices[0]?.device_id ?? 0, at: new Date() }
  await db
    .insertInto('device_events')
    .values({ ...happened, kind: 'alarm', detail: JSON.stringify({ keys: ['e12'] }) })
    .execute()
  const order = { app_user_id, agent_id: fleet.distributors.A.agent_id, problem: 'Cold.', feedback_at: new Date() }
  await db
    .insertInto('service_orders')
    .values({ ...order, device_id: happened.device_id, type: 'fault', source: 'app' })
    .execute()
  await db
    .insertInto('binding_events')
    .values({ ...happened, app_user_id, action: 'bound', bind_way: 'scan', by_uid: null })
    .execute()
})

/** An account of the manufacturer with exactly these rights. */
const personWith = async (...permissions: Permission[]) => {
  made += 1
  const { role_id } = await database.db
    .insertInto('roles')
    .values({ role_name: `Role ${made}`, level: 'manufacturer', permissions, data_scope: 'all' })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  const { uid } = await database.db
    .insertInto('accounts')
    .values({ user_name: `person_${made}`, password_hash: '', role_id })
    .returning('uid')
    .executeTakeFirstOrThrow()
  const { token, caller } = await signIn({ database, clock: systemClock }, uid)
  return { call: console_.clientOf(token), caller }
}

describe('a permission that is checked inside a call', () => {
  const draft = { nick_name: '', gender: 'unknown', country: '', region_text: '', language: '', remark: '' } as const
  it.each<[string, Permission[], (call: Call) => Promise<unknown>, string]>([
    [
      'to see the phone that is changed',
      ['appuser:view', 'appuser:edit'],
      (call) =>
        call(api.editAppUser, {
          params: { id: app_user_id },
          body: { ...draft, phone: '13900139000', reason: 'test' },
        }),
      'no_permission phone',
    ],
    [
      'to make the account that comes with a distributor',
      ['agent:view', 'agent:create'],
      (call) => createAgent(call, fleet, { password: 'Quiet-Pump-77' }),
      'no_permission password',
    ],
    [
      'to do what a token is to do',
      ['api:view', 'api:edit'],
      (call) =>
        call(api.createApiToken, { body: { token_name: 'x', permissions: ['device:view'], expires_in_days: 1 } }),
      'grants_more_than_own permissions',
    ],
  ])('%s', async (_, rights, change, refusal) => {
    const { call } = await personWith(...rights)
    expect(await refusalOf(change(call))).toBe(refusal)
  })

  it.each<[Permission[], string[]]>([
    [[], []],
    [['device:view'], ['alarm']],
    [['binding:view'], ['bound']],
  ])('with %j the inbox contains %j', async (rights, reported) => {
    const { list } = await (await personWith(...rights)).call(api.notices)
    expect(list.map(({ what }) => what)).toEqual(reported)
  })

  it.each<[Permission[], boolean]>([
    [['appuser:view', 'agent:view'], false],
    [['appuser:view', 'agent:view', 'order:view'], true],
  ])('with %j figures of orders are returned: %s', async (rights, reported) => {
    const { call } = await personWith(...rights)
    const seen = (n: number) => (reported ? n : null)
    const id = fleet.distributors.A.agent_id
    const { list } = await call(api.appUserList, {})
    expect(list.find((user) => user.app_user_id === app_user_id)?.open_orders).toBe(seen(1))
    const at_a = { open_orders: seen(1), rated_orders: seen(0), satisfaction: null }
    expect((await call(api.agentList, {})).list.find(({ agent_id }) => agent_id === id)).toMatchObject(at_a)
    expect(await call(api.agentInfo, { params: { id } })).toMatchObject(at_a)
    expect((await call(api.agentPerformance, { params: { id } })).service === null).toBe(!reported)
  })

  it('to change roles and groups locks them for who only sees them', async () => {
    const admin = (await console_.signIn('admin')).call
    const { role_id } = await admin(api.createRole, {
      body: { role_name: 'Seen', level: 'manufacturer', permissions: [], data_scope: 'own_agent' },
    })
    const { group_id } = await admin(api.createResourceGroup, { body: { group_name: 'Seen' } })
    const { call } = await personWith('role:view', 'resgroup:view')
    expect(await call(api.roleInfo, { params: { id: role_id } })).toMatchObject({ lock: 'no_right' })
    expect(await call(api.resourceGroupInfo, { params: { id: group_id } })).toMatchObject({ lock: 'no_right' })
  })
})

describe('a file', () => {
  const requestOf = (kind: 'account-list' | 'app-user-list') => {
    const columns = ['phone']
    const filter = { phone: '0138' }
    return ExportRequest.parse({
      kind,
      format: 'csv',
      file_name: 'x',
      time_zone: 'UTC',
      language: 'en',
      columns,
      filter,
    })
  }
  // The kinds are their own.
  const of_accounts = () => requestOf('account-list') as ExportRequestOf<'account-list'>
  const of_app_users = () => requestOf('app-user-list') as ExportRequestOf<'app-user-list'>

  it('finds phones by a part for who sees phones alone', async () => {
    const accounts = accountListExport({ database, clock: systemClock })
    const app_users = appUserListExport({ database })
    const counts = async (...rights: Permission[]) => {
      const { caller } = await personWith('account:view', 'appuser:view', ...rights)
      return [await accounts.count(caller, of_accounts()), await app_users.count(caller, of_app_users())]
    }
    expect(await counts()).toEqual([0, 0])
    expect(await counts('pii:view')).toEqual([11, 1])
  })

  it.each<[Permission[], string]>([
    [['pii:view'], '13***00'],
    [['pii:view', 'pii:export'], PHONE],
  ])('with %j shows an app user’s phone as %s', async (rights, phone) => {
    const { caller } = await personWith('appuser:view', 'appuser:export', ...rights)
    const { rows } = await appUserListExport({ database }).list(caller, of_app_users(), null, 10)
    expect(rows).toMatchObject([{ phone }])
  })

  it.each<[Permission[], number | null]>([
    [['pii:view'], null],
    [['pii:view', 'order:view'], 1],
  ])('with %j returns an app user’s open orders as %s', async (rights, open_orders) => {
    const { caller } = await personWith('appuser:view', 'appuser:export', ...rights)
    const { rows } = await appUserListExport({ database }).list(caller, of_app_users(), null, 10)
    expect(rows).toMatchObject([{ open_orders }])
  })
})
