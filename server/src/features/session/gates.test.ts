import { api, type EndpointName } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { type Endpoint, isAppCall, type Restriction } from '@heatfleet/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { openPushConsole } from '../../../test/push-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { SMALL_FLEET_PASSWORD } from '../../../test/small-fleet.ts'
import { REFUSAL_DURING } from '../../transports/http-gates.ts'

const { database, console_ } = useFleetConsole({ HEATFLEET_LOGIN_PER_ADDRESS: '100000' })

const ROWS = Object.entries(api) as [EndpointName, Endpoint][] // the keys of the table
const CLOSED_TO_API_TOKENS = ROWS.filter(([, row]) => row.closed_to_api_tokens).map(([name]) => name)
const isOpenDuring = (name: EndpointName, during: Restriction): boolean =>
  (api[name] as Endpoint).open_during?.includes(during) === true

/** The input is deliberately empty: the gate is checked before parsing. */
const tryCall = (call: Call, name: EndpointName): Promise<unknown> =>
  call(api[name] as Endpoint, { params: { id: 'x' } } as never)

/** Calls that show the outcome of the gate: their input may be refused later. */
const outcomes = async (call: Call): Promise<Map<EndpointName, string>> => {
  const all = new Map<EndpointName, string>()
  for (const [name, endpoint] of Object.entries<Endpoint>(api))
    if (endpoint.needs !== 'application' && !isAppCall(endpoint) && name !== 'logoff')
      all.set(name as EndpointName, await codeOf(tryCall(call, name as EndpointName)))
  return all
}

describe('a session with an initial password', () => {
  it('may change it, log off and read the menu, and nothing else', async () => {
    await database.db
      .updateTable('accounts')
      .set({ must_change_password: true })
      .where('user_name', '=', 'city_a1')
      .execute()
    const { call, token, uid } = await console_.signIn('city_a1')
    const code = REFUSAL_DURING.change_password
    for (const [name, outcome] of await outcomes(call))
      expect([name, outcome === code]).toEqual([name, !isOpenDuring(name, 'change_password')])
    const socket = await openPushConsole(console_.port)
    socket.send({ cmd: 'Authenticate', user_info: { uid, token } } as never)
    expect(await socket.closed).toBeDefined()
    const body = { old_password: SMALL_FLEET_PASSWORD, new_password: 'Quiet-Valve-71' }
    await call(api.modifyPassword, { body })
    expect(await codeOf(call(api.deviceList))).toBe('ok')
  })
})

describe('a session of a role that requires a second factor', () => {
  it('may enrol and nothing else, also one that was open before', async () => {
    const { call } = await console_.signIn('county_a11')
    expect(await codeOf(call(api.deviceList))).toBe('ok')
    await database.db
      .updateTable('roles')
      .set({ requires_totp: true })
      .where('role_name', '=', 'County agent')
      .execute()
    const code = REFUSAL_DURING.enrol_second_factor
    for (const [name, outcome] of await outcomes(call))
      expect([name, outcome === code]).toEqual([name, !isOpenDuring(name, 'enrol_second_factor')])
    expect(
      (await console_.anonymous(api.login, { body: { user_name: 'county_a11', password: SMALL_FLEET_PASSWORD } }))
        .must_enrol_second_factor,
    ).toBe(true)
  })
})

describe('the token of a program', () => {
  const make = async (permissions: ('device:view' | 'device:edit')[], expires_in_days = 30) => {
    const admin = await console_.signIn('admin')
    const made = await admin.call(api.createApiToken, { body: { token_name: 'Report', permissions, expires_in_days } })
    return { admin, made, program: console_.clientOf(made.token) }
  }

  it('acts as its account with the rights it was given, and those they require', async () => {
    const { program, made } = await make(['device:edit'])
    expect(made.permissions).toEqual(['device:view', 'device:edit'])
    expect((await program(api.deviceList)).total).toBe(6)
    expect(await codeOf(program(api.controlLog))).toBe('no_permission')
  })

  it('never reaches what is a person’s alone', async () => {
    const { program } = await make(['device:view'])
    expect(CLOSED_TO_API_TOKENS.length).toBeGreaterThan(20)
    for (const name of CLOSED_TO_API_TOKENS)
      expect([name, await codeOf(tryCall(program, name))]).toEqual([name, 'closed_to_api_tokens'])
  })

  it('loses a right with its account at the next call, and everything when revoked or run out', async () => {
    const { program, admin, made } = await make(['device:view'])
    const rights = (permissions: string[]) =>
      database.db.updateTable('roles').set({ permissions }).where('role_name', '=', 'Platform admin').execute()
    const { permissions } = await database.db
      .selectFrom('roles')
      .select('permissions')
      .where('role_name', '=', 'Platform admin')
      .executeTakeFirstOrThrow()
    await rights(permissions.filter((right) => right !== 'device:view'))
    expect(await codeOf(program(api.deviceList))).toBe('no_permission')
    await rights(permissions)
    expect(await codeOf(program(api.deviceList))).toBe('ok')
    await admin.call(api.revokeApiToken, { body: { api_token_id: made.api_token_id } })
    expect(await codeOf(program(api.deviceList))).toBe('invalid_token')
    const short = await make(['device:view'], 1)
    console_.jump(86_400_000)
    expect(await codeOf(short.program(api.deviceList))).toBe('invalid_token')
  })

  it('is never returned twice, and is in no table', async () => {
    const { admin, made } = await make(['device:view'])
    expect(JSON.stringify(await admin.call(api.apiTokenList))).not.toContain(made.token)
    for (const table of ['api_tokens', 'audit_log'] as const)
      expect(JSON.stringify(await database.db.selectFrom(table).selectAll().execute())).not.toContain(made.token)
  })

  it('cannot be given a right its maker does not hold, nor be one too many', async () => {
    const { admin } = await make(['device:view'])
    for (let made = 0; made < 25; made += 1)
      if (
        (await codeOf(
          admin.call(api.createApiToken, {
            body: { token_name: 'x', permissions: ['device:view'], expires_in_days: 1 },
          }),
        )) !== 'ok'
      )
        expect(made).toBeGreaterThan(10)
    expect(
      (await admin.call(api.apiTokenList)).filter(({ expires_at }) => Date.parse(expires_at) > Date.now() + 86_400_000)
        .length,
    ).toBeLessThanOrEqual(20)
    expect(
      await codeOf(
        (await console_.signIn('auditor')).call(api.createApiToken, {
          body: { token_name: 'x', permissions: ['device:view'], expires_in_days: 1 },
        }),
      ),
    ).toBe('no_permission')
  })
})
