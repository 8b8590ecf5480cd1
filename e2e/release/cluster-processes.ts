import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, connect as openSocket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Credentials } from '../device-client.ts'
import { startDatabase } from '../faults/machines-stage.ts'
import { startMosquitto } from '../faults/mosquitto.ts'
import { childrenOf, untilGone } from '../faults/processes.ts'
import { ADMIN_PASSWORD, productCommand, startProduct, untilReady } from '../product.ts'
import { type BrokerFront, startBrokerFront } from './broker-front.ts'
import { type ClusterSettings, readCluster } from './broker-rules.ts'

const root = join(import.meta.dirname, '..', '..')
const UNITS = 4
/** The services of the compose file by their addresses in this network. */
const HOSTS = {
  'heatfleet-1': '127.0.1.1',
  'heatfleet-2': '127.0.1.2',
  proxy: '127.0.1.3',
  postgres: '127.0.1.4',
  broker: '127.0.1.5',
} as const
const NGINX_MODULE = '/usr/lib/nginx/modules/ngx_stream_module.so'
const STOP_MAX_MS = 15_000

/** The running cluster. */
export type Cluster = {
  /** What the proxy publishes. */
  url: string
  tls_port: number
  certificate: string
  front: BrokerFront
  units: Credentials[]
  /** The data folder that has the database of both consoles. */
  database_of: string
  close: () => Promise<void>
}

/** Starts all of it; the caller's network is its own. */
export const openCluster = async (folder: string, print: (line: string) => void): Promise<Cluster> => {
  prepareNetwork(folder)
  const variables = {
    POSTGRES_PASSWORD: randomBytes(16).toString('hex'),
    HEATFLEET_BROKER_SECRET: randomBytes(32).toString('hex'),
    HEATFLEET_SECRET_KEY: randomBytes(32).toString('hex'),
    HEATFLEET_ADMIN_PASSWORD: ADMIN_PASSWORD,
    HEATFLEET_PUBLIC_URL: 'https://127.0.0.1',
  }
  const settings = readCluster(variables)
  const seeded = join(folder, 'seeded')
  const units = await seed(seeded, variables.HEATFLEET_SECRET_KEY)
  const postgres = await startDatabase(seeded)
  const forward = await forwardPostgres(join(seeded, 'pg-socket', '.s.PGSQL.5432'))
  const behind = await startMosquitto(folder)
  const front = await startBrokerFront(settings, {
    host: HOSTS.broker,
    gateway_port: 1_883,
    behind_port: behind.port,
  })
  const nginx = startNginx(folder, print)
  const consoles = await startConsoles(folder, settings, print)
  return {
    url: 'https://127.0.0.1',
    tls_port: 8_883,
    certificate: readFileSync(join(folder, 'nginx', 'tls.crt'), 'utf8'),
    front,
    units,
    database_of: seeded,
    close: async () => {
      await Promise.all(consoles.map(stopConsole))
      nginx.kill('SIGTERM')
      front.close()
      behind.stop()
      forward.close()
      const pid = postgres.pid ?? 0
      const engines = childrenOf(pid)
      postgres.kill('SIGKILL')
      for (const one of engines) process.kill(one, 'SIGINT')
      await untilGone([pid, ...engines], 10_000)
    },
  }
}

/** Names of the services, and the settings of nginx in their place. Mounts are this process's own. */
const prepareNetwork = (folder: string): void => {
  const hosts = join(folder, 'hosts')
  const lines = Object.entries(HOSTS).map(([name, address]) => `${address} ${name}`)
  writeFileSync(hosts, ['127.0.0.1 localhost', ...lines, ''].join('\n'))
  const conf = readFileSync(join(root, 'deploy', 'cluster', 'nginx.conf'), 'utf8')
  writeFileSync(join(folder, 'nginx', 'nginx.conf'), olderNginx(conf))
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  for (const words of [
    ['--make-rprivate', '/'],
    ['--bind', hosts, '/etc/hosts'],
    ['--bind', join(folder, 'nginx'), '/etc/nginx'],
    ['-t', 'tmpfs', 'tmpfs', '/var/log/nginx'],
  ])
    execFileSync('mount', words)
  leaveDisks()
}

