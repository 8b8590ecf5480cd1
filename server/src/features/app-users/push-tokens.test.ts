import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { APP_USER_PASSWORD, registerApp, type TestApp } from '../../../test/app-client.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'
import { SMALL_FLEET_KEY } from '../../../test/small-fleet.ts'
import { unseal } from '../../platform/seal.ts'

const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
const { database, console_ } = useFleetConsole({ HEATFLEET_LOGIN_PER_ADDRESS: '100000' }, { log })
let app: TestApp
let other_app: TestApp
let admin: Call

beforeAll(async () => {
  app = await registerApp(database.db, console_.base_url)
  other_app = await registerApp(database.db, console_.base_url, 'Other')
  admin = (await console_.signIn('admin')).call
})

let made = 0
const nextEmail = () => `phone-${made++}@example.com`
const tokenOf = (n: number | string) => `push-token-of-phone-${n}-`.padEnd(60, 'x')
const register = (call: Call, push_token: string) =>
  call(api.appRegisterPushToken, { body: { platform: 'android', push_token } })
const tokensOf = (id: number) => admin(api.appUserPushTokens, { params: { id } })
const countOf = async (id: number) => (await tokensOf(id)).length

/** What is kept, whatever is shown of it. */
const storedOf = (id: number) =>
  database.db.selectFrom('app_push_tokens').select('push_token_id').where('app_user_id', '=', id).execute()

/** An app user with a registered phone. */
const withPhone = async () => {
  const email = nextEmail()
  const person = await app.join(email)
  const push_token = tokenOf(email)
  await register(person.call, push_token)
  return { ...person, email, push_token }
}

describe('a phone that registers', () => {
  it('is shown to staff with its platform, version and a shortened token', async () => {
    const email = nextEmail()
    await app.join(email)
    const came = { app_version: '2.4.1', phone_model: 'Pixel 9', platform: 'android' } as const
    const { token, app_user_id } = await app.anonymous(api.appSignIn, {
      body: { name: email, password: APP_USER_PASSWORD, ...came },
    })
    await register(app.clientOf(token), `abcd${'0'.repeat(60)}wxyz`)
    expect(await tokensOf(app_user_id)).toEqual([
      {
        push_token_id: expect.any(Number),
        platform: 'android',
        phone_model: 'Pixel 9',
        app_version: '2.4.1',
        token_hint: 'abcd…wxyz',
        register_time: expect.any(String),
        last_seen_time: expect.any(String),
      },
    ])
  })

  it('leaves its token nowhere but sealed: in no answer, no line of a log, no other column', async () => {
    const { app_user_id, push_token, call } = await withPhone()
    const [token] = await tokensOf(app_user_id)
    await refusalOf(register(call, `${push_token} not one`))
    await admin(api.withdrawPushToken, { params: { id: app_user_id, token_id: token?.push_token_id ?? 0 } })
    await register(call, push_token)
    const row = await database.db
      .selectFrom('app_push_tokens')
      .selectAll()
      .where('app_user_id', '=', app_user_id)
      .executeTakeFirstOrThrow()
    const { token_sealed, ...plain } = row
    expect(unseal(SMALL_FLEET_KEY, token_sealed)?.toString()).toBe(push_token)
    expect(token_sealed.includes(push_token)).toBe(false)
    const lines = await database.db.selectFrom('audit_log').selectAll().execute()
    const written = JSON.stringify([lines, plain, await tokensOf(app_user_id)]) + logged.join('')
    expect(written).toContain('appRegisterPushToken')
    expect(written).not.toContain(push_token)
  })

  it.each([
    ['too short', 'x'.repeat(LIMITS.push_token_min - 1), 'invalid_input push_token'],
    ['the shortest', 'x'.repeat(LIMITS.push_token_min), 'ok'],
    ['the longest', 'x'.repeat(LIMITS.push_token_max), 'ok'],
    ['too long', 'x'.repeat(LIMITS.push_token_max + 1), 'invalid_input push_token'],
    ['with a blank', `${'x'.repeat(40)} x`, 'invalid_input push_token'],
    ['with a letter no service uses', `${'x'.repeat(40)}ł`, 'invalid_input push_token'],
  ])('with a token that is %s: %#', async (_, push_token, expected) => {
    const { call, app_user_id } = await app.join(nextEmail())
    expect(await refusalOf(register(call, push_token))).toBe(expected)
    expect(await countOf(app_user_id)).toBe(expected === 'ok' ? 1 : 0)
  })

  it('of a mini program has none', async () => {
    const { call } = await app.join(nextEmail())
    const body = { platform: 'wechat' as never, push_token: tokenOf('mini') }
    expect(await refusalOf(call(api.appRegisterPushToken, { body }))).toBe('invalid_input platform')
  })

  it('once more, has the new token in place of the old one', async () => {
    const { call, app_user_id } = await withPhone()
    await register(call, `new-${tokenOf('second')}`)
    const tokens = await tokensOf(app_user_id)
    expect(tokens.map(({ token_hint }) => token_hint)).toEqual(['new-…xxxx'])
  })

  it('with a token already registered on the same phone, takes it over; not from another app', async () => {
    const first = await withPhone()
    const second = await app.join(nextEmail())
    const third = await other_app.join(nextEmail())
    await register(third.call, first.push_token)
    expect([await countOf(first.app_user_id), await countOf(third.app_user_id)]).toEqual([1, 1])
    await register(second.call, first.push_token)
    const counts = [first, second, third].map(({ app_user_id }) => countOf(app_user_id))
    expect(await Promise.all(counts)).toEqual([0, 1, 1])
  })

  it('at once with others and again, is registered once', async () => {
    const { call, email, app_user_id } = await withPhone()
    const again = await app.signIn(email)
    const tries = Array.from({ length: 6 }, (_, at) => register(at % 2 === 0 ? call : again.call, tokenOf('same')))
    expect(new Set(await Promise.all(tries.map(codeOf)))).toEqual(new Set(['ok']))
    expect(await countOf(app_user_id)).toBe(1)
  })

  it('with several tokens at once has one of them', async () => {
    const { call, app_user_id } = await withPhone()
    const tries = Array.from({ length: 6 }, (_, n) => register(call, tokenOf(`at once ${n}`.replaceAll(' ', '-'))))
    expect(new Set(await Promise.all(tries.map(codeOf)))).toEqual(new Set(['ok']))
    expect(await storedOf(app_user_id)).toHaveLength(1)
  })

  it('beyond so many of one person, the first registered gives way', async () => {
    const { email, app_user_id } = await withPhone()
    for (let n = 0; n < LIMITS.push_tokens_max; n += 1) {
      console_.jump(1_000)
      await register((await app.signIn(email)).call, `n-${n}-${tokenOf(n)}`)
    }
    const hints = (await tokensOf(app_user_id)).map(({ token_hint }) => token_hint)
    expect(hints.toSorted()).toEqual(['n-0-…xxxx', 'n-1-…xxxx', 'n-2-…xxxx', 'n-3-…xxxx', 'n-4-…xxxx'])
    expect(await storedOf(app_user_id)).toHaveLength(LIMITS.push_tokens_max)
  })
})

