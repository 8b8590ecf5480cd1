import { downTopic, parseTopic, UPLINK_FILTER } from '@heatfleet/contract/device-protocol/device-topics.ts'
import mqtt, { type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import type { Clock } from '../platform/clock.ts'
import type { DeviceTransport, UplinkListener } from './device-transport.ts'
import type { BrokerPorts } from './mqtt-broker.ts'

/** The connections share what the modules send; one gateway at a time has them (decision 0080). */
const SHARED_FILTER = `$share/ingest/${UPLINK_FILTER}`
/**
 * MQTT.js delivers the next message only when the last one is acknowledged, which happens after the commit: several
 * connections let a transaction hold more than one report.
 */
const CONNECTIONS = 32
/**
 * The broker acknowledges a report to its module before it is stored here: it must keep unacknowledged messages while the
 * gateway is down, so the sessions outlive their connections.
 */
const SESSION_EXPIRY_S = 86_400

/**
 * The same ingest behind an external broker. Authentication and authorisation of modules are then done by that broker; only
 * the topic is checked here. Connectivity comes from `up/st`, whose last will the broker publishes.
 */
export const startSubscriber = async (deps: {
  url: string
  /** Names the sessions at the broker: the same after a restart, and on whichever machine, so that it gets what the one before did not acknowledge. */
  instance: string
  clock: Pick<Clock, 'now'>
  metrics: { refusedPublishes: Counter<'reason'> }
  log: Logger
  listener: UplinkListener
}): Promise<DeviceTransport & BrokerPorts> => {
  const { url, instance, clock, metrics, log, listener } = deps
  let is_open = true
  let paused_tasks: (() => void)[] = []
  const whenOpen = (task: () => void): void => {
    if (is_open) task()
    else paused_tasks.push(task)
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
        // See mqtt-broker.ts.
        writeCache: false,
        properties: { sessionExpiryInterval: SESSION_EXPIRY_S },
        customHandleAcks: (topic, payload, packet, done) => take(topic, payload, packet.dup === true, () => done(0)),
      },
      // A broker that is unreachable at the start is an error; a later outage is waited for.
      false,
    )
    // QoS 1 messages come by customHandleAcks; this event repeats them once acknowledged.
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
    mqtt_port: null,
    mqtts_port: null,
    publish: (did, channel, payload) => {
      const qos = channel === 'time' || channel === 'otac' ? 0 : 1
      sender?.publish(downTopic(did, channel), Buffer.from(payload), { qos, retain: false })
    },
    // The connections belong to the broker: it alone can end or count them.
    disconnect: () => {},
    isConnected: () => sender?.connected ?? false,
    isListening: () => sender?.connected ?? false,
    pause: () => {
      is_open = false
    },
    resume: () => {
      is_open = true
      const tasks = paused_tasks
      paused_tasks = []
      for (const task of tasks) task()
    },
    quiesce: () => {
      is_open = false
      paused_tasks = []
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.endAsync(true)))
    },
  }
}
