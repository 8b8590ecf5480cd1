import { api } from '@heatfleet/contract/api.ts'
import type { DataScope } from '@heatfleet/contract/data-scope.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '../../../test/access/open-session.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { rightsOf, type SmallAccount } from '../../../test/small-fleet.ts'
import {
  type EffectivePermissions,
  effectivePermissionsOf,
  findMissingPrivileges,
} from '../../effective-permissions.ts'
import { PERMISSION_COLUMNS } from '../../platform/permission-columns.ts'

const { database, fleet, console_ } = useFleetConsole()
/** Without a password: to check one takes longer than all else of a change. */
const as = async (by: SmallAccount) => console_.clientOf(await openSession(database.db, fleet.accounts[by]))

/** A group and a role that changes are tried on; everybody keeps the account of the small fleet. */
let group_id = 0
let role_id = 0

const giveAll = async (names: readonly SmallAccount[], change: object) => {
  for (const name of names)
    await database.db.updateTable('accounts').set(change).where('user_name', '=', name).execute()
}

/** Every account with the role, the group and the distributor that it had at first. */
const restore = async () => {
  await database.db
    .updateTable('resource_groups')
    .set({ agent_ids: [], region_codes: ['330106'], product_keys: [], device_ids: [] })
    .where('group_id', '=', group_id)
    .execute()
  await database.db
    .updateTable('roles')
    .set({ permissions: [...rightsOf('Manufacturer staff')], data_scope: 'own_records', scope_overrides: '{}' })
    .where('role_id', '=', role_id)
    .execute()
  // One statement: it runs before each case of the property.
  await database.pool.query(
    `update accounts set role_id = f.role_id, resource_group_id = f.resource_group_id, agent_id = f.agent_id
     from json_to_recordset($1) as f (uid int, role_id int, resource_group_id int, agent_id int)
     where accounts.uid = f.uid
       and (accounts.role_id, accounts.resource_group_id, accounts.agent_id)
         is distinct from (f.role_id, f.resource_group_id, f.agent_id)`,
    [JSON.stringify(first)],
  )
}
let first: { uid: number; role_id: number; resource_group_id: number; agent_id: number | null }[] = []

beforeEach(async () => {
  if (group_id === 0) {
    const group = { group_name: 'Xihu', region_codes: ['330106'] }
    group_id = (
      await database.db.insertInto('resource_groups').values(group).returning('group_id').executeTakeFirstOrThrow()
    ).group_id
    const role = {
      role_name: 'Own entries',
      level: 'manufacturer' as const,
      permissions: [],
      data_scope: 'own_records' as const,
    }
    role_id = (await database.db.insertInto('roles').values(role).returning('role_id').executeTakeFirstOrThrow())
      .role_id
    first = await database.db
      .selectFrom('accounts')
      .select(['uid', 'role_id', 'resource_group_id', 'agent_id'])
      .execute()
  }
  await restore()
})

const NOBODY = { agent_ids: [], region_codes: [], product_keys: [], macs: [] }
const editGroup = async (by: SmallAccount, members: object) =>
  (await as(by))(api.editResourceGroup, {
    params: { id: group_id },
    body: { group_name: 'Xihu', ...NOBODY, ...members },
  })
const editRole = async (by: SmallAccount, role: { data_scope: DataScope; permissions: readonly Permission[] }) =>
  (await as(by))(api.editRole, {
    params: { id: role_id },
    body: { role_name: 'Own entries', level: 'manufacturer', ...role, permissions: [...role.permissions] },
  })

const WIDER = { region_codes: ['330100', '320000'] }

