import { api, type EndpointName } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { APP_USER_PASSWORD, codeOnLabel, registerApp, type TestApp } from '../../../test/app-client.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallDevice } from '../../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole({ HEATFLEET_LOGIN_PER_ADDRESS: '100000' })
let app: TestApp

beforeAll(async () => {
  app = await registerApp(database.db, console_.base_url)
})

const unit = (at: number): SmallDevice => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return device
}

const bind = (call: Call, { mac }: SmallDevice, code: string) => call(api.appBind, { body: { device_id: mac, code } })

describe('who may call', () => {
  const rows = Object.entries<Endpoint>(api)
  /** Refused before any input is looked at, so none is needed. */
  const outcome = (call: Call, endpoint: Endpoint) => codeOf(call(endpoint, { params: {} } as never))
  /** Twenty at a time: of five hundred at once the last would wait longer than a client does. */
  const outcomes = async (call: Call, asked: typeof rows): Promise<Set<string>> => {
    const codes = new Set<string>()
    for (let at = 0; at < asked.length; at += 20) {
      const some = await Promise.all(asked.slice(at, at + 20).map(([, row]) => outcome(call, row)))
      for (const code of some) codes.add(code)
    }
    return codes
  }

  it('no call of the app API opens with what the console has', async () => {
    const { token } = await console_.signIn('admin')
    const calls = rows.filter(([, row]) => isAppCall(row))
    const answers = await outcomes(console_.clientOf(token), calls)
    expect(answers).toEqual(new Set(['invalid_application_key']))
    const with_app_key = createClient({ base_url: console_.base_url, key: app.app_key, token: () => token })
    const of_users = calls.filter(([, row]) => row.needs === 'app-user')
    const others = await outcomes(with_app_key, of_users)
    expect(others).toEqual(new Set(['invalid_token']))
  })

  it('no call of the console opens with what an app user has', async () => {
    const { token, call } = await app.join('console@example.com')
    const calls = rows.filter(([, row]) => !isAppCall(row))
    const answers = await outcomes(call, calls)
    expect(answers).toEqual(new Set(['invalid_application_key']))
    const with_console_key = console_.clientOf(token)
    const of_people = calls.filter(([, row]) => row.needs !== 'application')
    const others = await outcomes(with_console_key, of_people)
    expect(others).toEqual(new Set(['invalid_token']))
  })

  it.each([
    ['another secret', 'wrong'],
    ['no secret', ''],
  ])('sign-up and log-in are refused with %s', async (_, secret) => {
    const unknown_app = createClient({ base_url: console_.base_url, key: app.app_key, secret, token: () => null })
    const body = { name: 'a@example.com', password: 'x' }
    expect(await codeOf(unknown_app(api.appSignIn, { body }))).toBe('invalid_application_key')
  })

  it('a token of one app is invalid in another, and a disabled app is refused at once', async () => {
    const other = await registerApp(database.db, console_.base_url, 'Other')
    const { token, call } = await other.join('two@example.com')
    expect(await codeOf(app.clientOf(token)(api.appProfile))).toBe('invalid_token')
    const { call: admin } = await console_.signIn('admin')
    await admin(api.disableApplication, { params: { id: other.app_id }, body: { disabled: true } })
    expect(await codeOf(call(api.appProfile))).toBe('invalid_application_key')
  })

  it('a new secret refuses the old one at once, and is returned once', async () => {
    const { call: admin } = await console_.signIn('admin')
    const made = await admin(api.createApplication, { body: { app_name: 'Rotated' } })
    const with_ = (secret: string) =>
      createClient({ base_url: console_.base_url, key: made.app_key, secret, token: () => null })
    const body = { name: 'nobody@example.com', password: 'x' }
    expect(await codeOf(with_(made.app_secret)(api.appSignIn, { body }))).toBe('account_or_password_error')
    const fresh = await admin(api.rotateApplication, { params: { id: made.app_id }, body: { what: 'secret' } })
    expect(await codeOf(with_(made.app_secret)(api.appSignIn, { body }))).toBe('invalid_application_key')
    expect(await codeOf(with_(fresh.app_secret)(api.appSignIn, { body }))).toBe('account_or_password_error')
    const lines = await database.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', 'like', '%pplication')
      .execute()
    expect(JSON.stringify(lines)).not.toContain(fresh.app_secret)
  })
})

