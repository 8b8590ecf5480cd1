import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import mqtt from 'mqtt'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '../../test/certificate.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'
import { connectModule, loginOf, reportOf, startTestGateway, type TestGateway } from '../../test/gateway.ts'
import { packetOf } from '../../test/raw-module.ts'
import type { SmallDevice, SmallFleet } from '../../test/small-fleet.ts'
import type { GatewayStart } from './start.ts'

const database = useDatabase()
const { cert, key } = makeCertificate()
/** Another issuer with the same name: what an attacker in the middle has. */
const other = makeCertificate()
let fleet: SmallFleet
let gateway: TestGateway
let secure: NonNullable<GatewayStart['mqtts']>

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-tls-'))
  secure = { port: await freePort(), cert_file: join(folder, 'cert.pem'), key_file: join(folder, 'key.pem') }
  writeFileSync(secure.cert_file, cert)
  writeFileSync(secure.key_file, key)
  gateway = await startTestGateway(database, undefined, { mqtts: secure })
  return async () => {
    await gateway.stop()
    rmSync(folder, { recursive: true })
  }
})

const device = (at = 0): SmallDevice => {
  const found = fleet.devices[at]
  if (found === undefined) throw new Error('the small fleet has six devices')
  return found
}
/** Over TLS, with the certificate that the module trusts. */
const connectSecurely = (options: mqtt.IClientOptions) =>
  mqtt.connectAsync(`mqtts://127.0.0.1:${secure.port}`, { rejectUnauthorized: true, ...options }, false)
const closing = async (client: mqtt.MqttClient) => {
  onTestFinished(() => client.endAsync(true).then(() => {}))
  return client
}

describe('MQTT over TLS', () => {
  it('is the only one where plain MQTT is not offered', async () => {
    const alone = { ...secure, port: await freePort() }
    const closed = await startTestGateway(database, undefined, { mqtt_port: null, mqtts: alone })
    onTestFinished(closed.stop)
    expect(closed.ports).toEqual({ mqtt_port: null, mqtts_port: alone.port })
    const login = { ...loginOf(device(3), Date.now()), ca: cert, rejectUnauthorized: true }
    const client = await closing(await mqtt.connectAsync(`mqtts://127.0.0.1:${alone.port}`, login, false))
    expect(client.connected).toBe(true)
  })

  it('a module that trusts the certificate logs in, and its report is acknowledged and stored', async () => {
    const { mac, device_id } = device()
    const client = await closing(await connectSecurely({ ...loginOf(device(), Date.now()), ca: cert }))
    const ts = Math.floor(Date.now() / 1000)
    const report = Buffer.from(reportOf(1, ts, [250, 300]))
    await client.publishAsync(upTopic(mac, 'blk'), report, { qos: 1 })
    const rows = await database.db.selectFrom('report_hot').select('at').where('device_id', '=', device_id).execute()
    expect(rows.map(({ at }) => at.getTime() / 1000)).toEqual([ts])
  })

  it('one that trusts another certificate does not send its log-in', async () => {
    const login = loginOf(device(1), Date.now())
    await expect(connectSecurely({ ...login, ca: other.cert })).rejects.toThrow(/self-signed|certificate|verif/i)
    await expect(connectSecurely(login)).rejects.toThrow(/self-signed|certificate/i)
  })

  it('versions before 1.2 are refused', async () => {
    // At Node's own level of security it offers none of them: the refusal would be the client's.
    const versions = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const
    const old = { ...loginOf(device(1), Date.now()), ca: cert, ...versions }
    await expect(connectSecurely(old)).rejects.toThrow(/alert protocol version/)
  })

  it('plain MQTT on the port of TLS is closed without an answer of the broker', async () => {
    const socket = connect(secure.port, '127.0.0.1')
    socket.on('error', () => {})
    const heard: Buffer[] = []
    socket.on('data', (bytes) => heard.push(bytes))
    const head = Buffer.from('00044d5154540402003c', 'hex')
    socket.write(packetOf(0x10, head, Buffer.from('0001', 'hex'), Buffer.from('a')))
    await once(socket, 'close')
    const connack = 0x20
    expect(Buffer.concat(heard)[0]).not.toBe(connack)
    await expect(connectModule({ mqtt_port: secure.port }, device(1), { connectTimeout: 2_000 })).rejects.toThrow()
  })

  it('the secret itself as password is taken over TLS alone', async () => {
    const { mac, secret } = device(2)
    const login = { ...loginOf(device(2), Date.now()), username: `${mac}|0|s1`, password: secret.toString('hex') }
    await database.db.updateTable('devices').set({ static_login: true }).where('mac', '=', mac).execute()
    await expect(connectModule(gateway, device(2), login)).rejects.toThrow(/not authorized|bad user/i)
    const client = await closing(await connectSecurely({ ...login, ca: cert }))
    expect(client.connected).toBe(true)
  })
})
