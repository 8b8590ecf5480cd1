import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import pg from 'pg'
import { type Credentials, logInOf } from '../device-client.ts'
import type { Checks } from '../faults/checks.ts'
import { frameOf } from '../faults/numbered-frame.ts'
import { clientOf, embeddedConnection, signInUser, storedRows } from '../faults/stored.ts'
import { connectPush } from '../push-client.ts'
import type { Cluster } from './cluster-processes.ts'

const REPORTS = 20
const STORED_MAX_MS = 60_000
/** Each console bans after five that it was asked about, and the proxy asks both in turn. */
const WRONG_LOGINS = 14
const CONNECT_MAX_MS = 15_000

/** Modules over TLS and without, people over the proxy, a stranger who guesses. */
export const useCluster = async (cluster: Cluster, checks: Checks): Promise<void> => {
  await expectProxy(cluster, checks)
  await expectModule(cluster, checks)
  await expectNoPlain(cluster, checks)
  await expectStrangers(cluster, checks)
  await expectSecretAsPassword(cluster, checks)
}

const expectProxy = async ({ url }: Cluster, checks: Checks): Promise<void> => {
  const user = await signInUser(url)
  const call = clientOf(url, user.token)
  // The proxy takes the two consoles in turn.
  const answers = await Promise.all(Array.from({ length: 6 }, () => call(api.deviceList, { body: {} })))
  checks.expect(
    'a session works at both consoles behind the proxy',
    answers.every(({ total }) => total > 0),
  )
  const socket = await connectPush({ user }, url)
  checks.expect('the socket opens through the proxy', true)
  socket.close()
  const inner = await Promise.all(
    ['/metrics', '/broker/login'].map(async (path) => (await fetch(`${url}${path}`)).status),
  )
  checks.expect(
    'metrics and questions of the broker are not served outside',
    inner.every((status) => status === 404),
    inner.join(', '),
  )
}

type Options = IClientOptions & { localAddress?: string }

/** A module, over TLS and with the proxy's certificate unless told otherwise. */
const connect = ({ tls_port, certificate }: Cluster, unit: Credentials, options: Options = {}, scheme = 'mqtts') =>
  mqtt.connectAsync(
    `${scheme}://127.0.0.1:${tls_port}`,
    {
      ...logInOf(unit, Math.floor(Date.now() / 1000)),
      clientId: unit.did,
      clean: false,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_MAX_MS,
      ca: certificate,
      ...options,
    },
    false,
  )

const reasonOf = async (connecting: Promise<MqttClient>): Promise<string | null> => {
  try {
    await (await connecting).endAsync(true)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Errors of OpenSSL take several lines. */
const lineOf = (reason: string | null): string => reason?.trim().split('\n')[0] ?? 'it was let in'

const unitAt = ({ units }: Cluster, at: number): Credentials => {
  const unit = units[at]
  if (unit === undefined) throw new Error(`the fleet has no unit ${at}`)
  return unit
}

const expectModule = async (cluster: Cluster, checks: Checks): Promise<void> => {
  const unit = unitAt(cluster, 0)
  const client = await connect(cluster, unit, { localAddress: '127.0.9.1' })
  const first_ts = Math.floor(Date.now() / 1000) - 3 * 86_400
  for (let n = 0; n < REPORTS; n += 1)
    await client.publishAsync(upTopic(unit.did, 'blk'), frameOf(n, first_ts + n), { qos: 1 })
  let stored = 0
  for (let waited_ms = 0; waited_ms < STORED_MAX_MS && stored < REPORTS; waited_ms += 500) {
    await wait(500)
    const rows = await storedRows(embeddedConnection(cluster.database_of), unit.did, first_ts + REPORTS, first_ts)
    stored = [...rows.values()].reduce((sum, count) => sum + count, 0)
  }
  checks.expect(
    'a module logs in over TLS, and each of its reports is stored once',
    stored === REPORTS,
    `${stored} of ${REPORTS}`,
  )
  const { peerhost } = cluster.front.logins.at(-1) ?? {}
  checks.expect("the broker asks with the module's own address", peerhost === '127.0.9.1', peerhost)
  const foreign = client.publishAsync(upTopic(unitAt(cluster, 1).did, 'blk'), frameOf(0, first_ts), { qos: 1 })
  const closed = new Promise<boolean>((resolve) => client.once('close', () => resolve(true)))
  foreign.catch(() => {})
  checks.expect(
    'a topic of another unit ends its connection',
    await Promise.race([closed, wait(CONNECT_MAX_MS, false)]),
  )
  await client.endAsync(true)
}

const expectNoPlain = async (cluster: Cluster, checks: Checks): Promise<void> => {
  const before = cluster.front.logins.length
  const plain = await reasonOf(connect(cluster, unitAt(cluster, 1), {}, 'mqtt'))
  checks.expect('plain MQTT on the port of TLS is refused', plain !== null, lineOf(plain))
  // At Node's own level of security it offers none of them: the refusal would be the client's.
  const versions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const
  const old = await reasonOf(connect(cluster, unitAt(cluster, 1), versions as Options))
  checks.expect('TLS before 1.2 is refused', old?.includes('alert protocol version') === true, lineOf(old))
  checks.expect('neither reached the rules of the broker', cluster.front.logins.length === before)
}

/** Wrong passwords ban the unit from their own address alone: else anybody could lock it out. */
const expectStrangers = async (cluster: Cluster, checks: Checks): Promise<void> => {
  const unit = unitAt(cluster, 2)
  const [stranger, home] = ['127.0.9.66', '127.0.9.2']
  let refused = 0
  for (let tried = 0; tried < WRONG_LOGINS; tried += 1)
    if ((await reasonOf(connect(cluster, unit, { password: '0'.repeat(64), localAddress: stranger }))) !== null)
      refused += 1
  checks.expect('a wrong password is refused', refused === WRONG_LOGINS, `${refused} of ${WRONG_LOGINS}`)
  const banned = await reasonOf(connect(cluster, unit, { localAddress: stranger }))
  checks.expect('their address is banned for this unit', banned !== null, lineOf(banned))
  const own = await reasonOf(connect(cluster, unit, { localAddress: home }))
  checks.expect('the unit itself logs in meanwhile', own === null, own ?? undefined)
}

const expectSecretAsPassword = async (cluster: Cluster, checks: Checks): Promise<void> => {
  const unit = unitAt(cluster, 3)
  const plain = { username: `${unit.did}|0|s1`, password: unit.secret_hex }
  const before = await reasonOf(connect(cluster, unit, { ...plain, localAddress: '127.0.9.3' }))
  checks.expect('the secret as password is refused for a unit that may not', before !== null, lineOf(before))
  const client = new pg.Client(embeddedConnection(cluster.database_of))
  await client.connect()
  await client.query('update devices set static_login = true where mac = $1', [unit.did])
  await client.end()
  const after = await reasonOf(connect(cluster, unit, { ...plain, localAddress: '127.0.9.4' }))
  checks.expect('and taken for one that may, over TLS', after === null, after ?? undefined)
}
