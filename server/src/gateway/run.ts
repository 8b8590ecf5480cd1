import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import type { Logger } from 'pino'
import { createRuleBook } from '../features/alarm-rules/public.ts'
import { createDispatch } from '../features/controls/dispatch.ts'
import { createFrameCapture } from '../features/device-capture/frame-capture.ts'
import { createModulePing } from '../features/device-capture/module-ping.ts'
import { createConnectivity } from '../features/devices/connectivity.ts'
import { createLiveView } from '../features/devices/live-view.ts'
import { pollPlanOf } from '../features/devices/poll-plan.ts'
import { createRecordReads } from '../features/devices/record-reads.ts'
import { createLinkIssuer } from '../features/firmware/links.ts'
import { createUpgradeRunner } from '../features/firmware/runner.ts'
import { createFirstContact } from '../features/first-contact/gateway.ts'
import { createModelRunner } from '../features/models/runner.ts'
import { createDeadLetterReplay } from '../ingest/dead-letter-replay.ts'
import { createDeadLetters } from '../ingest/dead-letters.ts'
import { type CachedDevice, createDeviceCache } from '../ingest/device-cache.ts'
import { createGatewayMetrics, type GatewayMetrics } from '../ingest/gateway-metrics.ts'
import { createPersist } from '../ingest/persist-reports.ts'
import { createStatusPublisher } from '../ingest/publish-status.ts'
import { type ReadRegisters, readBackReport } from '../ingest/read-back-report.ts'
import { createReportWriter } from '../ingest/report-writer.ts'
import { createRetry } from '../ingest/retry-policy.ts'
import type { GatewayBus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db.ts'
import type { DeviceTransport, UplinkListener } from '../transports/device-transport.ts'
import { createBans } from '../transports/mqtt-bans.ts'
import { type BrokerPorts, startBroker } from '../transports/mqtt-broker.ts'
import { startSubscriber } from '../transports/mqtt-subscriber.ts'
import { handleConsoleRequest } from './console-requests.ts'
import type { GatewayStart } from './start.ts'
import { createUplinkRouter } from './uplink-router.ts'

/** Connections to PostgreSQL for log-ins, connectivity, commands and upgrades. */
const DATABASE_CONNECTIONS = 5
/** And for reports: behind the statements of a thousand upgrades, or of a fleet that reconnects, they would wait for seconds. */
const REPORT_CONNECTIONS = 2
/** Longest wait for the database when stopping, in ms; reports not stored by then were never acknowledged. */
const DRAIN_MS = 1_500
/** Longest wait for its connections to close, in ms. */
const CLOSE_MS = 500
const METRICS_EVERY_MS = 5_000
/** Open commands are read so often where a console's message may be lost with the gateway of its machine. */
const SWEEP_EVERY_MS = 5_000
/** Versions in use are compared with the database so often: a console that ended between its commit and its message says nothing. */
const LAYOUT_CHECK_EVERY_MS = 30_000

/** A running gateway. */
export type Gateway = BrokerPorts & { metrics: GatewayMetrics; stop: () => Promise<void> }
type Deps = { bus: GatewayBus; clock: Clock; log: Logger }

/** Starts the gateway: broker, ingest, connectivity, commands. In the child process, and in tests. */
export const runGateway = async (start: GatewayStart, { bus, clock, log }: Deps): Promise<Gateway> => {
  const open = (connections_max: number) =>
    openDatabase(start.database, {
      connections_max,
      onError: (error) => log.warn({ error }, 'database connection lost'),
    })
  const database = open(DATABASE_CONNECTIONS)
  const report_database = open(REPORT_CONNECTIONS)
  const { pool } = database
  const persist = createPersist(report_database.pool, start.partition_span)
  // A killed predecessor may still be committing: no device row is read before that has ended.
  await persist.waitForOtherTransactions()
  const metrics = createGatewayMetrics()
  const device_cache = createDeviceCache({
    pool: report_database.pool,
    log,
    secret_key: Buffer.from(start.secret_key_hex, 'hex'),
  })
  const publisher = createStatusPublisher(bus)
  const rules = await createRuleBook({ database, clock, log })
  const stopRules = bus.subscribe((message) => {
    if (message.kind === 'alarm_rules_changed') void rules.reread()
  })
  const capture = createFrameCapture({ pool, clock, log })
  // Transport and listener need each other: messages sent before the transport is started are dropped.
  let transport: (DeviceTransport & BrokerPorts) | null = null
  const sender: Pick<DeviceTransport, 'publish' | 'isConnected' | 'isListening'> = {
    publish: (did, channel, payload) => {
      capture.note(did, 'down', channel, payload)
      transport?.publish(did, channel, payload)
    },
    isConnected: (did) => transport?.isConnected(did) ?? false,
    isListening: (did) => transport?.isListening(did) ?? false,
  }
  const dead_letters = createDeadLetters({ pool, clock, metrics, log })
  const writer = createReportWriter({
    clock,
    findRules: rules.find,
    device_cache,
    persist,
    dead_letters,
    metrics,
    log,
    queue_max: start.limits.ingest_queue,
    onFull: () => transport?.pause(),
    onSpace: () => transport?.resume(),
    onStored: publisher.publishReports,
  })
  const connectivity = createConnectivity({ pool, clock, device_cache, log, onChanged: publisher.publishState })
  const live_view = createLiveView({ clock, transport: sender })
  let read_backs = 0
  const storeRead = (
    device: CachedDevice,
    read: ReadRegisters,
    words: readonly number[],
    ack: AckMessage,
  ): Promise<void> =>
    new Promise((resolve) => {
      read_backs += 1
      const report = readBackReport(device, read, words, ack, clock.now(), read_backs, resolve)
      if (report === null) resolve()
      else writer.takeParsed(report)
    })
  const record_reads = createRecordReads({
    clock,
    transport: sender,
    device_cache,
    onRead: (device, { slave, fn, start }, words, ack) => storeRead(device, { slave, read: { fn, start } }, words, ack),
  })
  const dispatch = createDispatch({
    pool,
    clock,
    device_cache,
    transport: sender,
    bus,
    metrics,
    log,
    onReadBack: storeRead,
  })
  const bans = createBans()
  const first_contact = await createFirstContact({
    pool,
    clock,
    log,
    secret_key: Buffer.from(start.secret_key_hex, 'hex'),
    device_cache,
    bans,
    transport: sender,
    onUnknownStored: () => bus.publish({ kind: 'unknown_modules' }),
  })
  const models = createModelRunner({
    pool,
    clock,
    device_cache,
    transport: sender,
    bus,
    log,
    planOf: pollPlanOf,
    detect_first_login: start.detect_first_login,
  })
  const upgrades = createUpgradeRunner({
    pool,
    clock,
    transport: sender,
    log,
    folder: start.firmware_folder,
    bytes_per_s: start.limits.upgrade_bytes_per_s,
    links: createLinkIssuer({ pool, clock, transport: sender, url: start.firmware_url }),
  })
  const ping = createModulePing({ pool, clock, transport: sender })
  const onListening = (did: string): void => {
    upgrades.wake(did)
    first_contact.onListening(did)
    dispatch.wake(did)
    live_view.wake(did)
  }
  const withRetry = createRetry({
    clock,
    onWait: (error, tries) => tries === 0 && log.warn({ error }, 'database unavailable, messages are retried'),
  })
  const route = createUplinkRouter({
    clock,
    pool,
    device_cache,
    writer,
    connectivity,
    dispatch,
    models,
    ping,
    record_reads,
    upgrades,
    publisher,
    transport: sender,
    metrics,
    log,
    withRetry,
    onListening,
  })
  const listener: UplinkListener = {
    onUplink: (uplink) => {
      capture.note(uplink.did, 'up', uplink.channel, uplink.payload)
      route(uplink)
    },
    onConnected: connectivity.cameOnline,
    onListening,
    onDisconnected: connectivity.wentOffline,
    onCloned: connectivity.wasCloned,
  }
  const findCredentials = async (did: string) => {
    const device = await device_cache.find(did)
    if (device === null) return null
    const { static_login, replaced } = device
    return { secret: device_cache.secretOf(device), static_login, replaced }
  }
  const auth = { clock, bans, findCredentials, plain_static_login: start.plain_static_login, first_contact }
  transport =
    start.mqtt_url === null
      ? await startBroker({ start, clock, auth, metrics, listener })
      : await startSubscriber({ url: start.mqtt_url, instance: start.instance, clock, metrics, log, listener })

  const dead_letter_replay = createDeadLetterReplay({ pool, writer, dead_letters })
  const requests = {
    first_contact,
    device_cache,
    publisher,
    dispatch,
    models,
    upgrades,
    live_view,
    record_reads,
    dead_letter_replay,
    transport: { disconnect: transport.disconnect, publish: sender.publish },
    ping,
    capture,
  }
  const fail = (error: unknown): void => log.error({ error }, 'request of the console failed')
  const stopListening = bus.subscribe((message) => void handleConsoleRequest(requests, message).catch(fail))
  const stopReconcile = await connectivity.reconcile((mac) => sender.isConnected(mac))
  await dispatch.resume()
  await models.resume()
  await upgrades.resume()
  await capture.resume()
  let stopMetrics = (): void => {}
  const sendMetrics = (): void => {
    metrics.registry.getMetricsAsJSON().then((figures) => bus.publish({ kind: 'metrics', metrics: figures }), fail)
    stopMetrics = clock.after(METRICS_EVERY_MS, sendMetrics)
  }
  sendMetrics()
  let stopLayoutCheck = (): void => {}
  const checkLayouts = async (): Promise<void> => {
    const product_keys = await device_cache.findReplacedLayouts()
    if (product_keys.length > 0) await handleConsoleRequest(requests, { kind: 'products_changed', product_keys })
  }
  const planLayoutCheck = (): void => {
    stopLayoutCheck = clock.after(LAYOUT_CHECK_EVERY_MS, () => {
      checkLayouts()
        .catch(fail)
        .finally(() => is_stopped || planLayoutCheck())
    })
  }
  let stopSweep = (): void => {}
  let is_stopped = false
  const sweep = (): void => {
    if (is_stopped) return
    stopSweep = clock.after(SWEEP_EVERY_MS, () => {
      dispatch.resume().catch(fail).finally(sweep)
    })
  }
  if (start.mqtt_url !== null) sweep()
  planLayoutCheck()

  return {
    mqtt_port: transport.mqtt_port,
    mqtts_port: transport.mqtts_port,
    metrics,
    stop: async () => {
      stopListening()
      stopReconcile()
      stopMetrics()
      is_stopped = true
      stopSweep()
      stopLayoutCheck()
      stopRules()
      rules.stop()
      dispatch.stop()
      first_contact.stop()
      models.stop()
      ping.stop()
      capture.stop()
      upgrades.stop()
      transport?.quiesce()
      let cancelTimeout = (): void => {}
      const timeout = new Promise<void>((resolve) => {
        cancelTimeout = clock.after(DRAIN_MS, resolve)
      })
      await Promise.race([Promise.all([writer.drained(), connectivity.settled()]), timeout])
      cancelTimeout()
      await transport?.close()
      const closed = Promise.all([database.close(), report_database.close()])
      await Promise.race([closed, new Promise<void>((resolve) => clock.after(CLOSE_MS, resolve))])
    },
  }
}
