import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { INITIAL_PASSWORD, useAccountsCase } from '../../../test/accounts-case.ts'
import { registerApp } from '../../../test/app-client.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { hashToken } from '../session/public.ts'

const FRESH = 'Copper-Kettle-7'
/** More than the six characters of the wire, so that the rule of the installation is what refuses. */
const case_ = useAccountsCase({ HEATFLEET_PASSWORD_MIN: '10' })
const anonymous = () => case_.on().console.anonymous
const look = (token: string) => anonymous()(api.passwordLink, { body: { token } })
const use = (token: string, new_password = FRESH) => anonymous()(api.usePasswordLink, { body: { token, new_password } })

const endAccount = (uid: number) =>
  case_.database.db
    .updateTable('accounts')
    .set({ valid_until: new Date(0) })
    .where('uid', '=', uid)
    .execute()

/** An account of city A1 and the link its province made for it. */
const handed = async () => {
  const account = await case_.newCity()
  const call = await case_.as('province_a')
  const link = await call(api.accountPasswordLink, { params: { id: account.uid } })
  return { ...account, ...link, call }
}

describe('a link to a new password', () => {
  it('works once: the new password logs in, the old one and every session are over', async () => {
    const { uid, user_name, token } = await handed()
    const own = (await case_.signedIn(uid)).call
    expect(await refusalOf(case_.logIn(user_name)), 'until it is used').toBe('ok')
    expect(await look(token)).toMatchObject({ kind: 'account', name: user_name })
    await use(token)
    expect(await refusalOf(own(api.roleMenu))).toBe('invalid_token')
    expect(await refusalOf(case_.logIn(user_name))).toBe('account_or_password_error')
    expect((await case_.logIn(user_name, FRESH)).must_change_password).toBe(false)
    expect(await refusalOf(use(token, INITIAL_PASSWORD))).toBe('password_link_invalid')
    expect(await refusalOf(look(token))).toBe('password_link_invalid')
  })

  it('is spent by one of two who use it at the same time', async () => {
    const { token } = await handed()
    const codes = await Promise.all([refusalOf(use(token)), refusalOf(use(token, 'Silver-Kettle-8'))])
    expect(codes.toSorted()).toEqual(['ok', 'password_link_invalid'])
  })

  it.each([
    ['short', 'password_length new_password'],
    ['password123', 'password_common new_password'],
  ])('stays good when the password %s is refused', async (password, code) => {
    const { token, user_name } = await handed()
    expect(await refusalOf(use(token, password.padEnd(LIMITS.password_min, 'x')))).toBe(code)
    await use(token)
    expect(await refusalOf(case_.logIn(user_name, FRESH))).toBe('ok')
  })

  it('is one at a time, also when two people make one at the same moment', async () => {
    const { uid, call } = await handed()
    const admin = await case_.as('admin')
    const params = { id: uid }
    const links = await Promise.all([call, admin, call, admin].map((by) => by(api.accountPasswordLink, { params })))
    const codes = await Promise.all(links.map(({ token }) => refusalOf(look(token))))
    expect(codes.toSorted()).toEqual(['ok', ...Array(3).fill('password_link_invalid')])
  })

  it('is kept as its hash alone, and its use is a line of the account itself', async () => {
    const { uid, user_name, token } = await handed()
    const kept = await case_.database.db.selectFrom('password_links').selectAll().where('uid', '=', uid).execute()
    expect(kept.map(({ token_hash }) => token_hash)).toEqual([hashToken(token)])
    await use(token)
    const lines = await case_.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object', '=', `account ${uid}`)
      .execute()
    expect(lines.map(({ action, user_name: by, uid: who }) => ({ action, by, who }))).toEqual(
      expect.arrayContaining([
        { action: 'accountPasswordLink', by: 'province_a', who: case_.on().fleet.accounts.province_a },
        { action: 'usePasswordLink', by: user_name, who: uid },
      ]),
    )
    const text = JSON.stringify(lines)
    for (const secret of [token, FRESH]) expect(text).not.toContain(secret)
  })
})

