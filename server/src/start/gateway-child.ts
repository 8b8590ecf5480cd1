import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, SettingError } from '../config.ts'
import type { GatewayStart } from '../gateway/start.ts'
import type { ConsoleBus, FromGateway, ToGateway } from '../platform/bus.ts'
import { type SupervisedChild, superviseChild } from '../platform/child-process.ts'
import type { ConnectionOptions } from '../platform/db.ts'

/** The gateway process as the console process sees it. */
export type Gateway = {
  bus: ConsoleBus
  /** True from its `ready` until it ends. */
  isReady: () => boolean
  /** Port of the embedded broker without TLS; null = closed. */
  mqtt_port: () => number | null
  /** Its port with TLS. */
  mqtts_port: () => number | null
  stop: () => Promise<void>
  kill: () => void
}

const FILE = join(import.meta.dirname, '..', 'gateway', 'main.ts')
const READY_MAX_MS = 30_000
const WAITING_MAX = 10_000
/**
 * V8 flags of the gateway. A report lives until its transaction has committed: with a semi-space of 8 MB most of a batch is promoted to the
 * old generation; one of 64 MB has pauses of 20 to 50 ms (decision 0027). No pretenuring: after one burst V8 would allocate all reports in the
 * old generation. The old generation is collected after 50 % growth: connections of unknown devices would otherwise raise memory by
 * 100 MB for good (decision 0031).
 */
const MEMORY = ['--max-semi-space-size=16', '--no-allocation-site-pretenuring', '--heap-growing-percent=50']
const STOP_MAX_MS = 3_000

/** Start parameters of the gateway process. */
export const gatewayStart = (
  config: Config,
  database: ConnectionOptions,
  {
    secret_key_hex,
    instance,
    firmware_folder,
    firmware_url,
    log_file,
  }: Pick<GatewayStart, 'secret_key_hex' | 'instance' | 'firmware_folder' | 'firmware_url'> & { log_file: string },
): GatewayStart => ({
  database,
  host: config.HEATFLEET_HOST,
  mqtt_port: config.HEATFLEET_MQTT_PLAIN === '1' ? config.HEATFLEET_MQTT_PORT : null,
  mqtts:
    config.HEATFLEET_MQTTS_CERT !== undefined && config.HEATFLEET_MQTTS_KEY !== undefined
      ? {
          port: config.HEATFLEET_MQTTS_PORT,
          cert_file: config.HEATFLEET_MQTTS_CERT,
          key_file: config.HEATFLEET_MQTTS_KEY,
        }
      : null,
  mqtt_url: config.MQTT_URL ?? null,
  instance,
  secret_key_hex,
  firmware_folder,
  firmware_url,
  limits: {
    connections: config.HEATFLEET_MQTT_CONNECTIONS,
    ingest_queue: config.HEATFLEET_INGEST_QUEUE,
    upgrade_bytes_per_s: config.HEATFLEET_UPGRADE_KIB_PER_S * 1_024,
  },
  partition_span: config.HEATFLEET_COMPACT,
  plain_static_login: false,
  detect_first_login: config.HEATFLEET_DETECT_FIRST_LOGIN === '1',
  log: { file: log_file, level: config.HEATFLEET_LOG_LEVEL },
})

/** Starts the gateway, waits until it is ready and keeps it running. */
export const startGateway = async (start: GatewayStart, output_file: string, log: Logger): Promise<Gateway> => {
  const listeners = new Set<(message: FromGateway) => void>()
  // Behind a broker the gateway that needs a message may be another machine's: reading everything anew, as a new one does, is not enough.
  const is_shared = start.mqtt_url !== null
  const { promise: first, resolve, reject } = Promise.withResolvers<void>()
  let was_ready = false
  let is_ready = false
  /** Messages for a gateway that is just starting anew. */
  let waiting: ToGateway[] = []
  let { mqtt_port } = start
  let mqtts_port: number | null = null

  const child: SupervisedChild = superviseChild({
    file: FILE,
    output_file,
    // As the console's: reports are little work, and modules wait for the acknowledgements.
    niceness: 0,
    node_flags: MEMORY,
    onStart: (send) => send({ kind: 'start', start: { ...start, mqtt_port } }),
    onMessage: (raw) => {
      // Only the gateway sends on this channel; both ends are typed by platform/bus.ts.
      const message = raw as FromGateway
      if (message.kind === 'ready') {
        is_ready = true
        was_ready = true
        mqtt_port = message.mqtt_port
        mqtts_port = message.mqtts_port
        resolve()
        for (const one of waiting) child.send(one)
        waiting = []
      }
      if (message.kind === 'failed') {
        log.error({ setting: message.setting }, message.sentence)
        reject(new SettingError(`${message.setting}: ${message.sentence}`))
      }
      for (const listener of listeners) listener(message)
    },
    onExit: (how, delay_ms) => {
      is_ready = false
      log.error({ how, delay_ms }, 'the gateway ended by itself')
      if (!was_ready) reject(new Error(`The gateway did not start (${how}); the reason is in ${output_file}.`))
      return was_ready
    },
    requestStop: (send) => send({ kind: 'stop' }),
    stop_max_ms: STOP_MAX_MS,
  })
  const late = setTimeout(() => reject(new Error(`The gateway did not get ready; see ${output_file}.`)), READY_MAX_MS)
  try {
    await first
  } catch (error) {
    child.kill()
    throw error
  } finally {
    clearTimeout(late)
  }
  return {
    bus: {
      publish: (message) => {
        if (is_ready || !is_shared) child.send(message)
        else if (waiting.length < WAITING_MAX) waiting.push(message)
      },
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    isReady: () => is_ready,
    mqtt_port: () => mqtt_port,
    mqtts_port: () => mqtts_port,
    stop: child.stop,
    kill: child.kill,
  }
}
