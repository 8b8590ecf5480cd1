import { createCipheriv, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import pg from 'pg'
import { freePort, start, untilReady } from './processes.ts'

/** Of every account of a measured fleet; nothing outside this machine can reach it. */
const PASSWORD = 'Warm-Water-26'
export const SECRET_KEY_HEX = '5a0f3c69d2e1b4877896a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0'

/** The product under measurement: the real one in production mode, on its own data folder and ports. */
export type Product = {
  url: string
  mqtt_port: number
  /** Socket folder of its database, for tools that measure beside it. */
  socket_dir: string
  /** Its console process, and the parent of all processes of its database. */
  pid: number
  postmaster_pid: number
  database_log: string
  /** A connection to its database as its owner. */
  client: pg.Client
  stop: () => Promise<void>
}

const ROOT = join(import.meta.dirname, '..', '..')
/** What `npm run serve` runs, by this very Node. package.json is our own. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { serve: string } }
const SERVE = ['sh', '-c', scripts.serve.replace(' node ', ` '${process.execPath}' `)]

/** How the workloads start the product: full runs are pinned to cores, short forms are not. */
export type Place = { data_dir: string; is_pinned: boolean }

/** Runs `task` on the product, started on `data_dir` (kept afterwards) and stopped when the task ends. */
export const withProduct = async <Done>(
  place: Place,
  settings: Record<string, string>,
  task: (product: Product) => Promise<Done>,
): Promise<Done> => {
  const product = await startProduct(place, settings)
  try {
    return await task(product)
  } finally {
    await product.stop()
  }
}

const startProduct = async ({ data_dir, is_pinned }: Place, settings: Record<string, string>): Promise<Product> => {
  mkdirSync(data_dir, { recursive: true })
  // Started by root, the database runs under another account, which must be able to enter.
  chmodSync(data_dir, 0o755)
  const [port, mqtt_port] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    HEATFLEET_HOST: '127.0.0.1',
    HEATFLEET_PORT: String(port),
    HEATFLEET_MQTT_PORT: String(mqtt_port),
    HEATFLEET_DATA: data_dir,
    HEATFLEET_DEMO: '0',
    HEATFLEET_ADMIN_PASSWORD: PASSWORD,
    HEATFLEET_SECRET_KEY: SECRET_KEY_HEX,
    // All calls come from one address.
    HEATFLEET_CALLS_PER_ADDRESS: '1000000',
    ...settings,
  }
  const url = `http://127.0.0.1:${port}`
  const started = start(SERVE, is_pinned ? 'measured' : null, { cwd: ROOT, env })
  await untilReady(started, async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true)
  const cluster_dir = /^\s*Database\s+(\S+)/m.exec(started.output())?.[1] ?? join(data_dir, 'pg')
  // The first line is the process, the fifth the folder of its socket.
  const lines = readFileSync(join(cluster_dir, 'postmaster.pid'), 'utf8').split('\n')
  const socket_dir = lines[4] ?? ''
  const client = new pg.Client({ host: socket_dir, port: 5432, user: 'heatfleet', database: 'heatfleet' })
  await client.connect()
  return {
    url,
    mqtt_port,
    socket_dir,
    pid: started.pid,
    postmaster_pid: Number(lines[0]),
    database_log: join(data_dir, 'logs', 'postgres.log'),
    client,
    stop: async () => {
      await client.end()
      await started.stop()
    },
  }
}

/** A session as the console has it: the typed client, and its token for calls that are only timed. */
export type Session = { call: Call; user: UserInfo; token: string }

/** Logs in over HTTP. */
export const signIn = async (base_url: string, user_name: string): Promise<Session> => {
  let token: string | null = null
  const call = createClient({ base_url, token: () => token })
  const user = await call(api.login, { body: { user_name, password: PASSWORD } })
  token = user.token
  return { call, user, token: user.token }
}

/** Gives every device of a generated fleet the same secret, sealed as the product keeps it (nonce, tag, AES-256-GCM). */
export const giveSecret = async (client: pg.Client): Promise<string> => {
  const secret = randomBytes(32)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(SECRET_KEY_HEX, 'hex'), nonce)
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  await client.query('update devices set secret_sealed = $1', [Buffer.concat([nonce, cipher.getAuthTag(), sealed])])
  // The reports of the measured modules begin an hour ago and must be newer than the generated states.
  await client.query(`update device_status set last_report_at = last_report_at - interval '1 day'`)
  return secret.toString('hex')
}
