import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { claimInput, codeOf } from '@heatfleet/contract/bindings/claim-code.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import mqtt, { type IClientOptions } from 'mqtt'
import { z } from 'zod'
import { type Credentials, logInOf } from '../device-client.ts'
import type { Checks } from '../faults/checks.ts'
import { ADMIN_PASSWORD, type Product, startProduct } from '../product.ts'
import { openApp } from './app-person.ts'

/** The demo's devices that the attacker owns, with their secrets. */
const UNITS = 24
/** Quality S16. */
const REVOKED_WITHIN_MS = 1_000
const FleetFile = z.object({ units: z.array(z.object({ did: z.string(), secret_hex: z.string() })) })

/** S16: another unit's serial, passwords made from the MAC, somebody else's unit, a sold unit, a revoked secret. */
export const attackDeviceIdentity = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'start', demo: UNITS })
  try {
    const units = await unitsOf(product)
    const admin = await staffOf(product)
    await attackLogIns(product, units, rounds, checks)
    await attackBindings(product, admin, units, rounds, checks)
    await revoke(product, admin, units, checks)
  } finally {
    await product.stop()
  }
}

const unitsOf = async ({ data }: Product): Promise<Credentials[]> => {
  const file = join(data, 'demo', 'fleet.json')
  for (let tries = 0; tries < 50; tries += 1) {
    const text = await Promise.resolve()
      .then(() => readFileSync(file, 'utf8'))
      .catch(() => null)
    if (text !== null) return FleetFile.parse(JSON.parse(text)).units
    await wait(200)
  }
  throw new Error('the demo wrote no fleet file')
}

const staffOf = async ({ url }: Product): Promise<Call> => {
  let token: string | null = null
  const call = createClient({ base_url: url, token: () => token })
  token = (await call(api.login, { body: { user_name: 'admin', password: ADMIN_PASSWORD } })).token
  return call
}

/** `ok`, or the code of the refusal. */
const codeOfCall = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

const isLetIn = async ({ mqtt_port }: Product, options: IClientOptions): Promise<boolean> => {
  try {
    const client = await mqtt.connectAsync(
      `mqtt://127.0.0.1:${mqtt_port}`,
      { reconnectPeriod: 0, connectTimeout: 5_000, ...options },
      false,
    )
    await client.endAsync(true)
    return true
  } catch {
    // Refused or disconnected: not authenticated.
    return false
  }
}

const nowS = (): number => Math.floor(Date.now() / 1000)
const hash = (name: string, text: string): string => createHash(name).update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/** Weak password schemes found in the field; `signed` is what a module would sign. */
const FROM_THE_MAC: Record<string, (did: string, signed: string) => string> = {
  'the id itself': (did) => did,
  'its MD5': (did) => hash('md5', did),
  'its SHA-256': (did) => hash('sha256', did),
  'its last eight digits': (did) => did.slice(-8),
  'the id backwards': (did) => Array.from(did).reverse().join(''),
  'an HMAC keyed with the id': (did, signed) => hmac(did, signed),
  'an HMAC keyed with its MD5': (did, signed) => hmac(hash('md5', did), signed),
  'an HMAC keyed with its SHA-256': (did, signed) => hmac(Buffer.from(hash('sha256', did), 'hex'), signed),
  'an HMAC with zeros': (_, signed) => hmac(Buffer.alloc(32), signed),
  'an HMAC without a key': (_, signed) => hmac('', signed),
  'no password': () => '',
}

const attackLogIns = async (product: Product, units: readonly Credentials[], rounds: number, checks: Checks) => {
  const [own, ...others] = units
  if (own === undefined) throw new Error('the demo has no units')
  const accepted: string[] = []
  let tried = 0
  const attempt = async (what: string, options: IClientOptions) => {
    tried += 1
    if (await isLetIn(product, options)) accepted.push(what)
  }
  for (let round = 0; round < rounds; round += 1)
    for (const { did } of others) {
      const ts = nowS()
      const foreign = logInOf({ did, secret_hex: own.secret_hex }, ts)
      await attempt(`the own secret for ${did}`, { clientId: did, ...foreign })
      await attempt(`the own log-in under the name of ${did}`, { clientId: did, ...logInOf(own, ts) })
      await attempt(`the name ${did} with the own client id`, { clientId: own.did, ...foreign })
      for (const [what, passwordOf] of Object.entries(FROM_THE_MAC)) {
        const password = passwordOf(did, `${did}|${ts}`)
        await attempt(`${what} for ${did}`, { clientId: did, username: `${did}|${ts}|h1`, password })
        await attempt(`${what} for ${did}, plain`, { clientId: did, username: `${did}|0|s1`, password })
      }
    }
  checks.expect(
    `${tried} log-ins with another unit's name or a password made from it: none accepted`,
    accepted.length === 0,
    accepted.join(', ') || undefined,
  )
  checks.expect('the unit itself is let in', await isLetIn(product, { clientId: own.did, ...logInOf(own, nowS()) }))
}

