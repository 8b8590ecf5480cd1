import { randomUUID } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import { APP_PLATFORMS } from '@heatfleet/contract/app-users/app-users.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { APP_USER_PASSWORD } from '../../../test/app-client.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { hashAppSecret } from './keys.ts'

const { database, fleet, console_ } = useFleetConsole()
let admin: Call

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
})

/** `ok`, or the refusal with field and rule where it has them. */
const outcome = (answer: Promise<unknown>) => refusalOf(answer, 'rule')
let made = 0
/** An app of its own for each test. */
const newApp = (part: { app_name?: string; english_name?: string } = {}) => {
  made += 1
  return admin(api.createApplication, { body: { app_name: `App ${made}`, ...part } })
}
type Credentials = { app_key: string; app_secret?: string }
/** What the app on a phone sends its calls with. */
const phoneOf = ({ app_key, app_secret: secret }: Credentials, token: string | null = null): Call => {
  const address = { base_url: console_.base_url, key: app_key, token: () => token }
  return createClient(secret === undefined ? address : { ...address, secret })
}
const person = { password: APP_USER_PASSWORD, accepts_privacy_policy: true } as const
/** An app user that signs up and logs in with this app. */
const join = async (app: Credentials, email: string) => {
  await phoneOf(app)(api.appSignUp, { body: { ...person, email } })
  return phoneOf(app)(api.appSignIn, { body: { name: email, password: APP_USER_PASSWORD } })
}
const signIn = (app: Credentials, name: string) =>
  outcome(phoneOf(app)(api.appSignIn, { body: { name, password: APP_USER_PASSWORD } }))
const profile = (app: Credentials, token: string) => outcome(phoneOf(app, token)(api.appProfile))
const stored = (app_id: number) =>
  database.db.selectFrom('applications').selectAll().where('app_id', '=', app_id).executeTakeFirstOrThrow()
const lineOf = (action: string, app_id: number) =>
  database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .where('object', '=', `application ${app_id}`)
    .orderBy('audit_id', 'desc')
    .executeTakeFirstOrThrow()
const listed = async (app_id: number) =>
  (await admin(api.applicationList)).list.find((app) => app.app_id === app_id) ?? null

describe('a new app', () => {
  it('returns its secret once and stores only the hash', async () => {
    const { app_secret, ...app } = await newApp({ app_name: 'Once' })
    expect(app.app_key).toMatch(/^app_[\w-]{16}$/)
    expect(app_secret).toMatch(/^[\w-]{43}$/)
    const row = await stored(app.app_id)
    expect(row.secret_hash).toEqual(hashAppSecret(app_secret))
    expect(row.created_by).toBe(fleet.accounts.admin)
    expect(await listed(app.app_id)).toEqual(app)
    const read = JSON.stringify([await admin(api.applicationList), await admin(api.menuApps), row])
    expect(read).not.toContain(app_secret)
  })

  it('lets people sign up and in with key and secret, not with one of them', async () => {
    const app = await newApp()
    expect((await join(app, 'first@example.com')).token).not.toBe('')
    const other = await newApp()
    expect(other.app_key).not.toBe(app.app_key)
    for (const wrong of [
      { app_key: app.app_key },
      { app_key: app.app_key, app_secret: '' },
      { app_key: app.app_key, app_secret: other.app_secret },
      { app_key: `${app.app_key}x`, app_secret: app.app_secret },
    ])
      expect(await signIn(wrong, 'first@example.com')).toBe('invalid_application_key')
  })

  it('leaves a line of who made what, without the secret', async () => {
    const { app_id, app_secret } = await newApp({ app_name: 'Written down' })
    const line = await lineOf('createApplication', app_id)
    expect(line).toMatchObject({ user_name: 'admin', result: 'ok', detail: { after: { app_name: 'Written down' } } })
    expect(JSON.stringify(line)).not.toContain(app_secret)
  })
})

const long = (letters: number) => 'x'.repeat(letters)
const FIELDS = [
  ['the longest name', { app_name: long(LIMITS.app_name_max) }, 'ok'],
  ['no name', { app_name: '' }, 'invalid_input app_name too_small'],
  ['a name of blanks', { app_name: '   ' }, 'invalid_input app_name too_small'],
  ['a name too long', { app_name: long(LIMITS.app_name_max + 1) }, 'invalid_input app_name too_big'],
  ['a taken name', { app_name: ' Taken ' }, 'app_name_taken app_name'],
  ['an English name too long', { english_name: long(LIMITS.app_name_max + 1) }, 'invalid_input english_name too_big'],
  ['all platforms', { platforms: [...APP_PLATFORMS] }, 'ok'],
  ['a platform twice over', { platforms: [...APP_PLATFORMS, 'ios' as const] }, 'invalid_input platforms too_big'],
  ['one platform named twice', { platforms: ['ios', 'ios'] }, 'invalid_input platforms no_duplicates'],
  ['the longest package name', { package_name: long(100) }, 'ok'],
  ['a package name too long', { package_name: long(101) }, 'invalid_input package_name too_big'],
  ['an enterprise too long', { enterprise: long(101) }, 'invalid_input enterprise too_big'],
] as const

