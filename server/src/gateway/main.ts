import { type Logger, pino } from 'pino'
import type { FromGateway, GatewayBus, ToGateway } from '../platform/bus.ts'
import { systemClock } from '../platform/clock.ts'
import { describeError, logDestination } from '../platform/log.ts'
import { type Gateway, runGateway } from './run.ts'
import { runSharedGateway } from './shared-gateway.ts'
import { type GatewayStart, StartMessage } from './start.ts'

/**
 * Entry of the gateway process, a child of the main process: a flood or a crash here never takes the console down. It
 * waits for the start message, answers `ready` or `failed`, and ends after draining on `stop` or when the IPC channel closes.
 */

const createProcessBus = (): GatewayBus => ({
  publish: (message: FromGateway) => {
    // A closed channel is reported by `disconnect`; without a callback it would be an uncaught error.
    if (process.connected) process.send?.(message, undefined, {}, () => {})
  },
  subscribe: (listener) => {
    // The peer is the main process, built from the same types.
    const onMessage = (message: unknown) => listener(message as ToGateway)
    process.on('message', onMessage)
    return () => process.off('message', onMessage)
  },
})

const readStart = (): Promise<GatewayStart> =>
  new Promise((resolve) => {
    process.once('message', (message) => resolve(StartMessage.parse(message).start))
  })

/** The setting to name when the start fails, and the reason. */
const describe = (
  error: unknown,
  { mqtt_port, mqtts, mqtt_url }: GatewayStart,
): { setting: string; sentence: string } => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const port = error instanceof Error && 'port' in error ? Number(error.port) : null
  if (mqtt_url !== null && !/^\d/.test(code))
    return { setting: 'MQTT_URL', sentence: 'The MQTT broker cannot be reached.' }
  if (code === 'EADDRINUSE' || code === 'EACCES') {
    const setting = port === mqtts?.port && port !== mqtt_port ? 'HEATFLEET_MQTTS_PORT' : 'HEATFLEET_MQTT_PORT'
    const why = code === 'EADDRINUSE' ? 'is in use by another program' : 'may not be opened by this user'
    return { setting, sentence: `Port ${port ?? mqtt_port} ${why}.` }
  }
  if (code === 'ENOENT' && mqtts !== null)
    return { setting: 'HEATFLEET_MQTTS_CERT', sentence: 'The certificate or its key cannot be read.' }
  return { setting: 'DATABASE_URL', sentence: error instanceof Error ? error.message : String(error) }
}

/** Ends at once: another gateway may take the reports by now. What is not acknowledged is delivered to it. */
const leave =
  (log: Logger) =>
  (error: unknown): void => {
    log.warn({ error }, 'this gateway does not take the reports any more')
    process.exit(1)
  }

const main = async (): Promise<void> => {
  const start = await readStart()
  const log = pino(
    { level: start.log.level, base: { process: 'gateway' }, serializers: { error: describeError } },
    logDestination(start.log.file),
  )
  const bus = createProcessBus()
  let gateway: Pick<Gateway, 'mqtt_port' | 'mqtts_port' | 'stop'> | null = null
  let is_ending = false
  const end = async (): Promise<void> => {
    if (is_ending) return
    is_ending = true
    await gateway?.stop()
    process.exit(0)
  }
  // Ctrl-C reaches the whole process group; the main process decides when the gateway stops.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => void end())
  process.on('disconnect', () => void end())
  bus.subscribe((message) => {
    if (message.kind === 'stop') void end()
  })
  process.on('uncaughtException', (error) => {
    // The state is undefined: exit at once. Nothing unstored was acknowledged, and the main process starts a new one.
    log.fatal({ error }, 'gateway failed')
    process.exit(1)
  })
  try {
    const { mqtt_url } = start
    const deps = { bus, clock: systemClock, log }
    gateway =
      mqtt_url === null
        ? await runGateway(start, deps)
        : await runSharedGateway({ ...start, mqtt_url }, { ...deps, onLost: leave(log) })
    const { mqtt_port, mqtts_port } = gateway
    bus.publish({ kind: 'ready', mqtt_port, mqtts_port })
  } catch (error) {
    log.error({ error }, 'gateway cannot start')
    const failure: FromGateway = { kind: 'failed', ...describe(error, start) }
    process.send?.(failure, () => process.exit(1))
  }
}

await main()
