import { z } from 'zod'
import { DatabaseAddress } from '../platform/database-address.ts'

/** Everything the gateway process needs to run. */
export const GatewayStart = z.object({
  database: DatabaseAddress,
  /** Address MQTT listens on. */
  host: z.string(),
  /** Plain MQTT: 0 = any free port, `ready` reports it; null = not offered. */
  mqtt_port: z.number().int().nullable(),
  /** MQTT over TLS; null = not offered. Certificate and key are files in PEM. */
  mqtts: z.object({ port: z.number().int(), cert_file: z.string(), key_file: z.string() }).nullable(),
  /** An external broker; the embedded one is not started then. */
  mqtt_url: z.string().nullable(),
  /** Name of this installation, the same after every restart: names its sessions at an external broker. */
  instance: z.string(),
  /** 64 hex digits: opens the sealed secrets of the devices. */
  secret_key_hex: z.string().regex(/^[0-9a-f]{64}$/),
  /** Absolute folder of the firmware images. */
  firmware_folder: z.string(),
  /** Where modules reach the console's port for their images; null = images are sent over MQTT alone. */
  firmware_url: z.string().nullable(),
  limits: z.object({
    /** Connections the embedded broker holds; one more is refused. */
    connections: z.number().int(),
    /** Reports waiting for the database before devices are slowed down. */
    ingest_queue: z.number().int(),
    /** Pieces of images, of all modules together. */
    upgrade_bytes_per_s: z.number().int(),
  }),
  /** Time that one partition of the hot table holds. */
  partition_span: z.enum(['day', 'hour']),
  /** Laboratory only: mode `s1` (the secret itself as password) is accepted without TLS too. */
  plain_static_login: z.boolean().default(false),
  /** A generic module whose board nobody knows is detected by itself when it registers for the first time. */
  detect_first_login: z.boolean().default(true),
  log: z.object({
    /** File the log is appended to; null = standard error. */
    file: z.string().nullable(),
    level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  }),
})
export type GatewayStart = z.infer<typeof GatewayStart>

/**
 * The first IPC message to a new gateway process: `fork('main.ts')`, then `child.send({ kind: 'start', start })`. Not by
 * argument or environment, because it contains the key of the device secrets, which every user of the machine could
 * read there.
 */
export const StartMessage = z.object({ kind: z.literal('start'), start: GatewayStart })
export type StartMessage = z.infer<typeof StartMessage>
