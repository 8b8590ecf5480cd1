import { performance } from 'node:perf_hooks'
import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import pg from 'pg'
import type { Checks } from '../faults/checks.ts'
import { clientOf, embeddedConnection, signIn } from '../faults/stored.ts'
import { startMailReceiver } from '../mail-receiver.ts'
import { startProduct } from '../product.ts'
import { openApp } from './app-person.ts'
import { type RawAnswer, rawCall, tryPassword } from './raw-call.ts'

/** Pairs per round at the console's log-in; ten rounds are the quality plan's 2,000. */
const PAIRS_A_ROUND = 200
/** Pairs per round at the app's sign-in and sign-up. */
const APP_PAIRS_A_ROUND = 50
/** Attempts per account before it needs a proof of work at the address; pairs rotate over many accounts. */
const TRIES_EACH = LIMITS.login_proof_after
/** Quality S9. */
const GAP_MAX_MS = 1
/** Never used by its owner, so always wrong. */
const WRONG_PASSWORD = 'not-the-password'

/** S9: whether body or time of an answer tells that an account exists, at the console and at the app API. */
export const attackEnumeration = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const receiver = await startMailReceiver()
  const environment = {
    HEATFLEET_LOGIN_PER_ADDRESS: '100000',
    HEATFLEET_SIGN_UP_PER_ADDRESS: '100000',
    HEATFLEET_PUBLIC_URL: 'https://fleet.example.com',
    HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.0/8',
  }
  const product = await startProduct({ mode: 'serve', environment })
  const database = new pg.Client(embeddedConnection(product.data))
  await database.connect()
  try {
    const pairs = rounds * PAIRS_A_ROUND
    const accounts = Math.ceil(pairs / TRIES_EACH)
    await database.query(
      `insert into accounts (user_name, email, password_hash, role_id)
       select 'person-' || n, 'person-' || n || '@example.com', (select password_hash from accounts where user_name = 'admin'), (select min(role_id) from roles)
       from generate_series(1, $1::int) n`,
      [accounts],
    )
    const logIn = (name: string) => tryPassword(product.url, name, WRONG_PASSWORD)
    await comparePairs('console log-in', { pairs, checks, send: logIn, namesOf: namesIn(accounts) })
    await compareLocked('a locked name', logIn, namesIn(accounts)(0), checks)

    const call = clientOf(product.url, await signIn(product.url))
    const app = await openApp(product.url, call, 'Attacked')
    const app_pairs = rounds * APP_PAIRS_A_ROUND
    const people = Math.ceil(app_pairs / TRIES_EACH)
    for (let at = 1; at <= people; at += 1) await app.signUp(emailOf('person', at))
    const emailsOf = (at: number) => namesIn(people)(at).map((name) => `${name}@example.com`)
    const signInAt = (name: string) => app.trySignIn(name, WRONG_PASSWORD)
    await comparePairs('app sign-in', { pairs: app_pairs, checks, send: signInAt, namesOf: emailsOf })
    await compareLocked('a locked name of the app', signInAt, emailsOf(0), checks)
    // Each free name is used once: afterwards it is taken.
    const freeOf = (at: number) => [emailOf('person', (at % people) + 1), emailOf('free', at + 1)]
    await comparePairs('app sign-up', { pairs: app_pairs, checks, send: app.trySignUp, namesOf: freeOf })

    // Last: its mails are still under way for a moment.
    const server = { host: '127.0.0.1', port: receiver.port, security: 'none', sender: 'fleet@example.com' } as const
    await call(api.createChannel, { body: { kind: 'email', channel_name: 'Attacked', ...server } })
    const askForLink = (user_name: string) =>
      rawCall(product.url, '/user/password-recovery', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_name }),
      })
    await comparePairs('password recovery', { pairs, checks, send: askForLink, namesOf: namesIn(accounts) })
    checks.expect('password recovery: those who exist got their mail', receiver.mails.length > 0)
  } finally {
    await database.end()
    await product.stop()
    receiver.close()
  }
}

const emailOf = (who: string, at: number): string => `${who}-${at}@example.com`

/** The names of a pair: an existing one and a free one. */
const namesIn = (people: number) => (at: number) => [`person-${(at % people) + 1}`, `nobody-${(at % people) + 1}`]

type SendAttempt = (name: string) => Promise<RawAnswer>

/** Sends existing and free names in turns and compares answers and response times. */
const comparePairs = async (
  door: string,
  {
    pairs,
    checks,
    send,
    namesOf,
  }: { pairs: number; checks: Checks; send: SendAttempt; namesOf: (at: number) => string[] },
): Promise<void> => {
  const timed = async (name: string) => {
    const began = performance.now()
    const answer = await send(name)
    return { ms: performance.now() - began, body: withoutRequestId(answer.text) }
  }
  for (let warm = 0; warm < 20; warm += 1) await send(`warm-${warm}@example.com`)
  const gaps: number[] = []
  let different = 0
  for (let at = 0; at < pairs; at += 1) {
    const [person = '', nobody = ''] = namesOf(at)
    const answers = new Map<string, Awaited<ReturnType<typeof timed>>>()
    // In turns, so that the order has no effect.
    for (const name of at % 2 === 0 ? [person, nobody] : [nobody, person]) answers.set(name, await timed(name))
    const [known_name, unknown] = [answers.get(person), answers.get(nobody)]
    if (known_name?.body !== unknown?.body) different += 1
    gaps.push((known_name?.ms ?? 0) - (unknown?.ms ?? 0))
  }
  const median = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? Infinity
  const tried = `${pairs} pairs, different ${different}`
  checks.expect(`${door}: the answers are the same, byte for byte`, different === 0, tried)
  checks.expect(
    `${door}: the median gap in time is at most ${GAP_MAX_MS} ms`,
    Math.abs(median) <= GAP_MAX_MS,
    `${median.toFixed(3)} ms over ${pairs} pairs`,
  )
}

/** Tries until the names are locked; a lock must not reveal them either. */
const compareLocked = async (
  what: string,
  send: SendAttempt,
  names: readonly string[],
  checks: Checks,
): Promise<void> => {
  const bodies: string[] = []
  for (const name of names) {
    for (let tries = 0; tries < 12; tries += 1) await send(name)
    bodies.push(withoutRequestId((await send(name)).text))
  }
  checks.expect(`${what} answers the same whether it exists or not`, new Set(bodies).size === 1)
}

const withoutRequestId = (body: string): string => body.replace(/"request_id":"[^"]*"/, '"request_id":""')
