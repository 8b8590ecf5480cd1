import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { DataScope } from '@heatfleet/contract/data-scope.ts'
import type { RoleDraft } from '@heatfleet/contract/roles/roles.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole()
const calls = new Map<SmallAccount, Call>()

beforeAll(async () => {
  for (const name of ['admin', 'staff', 'province_a', 'city_a1', 'province_b', 'auditor'] as const)
    calls.set(name, (await console_.signIn(name)).call)
})

const as = (account: SmallAccount): Call => {
  const call = calls.get(account)
  if (call === undefined) throw new Error(`${account} is not signed in`)
  return call
}
type Draft = z.input<typeof RoleDraft>
let count = 0
/** A role that every distributor may make, with what the case is about. */
const draftOf = (part: Partial<Draft> = {}): Draft => {
  count += 1
  return {
    role_name: `Role ${count}`,
    level: 'distributor',
    permissions: ['device:view'],
    data_scope: 'own_agent',
    ...part,
  }
}
const make = (account: SmallAccount, part: Partial<Draft> = {}) => as(account)(api.createRole, { body: draftOf(part) })

describe('making a role', () => {
  it.each<[string, SmallAccount, Partial<Draft>, string]>([
    ['a name is required', 'admin', { role_name: '  ' }, 'invalid_input role_name'],
    ['of 60 characters', 'admin', { role_name: 'x'.repeat(61) }, 'invalid_input role_name'],
    ['no built-in name, whatever its case', 'city_a1', { role_name: 'province AGENT' }, 'role_name_taken role_name'],
    ['rights the maker has', 'city_a1', { permissions: ['pii:view'] }, 'grants_more_than_own permissions'],
    ['all rights for who has them', 'admin', { permissions: ['pii:view'] }, 'ok'],
    [
      'a distributor makes roles of distributors',
      'province_a',
      { level: 'manufacturer', data_scope: 'own_agent' },
      'grants_more_than_own level',
    ],
    [
      'the manufacturer has no subtree',
      'admin',
      { level: 'manufacturer', data_scope: 'subtree' },
      'invalid_input data_scope',
    ],
    ['a distributor has no whole fleet', 'province_a', { data_scope: 'all' }, 'invalid_input data_scope'],
    [
      'an override obeys the same',
      'province_a',
      { scope_overrides: { audit: 'all' } },
      'invalid_input scope_overrides.audit',
    ],
    ['its own subtree', 'province_a', { data_scope: 'subtree' }, 'ok'],
    ['another scope for one resource', 'province_a', { scope_overrides: { audit: 'own_records' } }, 'ok'],
    ['without the right', 'auditor', {}, 'no_permission'],
  ])('%s', async (_, account, part, outcome) => {
    expect(await refusalOf(make(account, part))).toBe(outcome)
  })

  it('adds the rights that its rights need', async () => {
    const { permissions } = await make('admin', { permissions: ['device:control-installer'] })
    expect(permissions).toEqual(['device:view', 'device:control', 'device:control-installer'])
  })

  it('belongs to the organisation of its creator, and its name is unique only there', async () => {
    const role_name = 'Service desk'
    const { agent_id } = await make('province_a', { role_name })
    expect(agent_id).toBe(fleet.distributors.A.agent_id)
    expect(await refusalOf(make('province_a', { role_name: 'SERVICE desk' }))).toBe('role_name_taken role_name')
    expect(await refusalOf(make('province_b', { role_name }))).toBe('ok')
    expect((await make('admin', { role_name })).agent_id).toBeNull()
  })

  it('as a copy leaves in the audit trail of which', async () => {
    const from = fleet.roles['City agent']
    const { role_id } = await as('admin')(api.createRole, { query: { from }, body: draftOf() })
    const line = await database.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('object', '=', `role ${role_id}`)
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({ action: 'createRole', detail: { copied_from: `role ${from}` } })
  })
})

describe('no account grants a wider data scope than its own', () => {
  const makeOf = async (own: DataScope, wanted: DataScope) => {
    const { db } = database
    const set = (data_scope: DataScope) =>
      db.updateTable('roles').set({ data_scope }).where('role_name', '=', 'Province agent').execute()
    await set(own)
    const outcome = await refusalOf(make('province_a', { data_scope: wanted }))
    await set('subtree')
    return outcome
  }
  it.each<[DataScope, DataScope[]]>([
    ['subtree', ['subtree', 'resource_group', 'own_agent', 'own_records']],
    ['resource_group', ['resource_group', 'own_agent', 'own_records']],
    ['own_agent', ['own_agent', 'own_records']],
    ['own_records', ['own_records']],
  ])('of %s: %j', async (own, allowed) => {
    for (const wanted of ['subtree', 'resource_group', 'own_agent', 'own_records'] as const)
      expect([wanted, await makeOf(own, wanted)]).toEqual([
        wanted,
        allowed.includes(wanted) ? 'ok' : 'grants_more_than_own data_scope',
      ])
  })
})

