import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { CALLBACK_PATH } from '@heatfleet/contract/single-sign-on/single-sign-on.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { CLIENT, type ProviderPerson, startOpenIdProvider, walkProvider } from '../../../test/openid-provider.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const PUBLIC_URL = 'https://heat.example.com'
const people: ProviderPerson[] = [
  { subject: 'wang', email: 'Wang@Example.com', email_verified: true },
  { subject: 'wang-unconfirmed', email: 'wang@example.com', email_verified: false },
  { subject: 'li', email: 'li@example.com', email_verified: true, amr: ['pwd', 'otp'] },
  { subject: 'nobody', email: 'nobody@example.com', email_verified: true },
  { subject: 'silent' },
  { subject: 'lin', email: 'lin@example.com', email_verified: true },
]
const provider = await startOpenIdProvider(people, `${PUBLIC_URL}${CALLBACK_PATH}`)
afterAll(() => provider.close())

const settings = {
  HEATFLEET_PUBLIC_URL: PUBLIC_URL,
  HEATFLEET_OIDC_ISSUER: provider.issuer,
  HEATFLEET_OIDC_CLIENT_ID: CLIENT.id,
  HEATFLEET_OIDC_CLIENT_SECRET: CLIENT.secret,
  HEATFLEET_OIDC_NAME: 'Example ID',
  HEATFLEET_LOGIN_PER_ADDRESS: '100000',
}
const byEmail = useFleetConsole({ ...settings, HEATFLEET_OIDC_LINK_EMAIL: '1' })

const signOn = async (subject: string | null, { console_ } = byEmail) => {
  const { address, attempt } = await console_.anonymous(api.startSignOn)
  const answer = await walkProvider(address, subject)
  return console_.anonymous(api.finishSignOn, { body: { attempt, answer } })
}

/** Who signs in afterwards with the e-mail. */
const give = async (user_name: SmallAccount, email: string, more: { requires_totp?: boolean } = {}) => {
  const { db } = byEmail.database
  await db.updateTable('accounts').set({ email: null }).where('email', '=', email).execute()
  const { role_id } = await db
    .updateTable('accounts')
    .set({ email })
    .where('user_name', '=', user_name)
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('roles')
    .set({ requires_totp: more.requires_totp ?? false })
    .where('role_id', '=', role_id)
    .execute()
}

beforeEach(() => byEmail.database.db.deleteFrom('account_identities').execute())

describe('sign-in at the provider', () => {
  it('finds the account by a confirmed e-mail, and from then on by the person', async () => {
    await give('city_a1', 'wang@example.com')
    const user = await signOn('wang')
    expect(user.user_name).toBe('city_a1')
    expect(await codeOf(byEmail.console_.clientOf(user.token)(api.ownIdentities))).toBe('ok')
    await give('city_a2', 'wang@example.com')
    expect((await signOn('wang')).user_name).toBe('city_a1')
  })

  const refused: [what: string, subject: string | null, code: string][] = [
    ['an e-mail the provider has not confirmed', 'wang-unconfirmed', 'single_sign_on_no_account'],
    ['an e-mail of no account', 'nobody', 'single_sign_on_no_account'],
    ['a person without e-mail', 'silent', 'single_sign_on_no_account'],
    ['a person who cancels', null, 'single_sign_on_failed'],
  ]
  it.each(refused)('refuses %s', async (_, subject, code) => {
    await give('city_a1', 'wang@example.com')
    expect(await codeOf(signOn(subject))).toBe(code)
  })

  it('refuses an e-mail that two accounts have', async () => {
    await give('city_a1', 'lin@example.com')
    await byEmail.database.db
      .updateTable('accounts')
      .set({ email: 'LIN@example.com' })
      .where('user_name', '=', 'city_a2')
      .execute()
    expect(await codeOf(signOn('lin'))).toBe('single_sign_on_no_account')
  })

  it('wants the second factor of a role from the provider', async () => {
    await give('city_a1', 'wang@example.com', { requires_totp: true })
    expect(await codeOf(signOn('wang'))).toBe('single_sign_on_no_second_factor')
    await give('city_a1', 'li@example.com', { requires_totp: true })
    const user = await signOn('li')
    expect(user.must_enrol_second_factor).toBe(false)
    // Not asked again: the session may do everything at once.
    expect(
      await codeOf(byEmail.console_.clientOf(user.token)(api.deviceList, { query: { pageNo: 1, size: 1 }, body: {} })),
    ).toBe('ok')
  })

  it('asks for no new password, and refuses who is disabled', async () => {
    await give('city_a1', 'wang@example.com')
    const { db } = byEmail.database
    const set = (values: { must_change_password?: boolean; disabled?: boolean }) =>
      db.updateTable('accounts').set(values).where('user_name', '=', 'city_a1').execute()
    await set({ must_change_password: true })
    const user = await signOn('wang')
    expect(user.must_change_password).toBe(false)
    expect(
      await codeOf(byEmail.console_.clientOf(user.token)(api.deviceList, { query: { pageNo: 1, size: 1 }, body: {} })),
    ).toBe('ok')
    await set({ must_change_password: false, disabled: true })
    expect(await codeOf(signOn('wang'))).toBe('account_disabled')
    await set({ disabled: false })
  })

  it('takes an answer once, of the same attempt, and not after ten minutes', async () => {
    await give('city_a1', 'wang@example.com')
    const { anonymous } = byEmail.console_
    const first = await anonymous(api.startSignOn)
    const second = await anonymous(api.startSignOn)
    const answer = await walkProvider(first.address, 'wang')
    const finish = (attempt: string, text = answer) =>
      codeOf(anonymous(api.finishSignOn, { body: { attempt, answer: text } }))
    expect(await finish(second.attempt)).toBe('single_sign_on_failed')
    expect(await finish('bm9uZQ')).toBe('single_sign_on_expired')
    expect(await finish(first.attempt, answer.replace(/state=[^&]+/, 'state=other'))).toBe('single_sign_on_failed')
    expect(await finish(first.attempt)).toBe('ok')
    expect(await finish(first.attempt)).toBe('single_sign_on_failed')
    byEmail.console_.jump(LIMITS.sign_on_attempt_ms + 1)
    expect(await finish(first.attempt)).toBe('single_sign_on_expired')
  })

  it('is written to the audit log as a log-in of the account', async () => {
    await give('city_a1', 'wang@example.com')
    const user = await signOn('wang')
    const call = byEmail.console_.clientOf(user.token)
    const { list } = await call(api.ownLogIns, { query: { pageNo: 1, size: 1 } })
    expect(list[0]?.result).toBe('ok')
  })
})

