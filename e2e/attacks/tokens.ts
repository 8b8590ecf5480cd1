import { spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import type { Checks } from '../faults/checks.ts'
import { clientOf, signIn } from '../faults/stored.ts'
import { productCommand, startProduct } from '../product.ts'
import { many, rawCall } from './raw-call.ts'

const root = join(import.meta.dirname, '..', '..')
/** Random tokens tried for each round; ten rounds are the quality plan's 10,000. */
const RANDOM_A_ROUND = 1_000
const LOG_INS = 20
const ADDRESSES = 200

/** S5: forged, altered, replayed and random tokens; a start with guessable secrets. */
export const attackTokens = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'serve' })
  const { url } = product
  const isAccepted = async (headers: Record<string, string>): Promise<boolean> =>
    (await rawCall(url, '/account/role-menu', { method: 'GET', headers })).outcome === 'ok'
  /** Outcome of each; from many addresses, because one that calls too often is blocked. */
  const outcomesOf = async (tokens: readonly string[]): Promise<string[]> => {
    const outcomes: string[] = []
    await many(tokens.length, 8, async (at) => {
      const how = { method: 'GET', headers: { token: tokens[at] ?? '' }, from: `127.0.5.${1 + (at % ADDRESSES)}` }
      outcomes.push((await rawCall(url, '/account/role-menu', how)).outcome)
    })
    return outcomes
  }
  const expectNone = async (what: string, tokens: readonly string[]) => {
    const outcomes = await outcomesOf(tokens)
    const refused = outcomes.filter((outcome) => outcome === 'invalid_token').length
    checks.expect(
      `${what} is accepted`,
      refused === tokens.length,
      `tried ${tokens.length}, told that it is none ${refused}, accepted ${outcomes.filter((one) => one === 'ok').length}`,
    )
  }
  try {
    const token = await signIn(url)
    checks.expect('the true token is accepted', await isAccepted({ token }))
    await expectNone('no token that says of itself who it is', signedByThemselves())
    await expectNone('no altered token', alteredFrom(token))
    await expectNone('no random token', Array.from({ length: rounds * RANDOM_A_ROUND }, makeRandom))
    const elsewhere: Record<string, string>[] = [
      { cookie: `token=${token}` },
      { authorization: `Bearer ${token}` },
      { 'x-token': token },
    ]
    const taken = await Promise.all(elsewhere.map(isAccepted))
    checks.expect(
      'a token counts in the header `token` only',
      taken.every((one) => !one),
      `tried ${taken.length}`,
    )

    const tokens = new Set<string>()
    for (let at = 0; at < LOG_INS; at += 1) tokens.add(await signIn(url))
    const bits = [...tokens].map((one) => Buffer.from(one, 'base64url').length * 8)
    checks.expect('every log-in gives another token', tokens.size === LOG_INS, `${tokens.size} of ${LOG_INS}`)
    checks.expect('a token has at least 128 bits', Math.min(...bits) >= 128, `${Math.min(...bits)} bits`)

    await clientOf(url, token)(api.logoff)
    checks.expect('a token is dead after the log-off', !(await isAccepted({ token })))
    const [first = '', ...others] = tokens
    await clientOf(url, first)(api.endOtherSessions)
    await expectNone('after signing out everywhere no other session', others)
  } finally {
    await product.stop()
  }
  await refuseWeakStarts(checks)
}

const makeRandom = (): string => randomBytes(32).toString('base64url')
const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url')

/** Self-contained tokens, with and without a plausible signature. */
const signedByThemselves = (): string[] => {
  const claim = part({ sub: '1', uid: 1, user_name: 'admin', exp: 4_102_444_800 })
  const headers = [
    { alg: 'none' },
    { alg: 'None', typ: 'JWT' },
    { alg: 'HS256', typ: 'JWT' },
    { alg: 'HS256', kid: '../../../../dev/null' },
    { alg: 'RS256', jku: 'http://127.0.0.1:1/keys.json' },
    { alg: 'HS256', kid: "' union select 'x" },
  ]
  const keys = ['', 'secret', 'heatfleet', 'heatfleet-console', '0'.repeat(64)]
  const jwts = headers.flatMap((header) => {
    const body = `${part(header)}.${claim}`
    return [`${body}.`, ...keys.map((key) => `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`)]
  })
  return [...jwts, 'null', 'undefined', '1', 'admin', '{"uid":1}', '0'.repeat(43), `hft_${'A'.repeat(43)}`, '*', '%']
}

/** A valid token with one character changed at each position, truncated, extended, in other case or encoding. */
const alteredFrom = (token: string): string[] => [
  ...Array.from(token, (letter, at) => `${token.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`),
  ...Array.from(token, (_, at) => token.slice(0, at)),
  token.toLowerCase(),
  token.toUpperCase(),
  `${token}A`,
  `${token}=`,
  `hft_${token}`,
  `Bearer ${token}`,
  Buffer.from(token, 'base64url').toString('hex'),
]

/** Secrets the production start must refuse; each start ends by itself. */
const WEAK: readonly [name: string, value: string][] = [
  ['HEATFLEET_SECRET_KEY', '0'.repeat(64)],
  ['HEATFLEET_SECRET_KEY', 'f'.repeat(64)],
  ['HEATFLEET_SECRET_KEY', '0123456789abcdef'.repeat(4)],
  ['HEATFLEET_SECRET_KEY', '00112233445566778899aabbccddeeff'.repeat(2)],
  ['HEATFLEET_SECRET_KEY', 'deadbeef'],
  ['HEATFLEET_SECRET_KEY', 'openssl rand -hex 32'],
  ['HEATFLEET_ADMIN_PASSWORD', 'admin'],
  ['HEATFLEET_ADMIN_PASSWORD', 'Password123!'],
  ['HEATFLEET_ADMIN_PASSWORD', 'heatfleet-admin-2026'],
]

const refuseWeakStarts = async (checks: Checks): Promise<void> => {
  const taken: string[] = []
  for (const [name, value] of WEAK) if ((await exitCodeWith(name, value)) !== 1) taken.push(`${name}=${value}`)
  checks.expect(
    'the production start refuses every weak secret',
    taken.length === 0,
    `tried ${WEAK.length}, taken ${taken.length}`,
  )
}

const exitCodeWith = async (name: string, value: string): Promise<number | null> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-weak-'))
  const [program, ...words] = productCommand('serve')
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, HEATFLEET_DATA: data, HEATFLEET_PORT: '0', HEATFLEET_MQTT_PORT: '0', [name]: value },
    stdio: 'ignore',
  })
  // A start that is not refused would run for ever.
  const impatience = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearTimeout(impatience)
  rmSync(data, { recursive: true, force: true })
  return code
}
