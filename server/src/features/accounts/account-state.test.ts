import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { useAccountsCase } from '../../../test/accounts-case.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { readBuiltInRoleId } from './store.ts'

const case_ = useAccountsCase()

describe('nobody', () => {
  it.each([
    [
      'changes the own role',
      async (uid: number) => ({
        ...(await case_.editOf(uid)),
        role_id: await readBuiltInRoleId(case_.database.db, 'County agent'),
      }),
      'own_access_fixed role_id',
    ],
    [
      'changes the own distributor',
      async (uid: number) => ({ ...(await case_.editOf(uid)), agent_id: case_.on().fleet.distributors.A1.agent_id }),
      'own_access_fixed agent_id',
    ],
    [
      'ends the own account',
      async (uid: number) => ({ ...(await case_.editOf(uid)), valid_until: '2030-01-01T00:00:00Z' }),
      'own_access_fixed valid_until',
    ],
  ])('%s', async (_, bodyOf, expected) => {
    const { call, uid } = await case_.signedIn(case_.on().fleet.accounts.province_a)
    const body = { phone: '13800000000', ...(await bodyOf(uid)) }
    expect(await refusalOf(call(api.accountEdit, { params: { id: uid }, body }))).toBe(expected)
  })

  it.each(['accountDisable', 'accountEnable', 'accountResetPassword', 'accountDelete', 'viewAsStart'] as const)(
    'does %s to himself',
    async (name) => {
      const { call, uid } = await case_.signedIn(case_.on().fleet.accounts.admin)
      expect(await refusalOf(call(api[name], { params: { id: uid } }))).toBe('own_access_fixed')
    },
  )

  it('changes an account with more rights, and sees none outside', async () => {
    // The regional people of the small fleet see distributors, but not all of what these may.
    const staff = await (await case_.as('admin'))(api.accountCreate, {
      body: await case_.draftOf('Manufacturer staff', null),
    })
    const call = (await case_.signedIn(staff.uid)).call
    const admin = { params: { id: case_.on().fleet.accounts.admin } }
    expect((await call(api.accountInfo, admin)).above_own).toBe(true)
    for (const name of ['accountDisable', 'accountResetPassword', 'accountUnlock', 'accountSignOut'] as const)
      expect(await refusalOf(call(api[name], admin))).toBe('account_above_own')
    const province = await case_.as('province_a')
    expect(await refusalOf(province(api.accountInfo, admin))).toBe('user_not_exist')
    expect(
      await refusalOf(province(api.accountDisable, { params: { id: case_.on().fleet.accounts.province_b } })),
    ).toBe('user_not_exist')
  })

  it('closes the last platform administrator, not even two who close each other at once', async () => {
    const admin = await case_.as('admin')
    const other = await admin(api.accountCreate, { body: await case_.draftOf('Platform admin', null) })
    const second = (await case_.signedIn(other.uid)).call
    const codes = await Promise.all([
      refusalOf(admin(api.accountDisable, { params: { id: other.uid } })),
      refusalOf(second(api.accountDisable, { params: { id: case_.on().fleet.accounts.admin } })),
    ])
    // An account disabled first cannot disable the other: one of the two is left.
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    await case_.database.db
      .updateTable('accounts')
      .set({ disabled: false })
      .where('uid', '=', case_.on().fleet.accounts.admin)
      .execute()
    await case_.database.db.updateTable('accounts').set({ disabled: true }).where('uid', '=', other.uid).execute()
    const role = {
      role_name: 'all rights',
      permissions: [...PERMISSIONS],
      level: 'manufacturer' as const,
      data_scope: 'all' as const,
    }
    const { role_id } = await case_.database.db
      .insertInto('roles')
      .values(role)
      .returning('role_id')
      .executeTakeFirstOrThrow()
    const peer = await (await case_.as('admin'))(api.accountCreate, {
      body: { ...(await case_.draftOf('Platform admin', null)), role_id },
    })
    const equal = (await case_.signedIn(peer.uid)).call
    expect(await refusalOf(equal(api.accountDisable, { params: { id: case_.on().fleet.accounts.admin } }))).toBe(
      'last_platform_admin',
    )
    const body = { ...(await case_.editOf(case_.on().fleet.accounts.admin)), phone: '13800000000' }
    expect(
      await refusalOf(
        equal(api.accountEdit, { params: { id: case_.on().fleet.accounts.admin }, body: { ...body, role_id } }),
      ),
    ).toBe('last_platform_admin')
    expect(
      await refusalOf(
        equal(api.accountEdit, {
          params: { id: case_.on().fleet.accounts.admin },
          body: { ...body, valid_until: '2030-01-01T00:00:00Z' },
        }),
      ),
    ).toBe('last_platform_admin')
  })
})

