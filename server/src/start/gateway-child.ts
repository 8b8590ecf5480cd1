import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, SettingError } from '../config.ts'
import type { GatewayStart } from '../gateway/start.ts'
import type { ConsoleBus, FromGateway } from '../platform/bus.ts'
import { type KeptChild, keepChild } from '../platform/child-process.ts'
import type { ConnectionOptions } from '../platform/db.ts'

/** The gateway process as the console process sees it. */
export type Gateway = {
  bus: ConsoleBus
  /** True from its `ready` until it ends. */
  isReady: () => boolean
  /** Port of the embedded broker. */
  mqtt_port: () => number
  stop: () => Promise<void>
  kill: () => void
}

const FILE = join(import.meta.dirname, '..', 'gateway', 'main.ts')
const READY_MAX_MS = 30_000
/**
 * A report lives until its transaction has committed: in a young space of 8 MB most of a batch is moved out of it and collected with the old
 * ones; one of 64 MB is emptied in pauses of 20 to 50 ms (decision 0027). MB for each half of it. Nor may one burst teach the engine that
 * reports live for long: from then on it would make all of them among the old ones. The old ones are collected when they have grown by half,
 * not by as much as the engine likes: strangers' connections would make it keep a hundred megabytes more for good (decision 0031).
 */
const MEMORY = ['--max-semi-space-size=16', '--no-allocation-site-pretenuring', '--heap-growing-percent=50']
const STOP_MAX_MS = 3_000

/** What a gateway process is started with. */
export const gatewayStart = (
  config: Config,
  database: ConnectionOptions,
  secret_key_hex: string,
  instance: string,
  log_file: string,
): GatewayStart => ({
  database,
  host: config.HEATFLEET_HOST,
  mqtt_port: config.HEATFLEET_MQTT_PORT,
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
  limits: { connections: config.HEATFLEET_MQTT_CONNECTIONS, ingest_queue: config.HEATFLEET_INGEST_QUEUE },
  partition_span: config.HEATFLEET_COMPACT,
  plain_static_login: false,
  log: { file: log_file, level: config.HEATFLEET_LOG_LEVEL },
})

/** Starts the gateway and waits until it is ready; afterwards it is kept running. */
export const startGateway = async (start: GatewayStart, output_file: string, log: Logger): Promise<Gateway> => {
  const listeners = new Set<(message: FromGateway) => void>()
  const { promise: first, resolve, reject } = Promise.withResolvers<void>()
  let was_ready = false
  let is_ready = false
  let mqtt_port = start.mqtt_port

  const child: KeptChild = keepChild({
    file: FILE,
    output_file,
    // As the console's: reports are little work, and each of its turns is an acknowledgement somebody waits for.
    niceness: 0,
    node_flags: MEMORY,
    onStart: (send) => send({ kind: 'start', start: { ...start, mqtt_port } }),
    onMessage: (raw) => {
      // Only our own gateway speaks on this line; both ends are typed by platform/bus.ts.
      const message = raw as FromGateway
      if (message.kind === 'ready') {
        is_ready = true
        was_ready = true
        mqtt_port = message.mqtt_port
        resolve()
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
    askToStop: (send) => send({ kind: 'stop' }),
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
      tell: child.send,
      listen: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    isReady: () => is_ready,
    mqtt_port: () => mqtt_port,
    stop: child.stop,
    kill: child.kill,
  }
}
