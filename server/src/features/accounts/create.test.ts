import type { AccountDraft } from '@heatfleet/contract/accounts/draft.ts'
import type { BuiltInRole } from '@heatfleet/contract/roles/built-in.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount, SmallDistributor, SmallFleet } from '../../../test/small-fleet.ts'
import type { Caller } from '../../caller.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { createAccount } from './create.ts'
import { readBuiltInRoleId, readWholeFleetId } from './store.ts'

const database = useDatabase()
let fleet: SmallFleet
const callers = new Map<string, Caller>()
const groups = new Map<string, number>()
const roles = new Map<string, number>()

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  groups.set('whole', await readWholeFleetId(database.db))
  const { A, B } = fleet.distributors
  for (const [group_name, of] of [
    ['only A', [A.agent_id]],
    ['only B', [B.agent_id]],
  ] as const) {
    const values = { group_name, agent_ids: [...of] }
    const row = await database.db.insertInto('resource_groups').values(values).returning('group_id').executeTakeFirst()
    groups.set(group_name, row?.group_id ?? 0)
  }
  const looking = { permissions: ['device:view'], level: 'distributor' as const, data_scope: 'subtree' as const }
  for (const values of [
    { role_name: 'of A', ...looking, agent_id: A.agent_id },
    { role_name: 'of B', ...looking, agent_id: B.agent_id },
    { role_name: 'with personal data', ...looking, permissions: ['device:view', 'pii:view'], agent_id: A.agent_id },
    { role_name: 'by group', ...looking, data_scope: 'resource_group' as const, agent_id: A.agent_id },
    { role_name: 'audits widely', ...looking, level: 'manufacturer' as const, data_scope: 'all' as const },
  ]) {
    const row = await database.db.insertInto('roles').values(values).returning('role_id').executeTakeFirst()
    roles.set(values.role_name, row?.role_id ?? 0)
  }
  for (const person of ['admin', 'auditor', 'province_a', 'city_a1', 'county_a11'] as const)
    callers.set(person, (await signIn({ database, clock: systemClock }, fleet.accounts[person])).caller)
  // A manufacturer's person of one region.
  const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts.admin)
  callers.set('regional', await regional(caller))
})

const regional = async (admin: Caller): Promise<Caller> => {
  const made = await createAccount(deps(), admin, {
    ...draft(),
    user_name: 'regional',
    role_id: await readBuiltInRoleId(database.db, 'Manufacturer staff'),
    resource_group_id: groups.get('only A') ?? 0,
  })
  return (await signIn({ database, clock: systemClock }, made.uid)).caller
}

const deps = () => ({ db: database.db, clock: systemClock, config: readConfig({}) })
let made = 0
const draft = (): AccountDraft => {
  made += 1
  return {
    user_name: `new_${made}`,
    nick_name: '',
    phone: null,
    email: 'new@example.com',
    gender: 'unknown',
    company: '',
    language: '',
    time_zone: '',
    remark: '',
    role_id: 0,
    resource_group_id: groups.get('whole') ?? 0,
    agent_id: null,
    valid_until: null,
    password: 'Marble-Otter-51',
  }
}
const roleId = async (name: string): Promise<number> =>
  roles.get(name) ?? (await readBuiltInRoleId(database.db, name as BuiltInRole))

type Case = [
  who: SmallAccount | 'regional' | 'system',
  role: string,
  at: SmallDistributor | null,
  group: string,
  expected: string,
]
const MORE = 'grants_more_than_own'

