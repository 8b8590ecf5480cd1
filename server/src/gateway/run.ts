import type { Logger } from 'pino'
import { createDispatch } from '../features/controls/dispatch.ts'
import { createConnectivity } from '../features/devices/connectivity.ts'
import { createLiveView } from '../features/devices/live-view.ts'
import { createDeadLetters } from '../ingest/dead-letters.ts'
import { createGatewayMetrics, type GatewayMetrics } from '../ingest/gateway-metrics.ts'
import { createKnownDevices } from '../ingest/known-devices.ts'
import { createPersist } from '../ingest/persist-reports.ts'
import { createStatusPublisher } from '../ingest/publish-status.ts'
import { readBackReport } from '../ingest/read-back-report.ts'
import { createReportWriter } from '../ingest/report-writer.ts'
import { createRetry } from '../ingest/retry-policy.ts'
import type { GatewayBus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db.ts'
import type { DeviceTransport, UplinkListener } from '../transports/device-transport.ts'
import { createBans } from '../transports/mqtt-bans.ts'
import { startBroker } from '../transports/mqtt-broker.ts'
import { startSubscriber } from '../transports/mqtt-subscriber.ts'
import { obeyConsole } from './requests.ts'
import type { GatewayStart } from './start.ts'
import { createUplinkRouter } from './uplink-router.ts'

/** Connections to PostgreSQL: one stores reports, the others serve log-ins, presence and commands. */
const DATABASE_CONNECTIONS = 6
/** Longest wait for the database when stopping, in ms; what is not stored then was never acknowledged. */
const DRAIN_MS = 1_500
/** Longest wait for its connections to close, in ms. */
const CLOSE_MS = 500
const METRICS_EVERY_MS = 5_000

/** A running gateway. */
export type Gateway = { mqtt_port: number; metrics: GatewayMetrics; stop: () => Promise<void> }
type Deps = { bus: GatewayBus; clock: Clock; log: Logger }

/** Puts the gateway together and starts it: broker, ingest, presence, commands. In the child process, and in tests. */
export const runGateway = async (start: GatewayStart, { bus, clock, log }: Deps): Promise<Gateway> => {
  const database = openDatabase(start.database, {
    connections_max: DATABASE_CONNECTIONS,
    onError: (error) => log.warn({ error }, 'database connection lost'),
  })
  const { pool } = database
  const persist = createPersist(pool, start.partition_span)
  // A gateway killed before us may have a commit under way: no unit's row is read before it is over.
  await persist.untilOthersSettled()
  const metrics = createGatewayMetrics()
  const known = createKnownDevices({ pool, log, secret_key: Buffer.from(start.secret_key_hex, 'hex') })
  const publisher = createStatusPublisher(bus)
  // The transport needs its listener and the listener the transport: what is sent before it stands goes nowhere.
  let transport: (DeviceTransport & { mqtt_port: number }) | null = null
  const sender: Pick<DeviceTransport, 'publish' | 'isConnected' | 'isListening'> = {
    publish: (did, channel, payload) => transport?.publish(did, channel, payload),
    isConnected: (did) => transport?.isConnected(did) ?? false,
    isListening: (did) => transport?.isListening(did) ?? false,
  }
  const writer = createReportWriter({
    clock,
    known,
    persist,
    dead_letters: createDeadLetters({ pool, clock, metrics, log }),
    metrics,
    log,
    queue_max: start.limits.ingest_queue,
    onFull: () => transport?.pause(),
    onRoom: () => transport?.resume(),
    onStored: publisher.publishReports,
  })
  const presence = createConnectivity({ pool, clock, known, log, onChanged: publisher.publishState })
  const live_view = createLiveView({ clock, transport: sender })
  let read_backs = 0
  const dispatch = createDispatch({
    pool,
    clock,
    known,
    transport: sender,
    bus,
    metrics,
    log,
    onReadBack: (device, planned, words, ack) =>
      new Promise((resolve) => {
        read_backs += 1
        const report = readBackReport(device, planned, words, ack, clock.now(), read_backs, resolve)
        if (report === null) resolve()
        else writer.takeParsed(report)
      }),
  })
  const onListening = (did: string): void => {
    dispatch.wake(did)
    live_view.wake(did)
  }
  const withRetry = createRetry({
    clock,
    onWait: (error, tries) => tries === 0 && log.warn({ error }, 'messages wait for the database'),
  })
  const listener: UplinkListener = {
    onUplink: createUplinkRouter({
      clock,
      pool,
      known,
      writer,
      presence,
      dispatch,
      publisher,
      transport: sender,
      metrics,
      log,
      withRetry,
      onListening,
    }),
    onConnected: presence.cameOnline,
    onListening,
    onGone: presence.wentOffline,
    onCloned: presence.wasCloned,
  }
  const findCredentials = async (did: string) => {
    const device = await known.find(did)
    return device === null ? null : { secret: known.secretOf(device), static_login: device.static_login }
  }
  const auth = { clock, bans: createBans(), findCredentials, plain_static_login: start.plain_static_login }
  transport =
    start.mqtt_url === null
      ? await startBroker({ start, clock, auth, metrics, listener })
      : await startSubscriber({ url: start.mqtt_url, instance: start.instance, clock, metrics, log, listener })

  const requests = { known, publisher, dispatch, live_view, transport }
  const fail = (error: unknown): void => log.error({ error }, 'request of the console failed')
  const stopListening = bus.listen((message) => void obeyConsole(requests, message).catch(fail))
  const stopReconcile = await presence.reconcile((mac) => sender.isConnected(mac))
  await dispatch.resume()
  let stopMetrics = (): void => {}
  const sendMetrics = (): void => {
    metrics.registry.getMetricsAsJSON().then((figures) => bus.tell({ kind: 'metrics', metrics: figures }), fail)
    stopMetrics = clock.after(METRICS_EVERY_MS, sendMetrics)
  }
  sendMetrics()

  return {
    mqtt_port: transport.mqtt_port,
    metrics,
    stop: async () => {
      stopListening()
      stopReconcile()
      stopMetrics()
      dispatch.stop()
      transport?.quiesce()
      let giveUp = (): void => {}
      const patience = new Promise<void>((resolve) => {
        giveUp = clock.after(DRAIN_MS, resolve)
      })
      await Promise.race([Promise.all([writer.settled(), presence.settled()]), patience])
      giveUp()
      await transport?.close()
      await Promise.race([database.close(), new Promise<void>((resolve) => clock.after(CLOSE_MS, resolve))])
    },
  }
}