describe('the fields of an app', () => {
  beforeAll(() => newApp({ app_name: 'Taken' }))
  it.each(FIELDS)('with %s it is registered or refused by field and rule: %o', async (_, part, expected) => {
    made += 1
    const body = { app_name: `Made ${made}`, ...part, platforms: 'platforms' in part ? [...part.platforms] : [] }
    const before = (await admin(api.applicationList)).total
    expect(await outcome(admin(api.createApplication, { body }))).toBe(expected)
    expect((await admin(api.applicationList)).total).toBe(before + (expected === 'ok' ? 1 : 0))
    // The longest name is free again for the edit below.
    await database.db.deleteFrom('applications').where('app_name', '=', body.app_name).execute()
  })

  it.each(FIELDS)('with %s it is changed or refused by field and rule: %o', async (_, part, expected) => {
    const { app_id, app_name } = await newApp()
    const before = await listed(app_id)
    const body = { app_name, ...part, platforms: 'platforms' in part ? [...part.platforms] : [] }
    expect(await outcome(admin(api.editApplication, { params: { id: app_id }, body }))).toBe(expected)
    const { update_time, ...after } = (await listed(app_id)) ?? { update_time: '' }
    if (expected === 'ok') expect(after).toMatchObject(body)
    else expect({ ...after, update_time }).toEqual(before)
  })

  it('a changed app keeps key, secret and app users; its audit entry has the changed fields alone', async () => {
    const app = await newApp({ english_name: 'Before' })
    const { token } = await join(app, 'kept@example.com')
    const { app_id, app_name } = app
    const edited = await admin(api.editApplication, {
      params: { id: app_id },
      body: { app_name, english_name: 'After' },
    })
    expect(edited).toMatchObject({ app_key: app.app_key, english_name: 'After', user_count: 1, disabled: false })
    expect(edited).not.toHaveProperty('app_secret')
    expect(await profile(app, token)).toBe('ok')
    expect((await lineOf('editApplication', app_id)).detail).toEqual({
      before: { english_name: 'Before' },
      after: { english_name: 'After' },
    })
  })

  it('what staff do to an app reaches no other one', async () => {
    const [one, other] = [await newApp(), await newApp()]
    const before = await stored(other.app_id)
    const params = { id: one.app_id }
    await admin(api.editApplication, { params, body: { app_name: `${one.app_name} new` } })
    await admin(api.rotateApplication, { params, body: { what: 'key' } })
    await admin(api.disableApplication, { params, body: { disabled: true } })
    expect(await stored(other.app_id)).toEqual(before)
  })
})

describe('an app that is disabled', () => {
  it('is refused from the next call on, signed in or not, until it is enabled', async () => {
    const app = await newApp()
    const { token } = await join(app, 'shut-out@example.com')
    const set = (disabled: boolean) => admin(api.disableApplication, { params: { id: app.app_id }, body: { disabled } })
    expect(await profile(app, token)).toBe('ok')
    expect(await set(true)).toMatchObject({ disabled: true, app_key: app.app_key })
    expect(await profile(app, token)).toBe('invalid_application_key')
    expect(await signIn(app, 'shut-out@example.com')).toBe('invalid_application_key')
    const sign_up = phoneOf(app)(api.appSignUp, { body: { ...person, email: 'late@example.com' } })
    expect(await outcome(sign_up)).toBe('invalid_application_key')
    expect((await lineOf('disableApplication', app.app_id)).detail).toEqual({
      before: { disabled: false },
      after: { disabled: true },
    })
    expect(await set(false)).toMatchObject({ disabled: false })
    expect(await profile(app, token)).toBe('ok')
    expect(await signIn(app, 'shut-out@example.com')).toBe('ok')
  })
})

describe('an app whose secret or key is replaced', () => {
  it('a new secret: the old one opens no door any more, who is signed in stays', async () => {
    const app = await newApp()
    const { token } = await join(app, 'secret@example.com')
    const fresh = await admin(api.rotateApplication, { params: { id: app.app_id }, body: { what: 'secret' } })
    expect(fresh.app_key).toBe(app.app_key)
    expect(fresh.app_secret).not.toBe(app.app_secret)
    expect((await stored(app.app_id)).secret_hash).toEqual(hashAppSecret(fresh.app_secret))
    expect(await signIn(app, 'secret@example.com')).toBe('invalid_application_key')
    expect(await signIn(fresh, 'secret@example.com')).toBe('ok')
    expect(await profile(app, token)).toBe('ok')
    const line = await lineOf('rotateApplication', app.app_id)
    expect(line.detail).toEqual({ rotated: 'secret', before: {}, after: {} })
    expect(JSON.stringify(line)).not.toContain(fresh.app_secret)
  })

  it('a new key: the old key and the old secret are refused, also for who is signed in', async () => {
    const app = await newApp()
    const { token } = await join(app, 'key@example.com')
    const fresh = await admin(api.rotateApplication, { params: { id: app.app_id }, body: { what: 'key' } })
    expect(fresh.app_key).not.toBe(app.app_key)
    expect(await profile(app, token)).toBe('invalid_application_key')
    expect(await profile(fresh, token)).toBe('ok')
    expect(await signIn({ app_key: fresh.app_key, app_secret: app.app_secret }, 'key@example.com')).toBe(
      'invalid_application_key',
    )
    expect(await signIn(fresh, 'key@example.com')).toBe('ok')
    const line = await lineOf('rotateApplication', app.app_id)
    const [before, after] = [app, fresh].map(({ app_key }) => ({ app_key }))
    expect(line.detail).toEqual({ rotated: 'key', before, after })
    expect(JSON.stringify(line)).not.toContain(fresh.app_secret)
  })
})