const codeOfUnit = ({ did, secret_hex }: Credentials, generation: number): string =>
  codeOf(createHmac('sha256', Buffer.from(secret_hex, 'hex')).update(claimInput(did, generation)).digest())

const attackBindings = async (
  product: Product,
  admin: Call,
  units: readonly Credentials[],
  rounds: number,
  checks: Checks,
) => {
  const app = await openApp(product.url, admin, 'Attackers')
  const free = await freeUnits(admin, units)
  const [sold, target] = free
  if (sold === undefined || target === undefined) throw new Error('the demo left no unit without an owner')
  const bind = ({ call }: { call: Call }, device: Credentials, code: string) =>
    codeOfCall(call(api.appBind, { body: { device_id: device.did, code } }))

  const owner = await app.join('owner@example.com')
  const thief = await app.join('thief@example.com')
  checks.expect(
    'the owner binds with the code of the label',
    (await bind(owner, sold, codeOfUnit(sold, 1))) === 'ok',
    '',
  )
  const taken = await bind(thief, sold, codeOfUnit(sold, 1))
  checks.expect('a unit with an owner is not taken, even with its code', taken === 'device_has_owner', taken)
  await owner.call(api.appUnbind, { params: { device_id: sold.did } })
  const again = await bind(owner, sold, codeOfUnit(sold, 1))
  checks.expect('the former owner’s code is dead once it is sold', again === 'claim_refused', again)
  const { code } = await admin(api.claimCode, { body: { mac: sold.did } })
  const buyer = await app.join('buyer@example.com')
  checks.expect('the buyer binds with the new code', (await bind(buyer, sold, code)) === 'ok')
  const back = await Promise.all([codeOfUnit(sold, 1), code].map((one) => bind(owner, sold, one)))
  checks.expect('the former owner does not get it back', !back.includes('ok'), back.join(', '))
  const seen = (await owner.call(api.appDevices)).map(({ device_id }) => device_id)
  checks.expect('and does not see it any more', !seen.includes(sold.did), seen.join(', ') || undefined)

  // Last, because a guessing address is blocked for a while.
  const outcomes = new Map<string, number>()
  let guessed = 0
  for (let round = 0; round < rounds * 3; round += 1) {
    const guesser = await app.join(`guesser-${round}@example.com`)
    const codes = Object.values(FROM_THE_MAC).map((make) =>
      codeOf(
        createHash('sha256')
          .update(make(target.did, claimInput(target.did, 1)))
          .digest(),
      ),
    )
    for (const code of [...codes, ...Array.from({ length: 5 }, () => codeOf(randomBytes(16)))]) {
      const outcome = await bind(guesser, target, code)
      guessed += 1
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  checks.expect(`${guessed} claim codes guessed or made from the MAC: none accepted`, !outcomes.has('ok'))
  const evaluated = outcomes.get('claim_refused') ?? 0
  checks.expect(`at most 10 a person were looked at (${evaluated} of ${guessed})`, evaluated <= rounds * 3 * 10)
}

/** Devices without an owner, once the demo's onboarding has finished. */
const freeUnits = async (admin: Call, units: readonly Credentials[]): Promise<Credentials[]> => {
  let before = -1
  for (let tries = 0; tries < 100; tries += 1) {
    const { total } = await admin(api.appUserList, { query: { size: 1 } })
    if (total === before && total > 0) break
    before = total
    await wait(2_000)
  }
  const owners = await Promise.all(units.map(({ did }) => admin(api.deviceOwner, { query: { mac: did } })))
  return units.filter((_, at) => owners[at]?.owner === null)
}

const revoke = async (product: Product, admin: Call, units: readonly Credentials[], checks: Checks) => {
  // Not one of those attacked above: their names are banned for this address.
  const [unit] = units
  if (unit === undefined) throw new Error('the demo has no units')
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${product.mqtt_port}`, {
    clientId: unit.did,
    ...logInOf(unit, nowS()),
    reconnectPeriod: 0,
  })
  const closed = new Promise<number>((resolve) => client.once('close', () => resolve(performance.now())))
  const began = performance.now()
  const { secret_hex } = await admin(api.renewDeviceSecret, { body: { mac: unit.did, reason: 'stolen' } })
  const took_ms = (await Promise.race([closed, wait(10_000).then(() => Number.POSITIVE_INFINITY)])) - began
  checks.expect(
    `a revoked secret ends its connection within 1 s (${Math.round(took_ms)} ms)`,
    took_ms <= REVOKED_WITHIN_MS,
    '',
  )
  const old = await isLetIn(product, { clientId: unit.did, ...logInOf(unit, nowS()) })
  checks.expect('the old secret is refused', !old)
  const fresh = await isLetIn(product, { clientId: unit.did, ...logInOf({ did: unit.did, secret_hex }, nowS()) })
  checks.expect('the new one is accepted', fresh)
}
