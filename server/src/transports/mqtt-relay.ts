import mqtt, { type MqttClient } from 'mqtt'
import type { Logger } from 'pino'

/** Messages between the gateways of several machines, over the broker that they share. */
export type RelayTransport = {
  /** To the gateway that leads. */
  toLeader: (message: unknown) => void
  /** From it to all others. */
  toFollowers: (message: unknown) => void
  close: () => Promise<void>
}

/** Messages wait so long for a gateway whose connection broke. */
const SESSION_EXPIRY_S = 3_600
const QOS = 1
/** An older message says nothing that the database does not. */
const PUBLISH = { qos: QOS, properties: { messageExpiryInterval: 30 } } as const

/**
 * Opens the channel. Rejects when the broker cannot be reached. `onForgotten`: the broker lost what it kept for this process, and messages
 * with it.
 */
export const openRelayTransport = async (deps: {
  url: string
  /** Names the installation, the same on all its machines. */
  installation: string
  /** Names this machine. */
  instance: string
  log: Logger
  onToLeader: (from: string, message: unknown) => void
  onToFollowers: (message: unknown) => void
  onForgotten: () => void
}): Promise<RelayTransport> => {
  const { url, installation, instance, log } = deps
  const [to_leader, to_followers] = ['leader', 'followers'].map((name) => `heatfleet-bus/${installation}/${name}`)
  if (to_leader === undefined || to_followers === undefined) throw new Error('two topics')
  let has_connected = false
  const client: MqttClient = await mqtt.connectAsync(
    url,
    {
      protocolVersion: 5,
      clientId: `heatfleet-bus-${installation}-${instance}`,
      clean: false,
      // See mqtt-broker.ts.
      writeCache: false,
      reconnectPeriod: 500,
      properties: { sessionExpiryInterval: SESSION_EXPIRY_S },
    },
    false,
  )
  client.on('error', (error) => log.warn({ error }, 'messages between gateways'))
  client.on('message', (topic, payload) => {
    const { from, message } = JSON.parse(payload.toString()) as { from: string; message: unknown }
    if (from === instance) return
    if (topic === to_leader) deps.onToLeader(from, message)
    else deps.onToFollowers(message)
  })
  client.on('connect', ({ sessionPresent }) => {
    if (has_connected && !sessionPresent) deps.onForgotten()
    has_connected = true
  })
  has_connected = true
  await client.subscribeAsync([to_leader, to_followers], { qos: QOS, nl: true })
  const send = (topic: string, message: unknown): void =>
    void client.publish(topic, JSON.stringify({ from: instance, message }), PUBLISH, () => {})
  return {
    toLeader: (message) => send(to_leader, message),
    toFollowers: (message) => send(to_followers, message),
    close: () => client.endAsync(),
  }
}
