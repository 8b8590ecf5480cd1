import { downTopic, parseTopic, UPLINK_FILTER } from '@heatfleet/contract/device-protocol/device-topics.ts'
import mqtt, { type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import type { Clock } from '../platform/clock.ts'
import type { DeviceTransport, UplinkListener } from './device-transport.ts'

/** Any number of gateways share what the modules send. */
const SHARED_FILTER = `$share/ingest/${UPLINK_FILTER}`
/**
 * MQTT.js hands out the next message only when the last one is acknowledged, and we acknowledge after the commit: the
 * connections are what lets a transaction hold more than one report.
 */
const CONNECTIONS = 32
/**
 * The broker acknowledges a report to its module before we have stored it: it must keep what we have not acknowledged
 * while we are away, so the sessions outlive their connections so long.
 */
const SESSION_EXPIRY_S = 86_400

/**
 * The same ingest behind an external broker. Who a module is and what it may say is then that broker's business; here
 * only the topic is checked. Presence comes from `up/st`, whose last will the broker publishes.
 */
export const startSubscriber = async (deps: {
  url: string
  /** The sessions at the broker are found again under this name. */
  instance: string
  clock: Pick<Clock, 'now'>
  metrics: { refusedPublishes: Counter<'reason'> }
  log: Logger
  listener: UplinkListener
}): Promise<DeviceTransport & { mqtt_port: number }> => {
  const { url, instance, clock, metrics, log, listener } = deps
  let is_open = true
  let held: (() => void)[] = []
  const whenOpen = (task: () => void): void => {
    if (is_open) task()
    else held.push(task)
  }
  const take = (topic: string, payload: Buffer, is_repeat: boolean, acknowledge: () => void): void => {
    const parsed = parseTopic(topic)
    if (parsed === null || parsed.direction !== 'up') {
      metrics.refusedPublishes.inc({ reason: 'foreign_topic' })
      acknowledge()
      return
    }
    const { did, channel } = parsed
    const arrived_ms = clock.now()
    whenOpen(() => listener.onUplink({ did, channel, payload, arrived_ms, is_repeat, acknowledge }))
  }
  const connect = async (_: unknown, index: number): Promise<MqttClient> => {
    const client = await mqtt.connectAsync(
      url,
      {
        protocolVersion: 5,
        clientId: `heatfleet-${instance}-${index}`,
        clean: false,
        properties: { sessionExpiryInterval: SESSION_EXPIRY_S },
        customHandleAcks: (topic, payload, packet, done) => take(topic, payload, packet.dup === true, () => done(0)),
      },
      // A broker that is not there at the start is told of as such; one that goes later is waited for.
      false,
    )
    // Those of QoS 1 come by customHandleAcks; this event tells them a second time, once acknowledged.
    client.on('message', (topic, payload, packet) => {
      if (packet.qos === 0) take(topic, payload, false, () => {})
    })
    client.on('error', (error) => log.warn({ error }, 'external broker'))
    await client.subscribeAsync(SHARED_FILTER, { qos: 1 })
    return client
  }
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, connect))
  const [sender] = clients
  return {
    mqtt_port: 0,
    publish: (did, channel, payload) => {
      const qos = channel === 'time' || channel === 'otac' ? 0 : 1
      sender?.publish(downTopic(did, channel), Buffer.from(payload), { qos, retain: false })
    },
    // The broker holds the connections: it alone can end or count them.
    disconnect: () => {},
    isConnected: () => sender?.connected ?? false,
    isListening: () => sender?.connected ?? false,
    pause: () => {
      is_open = false
    },
    resume: () => {
      is_open = true
      const tasks = held
      held = []
      for (const task of tasks) task()
    },
    quiesce: () => {
      is_open = false
      held = []
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.endAsync(true)))
    },
  }
}
