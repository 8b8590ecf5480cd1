import { api } from '@heatfleet/contract/api.ts'
import type { ApiTokenDraft } from '@heatfleet/contract/api-tokens/api-tokens.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilGiven } from '../../../test/eventually.ts'
import { fileOf, outcomeOf, runExport } from '../../../test/export-steps.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallAccount, SmallDistributor } from '../../../test/small-fleet.ts'

const { database, fleet, console_, as } = useFleetConsole()

beforeAll(async () => {
  // An account of a province with all of the administrator's rights, including API tokens.
  await database.db
    .updateTable('roles')
    .set({ permissions: [...PERMISSIONS] })
    .where('role_name', 'in', ['Province agent', 'Own office', 'Manufacturer staff'])
    .execute()
})
beforeEach(() => database.db.deleteFrom('api_tokens').execute())

const make = async (person: SmallAccount, part: Partial<ApiTokenDraft> = {}) =>
  (await as(person))(api.createApiToken, {
    body: { token_name: 'Report', permissions: ['device:view', 'agent:view'], expires_in_days: 1, ...part },
  })
/** An API token of an account, with every right, for one distributor. */
const programOf = async (person: SmallAccount, at: SmallDistributor) => {
  const { agent_id } = fleet.distributors[at]
  const { token, api_token_id } = await make(person, { permissions: [...PERMISSIONS], agent_id })
  return { call: console_.clientOf(token), api_token_id }
}
const macsAt = (...places: SmallDistributor[]) =>
  fleet.devices.filter(({ at }) => places.includes(at)).map(({ mac }) => mac)
const macsOf = async (call: Call) => (await call(api.deviceList)).list.map(({ mac }) => mac).toSorted()
/** Lifts a distributor to another place, with all below it, and back. */
const place = async (name: SmallDistributor, agent_path: string): Promise<void> => {
  const { agent_id } = fleet.distributors[name]
  await database.db.updateTable('distributors').set({ agent_path }).where('agent_id', '=', agent_id).execute()
}

describe('the distributor of a token', () => {
  it.each([
    ['province_a', 'A1', 'ok'],
    ['province_a', 'A', 'ok'],
    ['province_a', 'B', 'distributor_not_found agent_id'],
    ['office_a', 'A', 'ok'],
    ['office_a', 'A1', 'distributor_not_found agent_id'],
    ['admin', 'B', 'ok'],
  ] as const)('%s makes one for %s: %s', async (person, at, expected) => {
    expect(await refusalOf(make(person, { agent_id: fleet.distributors[at].agent_id }))).toBe(expected)
  })

  it('is in the list and in the audit log, beside the limit', async () => {
    const { agent_id } = fleet.distributors.A1
    const { api_token_id } = await make('admin', { agent_id, calls_per_minute: 30 })
    const admin = await as('admin')
    const [listed] = await admin(api.apiTokenList)
    expect(listed).toMatchObject({ api_token_id, agent: { agent_id, agent_name: 'A1' }, calls_per_minute: 30 })
    const { list } = await admin(api.auditList, { body: { action: 'createApiToken' } })
    expect(list[0]?.detail).toMatchObject({ token_name: 'Report', agent_id, calls_per_minute: 30 })
  })

  it.each([
    [0, 'invalid_input calls_per_minute too_small'],
    [1, 'ok'],
    [1.5, 'invalid_input calls_per_minute invalid_type'],
    [LIMITS.api_token_calls_per_minute_max, 'ok'],
    [LIMITS.api_token_calls_per_minute_max + 1, 'invalid_input calls_per_minute too_big'],
  ])('with %f calls a minute: %s', async (calls_per_minute, expected) => {
    expect(await refusalOf(make('admin', { calls_per_minute }), 'rule')).toBe(expected)
  })
})