describe('no account grants more than it has', () => {
  it.each<Case>([
    ['system', 'Platform admin', null, 'whole', 'ok'],
    ['admin', 'Platform admin', null, 'whole', 'ok'],
    ['admin', 'City agent', 'A1', 'whole', 'ok'],
    ['admin', 'of B', 'B', 'only B', 'ok'],
    ['admin', 'audits widely', null, 'only A', 'ok'],
    ['province_a', 'Province agent', 'A', 'whole', 'ok'],
    ['province_a', 'City agent', 'A1', 'whole', 'ok'],
    ['province_a', 'County agent', 'A11', 'whole', 'ok'],
    ['province_a', 'of A', 'A2', 'whole', 'ok'],
    ['city_a1', 'County agent', 'A11', 'whole', 'ok'],
    ['regional', 'City agent', 'A1', 'only A', 'ok'],
    // Rights.
    ['auditor', 'Manufacturer staff', null, 'whole', `${MORE} role_id`],
    ['province_a', 'with personal data', 'A1', 'whole', `${MORE} role_id`],
    ['county_a11', 'City agent', 'A11', 'whole', `${MORE} role_id`],
    // Place.
    ['province_a', 'City agent', 'B', 'whole', 'distributor_not_found agent_id'],
    ['city_a1', 'Province agent', 'A', 'whole', 'distributor_not_found agent_id'],
    ['city_a1', 'City agent', 'A2', 'whole', 'distributor_not_found agent_id'],
    ['province_a', 'Province agent', null, 'whole', `${MORE} agent_id`],
    ['regional', 'City agent', 'B', 'only A', 'distributor_not_found agent_id'],
    // Level of the role, and whose it is.
    ['province_a', 'Platform admin', 'A', 'whole', 'role_not_found role_id'],
    ['province_a', 'of B', 'A', 'whole', 'role_not_found role_id'],
    ['city_a1', 'of A', 'A1', 'whole', 'role_not_found role_id'],
    ['admin', 'of A', 'B', 'whole', 'role_level_wrong role_id'],
    ['admin', 'Platform admin', 'A', 'whole', 'role_level_wrong role_id'],
    ['admin', 'City agent', null, 'whole', 'role_level_wrong role_id'],
    ['system', 'City agent', null, 'whole', 'role_level_wrong role_id'],
    // Resource group.
    ['regional', 'City agent', 'A1', 'whole', `${MORE} resource_group_id`],
    ['regional', 'audits widely', null, 'only B', `${MORE} resource_group_id`],
    ['province_a', 'City agent', 'A1', 'only A', 'resource_group_not_found resource_group_id'],
    ['admin', 'by group', 'A', 'whole', 'resource_group_needed resource_group_id'],
    ['admin', 'by group', 'A', 'only A', 'ok'],
  ])('%s makes an account with the role %s at %s in the group %s: %s', async (who, role, at, group, expected) => {
    const by = who === 'system' ? who : callers.get(who)
    if (by === undefined) throw new Error(`Nobody is ${who}.`)
    const wanted = {
      ...draft(),
      role_id: await roleId(role),
      agent_id: at === null ? null : fleet.distributors[at].agent_id,
      resource_group_id: groups.get(group) ?? 0,
    }
    expect(await refusalOf(createAccount(deps(), by, wanted))).toBe(expected)
  })
})

describe('a new account', () => {
  const staff = async () => ({ ...draft(), role_id: await roleId('Manufacturer staff') })

  it.each([
    ['a taken name', { user_name: 'admin' }, 'user_already_exists user_name'],
    ['the same name in another case', { user_name: 'Admin' }, 'user_already_exists user_name'],
    ['a common password', { password: 'sunflower2026!' }, 'password_common password'],
    ['a password too short', { password: 'Mrb-0' }, 'password_length password'],
    [
      'a password like its name',
      { user_name: 'marbleotter', password: 'marbleotter51' },
      'password_like_name password',
    ],
    ['a role that is gone', { role_id: 999_999 }, 'role_not_found role_id'],
    ['a group that is gone', { resource_group_id: 999_999 }, 'resource_group_not_found resource_group_id'],
    ['a distributor that is gone', { agent_id: 999_999 }, 'distributor_not_found agent_id'],
  ])('with %s is refused', async (_, wrong, expected) => {
    expect(await refusalOf(createAccount(deps(), 'system', { ...(await staff()), ...wrong }))).toBe(expected)
  })

  it('may have six characters by default, and must have more where the installation says so', async () => {
    const six = async () => ({ ...(await staff()), user_name: 'six_characters', password: 'Mrb-0t' })
    const stricter = { ...deps(), config: readConfig({ HEATFLEET_PASSWORD_MIN: '10' }) }
    expect(await refusalOf(createAccount(stricter, 'system', await six()), 'min')).toBe('password_length password 10')
    expect(await refusalOf(createAccount(deps(), 'system', await six()))).toBe('ok')
  })

  it('must change its password at the first log-in', async () => {
    const { uid } = await createAccount(deps(), 'system', await staff())
    const row = await database.db.selectFrom('accounts').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ must_change_password: true, created_by: null, disabled: false })
    expect(row.password_hash).not.toContain('Marble')
  })

  it('is the last one its distributor may have, also when two are made at once', async () => {
    const { agent_id } = fleet.distributors.B
    await database.db.updateTable('distributors').set({ account_quota: 3 }).where('agent_id', '=', agent_id).execute()
    const before = await database.db.selectFrom('accounts').select('uid').where('agent_id', '=', agent_id).execute()
    const role_id = await roleId('Province agent')
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => refusalOf(createAccount(deps(), 'system', { ...draft(), role_id, agent_id }))),
    )
    expect(outcomes.filter((code) => code === 'ok')).toHaveLength(3 - before.length)
    expect(new Set(outcomes.filter((code) => code !== 'ok'))).toEqual(new Set(['account_quota_reached agent_id']))
  })

  it('is made with what surrounds it, or not at all', async () => {
    const wanted = await staff()
    const broken = database.db.transaction().execute(async (trx) => {
      await createAccount({ ...deps(), db: trx }, 'system', wanted)
      throw new Error('something else failed')
    })
    await expect(broken).rejects.toThrow('something else failed')
    const found = database.db.selectFrom('accounts').select('uid').where('user_name', '=', wanted.user_name)
    expect(await found.executeTakeFirst()).toBeUndefined()
  })
})
