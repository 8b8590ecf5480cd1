import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '..')

/** The administrator's password in every test; long enough for the production start too. */
export const ADMIN_PASSWORD = 'Warm-Water-26'

type ProductOptions = {
  /** Folder of another version of the product, installed and with its console built; left out = this one. */
  tree?: string
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
  /** Everything it printed, for failure messages. */
  output: () => string
  /** SIGTERM, then waits for the end; returns the exit code. */
  stop: () => Promise<number | null>
}

/** The scripts of our own package.json that start the product. */
type Scripts = { scripts: Record<'start' | 'serve', string> }

/** The command behind `npm start` or `npm run serve`, run by this very Node: tests start the product as people do. */
export const productCommand = (mode: 'start' | 'serve', tree = root): [string, ...string[]] => {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as Scripts
  return ['sh', '-c', scripts[mode].replace(' node ', ` '${process.execPath}' `)]
}

/** Reads one line; at the end of its input instead, the runner is dead: the product is stopped and its folder removed. */
const WATCH = `read -r _ || { kill -TERM "$0" && while kill -0 "$0"; do sleep 0.2; done; [ -z "$1" ] || rm -rf "$1"; }`

/**
 * Stops the product when this process ends without having done so, by whatever signal. A process of its own session: a
 * Ctrl-C in the terminal reaches it neither. Returns what ends the watch.
 */
const watchRunner = (pid: number, folder: string): (() => void) => {
  const watch = spawn('sh', ['-c', WATCH, String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.unref()
  return () => {
    // Called when the process exits and when it was stopped, whichever comes first.
    if (!watch.stdin.writableEnded) watch.stdin.end('\n')
  }
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
  const [program, ...words] = productCommand(options.mode, options.tree)
  const child = spawn(program, words, {
    cwd: options.tree ?? root,
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
  const endWatch = watchRunner(child.pid ?? 0, options.data === undefined ? data : '')
  // Its id may be another process's from now on.
  if (options.data !== undefined) child.once('exit', endWatch)
  const url = `http://127.0.0.1:${http_port}`
  try {
    await untilReady(
      url,
      () => child.exitCode !== null || child.signalCode !== null,
      () => output,
    )
  } catch (error) {
    child.kill('SIGTERM')
    await ended
    if (options.data === undefined) rmSync(data, { recursive: true, force: true })
    endWatch()
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
      endWatch()
      return code
    },
  }
}

/** Waits for /readyz; refuses when the process ends first or five minutes pass. */
export const untilReady = async (url: string, ended: () => boolean, output: () => string): Promise<void> => {
  for (let tries = 0; tries < 1_500; tries += 1) {
    if (ended()) throw new Error(`the product ended while starting:\n${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await wait(200)
  }
  throw new Error(`the product was not ready in five minutes:\n${output()}`)
}