describe('accounts', () => {
  it('sign-up says the same of a name that is taken, and changes nothing of it', async () => {
    const { app_user_id } = await app.join('taken@example.com')
    const body = { email: 'Taken@example.com', password: 'Other-Words-77', accepts_privacy_policy: true } as const
    expect(await app.anonymous(api.appSignUp, { body })).toBeNull()
    expect(await codeOf(app.signIn('taken@example.com', 'Other-Words-77'))).toBe('account_or_password_error')
    expect((await app.signIn('TAKEN@example.com')).app_user_id).toBe(app_user_id)
  })

  it.each([
    ['a common password', { email: 'b@example.com', password: 'password123' }, 'password_common'],
    ['neither phone nor e-mail', { password: APP_USER_PASSWORD }, 'contact_required'],
    ['a phone that is none', { phone: '123', password: APP_USER_PASSWORD }, 'phone_invalid'],
  ])('sign-up with %s is refused', async (_, draft, code) => {
    const body = { ...draft, accepts_privacy_policy: true } as const
    expect(await codeOf(app.anonymous(api.appSignUp, { body }))).toBe(code)
  })

  it('a phone is found in any spelling', async () => {
    const body = { phone: '+86 138 0013 8000', password: APP_USER_PASSWORD, accepts_privacy_policy: true } as const
    await app.anonymous(api.appSignUp, { body })
    const { call } = await app.signIn('138-0013-8000')
    expect(await call(api.appProfile)).toMatchObject({ phone: '13800138000', email: '' })
  })

  it('sessions end: signed out, idle, and at a new password all the others', async () => {
    const first = await app.join('sessions@example.com')
    const second = await app.signIn('sessions@example.com')
    const body = { old_password: APP_USER_PASSWORD, new_password: 'Cold-Winter-43' }
    await second.call(api.appChangePassword, { body })
    expect(await codeOf(first.call(api.appProfile))).toBe('invalid_token')
    const third = await app.signIn('sessions@example.com', 'Cold-Winter-43')
    await second.call(api.appSignOut)
    expect(await codeOf(second.call(api.appProfile))).toBe('invalid_token')
    expect(await codeOf(third.call(api.appProfile))).toBe('ok')
    console_.jump(LIMITS.app_session_idle_ms)
    expect(await codeOf(third.call(api.appProfile))).toBe('invalid_token')
  })

  it('wrong passwords lock the guesser, and who has no account is locked alike', async () => {
    await app.join('guessed@example.com')
    for (const name of ['guessed@example.com', 'nobody-at-all@example.com']) {
      const answers: string[] = []
      for (let at = 0; at <= LIMITS.login_failures_max; at += 1) answers.push(await codeOf(app.signIn(name, 'wrong')))
      expect(answers.at(-2)).toBe('account_or_password_error')
      expect(answers.at(-1)).toBe('account_locked')
    }
  })

  it('a consent is given and withdrawn, and the privacy policy stays', async () => {
    const { call } = await app.join('consent@example.com')
    const given = async () => (await call(api.appConsents)).filter((one) => one.given).map(({ consent }) => consent)
    expect(await given()).toEqual(['privacy_policy'])
    await call(api.appConsent, { params: { consent: 'remote_service' }, body: { given: true } })
    expect(await given()).toEqual(['privacy_policy', 'remote_service'])
    await call(api.appConsent, { params: { consent: 'remote_service' }, body: { given: false } })
    expect(await given()).toEqual(['privacy_policy'])
    const refused = call(api.appConsent, { params: { consent: 'privacy_policy' }, body: { given: false } })
    expect(await codeOf(refused)).toBe('consent_needed')
  })

  it('who deletes the account leaves nothing personal, and the unit is free under a new code', async () => {
    const device = unit(5)
    const { call, app_user_id } = await app.join('leaving@example.com')
    await bind(call, device, codeOnLabel(device))
    expect(await codeOf(call(api.appDeleteAccount, { body: { password: 'wrong' } }))).toBe('account_or_password_error')
    await call(api.appDeleteAccount, { body: { password: APP_USER_PASSWORD } })
    expect(await codeOf(call(api.appProfile))).toBe('invalid_token')
    const row = await database.db
      .selectFrom('app_users')
      .selectAll()
      .where('app_user_id', '=', app_user_id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ nick_name: '', phone: null, email: null, password_hash: null })
    const lines = await database.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(lines)).not.toContain('leaving@example.com')
    const next = await app.join('leaving@example.com')
    expect(await codeOf(bind(next.call, device, codeOnLabel(device)))).toBe('claim_refused')
    expect(await codeOf(bind(next.call, device, codeOnLabel(device, 2)))).toBe('ok')
  })
})

