import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pinned } from './cores.ts'
import { freePort } from './free-port.ts'

/** Administrator of the measured product; nothing outside this machine can reach it. */
export const ADMIN_PASSWORD = 'Warm-Water-26'

/** The product under measurement: the real one, in production mode, on its own data folder and ports. */
export type MeasuredProduct = {
  url: string
  mqtt_port: number
  data_dir: string
  /** Socket folder of its database, for tools that measure beside it. */
  socket_dir: string
  /** Its console process, and the parent of all processes of its database. */
  pid: number
  postmaster_pid: number
  /** What its database writes. */
  database_log: string
  /** A connection to its database as its owner. */
  connect: () => Promise<pg.Client>
  stop: () => Promise<void>
}

const ROOT = join(import.meta.dirname, '..', '..')
/** What `npm run serve` runs, by this very Node: measured is what people run. package.json is our own. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { serve: string } }
const SERVE = ['sh', '-c', scripts.serve.replace(' node ', ` '${process.execPath}' `)] as const
const READY_MAX_MS = 120_000
const ASK_EVERY_MS = 100

/** Settings of its own, and whether it is kept on the measured core. */
type How = { settings?: Record<string, string>; is_pinned?: boolean }

/** Starts the product on `data_dir` (made when missing, kept afterwards) and waits until it is ready. */
export const startProduct = async (
  data_dir: string,
  { settings = {}, is_pinned = false }: How = {},
): Promise<MeasuredProduct> => {
  mkdirSync(data_dir, { recursive: true })
  // As root the database runs under another account, which must be able to walk in.
  chmodSync(data_dir, 0o755)
  const port = await freePort()
  const mqtt_port = await freePort()
  const command: [string, ...string[]] = [...SERVE]
  const [program, ...words] = is_pinned ? pinned('measured', command) : command
  const child = spawn(program, words, {
    cwd: ROOT,
    env: {
      ...process.env,
      HEATFLEET_HOST: '127.0.0.1',
      HEATFLEET_PORT: String(port),
      HEATFLEET_MQTT_PORT: String(mqtt_port),
      HEATFLEET_DATA: data_dir,
      HEATFLEET_DEMO: '0',
      HEATFLEET_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child, () => output)
  const cluster_dir = /^\s*Database\s+(\S+)/m.exec(output)?.[1] ?? join(data_dir, 'pg')
  const postmaster = readFileSync(join(cluster_dir, 'postmaster.pid'), 'utf8').split('\n')
  // The file's first line is the process, its fifth the folder of its socket.
  const socket_dir = postmaster[4] ?? ''
  return {
    url,
    mqtt_port,
    data_dir,
    socket_dir,
    pid: child.pid ?? 0,
    postmaster_pid: Number(postmaster[0]),
    database_log: join(data_dir, 'logs', 'postgres.log'),
    connect: async () => {
      const client = new pg.Client({ host: socket_dir, port: 5432, user: 'heatfleet', database: 'heatfleet' })
      await client.connect()
      return client
    },
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

const untilReady = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  for (let waited_ms = 0; waited_ms < READY_MAX_MS; waited_ms += ASK_EVERY_MS) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The product ended:\n${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await pause(ASK_EVERY_MS)
  }
  child.kill('SIGTERM')
  throw new Error(`The product was not ready in time:\n${output()}`)
}
