import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { BENCH_MQTT_PORT, BENCH_PORT } from './ports.ts'

/** Administrator of the measured product; nothing outside this machine can reach it. */
export const ADMIN_PASSWORD = 'Warm-Water-26'

/** The product under measurement: the real one, in production mode, on its own data folder and ports. */
export type MeasuredProduct = {
  url: string
  data_dir: string
  /** Socket folder of its database, for tools that measure beside it. */
  socket_dir: string
  pid: number
  /** A connection to its database as its owner. */
  connect: () => Promise<pg.Client>
  stop: () => Promise<void>
}

const ROOT = join(import.meta.dirname, '..', '..')
const READY_MAX_MS = 120_000
const ASK_EVERY_MS = 100

/** Starts the product on `data_dir` (made when missing, kept afterwards) and waits until it is ready. */
export const startProduct = async (data_dir: string): Promise<MeasuredProduct> => {
  mkdirSync(data_dir, { recursive: true })
  // As root the database runs under another account, which must be able to walk in.
  chmodSync(data_dir, 0o755)
  const child = spawn(process.execPath, ['server/src/main.ts', 'serve'], {
    cwd: ROOT,
    env: {
      ...process.env,
      HEATFLEET_HOST: '127.0.0.1',
      HEATFLEET_PORT: String(BENCH_PORT),
      HEATFLEET_MQTT_PORT: String(BENCH_MQTT_PORT),
      HEATFLEET_DATA: data_dir,
      HEATFLEET_DEMO: '0',
      HEATFLEET_ADMIN_PASSWORD: ADMIN_PASSWORD,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = `http://127.0.0.1:${BENCH_PORT}`
  await untilReady(url, child, () => output)
  const socket_dir = socketFolder(join(/^\s*Database\s+(\S+)/m.exec(output)?.[1] ?? join(data_dir, 'pg')))
  return {
    url,
    data_dir,
    socket_dir,
    pid: child.pid ?? 0,
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

/** Fifth line of the postmaster's file: where its socket lies. */
const socketFolder = (cluster_dir: string): string =>
  readFileSync(join(cluster_dir, 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''

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