describe('a disabled account', () => {
  it('is out at once and cannot come back until it is opened', async () => {
    const { uid, user_name } = await case_.newCity()
    const own = (await case_.signedIn(uid)).call
    const call = await case_.as('province_a')
    expect((await call(api.accountDisable, { params: { id: uid } })).state).toBe('disabled')
    expect(await refusalOf(own(api.roleMenu))).toBe('invalid_token')
    expect(await refusalOf(case_.logIn(user_name))).toBe('account_disabled')
    await call(api.accountEnable, { params: { id: uid } })
    expect(await refusalOf(own(api.roleMenu))).toBe('invalid_token')
    expect(await refusalOf(case_.logIn(user_name))).toBe('ok')
  })

  it('alone can be deleted; its name is free, its traces stay', async () => {
    const call = await case_.as('admin')
    const { uid, user_name } = await call(api.accountCreate, {
      body: await case_.draftOf('City agent', case_.on().fleet.distributors.A1.agent_id),
    })
    expect(await refusalOf(call(api.accountDelete, { params: { id: uid } }))).toBe('disable_first')
    await call(api.accountDisable, { params: { id: uid } })
    await call(api.accountDelete, { params: { id: uid } })
    expect(await refusalOf(call(api.accountInfo, { params: { id: uid } }))).toBe('user_not_exist')
    const body = { ...(await case_.draftOf('City agent', case_.on().fleet.distributors.A1.agent_id)), user_name }
    expect(await refusalOf(call(api.accountCreate, { body }))).toBe('ok')
    const lines = await case_.database.db
      .selectFrom('audit_log')
      .select('action')
      .where('object', '=', `account ${uid}`)
      .execute()
    expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(['accountCreate', 'accountDelete']))
  })
})

describe('restoring access for an account', () => {
  it('gives a password that must be changed, once, and writes it nowhere', async () => {
    const { uid, user_name } = await case_.newCity()
    const own = (await case_.signedIn(uid)).call
    const { password } = await (await case_.as('province_a'))(api.accountResetPassword, { params: { id: uid } })
    expect(await refusalOf(own(api.roleMenu))).toBe('invalid_token')
    expect(await refusalOf(case_.logIn(user_name))).toBe('account_or_password_error')
    expect((await case_.logIn(user_name, password)).must_change_password).toBe(true)
    const lines = await case_.database.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(lines)).not.toContain(password)
  })

  it('leaves API tokens and linked single sign-on as they are, or ends them too', async () => {
    const { db } = case_.database
    const admin = await case_.as('admin')
    const { uid } = await admin(api.accountCreate, { body: await case_.draftOf('Platform admin', null) })
    const own = (await case_.signedIn(uid)).call
    const body = { token_name: 'Report', permissions: ['device:view' as const], expires_in_days: 1 }
    const program = case_.on().console.clientOf((await own(api.createApiToken, { body })).token)
    const linked_at = new Date()
    const person = { issuer: 'https://id.example', subject: String(uid), email: '', linked_at, last_used_at: linked_at }
    await db
      .insertInto('account_identities')
      .values({ uid, ...person })
      .execute()
    const linked = async () =>
      (await db.selectFrom('account_identities').select('uid').where('uid', '=', uid).execute()).length

    await admin(api.accountResetPassword, { params: { id: uid } })
    // They rest until the new password was changed.
    expect(await refusalOf(program(api.deviceList))).toBe('password_change_required')
    const change = () =>
      db.updateTable('accounts').set({ must_change_password: false }).where('uid', '=', uid).execute()
    await change()
    expect(await refusalOf(program(api.deviceList))).toBe('ok')
    expect(await linked()).toBe(1)

    await admin(api.accountResetPassword, { params: { id: uid }, body: { revoke_access: true } })
    await change()
    expect(await refusalOf(program(api.deviceList))).toBe('invalid_token')
    expect(await linked()).toBe(0)
    const { detail } = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'accountResetPassword')
      .where('object', '=', `account ${uid}`)
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ api_tokens: 1, identities: 1 })
  })

  it('opens a locked account', async () => {
    const { uid, user_name } = await case_.newCity()
    for (let tries = 0; tries < LIMITS.login_failures_max; tries += 1) await refusalOf(case_.logIn(user_name, 'wrong'))
    expect(await refusalOf(case_.logIn(user_name))).toBe('account_locked')
    const call = await case_.as('province_a')
    expect((await call(api.accountInfo, { params: { id: uid } })).state).toBe('locked')
    const { list } = await call(api.accountList, { body: { state: 'locked' } })
    expect(list.map((row) => row.uid)).toEqual([uid])
    expect((await call(api.accountUnlock, { params: { id: uid } })).state).toBe('enabled')
    expect(await refusalOf(case_.logIn(user_name))).toBe('ok')
  })
})
