import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { productCommand } from './product-command.ts'

const root = join(import.meta.dirname, '..')

/** The administrator's password in every test; long enough for the production start too. */
export const ADMIN_PASSWORD = 'Warm-Water-26'

export type ProductOptions = {
  /** `start` = with the demo fleet, `serve` = as in production. */
  mode: 'start' | 'serve'
  /** Kept after stop when given; a temporary folder otherwise. */
  data?: string
  http_port?: number
  mqtt_port?: number
  /** Simulated units. */
  demo?: number
  demo_days?: number
  environment?: Record<string, string>
}

export type Product = {
  url: string
  mqtt_port: number
  data: string
  process: ChildProcess
  /** All it printed, for failure messages. */
  output: () => string
  /** SIGTERM, then waits for the end; gives the exit code. */
  stop: () => Promise<number | null>
}

/** As root the database runs under another account, which must reach its folder, else it goes to /var/lib and stays. */
const openFolder = (folder: string): string => {
  chmodSync(folder, 0o755)
  return folder
}

/** Starts the whole product as a person would and waits until it is ready. */
export const startProduct = async (options: ProductOptions): Promise<Product> => {
  const data = options.data ?? openFolder(mkdtempSync(join(tmpdir(), 'heatfleet-')))
  const http_port = options.http_port ?? (await freePort())
  const mqtt_port = options.mqtt_port ?? (await freePort())
  const [program, ...words] = productCommand(options.mode)
  const child = spawn(program, words, {
    cwd: root,
    env: {
      ...process.env,
      HEATFLEET_HOST: '127.0.0.1',
      HEATFLEET_PORT: String(http_port),
      HEATFLEET_MQTT_PORT: String(mqtt_port),
      HEATFLEET_DATA: data,
      HEATFLEET_ADMIN_PASSWORD: ADMIN_PASSWORD,
      HEATFLEET_DEMO: String(options.demo ?? 0),
      HEATFLEET_DEMO_DAYS: String(options.demo_days ?? 0),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = `http://127.0.0.1:${http_port}`
  try {
    await untilReady(
      url,
      () => child.exitCode !== null || child.signalCode !== null,
      () => output,
    )
  } catch (error) {
    // Nobody else knows of it.
    child.kill('SIGTERM')
    await ended
    throw error
  }
  return {
    url,
    mqtt_port,
    data,
    process: child,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      const code = await ended
      if (options.data === undefined) rmSync(data, { recursive: true, force: true })
      return code
    },
  }
}

/** Waits for /readyz; refuses when the process ends first or two minutes pass. */
export const untilReady = async (url: string, ended: () => boolean, output: () => string): Promise<void> => {
  for (let tries = 0; tries < 600; tries += 1) {
    if (ended()) throw new Error(`the product ended while starting:\n${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await wait(200)
  }
  throw new Error(`the product was not ready in two minutes:\n${output()}`)
}