describe('a program narrowed to a city', () => {
  it('counts, finds and lists what is there and below, for whomever it calls', async () => {
    for (const person of ['admin', 'province_a'] as const) {
      const { call } = await programOf(person, 'A1')
      expect(await macsOf(call)).toEqual(macsAt('A1', 'A11').toSorted())
      expect((await call(api.agentList, { body: {} })).list.map(({ agent_name }) => agent_name)).toEqual(['A1', 'A11'])
      expect(await call(api.homeCounts)).toMatchObject({ devices: { total: 3 }, distributors: 2 })
      const found = await call(api.deviceList, { body: { search: 'House' } })
      expect(found.total).toBe(3)
      const [sibling = ''] = macsAt('A2')
      expect(await refusalOf(call(api.deviceInfo, { query: { mac: sibling } }))).toBe('device_not_found')
      const by_agent = await call(api.homeTable, { query: { by: 'distributor' } })
      expect(by_agent.map(({ name, total }) => [name, total])).toEqual([['A11', 2]])
    }
  })

  it('that is the own city or lies above it leaves the account what it has', async () => {
    const { call } = await programOf('province_a', 'A')
    expect(await macsOf(call)).toEqual(await macsOf(await as('province_a')))
  })

  it('has files of its own units alone, and fetches none but its own', async () => {
    const admin = await as('admin')
    const { call } = await programOf('admin', 'A1')
    const [whole, own] = [await runExport(admin), await runExport(call)]
    const text = await fileOf(call, own.export_id)
    expect(fleet.devices.filter(({ mac }) => text.includes(mac)).map(({ mac }) => mac)).toEqual(macsAt('A1', 'A11'))
    const params = { id: whole.export_id }
    for (const name of ['exportFile', 'exportRetry', 'exportCancel'] as const)
      expect(await refusalOf(call(api[name], { params }))).toBe('export_not_found')
    expect((await call(api.exportList)).list.map(({ export_id }) => export_id)).toEqual([own.export_id])
    // The person has both.
    const all = (await admin(api.exportList)).list.map(({ export_id }) => export_id)
    expect(all).toEqual(expect.arrayContaining([whole.export_id, own.export_id]))
    expect(await fileOf(admin, own.export_id)).toBe(text)
  })

  it('does to many what it may do to each, in the background too', async () => {
    const { call, api_token_id } = await programOf('admin', 'A1')
    const ids = [fleet.accounts.city_a2, fleet.accounts.county_a11]
    const started = await call(api.batchCreate, {
      body: { action: 'account-disable', which: { by: 'ids', ids }, input: {} },
    })
    const params = { id: started.batch_id }
    const results = await untilGiven(async () => {
      const { batch, list } = await call(api.batchItems, { params })
      if (batch.finished_at === null) throw new Error(batch.state)
      return list.map(({ name, result }) => [name, result])
    })
    expect(results).toEqual([
      ['', 'user_not_exist'],
      ['county_a11', 'ok'],
    ])
    const { list } = await (await as('admin'))(api.auditList, { body: { action: 'accountDisable' } })
    expect(list[0]?.detail).toMatchObject({ api_token_id })
    const { call: other } = await programOf('admin', 'A1')
    expect(await refusalOf(other(api.batchItems, { params }))).toBe('not_found')
  })

  it('leaves what has no distributor alone: roles and groups of the manufacturer', async () => {
    const { call } = await programOf('admin', 'A1')
    const roles = (await call(api.roleList, { body: {} })).list
    expect(roles.filter(({ lock }) => lock === null)).toEqual([])
    const role = {
      role_name: 'By a program',
      level: 'distributor' as const,
      permissions: [],
      data_scope: 'subtree' as const,
    }
    expect(await call(api.createRole, { body: role })).toMatchObject({ agent_name: 'A1' })
    expect(
      await refusalOf(
        call(api.createRole, { body: { ...role, role_name: 'Up', level: 'manufacturer', data_scope: 'all' } }),
      ),
    ).toBe('grants_more_than_own level')
  })
})