type Phone = Awaited<ReturnType<typeof withPhone>>
const ENDS: Record<string, (phone: Phone) => Promise<unknown>> = {
  'the phone withdraws it': ({ call }) => call(api.appWithdrawPushToken),
  'the person signs out': ({ call }) => call(api.appSignOut),
  'staff withdraw it': async ({ app_user_id: id }) => {
    const [token] = await tokensOf(id)
    return admin(api.withdrawPushToken, { params: { id, token_id: token?.push_token_id ?? 0 } })
  },
  'staff disable the person': ({ app_user_id: id }) =>
    admin(api.disableAppUser, { params: { id }, body: { disabled: true, reason: 'test' } }),
  'staff erase the person': ({ app_user_id: id }) =>
    admin(api.eraseAppUser, { params: { id }, body: { confirm_id: id, reason: 'test' } }),
  'the person changes the password on another phone': async ({ email }) => {
    const body = { old_password: APP_USER_PASSWORD, new_password: 'Warm-House-43' }
    return (await app.signIn(email)).call(api.appChangePassword, { body })
  },
  'the account is deleted': ({ call }) => call(api.appDeleteAccount, { body: { password: APP_USER_PASSWORD } }),
  'so many others sign in that the session gives way': async ({ email }) => {
    for (let n = 0; n < LIMITS.app_sessions_max; n += 1) {
      console_.jump(1_000)
      await app.signIn(email)
    }
  },
}

describe('a push token is gone when', () => {
  it.each(Object.entries(ENDS))('%s', async (_, end) => {
    const [phone, other] = [await withPhone(), await withPhone()]
    await end(phone)
    expect(await storedOf(phone.app_user_id)).toEqual([])
    expect(await countOf(other.app_user_id)).toBe(1)
  })

  it('the session is too old, though it is in use: it is no longer shown', async () => {
    const { app_user_id } = await withPhone()
    const began = (ago_ms: number) =>
      database.db
        .updateTable('app_user_sessions')
        .set({ created_at: new Date(Date.now() - ago_ms) })
        .where('app_user_id', '=', app_user_id)
        .execute()
    await began(LIMITS.app_session_absolute_ms - 3_600_000)
    expect(await countOf(app_user_id)).toBe(1)
    await began(LIMITS.app_session_absolute_ms + 3_600_000)
    expect(await countOf(app_user_id)).toBe(0)
  })

  it('the session has expired: it is no longer shown', async () => {
    const { app_user_id, email } = await withPhone()
    console_.jump(LIMITS.app_session_idle_ms + 1)
    admin = (await console_.signIn('admin')).call
    expect(await countOf(app_user_id)).toBe(0)
    await register((await app.signIn(email)).call, tokenOf('again'))
    expect(await countOf(app_user_id)).toBe(1)
  })
})

describe('staff', () => {
  it('who may not edit look on', async () => {
    const { app_user_id: id } = await withPhone()
    const { call } = await console_.signIn('auditor')
    const [token] = await call(api.appUserPushTokens, { params: { id } })
    const params = { id, token_id: token?.push_token_id ?? 0 }
    expect(await refusalOf(call(api.withdrawPushToken, { params }))).toBe('no_permission')
    expect(await countOf(id)).toBe(1)
  })

  it('withdraw no token under the number of another person, and none twice; the line names it', async () => {
    const [phone, other] = [await withPhone(), await withPhone()]
    const [token] = await tokensOf(phone.app_user_id)
    const token_id = token?.push_token_id ?? 0
    const withdraw = (id: number) => refusalOf(admin(api.withdrawPushToken, { params: { id, token_id } }))
    expect(await withdraw(other.app_user_id)).toBe('not_found')
    expect(await countOf(phone.app_user_id)).toBe(1)
    expect(await withdraw(phone.app_user_id)).toBe('ok')
    expect(await withdraw(phone.app_user_id)).toBe('not_found')
    const line = await database.db
      .selectFrom('audit_log')
      .select(['user_name', 'detail'])
      .where('object', '=', `app-user ${phone.app_user_id}`)
      .where('action', '=', 'withdrawPushToken')
      .where('result', '=', 'ok')
      .executeTakeFirstOrThrow()
    expect(line).toEqual({ user_name: 'admin', detail: { push_token_id: token_id, platform: 'android' } })
  })
})
