import { createHmac } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import type { UpChannel } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { downlinkFilter, parseTopic, upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { NO_FLAGS, REPORT_TYPE, type Report } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { type Gateway, runGateway } from '../src/gateway/run.ts'
import type { GatewayStart } from '../src/gateway/start.ts'
import type { FromGateway, ToGateway } from '../src/platform/bus.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import type { TestDatabase } from './database.ts'
import { SMALL_FLEET_KEY, type SmallDevice } from './small-fleet.ts'

/** A gateway in this process on a free port, with the messages it published to the console and a way to send it messages. */
export type TestGateway = Omit<Gateway, 'mqtt_port'> & {
  mqtt_port: number
  /** Where it really listens. */
  ports: Pick<Gateway, 'mqtt_port' | 'mqtts_port'>
  published: FromGateway[]
  send: (message: ToGateway) => void
}

export const startTestGateway = async (
  database: TestDatabase,
  clock: Clock = systemClock,
  changes: Partial<GatewayStart> = {},
): Promise<TestGateway> => {
  const published: FromGateway[] = []
  const listeners = new Set<(message: ToGateway) => void>()
  const start: GatewayStart = {
    database: database.connection,
    host: '127.0.0.1',
    mqtt_port: 0,
    mqtts: null,
    mqtt_url: null,
    instance: 'test',
    secret_key_hex: SMALL_FLEET_KEY.toString('hex'),
    firmware_folder: join(tmpdir(), 'heatfleet-no-firmware'),
    firmware_url: null,
    limits: { connections: 100, ingest_queue: 1000, upgrade_bytes_per_s: 10_000_000 },
    partition_span: 'day',
    plain_static_login: false,
    detect_first_login: true,
    log: { file: null, level: 'silent' },
    ...changes,
  }
  const bus = {
    publish: (message: FromGateway) => void published.push(message),
    subscribe: (listener: (message: ToGateway) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const gateway = await runGateway(start, { bus, clock, log: pino({ level: 'silent' }) })
  const send = (message: ToGateway): void => {
    for (const listener of listeners) listener(message)
  }
  const { mqtt_port, mqtts_port } = gateway
  return { ...gateway, mqtt_port: mqtt_port ?? 0, ports: { mqtt_port, mqtts_port }, published, send }
}

/** A module made of nothing but MQTT.js and the documented log-in. */
export type TestModule = {
  client: MqttClient
  /** Subscribes to its own topics; done already unless `is_silent`. */
  listen: () => Promise<void>
  /** Resolves with the PUBACK. */
  send: (
    channel: UpChannel,
    payload: Uint8Array | object,
    options?: { qos?: 0 | 1; topic?: string; retain?: boolean },
  ) => Promise<void>
  /** JSON messages that came for it, by channel. */
  received: { channel: string; message: Record<string, unknown> }[]
  acknowledge: (ack: AckMessage) => Promise<void>
}

export const loginOf = ({ mac, secret }: Pick<SmallDevice, 'mac' | 'secret'>, now_ms: number): IClientOptions => {
  const ts = Math.floor(now_ms / 1000)
  return {
    clientId: mac,
    username: `${mac}|${ts}|h1`,
    password: createHmac('sha256', secret).update(`${mac}|${ts}`).digest('hex'),
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    clean: true,
  }
}

/** A module that logged in and listens; `is_silent` = it has not subscribed yet. */
export const connectModule = async (
  { mqtt_port }: Pick<TestGateway, 'mqtt_port'>,
  device: Pick<SmallDevice, 'mac' | 'secret'>,
  options: IClientOptions & { now_ms?: number; is_silent?: boolean } = {},
): Promise<TestModule> => {
  const { now_ms = Date.now(), is_silent = false, ...changes } = options
  const client = await mqtt.connectAsync(
    `mqtt://127.0.0.1:${mqtt_port}`,
    { ...loginOf(device, now_ms), ...changes },
    false,
  )
  client.on('error', () => {})
  const received: TestModule['received'] = []
  client.on('message', (topic, payload) => {
    const channel = parseTopic(topic)?.channel ?? topic
    // Pieces of firmware are no JSON.
    if (channel !== 'otac') received.push({ channel, message: JSON.parse(payload.toString()) })
  })
  const listen = async (): Promise<void> => {
    await client.subscribeAsync(downlinkFilter(device.mac), { qos: 1 })
  }
  if (!is_silent) await listen()
  const send: TestModule['send'] = async (channel, payload, { qos = 1, topic, retain = false } = {}) => {
    const bytes = payload instanceof Uint8Array ? payload : buildPayload(payload)
    await client.publishAsync(topic ?? upTopic(device.mac, channel), Buffer.from(bytes), { qos, retain })
  }
  return { client, listen, send, received, acknowledge: (ack) => send('ack', ack) }
}

/** A cyclic report of some registers from an address on, slave 1, function 3. */
export const reportOf = (
  seq: number,
  ts: number,
  words: number[],
  changes: Partial<Report> & { start?: number } = {},
): Uint8Array => {
  const { start = 14, ...others } = changes
  const data = Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255]))
  return encodeReport({
    type: REPORT_TYPE.cyclic,
    seq,
    ts,
    flags: { ...NO_FLAGS, cyclic: true },
    rssi_dbm: -71,
    csq: 21,
    blocks: [{ slave: 1, fn: 3, start, quantity: words.length, status: 0, data }],
    ...others,
  })
}
