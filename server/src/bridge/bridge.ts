import mqtt, { type MqttClient } from 'mqtt'
import type { Clock } from '../platform/clock.ts'
import { bridgeStatusTopic, type Naming, ORIGIN, unitStatusTopic } from './entities.ts'
import { followUnit } from './follow-unit.ts'
import { createPublisher } from './publisher.ts'

export type BridgeSettings = {
  /** Address of the product. */
  url: string
  /** One for each unit: a grant of its owner (docs/owner-data.md). */
  tokens: readonly string[]
  /** The user's own broker, with user and password where it wants them. */
  broker: string
  naming: Naming
  /** A unit that has not reported for so long is unavailable, ms. */
  silent_ms: number
}

/** Retained configurations come within this after the subscription. */
const RETAINED_MS = 3_000

/**
 * Publishes units to Home Assistant over MQTT discovery until it is closed. Read only: a grant opens reads alone. A unit whose owner took back
 * the consent disappears, as does one whose token is no longer among the settings. Nothing secret is printed.
 */
export const startBridge = (
  settings: BridgeSettings,
  deps: { clock: Clock; print: (line: string) => void },
): { close: () => Promise<void> } => {
  const { naming, tokens } = settings
  const { clock, print } = deps
  const closing = new AbortController()
  const client = connect(settings)
  const publisher = createPublisher(client)
  const status_topic = `${naming.prefix}/status`
  const found = new Map<string, string | null>()
  /** Units by the number of their token; null = the token opens none. A token that was never answered is not in it. */
  const settled = new Map<number, string | null>()
  let has_listed = false

  /** What an earlier run published and nobody keeps up to date any more. */
  const removeForgotten = (): void => {
    if (!has_listed || settled.size < tokens.length) return
    for (const [topic, state_topic] of found) if (!publisher.has(topic)) publisher.remove([topic, state_topic])
    found.clear()
  }
  client.on('message', (topic, payload) => {
    if (topic === status_topic) {
      if (payload.toString() !== 'online') return
      print('Home Assistant started: everything is published again')
      publisher.repeat()
      return
    }
    if (payload.length > 0 && isOurs(payload, naming)) found.set(topic, stateTopicOf(payload))
  })
  client.on('connect', () => {
    print('Connected to the broker')
    client.subscribe([status_topic, `${naming.prefix}/+/+/+/config`], { qos: 1 }, (error) => {
      if (error !== null) print(`The broker refuses to subscribe: ${error.message}`)
    })
    publisher.publish(bridgeStatusTopic(naming), 'online')
    publisher.repeat()
    const stopWait = clock.after(RETAINED_MS, () => {
      has_listed = true
      client.unsubscribe(`${naming.prefix}/+/+/+/config`)
      removeForgotten()
    })
    closing.signal.addEventListener('abort', stopWait, { once: true })
  })
  client.on('error', (error) => print(`Broker: ${error.message}`))
  client.on('close', () => {
    if (!closing.signal.aborted) print('No connection to the broker')
  })

  const units = new Map<string, number>()
  const following = tokens.map((token, at) =>
    followUnit(
      { url: settings.url, token, naming, silent_ms: settings.silent_ms },
      {
        clock,
        publisher,
        signal: closing.signal,
        print: (line) => print(`Token ${at + 1}: ${line}`),
        take: (device_id) => {
          const before = units.get(device_id)
          units.set(device_id, before ?? at)
          return before === undefined || before === at
        },
        settle: (device_id) => {
          settled.set(at, device_id)
          removeForgotten()
        },
      },
    ),
  )
  return {
    close: async () => {
      closing.abort()
      await Promise.all(following)
      publisher.publish(bridgeStatusTopic(naming), 'offline')
      await client.endAsync(!client.connected)
    },
  }
}

/** Removes what a bridge of this name has published at its broker; resolves to the number of entities. */
export const removeBridge = async (
  settings: Pick<BridgeSettings, 'broker' | 'naming'>,
  clock: Clock,
): Promise<number> => {
  const { naming } = settings
  const client = connect(settings, false)
  const topics = new Set<string>()
  const units = new Set<string>()
  client.on('message', (topic, payload) => {
    if (payload.length === 0 || !isOurs(payload, naming)) return
    topics.add(topic)
    const state_topic = stateTopicOf(payload)
    if (state_topic === null) return
    topics.add(state_topic)
    const unit = state_topic.split('/')[2]
    if (unit !== undefined) units.add(unit)
  })
  await client.subscribeAsync(`${naming.prefix}/+/+/+/config`, { qos: 1 })
  await new Promise<void>((resolve) => clock.after(RETAINED_MS, resolve))
  const entities = [...topics].filter((topic) => topic.endsWith('/config')).length
  for (const unit of units) topics.add(unitStatusTopic(naming, unit))
  topics.add(bridgeStatusTopic(naming))
  await Promise.all([...topics].map((topic) => client.publishAsync(topic, '', { qos: 1, retain: true })))
  await client.endAsync()
  return entities
}

const connect = ({ broker, naming }: Pick<BridgeSettings, 'broker' | 'naming'>, is_bridge = true): MqttClient =>
  mqtt.connect(broker, {
    clientId: `heatfleet-${is_bridge ? 'bridge' : 'remove'}-${naming.name}`,
    // Retained messages are flagged, and refusals have reasons, from version 5 on; brokers of Home Assistant speak 3.1.1 as well.
    protocolVersion: 4,
    reconnectPeriod: 2_000,
    ...(is_bridge
      ? { will: { topic: bridgeStatusTopic(naming), payload: Buffer.from('offline'), qos: 1, retain: true } }
      : {}),
  })

const parsed = (payload: Buffer): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(payload.toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** A configuration that a bridge of this name published. */
const isOurs = (payload: Buffer, naming: Naming): boolean => {
  const { origin, availability } = parsed(payload)
  return (
    typeof origin === 'object' &&
    origin !== null &&
    'name' in origin &&
    origin.name === ORIGIN &&
    Array.isArray(availability) &&
    availability.some((one: unknown) => JSON.stringify(one) === JSON.stringify({ topic: bridgeStatusTopic(naming) }))
  )
}

const stateTopicOf = (payload: Buffer): string | null => {
  const { state_topic } = parsed(payload)
  return typeof state_topic === 'string' ? state_topic : null
}
