import { createHmac } from 'node:crypto'
import {
  buildUsername,
  type DeviceLogin,
  deviceSignatureInput,
} from '@heatfleet/contract/device-protocol/device-auth.ts'
import { LAST_WILL } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { KEEP_ALIVE_S, UP_CHANNELS, type UpChannel } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { downlinkFilter, parseTopic, upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { connect, type MqttClient } from 'mqtt'
import type { Unit } from './unit.ts'

/** Events of a connection for its module. */
type LinkEvents = {
  onUp: () => void
  onDown: () => void
  onMessage: (channel: string, payload: Uint8Array) => void
}

/** One MQTT connection of a module; a new one is made for every attempt, with a fresh signature. */
export type Link = {
  isUp: () => boolean
  /** Publishes; `done` gets whether the broker acknowledged it (QoS 0: sent). */
  publish: (channel: UpChannel, payload: Uint8Array, qos: 0 | 1, done?: (acknowledged: boolean) => void) => void
  /** Breaks the connection as a lost network does: the broker publishes the last will. */
  cut: () => void
  /** Sends `bye` and disconnects. */
  leave: () => Promise<void>
}

const CONNECT_TIMEOUT_MS = 15_000

/** Lower-case hex HMAC-SHA256 of an h1 log-in (device-protocol 1). */
export function signLogin(did: string, secret_hex: string, ts: number): string {
  return sign(Buffer.from(secret_hex, 'hex'), { did, ts, mode: 'h1' })
}

const sign = (secret: Buffer, login: DeviceLogin): string =>
  createHmac('sha256', secret).update(deviceSignatureInput(login)).digest('hex')

/** User name and password of a unit: with its own secret, or with that of its product as long as it has none (mode p1). */
function credentialsOf({ spec, secret_hex }: Unit, ts: number): { username: string; password: string } {
  const { did, product_login } = spec
  if (secret_hex !== null || product_login === undefined)
    return { username: buildUsername({ did, ts, mode: 'h1' }), password: signLogin(did, secret_hex ?? '', ts) }
  const login = { did, ts, mode: 'p1', product_key: product_login.product_key } as const
  return {
    username: buildUsername(login),
    password: sign(Buffer.from(product_login.product_secret, 'base64url'), login),
  }
}

/** Opens a connection: log-in, last will, persistent session, subscription to everything for this device. */
export function openLink(url: string, unit: Unit, now_s: number, events: LinkEvents): Link {
  const { spec } = unit
  const { did } = spec
  const client = connect(url, {
    clientId: did,
    ...credentialsOf(unit, now_s),
    // A simulator trusts the broker of its own product, whose certificate may be self-signed.
    rejectUnauthorized: false,
    clean: false,
    keepalive: KEEP_ALIVE_S[spec.net],
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    will: { topic: upTopic(did, 'st'), payload: Buffer.from(buildPayload(LAST_WILL)), qos: 1, retain: true },
  })
  let ended = false
  const down = (): void => {
    if (ended) return
    ended = true
    client.end(true)
    events.onDown()
  }
  client.on('connect', () => {
    client.subscribe(downlinkFilter(did), { qos: 1 }, (error) => {
      if (error) down()
      else events.onUp()
    })
  })
  client.on('message', (topic, payload) => {
    const parsed = parseTopic(topic)
    if (parsed?.direction === 'dn') events.onMessage(parsed.channel, payload)
  })
  // a refused log-in and a refused connection both end in `close`, where the module decides when to try again
  client.on('error', () => down())
  client.on('close', down)
  return {
    isUp: () => client.connected && !ended,
    publish: (channel, payload, qos, done) => publish(client, did, channel, payload, qos, done),
    cut: () => {
      client.stream.destroy()
      down()
    },
    leave: async () => {
      ended = true
      await client.endAsync()
    },
  }
}

function publish(
  client: MqttClient,
  did: string,
  channel: UpChannel,
  payload: Uint8Array,
  qos: 0 | 1,
  done?: (acknowledged: boolean) => void,
): void {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  client.publish(upTopic(did, channel), bytes, { qos, retain: UP_CHANNELS[channel].retain }, (error) => done?.(!error))
}