describe('the list of apps', () => {
  it('counts who signed up with each; who is erased counts no more', async () => {
    const [app, other] = [await newApp(), await newApp()]
    await join(app, 'one@example.com')
    const { app_user_id: id } = await join(app, 'two@example.com')
    await join(other, 'one@example.com')
    const counts = async () => [(await listed(app.app_id))?.user_count, (await listed(other.app_id))?.user_count]
    expect(await counts()).toEqual([2, 1])
    await admin(api.eraseAppUser, { params: { id }, body: { confirm_id: id, reason: 'asked' } })
    expect(await counts()).toEqual([1, 1])
  })

  describe('is filtered', () => {
    beforeAll(async () => {
      const add = (app_name: string, english_name: string, platforms: (typeof APP_PLATFORMS)[number][]) =>
        admin(api.createApplication, { body: { app_name, english_name, platforms } })
      await add('滤 100%', 'Filter one', ['ios'])
      const { app_id } = await add('滤 1000', 'Filter two', ['ios', 'android'])
      await admin(api.disableApplication, { params: { id: app_id }, body: { disabled: true } })
    })
    it.each([
      ['by a part of the name', { app_name: '滤' }, ['滤 100%', '滤 1000']],
      ['by a part of the English name in any case', { app_name: 'FILTER T' }, ['滤 1000']],
      ['by a sign as it stands', { app_name: '0%' }, ['滤 100%']],
      ['by platform', { app_name: '滤', platform: 'android' }, ['滤 1000']],
      ['by those shut out', { app_name: '滤', disabled: true }, ['滤 1000']],
      ['by those let in', { app_name: '滤', disabled: false }, ['滤 100%']],
    ] as const)('%s', async (_, body, names) => {
      const { list, total } = await admin(api.applicationList, { body })
      expect(list.map(({ app_name }) => app_name).toSorted()).toEqual([...names].toSorted())
      expect(total).toBe(names.length)
    })

    it('and given page by page, by name', async () => {
      const all = (await admin(api.applicationList)).list.map(({ app_name }) => app_name)
      const page = (pageNo: number) => admin(api.applicationList, { query: { pageNo, size: 2 } })
      const { list, total } = await page(2)
      expect([list.map(({ app_name }) => app_name), total]).toEqual([all.slice(2, 4), all.length])
      expect((await admin(api.menuApps)).map(({ app_name }) => app_name)).toEqual(all)
    })
  })
})

describe('who may', () => {
  const ACTIONS = {
    list: (call: Call) => call(api.applicationList),
    create: (call: Call) => call(api.createApplication, { body: { app_name: `By somebody ${randomUUID()}` } }),
    edit: (call: Call, id: number) =>
      call(api.editApplication, { params: { id }, body: { app_name: `Edited ${randomUUID()}` } }),
    disable: (call: Call, id: number) => call(api.disableApplication, { params: { id }, body: { disabled: true } }),
    secret: (call: Call, id: number) => call(api.rotateApplication, { params: { id }, body: { what: 'secret' } }),
    key: (call: Call, id: number) => call(api.rotateApplication, { params: { id }, body: { what: 'key' } }),
  }
  it.each<[SmallAccount, (keyof typeof ACTIONS)[]]>([
    ['admin', ['list', 'create', 'edit', 'disable', 'secret', 'key']],
    ['staff', ['list', 'create', 'edit', 'disable']],
    ['auditor', ['list']],
    ['province_a', []],
    ['city_a1', []],
    ['factory', []],
  ])('%s: %j', async (user_name, allowed) => {
    const { call } = await console_.signIn(user_name)
    const { app_id } = await newApp()
    for (const [action, act] of Object.entries(ACTIONS)) {
      const before = await stored(app_id)
      const may = allowed.some((name) => name === action)
      expect(`${action} ${await outcome(act(call, app_id))}`).toBe(`${action} ${may ? 'ok' : 'no_permission'}`)
      if (!may) expect(await stored(app_id)).toEqual(before)
    }
  })

  it.each(['edit', 'disable', 'secret', 'key'] as const)('what is not there: %s', async (action) => {
    expect(await outcome(ACTIONS[action](admin, 999_999))).toBe('app_not_found')
  })
})
