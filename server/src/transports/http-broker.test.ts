import { LIMITS } from '@heatfleet/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { loginOf } from '../../test/gateway.ts'
import type { SmallDevice } from '../../test/small-fleet.ts'

const SECRET = '8f1c0e5b7a92d4463c7a1f0d95be28e7061d3c4fa8b95e27d08c6f1a2b3e4d59'
const database = useDatabase()
let console_: TestConsole
let own: SmallDevice
let other: SmallDevice

beforeAll(async () => {
  const { devices } = await seedSmallFleet(database.db)
  const [first, second] = devices
  if (first === undefined || second === undefined) throw new Error('the small fleet has six devices')
  ;[own, other] = [first, second]
  console_ = await startConsole(database, {
    HEATFLEET_BROKER_SECRET: SECRET,
    MQTT_URL: 'mqtt://gateway:its%20own%20pass@127.0.0.1',
  })
})
afterAll(() => console_.close())

const post = (question: 'login' | 'topic', body: unknown, secret = SECRET): Promise<Response> =>
  fetch(`${console_.base_url}/broker/${question}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  })
const answerTo = async (question: 'login' | 'topic', body: unknown): Promise<unknown> => {
  const response = await post(question, body)
  expect(response.status).toBe(200)
  return response.json()
}
const ALLOW = { result: 'allow', is_superuser: false }
const DENY = { result: 'deny', is_superuser: false }

/** Every log-in comes from an address of its own: what is wrong with one bans no other. */
let addresses = 0
/** A right log-in of the first device, with parts of it changed. */
const logIn = (changes: Record<string, unknown> = {}, now_ms = Date.now()) => {
  const { username, password } = loginOf(own, now_ms)
  addresses += 1
  return { clientid: own.mac, username, password, peerhost: `192.0.2.${addresses}`, ...changes }
}

describe('an authentication request of an external broker', () => {
  it('is allowed by the documented HMAC', async () => {
    expect(await answerTo('login', logIn())).toEqual(ALLOW)
  })

  it.each([
    ['a wrong password', () => logIn({ password: '00'.repeat(32) })],
    ['a signature of an hour ago', () => logIn({}, Date.now() - 3_600_000)],
    ['the signature of another unit', () => logIn({ password: loginOf(other, Date.now()).password })],
    ['the name of another unit', () => logIn({ username: loginOf(other, Date.now()).username })],
    ['a client id that is another unit', () => logIn({ clientid: other.mac })],
    ['a client id that is a wildcard', () => logIn({ clientid: '#' })],
    ['an unregistered unit', () => ({ ...logIn(), clientid: '860000000099999', username: '860000000099999|1|h1' })],
    [
      'its secret in clear without TLS',
      () => logIn({ username: `${own.mac}|0|s1`, password: own.secret.toString('hex') }),
    ],
    ['no password', () => ({ ...logIn(), password: undefined })],
    ['a name that is no text', () => logIn({ username: { $ne: '' } })],
    ['a name without an end', () => logIn({ username: 'x'.repeat(LIMITS.broker_word_chars + 1) })],
    ['nothing at all', () => null],
    ["the gateway's name with another password", () => logIn({ username: 'gateway', password: 'pass' })],
  ])('is denied with %s', async (_, body) => {
    expect(await answerTo('login', body())).toEqual(DENY)
  })

  it('is allowed with the secret in clear over TLS, for a unit that may', async () => {
    const inClear = logIn({ username: `${own.mac}|0|s1`, password: own.secret.toString('hex'), tls: true })
    expect(await answerTo('login', inClear)).toEqual(DENY)
    const devices = database.db.updateTable('devices').where('device_id', '=', own.device_id)
    await devices.set({ static_login: true }).execute()
    expect(await answerTo('login', inClear)).toEqual(ALLOW)
    expect(await answerTo('login', { ...inClear, tls: 'true' })).toEqual(ALLOW)
    expect(await answerTo('login', { ...inClear, tls: 'false' })).toEqual(DENY)
    await devices.set({ static_login: false }).execute()
  })

  it("makes our own gateway a superuser by the broker's address", async () => {
    const gateway = { clientid: 'heatfleet-1-0', username: 'gateway', password: 'its own pass', peerhost: '192.0.2.9' }
    expect(await answerTo('login', gateway)).toEqual({ result: 'allow', is_superuser: true })
  })

  it('is denied after five wrong passwords from one address, and from there alone', async () => {
    const wrong = logIn({ password: '11'.repeat(32), peerhost: '198.51.100.7' })
    for (let tried = 0; tried < 5; tried += 1) expect(await answerTo('login', wrong)).toEqual(DENY)
    expect(await answerTo('login', logIn({ peerhost: '198.51.100.7' }))).toEqual(DENY)
    expect(await answerTo('login', logIn())).toEqual(ALLOW)
  })
})

describe('an ACL request of an external broker', () => {
  const topic = (action: string, name: string, changes: Record<string, unknown> = {}) => {
    const { username } = loginOf(own, Date.now())
    return {
      clientid: own.mac,
      username,
      action,
      topic: name.replace('OWN', own.mac),
      qos: 1,
      retain: false,
      ...changes,
    }
  }

  it.each([
    ['publish', 'hp/v1/d/OWN/up/blk', {}],
    ['publish', 'hp/v1/d/OWN/up/st', { retain: true }],
    ['publish', 'hp/v1/d/OWN/up/st', { retain: 'true', qos: '0' }],
    ['subscribe', 'hp/v1/d/OWN/dn/#', {}],
    ['subscribe', 'hp/v1/d/OWN/dn/+', {}],
    ['subscribe', 'hp/v1/d/OWN/dn/cmd', {}],
  ])('%s %s is allowed with %o', async (action, name, changes) => {
    expect(await answerTo('topic', topic(action, name, changes))).toEqual(ALLOW)
  })

  it.each([
    ['publish', 'hp/v1/d/860000000000999/up/blk', {}],
    ['publish', 'hp/v1/d/OWN/dn/cmd', {}],
    ['publish', 'hp/v1/d/OWN/up/unknown', {}],
    ['publish', 'hp/v1/d/OWN/up/blk/more', {}],
    ['publish', 'hp/v1/d/OWN/up/#', {}],
    ['publish', '$SYS/brokers', {}],
    ['publish', 'hp/v1/d/OWN/up/blk\u0000', {}],
    ['publish', 'hp/v1/d/OWN/up/blk', { retain: true }],
    ['publish', 'hp/v1/d/OWN/up/blk', { retain: 'true' }],
    ['publish', 'hp/v1/d/OWN/up/blk', { qos: 2 }],
    ['subscribe', '#', {}],
    ['subscribe', '+/+/+/+/#', {}],
    ['subscribe', 'hp/v1/d/+/up/#', {}],
    ['subscribe', 'hp/v1/d/+/dn/#', {}],
    ['subscribe', 'hp/v1/d/#', {}],
    ['subscribe', 'hp/v1/d/OWN/#', {}],
    ['subscribe', 'hp/v1/d/OWN/up/#', {}],
    ['subscribe', 'hp/v1/d/860000000000999/dn/#', {}],
    ['subscribe', '$share/ingest/hp/v1/d/+/up/#', {}],
    ['subscribe', '$share/x/hp/v1/d/OWN/dn/#', {}],
    ['subscribe', '$SYS/#', {}],
    ['all', 'hp/v1/d/OWN/dn/#', {}],
    ['subscribe', 'hp/v1/d/OWN/dn/#', { username: 'gateway' }],
    ['subscribe', 'hp/v1/d/OWN/dn/#', { username: '860000000000999|1|h1' }],
    ['subscribe', 'hp/v1/d/OWN/dn/#', { clientid: '#' }],
    ['publish', 'hp/v1/d/OWN/up/blk', { qos: 'x' }],
    ['publish', 'hp/v1/d/OWN/up/blk', { topic: 7 }],
  ])('%s %s is denied with %o', async (action, name, changes) => {
    expect(await answerTo('topic', topic(action, name, changes))).toEqual(DENY)
  })

  it('is counted by its answer', async () => {
    const metrics = await (await fetch(`${console_.base_url}/metrics`)).text()
    expect(metrics).toMatch(/heatfleet_broker_questions_total\{question="topic",answer="deny"\} \d\d/)
  })
})

describe('requests', () => {
  it('without the secret get 401 some times, then 429; with it, always an answer', async () => {
    const statuses: number[] = []
    for (let tried = 0; tried <= LIMITS.broker_wrong_secrets; tried += 1)
      statuses.push((await post('login', logIn(), SECRET.replace(/^8/, '9'))).status)
    expect(statuses).toEqual([...Array.from({ length: LIMITS.broker_wrong_secrets }, () => 401), 429])
    expect(await answerTo('login', logIn())).toEqual(ALLOW)
  })

  it.each([['{"clientid":'], [`{"clientid":"${'x'.repeat(LIMITS.broker_question_bytes)}"}`]])(
    'an unreadable body is never allowed: %.20s',
    async (body) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` }
      const response = await fetch(`${console_.base_url}/broker/login`, { method: 'POST', headers, body })
      expect([400, 413]).toContain(response.status)
      expect(await response.json()).not.toHaveProperty('result')
    },
  )

  it('finds nothing where no secret is set', async () => {
    const closed = await startConsole(database)
    const headers = { 'content-type': 'application/json', authorization: 'Bearer ' }
    const response = await fetch(`${closed.base_url}/broker/login`, { method: 'POST', headers, body: '{}' })
    expect(response.status).toBe(404)
    await closed.close()
  })
})
