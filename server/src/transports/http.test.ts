import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY, type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../test/fleet-console.ts'
import { ROLE_OF, rightsOf, type SmallAccount } from '../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole()
const tokens = new Map<SmallAccount, string>()
const ACCOUNTS: SmallAccount[] = ['admin', 'province_a', 'city_a1', 'city_a2', 'county_a11', 'province_b', 'auditor']

beforeAll(async () => {
  for (const account of ACCOUNTS) tokens.set(account, (await console_.signIn(account)).token)
})

const send = (path: string, init: RequestInit = {}) => fetch(`${console_.base_url}${path}`, init)
const as = (account: SmallAccount) => ({
  key: CONSOLE_APPLICATION_KEY,
  token: tokens.get(account) ?? '',
  'content-type': 'application/json',
})
/** The envelope; nothing where the answer is a file. */
const answerOf = async (response: Response): Promise<Record<string, unknown>> =>
  response.headers.get('content-type')?.includes('json') === true
    ? ((await response.json()) as Record<string, unknown>)
    : {}

describe('the envelope', () => {
  it.each([
    ['no application key', { key: '' }, 'invalid application key'],
    ['no token', { key: CONSOLE_APPLICATION_KEY }, 'invalid token'],
    ['an unknown token', { key: CONSOLE_APPLICATION_KEY, token: 'x'.repeat(43) }, 'invalid token'],
  ])('a call with %s is refused with HTTP 200 and code 400', async (_, headers, msg) => {
    const response = await send(`${API_PREFIX}/account/role-menu`, { headers })
    expect(response.status).toBe(200)
    const answer = await answerOf(response)
    expect(answer).toMatchObject({ code: 400, data: null, msg, request_id: response.headers.get('x-request-id') })
  })

  it.each([
    ['an unknown field of the body', '/device-inventory/device-list', '{"nonsense":1}', 'nonsense', 'unknown_field'],
    ['a page too large', '/device-inventory/device-list?size=1000', '{}', 'size', 'too_big'],
    ['an incomplete id', '/device-inventory/device-list', '{"macs":["8634"]}', 'macs.0', 'device_id'],
  ])('%s is refused by its name and rule', async (_, path, body, field, rule) => {
    const answer = await answerOf(await send(`${API_PREFIX}${path}`, { method: 'POST', headers: as('admin'), body }))
    expect(answer).toMatchObject({ code: 400, error: { code: 'invalid_input', field, details: { rule } } })
  })

  it('an address that is longer than a request may be is refused in the envelope too', async () => {
    const response = await send(`${API_PREFIX}/account/role-menu?lang=${'x'.repeat(20_000)}`, { headers: as('admin') })
    expect(response.status).toBe(431)
    expect(await answerOf(response)).toMatchObject({
      code: 431,
      data: null,
      error: { code: 'invalid_input', details: { rule: 'address_too_large' } },
      request_id: response.headers.get('x-request-id'),
    })
  })

  it('HEAD reads where GET does, and changes nothing where GET does', async () => {
    const head = async (path: string) =>
      (await send(`${API_PREFIX}${path}`, { method: 'HEAD', headers: as('admin') })).status
    expect(await head('/user/getUserList')).toBe(200)
    const uid = fleet.accounts.city_a2
    expect(await head(`/user/deleteUser?uid=${uid}`)).toBe(404)
    const kept = await database.db.selectFrom('accounts').select('uid').where('uid', '=', uid).execute()
    expect(kept).toHaveLength(1)
  })

  it('an unknown field of the query is ignored', async () => {
    const list = async (query: string) => {
      const init = { method: 'POST', headers: as('admin'), body: '{}' }
      return (await answerOf(await send(`${API_PREFIX}/device-inventory/device-list?${query}`, init))).data
    }
    const pages = [await list('pageNo=1&size=2'), await list('pageNo=1&size=2&sizes=3&lang=zh&mac=')]
    expect(pages[0]).toMatchObject({ size: 2, total: fleet.devices.length })
    expect(pages[1]).toEqual(pages[0])
    expect(
      await answerOf(await send(`${API_PREFIX}/account/role-menu?lang=zh`, { headers: as('admin') })),
    ).toMatchObject({
      code: 200,
    })
  })

  it.each([
    ['POST', '/device-inventory/device-list', { code: 200 }],
    ['PUT', '/device-inventory/test-bench?mac=', { code: 400, error: { code: 'invalid_input', field: 'mac' } }],
    ['PUT', '/center/preferences', { code: 200 }],
    ['DELETE', '/role/999999/role-info', { code: 400, error: { code: 'role_not_found' } }],
  ])('%s %s with JSON named and nothing sent counts as {}', async (method, path, answer) => {
    const [empty, braces] = await Promise.all(
      ['', '{}'].map(async (body) => {
        const response = await send(`${API_PREFIX}${path}`, { method, headers: as('admin'), body })
        expect(response.status).toBe(200)
        const { request_id: _, ...rest } = await answerOf(response)
        return rest
      }),
    )
    expect(empty).toMatchObject(answer)
    expect(empty).toEqual(braces)
  })

  it.each([
    ['an unknown path', 404, '/nothing', {}],
    ['broken JSON', 400, '/device-inventory/device-list', { method: 'POST', body: '{' }],
    ['a body too long', 413, '/device-inventory/device-list', { method: 'POST', body: 'x'.repeat(300_000) }],
  ])('%s answers HTTP %i in the envelope', async (_, status, path, init) => {
    const response = await send(`${API_PREFIX}${path}`, { ...init, headers: as('admin') })
    expect(response.status).toBe(status)
    expect(await answerOf(response)).toMatchObject({ code: status, data: null })
  })

  it('no page may be framed, and no script from elsewhere runs', async () => {
    const { headers } = await send('/healthz')
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(headers.get('content-security-policy')).toContain("style-src 'self';")
    expect(headers.get('content-security-policy')).toContain("connect-src 'self';")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    ['br', 'gzip, deflate, br', 'br'],
    ['gzip', 'gzip;q=0.8', 'gzip'],
    ['nothing', 'br;q=0, identity', null],
  ])('a long answer is sent as %s to a client that accepts "%s"', async (_, accepted, encoding) => {
    const response = await send(`${API_PREFIX}/account/role-menu`, {
      headers: { ...as('admin'), 'accept-encoding': accepted },
    })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(await answerOf(response)).toMatchObject({ code: 200 })
  })

  it('a short answer is sent as it is', async () => {
    const response = await send('/healthz', { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('content-encoding')).toBeNull()
  })

  it.each(['/healthz', '/readyz', '/metrics', `${API_PREFIX}/openapi.json`, `${API_PREFIX}/docs/`])(
    '%s answers',
    async (path) => {
      expect((await send(path)).status).toBe(200)
    },
  )
})

describe('access', () => {
  const calls = Object.entries<Endpoint>(api).filter(([name, row]) => name !== 'logoff' && !isAppCall(row))

  // First: of what an account is refused, only so many lines a minute are written, and the calls below use them up.
  it('every change and every refused access leaves one line', async () => {
    const auditor = console_.clientOf(tokens.get('auditor') ?? '')
    const mac = fleet.devices[0]?.mac ?? ''
    await expect(auditor(api.deviceUpdate, { query: { mac, device_name: 'x' } })).rejects.toMatchObject({
      code: 'no_permission',
    })
    const lines = await database.db.selectFrom('audit_log').selectAll().orderBy('audit_id', 'desc').execute()
    expect(lines[0]).toMatchObject({ user_name: 'auditor', action: 'deviceUpdate', result: 'no_permission' })
  })

  it.each(ACCOUNTS)('%s may call exactly what the role allows', async (account) => {
    const wrong: string[] = []
    for (const [name, endpoint] of calls) {
      const init = endpoint.method === 'GET' ? {} : { body: '{}' }
      const url = `${API_PREFIX}${endpoint.path.replace(':id', 'none')}`
      const answer = await answerOf(await send(url, { method: endpoint.method, headers: as(account), ...init }))
      const rights: readonly string[] = rightsOf(ROLE_OF[account])
      const may = ['application', 'signed-in'].includes(endpoint.needs) || rights.includes(endpoint.needs)
      if ((answer.msg !== 'no permission') !== may) wrong.push(`${name}: ${String(answer.msg)}`)
    }
    expect(wrong).toEqual([])
  })

  const SEEN: [SmallAccount, number[]][] = [
    ['admin', [0, 1, 2, 3, 4, 5]],
    ['province_a', [0, 1, 2, 3, 4]],
    ['city_a1', [1, 2, 3]],
    ['city_a2', [4]],
    ['county_a11', [2, 3]],
    ['province_b', [5]],
  ]
  it.each(SEEN)('%s finds the own devices by list and by id, and no other', async (account, own) => {
    const call = console_.clientOf(tokens.get(account) ?? '')
    const page = await call(api.deviceList)
    expect(new Set(page.list.map(({ mac }) => mac))).toEqual(new Set(own.map((at) => fleet.devices[at]?.mac)))
    expect(page.counts.all).toBe(own.length)
    for (const [at, { mac }] of fleet.devices.entries()) {
      const body = { macs: [mac], points: ['t_out'], from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
      const answers = await Promise.allSettled([
        call(api.deviceInfo, { query: { mac } }),
        call(api.deviceModel, { query: { mac } }),
        call(api.bindUserList, { query: { mac } }),
        call(api.deviceFavourite, { query: { mac, favourite: 'true' } }),
        call(api.historyData, { body }),
        call(api.listCurve, { body: { mac, points: ['t_out'] } }),
        call(api.deviceUpdate, { query: { mac, device_name: `House ${at + 1}` } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(
        answers.map(() => (own.includes(at) ? 'fulfilled' : 'rejected')),
      )
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason.code).toBe('device_not_found')
    }
  })

  it('no line of the audit log holds a secret', async () => {
    const lines = await database.db.selectFrom('audit_log').selectAll().execute()
    expect(lines.length).toBeGreaterThan(0)
    expect(JSON.stringify(lines)).not.toContain('Correct-Horse')
  })
})

describe('sessions', () => {
  it('log-in does not reveal which users exist and locks the guesser, not the owner', async () => {
    const login = (user_name: string, password: string) =>
      console_.anonymous(api.login, { body: { user_name, password } }).catch((error: unknown) => error)
    for (const name of ['city_a2', 'nobody']) {
      for (let guess = 0; guess < LIMITS.login_failures_max; guess += 1)
        expect(await login(name, 'wrong')).toMatchObject({ code: 'account_or_password_error' })
      expect(await login(name, 'Correct-Horse-42')).toMatchObject({ code: 'account_locked', details: { minutes: 15 } })
    }
    console_.jump(LIMITS.login_window_ms)
    expect(await login('city_a2', 'Correct-Horse-42')).toMatchObject({ user_name: 'city_a2' })
    // What no rule looks at any more is not kept.
    console_.jump(2 * LIMITS.login_window_ms)
    await login('city_a2', 'Correct-Horse-42')
    expect(await database.db.selectFrom('login_failures').select('subject').execute()).toEqual([])
  })

  it('a changed password ends the other sessions, log-off ends the own', async () => {
    const [first, second] = [await console_.signIn('city_a1'), await console_.signIn('city_a1')]
    await first.call(api.modifyPassword, {
      body: { old_password: 'Correct-Horse-42', new_password: 'Another-Horse-9' },
    })
    await expect(second.call(api.roleMenu)).rejects.toMatchObject({ code: 'invalid_token' })
    expect((await first.call(api.roleMenu)).map(({ path }) => path)).toContain('/device')
    await first.call(api.logoff)
    await expect(first.call(api.roleMenu)).rejects.toMatchObject({ code: 'invalid_token' })
  })

  it('a session ends after two idle hours, and after a day however busy', async () => {
    const { call } = await console_.signIn('province_b')
    console_.jump(LIMITS.session_idle_ms + 1_000)
    await expect(call(api.roleMenu)).rejects.toMatchObject({ code: 'invalid_token' })
    const busy = await console_.signIn('province_b')
    for (let hour = 0; hour < 23; hour += 1) {
      console_.jump(3_600_000)
      await busy.call(api.roleMenu)
    }
    console_.jump(3_600_001)
    await expect(busy.call(api.roleMenu)).rejects.toMatchObject({ code: 'invalid_token' })
  })

  it('a server clock that was set by an hour, back or forth, neither ends a session in use nor makes it last longer', async () => {
    for (const by_ms of [-3_600_000, 3_600_000]) {
      const { call } = await console_.signIn('province_b')
      console_.jump(by_ms)
      await call(api.roleMenu)
      console_.jump(LIMITS.session_idle_ms - 60_000)
      await call(api.roleMenu)
      console_.jump(LIMITS.session_idle_ms + 1_000)
      await expect(call(api.roleMenu)).rejects.toMatchObject({ code: 'invalid_token' })
    }
  })

  it('a disabled account is out at the next call', async () => {
    const { call, uid } = await console_.signIn('county_a11')
    await database.db.updateTable('accounts').set({ disabled: true }).where('uid', '=', uid).execute()
    await expect(call(api.roleMenu)).rejects.toMatchObject({ code: 'invalid_token' })
  })
})