describe('changing and removing a role', () => {
  const edit = (account: SmallAccount, id: number, part: Partial<Draft> = {}) =>
    as(account)(api.editRole, { params: { id }, body: draftOf(part) })

  it('changes the permissions of its accounts on their next call, and audits the changed fields', async () => {
    const { role_id } = await make('admin', { permissions: ['device:view', 'device:control'] })
    const edited = await edit('admin', role_id, { permissions: ['device:view'], requires_totp: true })
    expect(edited).toMatchObject({ permissions: ['device:view'], requires_totp: true })
    const { detail } = await database.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'editRole')
      .where('object', '=', `role ${role_id}`)
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({
      before: { permissions: ['device:view', 'device:control'], requires_totp: false },
      after: { permissions: ['device:view'], requires_totp: true },
    })
  })

  it('leaves built-in roles as they are', async () => {
    const id = fleet.roles['County agent']
    expect(await refusalOf(edit('admin', id))).toBe('role_read_only')
    expect(await refusalOf(as('admin')(api.deleteRole, { params: { id } }))).toBe('role_read_only')
  })

  it('keeps its hands off a role that reaches beyond the own rights', async () => {
    const { role_id } = await make('admin', { level: 'manufacturer', data_scope: 'all', permissions: ['role:delete'] })
    const { db } = database
    await db
      .updateTable('roles')
      .set((row) => ({ permissions: sql`array_remove(${row.ref('permissions')}, 'role:delete')` }))
      .where('role_name', '=', 'Manufacturer staff')
      .execute()
    expect(await refusalOf(edit('staff', role_id))).toBe('grants_more_than_own permissions')
  })

  it('is refused as stale over another change', async () => {
    const { role_id, updated_at } = await make('admin')
    console_.jump(1_000)
    await edit('admin', role_id)
    const body = { ...draftOf(), updated_at }
    expect(await refusalOf(as('admin')(api.editRole, { params: { id: role_id }, body }))).toBe('stale_edit')
  })

  it('says whose a role is that cannot be deleted: by name within the scope, the others as a number', async () => {
    const { role_id } = await make('province_a')
    const give = (user_name: SmallAccount, id: number) =>
      database.db.updateTable('accounts').set({ role_id: id }).where('user_name', '=', user_name).execute()
    await give('county_a11', role_id)
    await give('province_b', role_id)
    const refused: unknown = await as('province_a')(api.deleteRole, { params: { id: role_id } }).catch(
      (e: unknown) => e,
    )
    expect(refused).toMatchObject({
      message: 'role is used',
      code: 'role_is_used',
      details: { names: 'county_a11 +1', count: 2 },
    })
    expect(await as('province_a')(api.roleAccounts, { params: { id: role_id } })).toMatchObject({
      list: [{ user_name: 'county_a11', agent_name: 'A11' }],
      total: 1,
      others: 1,
    })
    expect(await refusalOf(edit('admin', role_id, { level: 'manufacturer' }))).toBe('role_level_used level')
    expect(await refusalOf(edit('admin', role_id, { data_scope: 'resource_group' }))).toBe(
      'resource_group_needed data_scope',
    )
    await give('county_a11', fleet.roles['County agent'])
    await give('province_b', fleet.roles['Province agent'])
    expect(await as('province_a')(api.deleteRole, { params: { id: role_id }, query: { reason: 'unused' } })).toBeNull()
    expect(await refusalOf(as('province_a')(api.roleInfo, { params: { id: role_id } }))).toBe('role_not_found')
  })
})

describe('who sees which role', () => {
  const namesSeenBy = async (account: SmallAccount) =>
    (await as(account)(api.roleList, { body: { type: 'custom' } })).list.map(({ role_name }) => role_name)

  it('of a distributor its own organisation and those below; of a neighbour none', async () => {
    const { role_id, role_name } = await make('city_a1', { role_name: 'Of city A1' })
    expect(await namesSeenBy('city_a1')).toContain(role_name)
    expect(await namesSeenBy('province_a')).toContain(role_name)
    expect(await namesSeenBy('admin')).toContain(role_name)
    expect(await namesSeenBy('province_b')).not.toContain(role_name)
    for (const call of [api.roleInfo, api.roleAccounts])
      expect(await refusalOf(as('province_b')(call, { params: { id: role_id } }))).toBe('role_not_found')
    expect(await refusalOf(as('province_b')(api.editRole, { params: { id: role_id }, body: draftOf() }))).toBe(
      'role_not_found',
    )
  })

  it('a distributor sees no role of the manufacturer', async () => {
    const { list } = await as('province_a')(api.roleList, {})
    expect(list.filter(({ level }) => level === 'manufacturer')).toEqual([])
  })

  it('grantable are exactly those that reach no further than the own', async () => {
    for (const account of ['admin', 'staff', 'province_a', 'city_a1'] as const) {
      const all = await as(account)(api.roleList, {})
      const { list, total } = await as(account)(api.roleList, { body: { grantable: true } })
      const names = (roles: readonly { role_name: string; role_id: number }[]) => roles.map(({ role_id }) => role_id)
      expect(names(list)).toEqual(names(all.list.filter(({ grantable }) => grantable)))
      expect(total).toBe(list.length)
    }
    const { tree, levels, data_scopes } = await as('province_a')(api.permissionInfo, {})
    const rights = tree.flatMap(({ resources }) => resources.flatMap((resource) => resource.rights))
    expect(rights.find(({ permission }) => permission === 'pii:view')).toMatchObject({ grantable: false })
    expect(rights.find(({ permission }) => permission === 'device:control')).toMatchObject({
      grantable: true,
      requires: ['device:view'],
      risk: 'dangerous',
    })
    expect(levels).toEqual(['distributor'])
    expect(data_scopes).not.toContain('all')
  })
})
