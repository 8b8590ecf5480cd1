import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../test/fleet-console.ts'
import { codeOf } from '../../test/refusals.ts'
import { systemClock } from '../platform/clock.ts'

// Time goes on only when the test says so: how long a burst takes is the machine's affair.
let now_ms = Date.now()
const { console_ } = useFleetConsole({}, { clock: { now: () => now_ms, after: systemClock.after } })

it('a program that calls too fast gets 429, alone, until its ten seconds are over', async () => {
  const person = await console_.signIn('admin')
  const make = (token_name: string) =>
    person.call(api.createApiToken, { body: { token_name, permissions: ['device:view'], expires_in_days: 1 } })
  const [hasty, calm] = [await make('Hasty'), await make('Calm')]
  const program = console_.clientOf(hasty.token)
  const codes: string[] = []
  for (let call = 0; call < LIMITS.api_token_calls_per_10s + 2; call += 1)
    codes.push(await codeOf(program(api.roleMenu)))
  expect(codes.indexOf('busy')).toBe(LIMITS.api_token_calls_per_10s)
  expect(codes.at(-1)).toBe('busy')
  expect(await codeOf(console_.clientOf(calm.token)(api.roleMenu))).toBe('ok')
  expect(await codeOf(person.call(api.roleMenu))).toBe('ok')

  const answer = await fetch(`${console_.base_url}/JCloud/account/role-menu`, {
    headers: { key: 'heatfleet-console', token: hasty.token },
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '10'])
  expect(await answer.json()).toMatchObject({ code: 429, data: null, error: { code: 'busy' } })

  now_ms += 10_000
  expect(await codeOf(program(api.roleMenu))).toBe('ok')
  const listed = (await person.call(api.apiTokenList)).find(({ api_token_id }) => api_token_id === hasty.api_token_id)
  expect(listed).toMatchObject({ permissions: ['device:view'], last_address: '127.0.0.1' })
  expect(Date.parse(listed?.last_used_at ?? '')).toBeGreaterThanOrEqual(now_ms - 20_000)
})

it('every answer to a program tells how it stands; those to a person do not', async () => {
  const person = await console_.signIn('admin')
  const made = await person.call(api.createApiToken, {
    body: { token_name: 'Told', permissions: ['device:view'], expires_in_days: 1, calls_per_minute: 3 },
  })
  const headersFor = async (token: string) => {
    const { headers } = await fetch(`${console_.base_url}/JCloud/account/role-menu`, {
      headers: { key: 'heatfleet-console', token },
    })
    return [headers.get('ratelimit-policy'), headers.get('ratelimit')]
  }
  const policy = `"burst";q=${LIMITS.api_token_calls_per_10s};w=10, "token";q=3;w=60`
  const left = LIMITS.api_token_calls_per_10s
  expect(await headersFor(made.token)).toEqual([policy, `"burst";r=${left - 1};t=10, "token";r=2;t=60`])
  now_ms += 4_500
  expect(await headersFor(made.token)).toEqual([policy, `"burst";r=${left - 2};t=6, "token";r=1;t=56`])
  now_ms += 10_000
  expect(await headersFor(made.token)).toEqual([policy, `"burst";r=${left - 1};t=10, "token";r=0;t=46`])
  expect(await headersFor(made.token)).toEqual([policy, `"burst";r=${left - 2};t=10, "token";r=0;t=46`])
  expect(await headersFor(person.token)).toEqual([null, null])
})

it('a token with a limit of its own is held to it, minute by minute, beside those without', async () => {
  const person = await console_.signIn('admin')
  const make = (calls_per_minute: number | null) =>
    person.call(api.createApiToken, {
      body: { token_name: 'Slow', permissions: ['device:view'], expires_in_days: 1, calls_per_minute },
    })
  const [slow, free] = [await make(3), await make(null)]
  const codesOf = async (token: string, calls: number) => {
    const codes: string[] = []
    for (let call = 0; call < calls; call += 1) codes.push(await codeOf(console_.clientOf(token)(api.roleMenu)))
    return codes
  }
  expect(await codesOf(slow.token, 5)).toEqual(['ok', 'ok', 'ok', 'busy', 'busy'])
  expect(await codesOf(free.token, 5)).toEqual(Array(5).fill('ok'))
  const answer = await fetch(`${console_.base_url}/JCloud/account/role-menu`, {
    headers: { key: 'heatfleet-console', token: slow.token },
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
  now_ms += 59_999
  expect(await codesOf(slow.token, 1)).toEqual(['busy'])
  now_ms += 1
  expect(await codesOf(slow.token, 4)).toEqual(['ok', 'ok', 'ok', 'busy'])
})