describe('units', () => {
  it('a unit is bound by the code of its label, by nothing else', async () => {
    const { call } = await app.join('owner@example.com')
    const [own, other] = [unit(0), unit(1)]
    for (const wrong of [codeOnLabel(other), codeOnLabel(own, 2), '34679ACD'])
      expect(await codeOf(bind(call, own, wrong))).toBe('claim_refused')
    const unknown_app = { ...own, mac: 'a4c138fffffe' }
    expect(await codeOf(bind(call, unknown_app, codeOnLabel(own)))).toBe('claim_refused')
    const text = codeOnLabel(own).toLowerCase()
    expect(await bind(call, own, `${text.slice(0, 4)}-${text.slice(4)}`)).toMatchObject({ role: 'owner' })
    expect((await call(api.appDevices)).map(({ device_id }) => device_id)).toEqual([own.mac])
  })

  it('a unit with an owner is never taken, not even with its code; strangers do not learn that it has one', async () => {
    const { call } = await app.join('taker@example.com')
    expect(await codeOf(bind(call, unit(0), '34679ACD'))).toBe('claim_refused')
    expect(await codeOf(bind(call, unit(0), codeOnLabel(unit(0))))).toBe('device_has_owner')
    expect(await call(api.appDevices)).toEqual([])
  })

  it('the owner shares by a code good once, and takes it back', async () => {
    const owner = await app.signIn('owner@example.com')
    const family = await app.join('family@example.com')
    const params = { device_id: unit(0).mac }
    const { code } = await owner.call(api.appShare, { params })
    expect(await family.call(api.appJoin, { body: { code } })).toMatchObject({ role: 'shared', shared_with: [] })
    const second = await app.join('second@example.com')
    expect(await codeOf(second.call(api.appJoin, { body: { code } }))).toBe('claim_refused')
    expect(await codeOf(family.call(api.appShare, { params }))).toBe('not_owner')
    const [seen] = await owner.call(api.appDevices)
    expect(seen?.shared_with.map(({ app_user_id }) => app_user_id)).toEqual([family.app_user_id])
    await owner.call(api.appUnshare, { params: { ...params, app_user_id: family.app_user_id } })
    expect(await family.call(api.appDevices)).toEqual([])
  })

  it('an invitation runs out after a day', async () => {
    const owner = await app.signIn('owner@example.com')
    const { code } = await owner.call(api.appShare, { params: { device_id: unit(0).mac } })
    console_.jump(LIMITS.share_code_ttl_ms)
    const late = await app.join('late@example.com')
    expect(await codeOf(late.call(api.appJoin, { body: { code } }))).toBe('claim_refused')
  })

  it('of many who redeem one invitation at once, one gets in', async () => {
    const owner = await app.signIn('owner@example.com')
    const { code } = await owner.call(api.appShare, { params: { device_id: unit(0).mac } })
    const people = await Promise.all([1, 2, 3, 4].map((at) => app.join(`crowd-${at}@example.com`)))
    const answers = await Promise.all(people.map(({ call }) => codeOf(call(api.appJoin, { body: { code } }))))
    expect(answers.toSorted()).toEqual(['claim_refused', 'claim_refused', 'claim_refused', 'ok'])
  })

  it('when the owner leaves, everybody leaves, and his code is dead', async () => {
    const owner = await app.signIn('owner@example.com')
    await owner.call(api.appUnbind, { params: { device_id: unit(0).mac } })
    const left = await database.db
      .selectFrom('bindings')
      .selectAll()
      .where('device_id', '=', unit(0).device_id)
      .execute()
    expect(left).toEqual([])
    expect(await codeOf(bind(owner.call, unit(0), codeOnLabel(unit(0))))).toBe('claim_refused')
    const next = await app.join('next@example.com')
    expect(await codeOf(bind(next.call, unit(0), codeOnLabel(unit(0), 2)))).toBe('ok')
  })

  it('no more people share a unit than its product allows', async () => {
    const owner = await app.join('full@example.com')
    const device = unit(2)
    await bind(owner.call, device, codeOnLabel(device))
    const answers: string[] = []
    for (let at = 0; at < 6; at += 1) {
      const guest = await app.join(`guest-${at}@example.com`)
      const share = owner.call(api.appShare, { params: { device_id: device.mac } })
      answers.push(await codeOf(share.then(({ code }) => guest.call(api.appJoin, { body: { code } }))))
    }
    expect(answers).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'bind_limit_reached'])
  })

  it('of many who claim a unit at once, one becomes its owner', async () => {
    const device = unit(3)
    const people = await Promise.all([1, 2, 3, 4].map((at) => app.join(`race-${at}@example.com`)))
    const answers = await Promise.all(people.map(({ call }) => codeOf(bind(call, device, codeOnLabel(device)))))
    expect(answers.toSorted()).toEqual(['device_has_owner', 'device_has_owner', 'device_has_owner', 'ok'])
  })

  it('wrong codes are braked for the user, also at other units', async () => {
    const { call } = await app.join('guesser@example.com')
    const answers: string[] = []
    for (let at = 0; at <= LIMITS.login_failures_max; at += 1)
      answers.push(await codeOf(bind(call, unit(at % fleet.devices.length), '34679ACD')))
    expect(answers.at(-1)).toBe('too_many_attempts')
    expect(await codeOf(bind(call, unit(4), codeOnLabel(unit(4))))).toBe('too_many_attempts')
  })
})

it('each call of the app API is in the OpenAPI document under its own tag', async () => {
  const response = await fetch(`${console_.base_url}/JCloud/openapi.json`)
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, { tags: string[]; operationId: EndpointName }>>
  }
  const tagged = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ tags }) => tags.includes('app API'))
    .map(({ operationId }) => operationId)
  expect(tagged.toSorted()).toEqual(
    Object.keys(api)
      .filter((name) => isAppCall(api[name as EndpointName]) && needsOf(name) !== 'data-recipient')
      .toSorted(),
  )
})

/** Third parties' calls have a tag of their own. */
const needsOf = (name: string): Endpoint['needs'] => api[name as EndpointName].needs
