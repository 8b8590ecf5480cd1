import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net, { type AddressInfo, type Server, type Socket } from 'node:net'
import tls, { TLSSocket } from 'node:tls'
import { downTopic, upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import { writeToStream } from 'mqtt-packet'
import type { Counter, Gauge } from 'prom-client'
import type { Clock } from '../platform/clock.ts'
import type { DeviceTransport, DisconnectReason, UplinkListener } from './device-transport.ts'
import { authorizePublish, isOwnSubscription } from './mqtt-acl.ts'
import { type AuthDeps, authenticateLogin, type LoginResult } from './mqtt-auth.ts'
import type { GuardedConnection } from './mqtt-connection.ts'
import { createKeepAlive } from './mqtt-keep-alive.ts'
import { createSocketGate } from './mqtt-socket-gate.ts'

/** A module must send CONNECT within this time, in ms. */
const CONNECT_TIMEOUT_MS = 10_000
/**
 * Connections that may wait to be taken (the system's own limit, `net.core.somaxconn`, is 4,096 by default). Past it the kernel drops what modules
 * of a reconnecting fleet send, and each waits for its own timeout.
 */
const BACKLOG = 4_096
/**
 * A half-open TCP connection without an MQTT keep-alive is found after about this time, in ms. With one there are no probes: Node ends a connection
 * whose probes stay unanswered for ten seconds, which a weak mobile network does every day, and a fleet that came back together is probed together.
 */
const TCP_KEEP_ALIVE_MS = 60_000

/** Metrics of the broker. */
type BrokerMetrics = {
  connections: Gauge
  reportsIntercepted: Counter
  reportsByBroker: Counter
  refusedLogins: Counter<'reason'>
  refusedPublishes: Counter<'reason'>
  refusedSubscriptions: Counter
  refusedConnections: Counter<'reason'>
}

/** Where the embedded broker listens; null = not. */
export type BrokerPorts = { mqtt_port: number | null; mqtts_port: number | null }

type BrokerDeps = {
  start: {
    host: string
    /** Plain MQTT: 0 = any free port; null = not offered. */
    mqtt_port: number | null
    /** MQTT over TLS; null = not offered. Certificate and key are files in PEM. */
    mqtts: { port: number; cert_file: string; key_file: string } | null
    limits: { connections: number }
  }
  clock: Clock
  auth: AuthDeps
  metrics: BrokerMetrics
  listener: UplinkListener
}

/**
 * The embedded broker. Reports are intercepted on the socket (decision 0028); other messages are read in the publish hook and never
 * through a subscription, which in aedes buffers without bound; `concurrency: 0` because its emitter overflows the stack otherwise
 * (engines.md 3).
 */
export const startBroker = async (deps: BrokerDeps): Promise<DeviceTransport & BrokerPorts> => {
  const { start, clock, metrics, listener } = deps
  const connected = new Map<string, Client>()
  const superseded = new WeakSet<Client>()
  /** Clients that subscribed to one of their own topics. */
  const subscribed = new WeakSet<Client>()
  const wills = new WeakMap<Client, string | null>()
  const disconnect_reasons = new WeakMap<Client, DisconnectReason>()
  const guarded_connections = new WeakMap<Client['conn'], GuardedConnection>()
  const keep_alive_s = new WeakMap<Client, number>()
  const gate = createSocketGate(() => metrics.refusedConnections.inc({ reason: 'packet_too_large' }))
  const keep_alive = createKeepAlive<Client>({
    clock,
    isReadingPaused: gate.isClosed,
    onTimeout: (client) => {
      disconnect_reasons.set(client, 'keep_alive')
      client.close()
    },
  })
  let is_stopping = false

  // Otherwise the first packet makes a buffer for each of 65,536 packet ids, 8 MB for good; reports are acknowledged without them.
  writeToStream.cacheNumbers = false
  const broker = await Aedes.createBroker({
    concurrency: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    preConnect: (client, packet, done) => {
      wills.set(client, packet.will?.topic ?? null)
      // aedes does not see intercepted PUBLISH packets, so keep-alive is enforced by mqtt-keep-alive.ts.
      keep_alive_s.set(client, packet.keepalive ?? 0)
      packet.keepalive = 0
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      const attempt = {
        client_id: client.id,
        username: username ?? '',
        password: password?.toString() ?? '',
        address: addressOf(client),
        is_tls: client.conn instanceof TLSSocket,
        will_topic: wills.get(client) ?? null,
      }
      authenticateLogin(deps.auth, attempt).then(
        (result) => finishLogin(client, result, done),
        (error: unknown) => client.emit('error', error instanceof Error ? error : new Error(String(error))),
      )
    },
    authorizePublish: (client, packet, done) => {
      if (client === null) return done(new Error('a will without its client'))
      if (client.closed) {
        // The last will of a connection that ended: reported by onDisconnected, and stored nowhere.
        if (!disconnect_reasons.has(client)) disconnect_reasons.set(client, 'lwt')
        return done(new Error('a will is not published'))
      }
      const result = authorizePublish(client.id, packet)
      if (!result.ok) {
        metrics.refusedPublishes.inc({ reason: result.reason })
        // An error closes the connection: a module that tries this is broken or no module.
        return done(new Error(result.reason))
      }
      // No client may subscribe to it, so nothing is retained.
      packet.retain = false
      if (result.channel === 'blk') metrics.reportsByBroker.inc()
      listener.onUplink({
        did: client.id,
        channel: result.channel,
        payload: typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload,
        arrived_ms: clock.now(),
        is_repeat: packet.dup,
        acknowledge: () => done(null),
      })
    },
    authorizeSubscribe: (client, subscription, done) => {
      if (isOwnSubscription(client.id, subscription.topic)) return done(null, subscription)
      metrics.refusedSubscriptions.inc()
      done(null, null)
    },
  })

  const finishLogin = (
    client: Client,
    result: LoginResult,
    done: (error: AuthenticateError | null, success: boolean | null) => void,
  ): void => {
    if (!result.ok) {
      metrics.refusedLogins.inc({ reason: result.reason })
      done(Object.assign(new Error(result.reason), { returnCode: result.code }), null)
      return
    }
    const previous = connected.get(result.did)
    // One that is gone already takes nobody's place: the module may be back on a newer connection.
    if (previous !== undefined && !client.closed) {
      superseded.add(previous)
      listener.onCloned(result.did, addressOf(client), addressOf(previous))
    }
    done(null, true)
  }

  broker.on('client', (client) => {
    connected.set(client.id, client)
    metrics.connections.set(connected.size)
    listener.onConnected(client.id, addressOf(client))
    const connection = guarded_connections.get(client.conn)
    const silent_max_s = keep_alive_s.get(client) ?? 0
    if (connection !== undefined) keep_alive.watch(client, connection, silent_max_s)
    if (silent_max_s === 0 && client.conn instanceof net.Socket) client.conn.setKeepAlive(true, TCP_KEEP_ALIVE_MS)
  })
  broker.on('clientReady', (client) => {
    const did = client.id
    guarded_connections.get(client.conn)?.interceptReports(upTopic(did, 'blk'), (payload, is_repeat, acknowledge) => {
      metrics.reportsIntercepted.inc()
      listener.onUplink({ did, channel: 'blk', payload, arrived_ms: clock.now(), is_repeat, acknowledge })
    })
  })
  broker.on('subscribe', (subscriptions, client) => {
    if (!subscriptions.some(({ qos }) => qos <= 1)) return
    subscribed.add(client)
    listener.onListening(client.id)
  })
  broker.on('clientDisconnect', (client) => {
    keep_alive.forget(client)
    if (connected.get(client.id) === client) connected.delete(client.id)
    metrics.connections.set(connected.size)
    // A superseded connection leaves the module connected by the newer one; a stop of the gateway is not a disconnect.
    if (!superseded.has(client) && !is_stopping)
      listener.onDisconnected(client.id, disconnect_reasons.get(client) ?? 'closed')
  })

  const sockets = new Set<Socket>()
  const accept = (socket: Socket): void => {
    if (is_stopping || sockets.size >= start.limits.connections) {
      metrics.refusedConnections.inc({ reason: 'too_many' })
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    guarded_connections.set(socket, gate.guard(socket))
    broker.handle(socket)
  }
  const plain_server =
    start.mqtt_port === null ? null : await listen(net.createServer(accept), start.mqtt_port, start.host)
  let tls_server: Server | null = null
  if (start.mqtts !== null) {
    const { port, cert_file, key_file } = start.mqtts
    const secure = { cert: readFileSync(cert_file), key: readFileSync(key_file), minVersion: 'TLSv1.2' as const }
    const server = tls.createServer(secure, accept)
    server.on('tlsClientError', () => metrics.refusedConnections.inc({ reason: 'tls' }))
    tls_server = await listen(server, port, start.host)
  }

  const quiesce = (): void => {
    is_stopping = true
    gate.close()
    plain_server?.close()
    tls_server?.close()
  }
  return {
    mqtt_port: portOf(plain_server),
    mqtts_port: portOf(tls_server),
    publish: (did, channel, payload) => {
      if (!connected.has(did)) return
      const qos = channel === 'time' || channel === 'otac' ? 0 : 1
      const packet = { cmd: 'publish', topic: downTopic(did, channel), qos, dup: false, retain: false } as const
      broker.publish({ ...packet, payload: Buffer.from(payload) }, () => {})
    },
    disconnect: (did) => connected.get(did)?.close(),
    isConnected: (did) => connected.has(did),
    isListening: (did) => {
      const client = connected.get(did)
      // A persistent session restores its subscriptions on reconnect.
      return client !== undefined && (!client.clean || subscribed.has(client))
    },
    pause: gate.close,
    resume: () => {
      if (!is_stopping) gate.open()
    },
    quiesce,
    close: async () => {
      quiesce()
      keep_alive.stop()
      await new Promise<void>((resolve) => broker.close(resolve))
      for (const socket of sockets) socket.destroy()
    },
  }
}

const addressOf = ({ conn }: Client): string => ('remoteAddress' in conn ? (conn.remoteAddress ?? '') : '')

const listen = async <S extends Server>(server: S, port: number, host: string): Promise<S> => {
  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
  return server
}

const portOf = (server: Server | null): number | null => {
  // A TCP server's address is an object, never a pipe's name.
  const address = server?.address() as AddressInfo | null | undefined
  return address?.port ?? null
}