describe('a link is worthless', () => {
  type Handed = Awaited<ReturnType<typeof handed>>
  const db = () => case_.database.db
  it.each<[string, (link: Handed) => Promise<unknown>, string]>([
    [
      'after a day',
      ({ uid }) => db().updateTable('password_links').set({ expires_at: new Date() }).where('uid', '=', uid).execute(),
      'password_link_invalid',
    ],
    [
      'when a newer one was made',
      ({ uid, call }) => call(api.accountPasswordLink, { params: { id: uid } }),
      'password_link_invalid',
    ],
    [
      'when the account may more by now than who made it',
      async ({ uid }) => {
        const admin = await case_.as('admin')
        const { role_id } = await case_.draftOf('Platform admin', null)
        await admin(api.accountEdit, {
          params: { id: uid },
          body: { ...(await case_.editOf(uid)), role_id, agent_id: null },
        })
      },
      'password_link_invalid',
    ],
    [
      'when the account is disabled',
      ({ uid, call }) => call(api.accountDisable, { params: { id: uid } }),
      'password_link_invalid',
    ],
    [
      'when the account was disabled and is enabled again',
      async ({ uid, call }) => {
        await call(api.accountDisable, { params: { id: uid } })
        await call(api.accountEnable, { params: { id: uid } })
      },
      'password_link_invalid',
    ],
    [
      'when the distributor of the account was disabled and is enabled again',
      async () => {
        const admin = await case_.as('admin')
        const params = { id: case_.on().fleet.distributors.A.agent_id }
        for (const disabled of [true, false]) await admin(api.disableAgent, { params, body: { disabled } })
      },
      'password_link_invalid',
    ],
    [
      'when the account was over and is given another end',
      async ({ uid }) => {
        await endAccount(uid)
        const body = { ...(await case_.editOf(uid)), valid_until: null }
        await (await case_.as('admin'))(api.accountEdit, { params: { id: uid }, body })
      },
      'password_link_invalid',
    ],
    [
      'when an administrator resets the password',
      async ({ uid }) => (await case_.as('admin'))(api.accountResetPassword, { params: { id: uid } }),
      'password_link_invalid',
    ],
    [
      'when the person changes the password',
      async ({ uid }) =>
        (await case_.signedIn(uid)).call(api.modifyPassword, {
          body: { old_password: INITIAL_PASSWORD, new_password: 'Silver-Kettle-8' },
        }),
      'password_link_invalid',
    ],
    [
      'when the account is gone',
      async ({ uid, call }) => {
        await call(api.accountDisable, { params: { id: uid } })
        await (await case_.as('admin'))(api.accountDelete, { params: { id: uid } })
      },
      'password_link_invalid',
    ],
  ])('%s', async (_, happens, code) => {
    const link = await handed()
    await happens(link)
    expect(await refusalOf(look(link.token))).toBe(code)
    expect(await refusalOf(use(link.token))).toBe(code)
    expect(await refusalOf(case_.logIn(link.user_name, FRESH))).toBe('account_or_password_error')
  })

  it('when who made it is disabled or may not reset passwords any more', async () => {
    const maker = await case_.newCity()
    const body = await case_.draftOf('County agent', case_.on().fleet.distributors.A11.agent_id)
    const county = await (await case_.as('province_a'))(api.accountCreate, { body })
    const { token } = await (await case_.signedIn(maker.uid)).call(api.accountPasswordLink, {
      params: { id: county.uid },
    })
    expect(await refusalOf(look(token))).toBe('ok')
    const province = await case_.as('province_a')
    await province(api.accountDisable, { params: { id: maker.uid } })
    expect(await refusalOf(use(token))).toBe('password_link_invalid')
    await province(api.accountEnable, { params: { id: maker.uid } })
    const { role_id } = await case_.draftOf('County agent', null)
    await province(api.accountRole, { params: { id: maker.uid }, body: { role_id } })
    expect(await refusalOf(use(token))).toBe('password_link_invalid')
  })

  it('while the account is over or its distributor is disabled, and none is made then', async () => {
    const { uid, token, call } = await handed()
    await endAccount(uid)
    const isRefused = async () => [
      await refusalOf(use(token)),
      await refusalOf(call(api.accountPasswordLink, { params: { id: uid } })),
    ]
    expect(await isRefused()).toEqual(['account_disabled', 'account_disabled'])
    await case_.database.db.updateTable('accounts').set({ valid_until: null }).where('uid', '=', uid).execute()
    const other = await handed()
    const admin = await case_.as('admin')
    const params = { id: case_.on().fleet.distributors.A1.agent_id }
    await admin(api.disableAgent, { params, body: { disabled: true } })
    const made = refusalOf(other.call(api.accountPasswordLink, { params: { id: other.uid } }))
    expect([await refusalOf(use(other.token)), await made]).toEqual(['password_link_invalid', 'account_disabled'])
    await admin(api.disableAgent, { params, body: { disabled: false } })
  })

  it('for a disabled account from the beginning', async () => {
    const { uid, call } = await handed()
    await call(api.accountDisable, { params: { id: uid } })
    expect(await refusalOf(call(api.accountPasswordLink, { params: { id: uid } }))).toBe('account_disabled')
  })
})

it('an app user chooses a new password by a link that no disabling ended, and is signed out of the app', async () => {
  const app = await registerApp(case_.database.db, case_.on().console.base_url)
  const anna = await app.join('anna.nowak@example.com')
  const admin = await case_.as('admin')
  const params = { id: anna.app_user_id }
  const ended = await admin(api.appUserPasswordLink, { params })
  for (const disabled of [true, false])
    await admin(api.disableAppUser, { params, body: { disabled, reason: 'Asked for it' } })
  expect(await refusalOf(use(ended.token))).toBe('password_link_invalid')
  const { token } = await admin(api.appUserPasswordLink, { params })
  expect(await look(token)).toMatchObject({ kind: 'app-user', name: 'anna.nowak@example.com' })
  await use(token)
  expect(await refusalOf(anna.call(api.appProfile))).toBe('invalid_token')
  expect(await refusalOf(app.signIn('anna.nowak@example.com'))).toBe('account_or_password_error')
  expect(await refusalOf(app.signIn('anna.nowak@example.com', FRESH))).toBe('ok')
})