describe('a change of a resource group is one of everybody who has it', () => {
  it('nobody changes the own group', async () => {
    await giveAll(['staff', 'auditor'], { resource_group_id: group_id })
    expect(await codeOf(editGroup('staff', { region_codes: ['330106'] }))).toBe('ok')
    // The whole of the own group lies in the own group.
    expect(await codeOf(editGroup('staff', { region_codes: [], macs: [] }))).toBe('own_access_fixed')
  })

  it('who sees only the own records widens the group of nobody', async () => {
    await giveAll(['staff'], { role_id })
    await giveAll(['staff_hangzhou'], { resource_group_id: group_id })
    expect(await codeOf(editGroup('staff', WIDER))).toBe('account_above_own')
    expect(await groupRegions()).toEqual(['330106'])
  })

  it('nobody empties the group of an account above the own', async () => {
    await giveAll(['admin'], { resource_group_id: group_id })
    expect(await codeOf(editGroup('staff', {}))).toBe('account_above_own')
    expect(await groupRegions()).toEqual(['330106'])
  })

  it('who has more than the accounts before and after may change their group', async () => {
    await giveAll(['staff_hangzhou'], { resource_group_id: group_id })
    expect(await codeOf(editGroup('admin', WIDER))).toBe('ok')
    expect(await groupRegions()).toEqual(WIDER.region_codes)
  })

  it('a group that no account has is changed by whoever may change groups', async () => {
    expect(await codeOf(editGroup('staff', WIDER))).toBe('ok')
  })

  it('a new name changes what nobody sees', async () => {
    await giveAll(['admin'], { resource_group_id: group_id })
    expect(await codeOf(editGroup('staff', { region_codes: ['330106'], group_name: 'West lake' }))).toBe('ok')
  })

  const groupRegions = async () =>
    (
      await database.db
        .selectFrom('resource_groups')
        .select('region_codes')
        .where('group_id', '=', group_id)
        .executeTakeFirstOrThrow()
    ).region_codes
})

describe('a change of a role is one of everybody who has it', () => {
  const everything = { data_scope: 'all', permissions: rightsOf('Manufacturer staff') } as const

  it('nobody changes the own role', async () => {
    await database.db
      .updateTable('roles')
      .set({ permissions: [...rightsOf('Platform admin')] })
      .where('role_id', '=', role_id)
      .execute()
    await giveAll(['admin'], { role_id: fleet.roles['Platform admin'] })
    await giveAll(['auditor'], { role_id })
    expect(await codeOf(editRole('auditor', everything))).toMatch(/own_access_fixed|grants_more_than_own/)
  })

  it('who has more than its accounts may widen it', async () => {
    await giveAll(['factory'], { role_id })
    expect(await codeOf(editRole('admin', everything))).toBe('ok')
  })
})

/** What every account may do and see. */
const readAll = async (): Promise<Map<number, EffectivePermissions>> => {
  const rows = await database.db
    .selectFrom('accounts')
    .innerJoin('roles', 'roles.role_id', 'accounts.role_id')
    .innerJoin('resource_groups', 'resource_groups.group_id', 'accounts.resource_group_id')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .select([...PERMISSION_COLUMNS])
    .execute()
  return new Map(rows.map((row) => [row.uid, effectivePermissionsOf(row)]))
}

const ACTORS = ['admin', 'staff', 'staff_hangzhou', 'province_a', 'auditor', 'office_a'] as const
const TARGETS = ['staff', 'staff_hangzhou', 'factory', 'auditor', 'city_a1', 'county_a11', 'office_a'] as const
const MEMBERS: readonly (() => object)[] = [
  () => ({}),
  () => ({ region_codes: ['330106'] }),
  () => WIDER,
  () => ({ agent_ids: [fleet.distributors.A.agent_id] }),
  () => ({ product_keys: [fleet.product_key] }),
]
const ROLES_OF_CHANGES = [
  { data_scope: 'all', permissions: rightsOf('Platform admin') },
  { data_scope: 'all', permissions: rightsOf('Manufacturer staff') },
  { data_scope: 'own_records', permissions: rightsOf('Read-only auditor') },
  { data_scope: 'resource_group', permissions: rightsOf('Factory line') },
] as const