/** A disk that another run mounted is in this copy of the mounts too: it could not be unmounted for good while this runs. */
const leaveDisks = (): void => {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  for (const line of mounts.reverse())
    if (line.startsWith('/dev/loop')) execFileSync('umount', ['--lazy', line.split(' ')[1] ?? ''])
}

/** What Debian's nginx needs of settings for the image's: its stream module is loaded, and before 1.25.1 `http2` was a word of `listen`. */
const olderNginx = (conf: string): string => {
  const version = /nginx\/(\d+)\.(\d+)/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr)
  if (version === null) throw new Error('nginx is not installed (nginx-light, libnginx-mod-stream)')
  const is_old = Number(version[1]) === 1 && Number(version[2]) < 25
  const kept = is_old ? conf.replace('listen 443 ssl;\n    http2 on;', 'listen 443 ssl http2;') : conf
  return `load_module ${NGINX_MODULE};\n${kept}`
}

const startNginx = (folder: string, print: (line: string) => void): ChildProcess => {
  const child = spawn('nginx', ['-e', 'stderr', '-g', `daemon off; pid ${join(folder, 'nginx.pid')};`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr.on('data', (chunk: Buffer) => {
    const text = chunk.toString()
    if (text.includes('[emerg]')) print(text.trim())
  })
  return child
}

/** Units by the demo, on the database that the cluster gets. */
const seed = async (data: string, secret_key: string): Promise<Credentials[]> => {
  const environment = { HEATFLEET_SECRET_KEY: secret_key }
  const demo = await startProduct({ mode: 'start', data, demo: UNITS, environment })
  // Written by the product itself for its simulator.
  const fleet = JSON.parse(readFileSync(join(data, 'demo', 'fleet.json'), 'utf8')) as { units: Credentials[] }
  await demo.stop()
  return fleet.units
}

/** PostgreSQL by its name and port, as the consoles know it; the embedded one has a socket alone. */
const forwardPostgres = async (socket_file: string): Promise<{ close: () => void }> => {
  const server = createServer((socket) => {
    const engine = openSocket(socket_file)
    for (const one of [socket, engine]) one.on('error', () => [socket, engine].map((side) => side.destroy()))
    socket.pipe(engine).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(5_432, HOSTS.postgres, resolve))
  return { close: () => void server.close() }
}

/** Both at once, each at its own address and with its own folder for `/data`; they share the other two. */
const startConsoles = (
  folder: string,
  { consoles }: ClusterSettings,
  print: (line: string) => void,
): Promise<ChildProcess[]> =>
  Promise.all(
    Object.entries(consoles).map(async ([name, environment]) => {
      const host = HOSTS[name as keyof typeof HOSTS] // A service of the file; one without an address fails below.
      const own = {
        HEATFLEET_DATA: join(folder, name),
        HEATFLEET_EXPORTS: join(folder, 'exports'),
        HEATFLEET_FIRMWARE: join(folder, 'firmware'),
        // As the image sets it, and the network of this check in place of compose's.
        HEATFLEET_HOST: host,
        HEATFLEET_PORT: '8080',
        HEATFLEET_TRUSTED_PROXIES: '127.0.0.0/8',
      }
      mkdirSync(own.HEATFLEET_DATA)
      const [program, ...words] = productCommand('serve')
      const env = { ...process.env, ...environment, ...own }
      const child = spawn(program, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
      await untilReady(
        `http://${host}:8080`,
        () => child.exitCode !== null || child.signalCode !== null,
        () => output,
      )
      print(`${name} is ready; its own settings here: ${Object.keys(own).join(', ')}`)
      return child
    }),
  )

const stopConsole = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await Promise.race([ended, wait(STOP_MAX_MS)])
}