describe('the link of a person', () => {
  const link = async (call: Awaited<ReturnType<typeof byEmail.as>>, subject: string) => {
    const { address, attempt } = await call(api.startIdentityLink)
    return call(api.linkIdentity, { body: { attempt, answer: await walkProvider(address, subject) } })
  }

  it('is made by the account itself, shown, and removed with the sessions it opened', async () => {
    const call = await byEmail.as('city_a2')
    await link(call, 'silent')
    const [identity] = await call(api.ownIdentities)
    expect(identity?.issuer).toBe(provider.issuer)
    const user = await signOn('silent')
    expect(user.user_name).toBe('city_a2')
    await call(api.forgetOwnIdentity, { body: { identity_id: identity?.identity_id ?? 0 } })
    expect(await codeOf(byEmail.console_.clientOf(user.token)(api.ownIdentities))).toBe('invalid_token')
    expect(await codeOf(signOn('silent'))).toBe('single_sign_on_no_account')
    expect(await codeOf(call(api.ownIdentities))).toBe('ok')
  })

  it('belongs to one account, and an attempt to the account that began it', async () => {
    const [first, second] = [await byEmail.as('city_a1'), await byEmail.as('city_a2')]
    await link(first, 'silent')
    expect(await codeOf(link(second, 'silent'))).toBe('single_sign_on_taken')
    const { address, attempt } = await first(api.startIdentityLink)
    const answer = await walkProvider(address, 'lin')
    expect(await codeOf(second(api.linkIdentity, { body: { attempt, answer } }))).toBe('single_sign_on_expired')
    expect(await codeOf(byEmail.console_.anonymous(api.finishSignOn, { body: { attempt, answer } }))).toBe(
      'single_sign_on_expired',
    )
  })

  it('is removed by an administrator of the account', async () => {
    await link(await byEmail.as('city_a1'), 'silent')
    const admin = await byEmail.as('admin')
    const user = await signOn('silent')
    const params = { id: user.uid }
    const [identity] = await admin(api.accountIdentities, { params })
    await admin(api.forgetIdentity, { params, body: { identity_id: identity?.identity_id ?? 0 } })
    expect(await admin(api.accountIdentities, { params })).toEqual([])
    expect(await codeOf(byEmail.console_.clientOf(user.token)(api.ownIdentities))).toBe('invalid_token')
  })
})

describe('the way back', () => {
  it("hands the provider's answer to the console, unread", async () => {
    const response = await fetch(`${byEmail.console_.base_url}${CALLBACK_PATH}?code=a%26b&state=c`, {
      redirect: 'manual',
    })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '../#/sso?answer=code%3Da%2526b%26state%3Dc',
    ])
  })

  it('is one refusal when the provider does not answer', async () => {
    const gone = await startOpenIdProvider(people, `${PUBLIC_URL}${CALLBACK_PATH}`)
    await gone.close()
    const { startConsole } = await import('../../../test/console-world.ts')
    const console_ = await startConsole(byEmail.database, { ...settings, HEATFLEET_OIDC_ISSUER: gone.issuer })
    expect(await codeOf(console_.anonymous(api.startSignOn))).toBe('single_sign_on_failed')
    expect(await console_.anonymous(api.signOnProvider)).toEqual({ name: 'Example ID' })
    await console_.close()
  })
})