type Change = (by: SmallAccount) => Promise<unknown>
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...MEMBERS).map((members) => (by: SmallAccount) => editGroup(by, members())),
  fc.constantFrom(...ROLES_OF_CHANGES).map((role) => (by: SmallAccount) => editRole(by, role)),
  fc
    .record({ target: fc.constantFrom(...TARGETS), part: fc.constantFrom('role', 'group', 'both') })
    .map(({ target, part }) => async (by: SmallAccount) => {
      const call = await as(by)
      const row = await call(api.accountInfo, { params: { id: fleet.accounts[target] } })
      const { nick_name, agent_id, gender, remark, updated_at, valid_until } = row
      return call(api.accountEdit, {
        params: { id: row.uid },
        body: {
          nick_name,
          agent_id,
          gender,
          remark,
          updated_at,
          valid_until,
          role_id: part === 'group' ? row.role_id : role_id,
          resource_group_id: part === 'role' ? row.resource_group_id : group_id,
        },
      })
    }),
)

describe('two changes that are allowed give nobody more than the actor has', () => {
  it('whoever makes them, of roles, groups and accounts', { timeout: 600_000 }, async () => {
    const outcomes = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ACTORS),
        fc.constantFrom(...TARGETS),
        fc.constantFrom('role', 'group', 'both', 'none'),
        change,
        change,
        async (actor, holder, part, one, other) => {
          await restore()
          if (part !== 'none')
            await giveAll([holder], {
              ...(part === 'group' ? {} : { role_id }),
              ...(part === 'role' ? {} : { resource_group_id: group_id }),
            })
          const before = await readAll()
          const own = before.get(fleet.accounts[actor])
          if (own === undefined) throw new Error('no actor')
          for (const step of [one, other]) {
            const code = await codeOf(step(actor))
            outcomes.set(code, (outcomes.get(code) ?? 0) + 1)
          }
          const after = await readAll()
          for (const [uid, has] of after) {
            if (JSON.stringify(textOf(has)) === JSON.stringify(textOf(before.get(uid)))) continue
            expect([uid, findMissingPrivileges(own, has)]).toEqual([uid, null])
            expect(uid).not.toBe(fleet.accounts[actor])
          }
        },
      ),
      { numRuns: propertyRuns(1_000) },
    )
    // The property says something only where changes of each kind are allowed.
    expect(outcomes.get('ok') ?? 0).toBeGreaterThan(10)
  })

  const textOf = (of: EffectivePermissions | undefined) => of && { permissions: [...of.permissions], scopes: of.scopes }
})

describe('what may be granted is named to nobody who does not see its organisation', () => {
  it('roles and groups of distributors outside the own resource group are missing', async () => {
    const names = async (by: SmallAccount) => {
      const { roles, resource_groups } = await (await as(by))(api.accountGrantable)
      return [...roles.map((role) => role.role_name), ...resource_groups.map((group) => group.group_name)]
    }
    const call = await as('province_b')
    await call(api.createResourceGroup, { body: { group_name: 'Nanjing', ...NOBODY, region_codes: ['320000'] } })
    const role = {
      role_name: 'Office B',
      level: 'distributor',
      data_scope: 'own_records',
      permissions: ['device:view'],
    } as const
    await (await as('admin'))(api.createRole, { body: { ...role, permissions: [...role.permissions] } })
    await database.db
      .updateTable('roles')
      .set({ agent_id: fleet.distributors.B.agent_id })
      .where('role_name', '=', 'Office B')
      .execute()
    expect(await names('staff')).toEqual(expect.arrayContaining(['Office B', 'Nanjing']))
    const hangzhou = await names('staff_hangzhou')
    expect(hangzhou).not.toContain('Office B')
    expect(hangzhou).not.toContain('Nanjing')
    const roles = await (await as('staff_hangzhou'))(api.getRoles)
    expect(roles.map((given) => given.role_name)).not.toContain('Office B')
  })
})