it('a program of an account with a resource group sees the distributors of that group alone', async () => {
  const { A, A2 } = fleet.distributors
  const role = {
    role_name: 'Of Ningbo',
    level: 'distributor' as const,
    permissions: [],
    data_scope: 'subtree' as const,
  }
  await database.db
    .insertInto('roles')
    .values({ ...role, agent_id: A2.agent_id })
    .execute()
  const { call, api_token_id } = await programOf('staff_hangzhou', 'A1')
  // As if the group had been wider when the token was made.
  await database.db
    .updateTable('api_tokens')
    .set({ agent_id: A.agent_id })
    .where('api_token_id', '=', api_token_id)
    .execute()
  const namesOf = async (from: Call) => (await from(api.roleList, { body: {} })).list.map(({ role_name }) => role_name)
  expect(await namesOf(await as('admin'))).toContain('Of Ningbo')
  expect(await namesOf(call)).not.toContain('Of Ningbo')
})

it('notifications of a distributor’s accounts are not returned to a program narrowed to it', async () => {
  const { agent_id } = fleet.distributors.A1
  const by_uid = fleet.accounts.admin
  await database.db
    .insertInto('agent_notices')
    .values({ agent_id, title: 'Price list', text: 'From Monday.', sent_at: new Date(), by_uid })
    .execute()
  const { call } = await programOf('province_a', 'A1')
  const seesNotice = async (to: Call) => JSON.stringify(await to(api.notices)).includes('Price list')
  expect([await seesNotice(await as('city_a1')), await seesNotice(call)]).toEqual([true, false])
})

describe('a program whose distributor', () => {
  const seesNothing = async (call: Call) => {
    expect(await refusalOf(call(api.deviceList))).toBe('no_permission')
    expect(await refusalOf(call(api.agentList, { body: {} }))).toBe('no_permission')
  }

  it('moves out of the reach of its account sees nothing, and moves back with it', async () => {
    const { call } = await programOf('province_a', 'A2')
    const { agent_id, agent_path } = fleet.distributors.A2
    await place('A2', `${fleet.distributors.B.agent_path}${agent_id}/`)
    await seesNothing(call)
    const [listed] = await (await as('province_a'))(api.apiTokenList)
    expect(listed?.agent).toEqual({ agent_id, agent_name: null })
    await place('A2', agent_path)
    expect(await macsOf(call)).toEqual(macsAt('A2'))
  })

  it('is gone sees nothing, and never all', async () => {
    for (const person of ['admin', 'province_a'] as const) {
      const { agent_id } = await database.db
        .insertInto('distributors')
        .values({
          agent_name: `Short-lived of ${person}`,
          agent_level: 2,
          parent_id: fleet.distributors.A.agent_id,
          agent_path: `${fleet.distributors.A.agent_path}99/`,
        })
        .returning('agent_id')
        .executeTakeFirstOrThrow()
      const { token } = await make(person, { agent_id })
      expect(await macsOf(console_.clientOf(token))).toEqual([])
      await database.db.deleteFrom('distributors').where('agent_id', '=', agent_id).execute()
      await seesNothing(console_.clientOf(token))
    }
  })
})

it('requests of a program end with its token', async () => {
  const { call, api_token_id } = await programOf('admin', 'A1')
  const admin = await as('admin')
  const { export_id } = await runExport(call)
  await admin(api.revokeApiToken, { body: { api_token_id } })
  await database.db.updateTable('export_jobs').set({ state: 'expired' }).execute()
  await admin(api.exportRetry, { params: { id: export_id } })
  expect(await outcomeOf(admin, export_id)).toMatchObject({ state: 'failed', reason: 'no_permission' })
})

it('an account has so many tokens alive and no more, whatever others have', async () => {
  const codes: string[] = []
  for (let at = 0; at <= LIMITS.api_tokens_max; at += 1) codes.push(await refusalOf(make('admin')))
  expect(codes).toEqual([...Array(LIMITS.api_tokens_max).fill('ok'), 'api_token_quota'])
  expect(await refusalOf(make('province_a'))).toBe('ok')
})
