import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Credentials } from '../device-client.ts'
import { freePort } from '../free-port.ts'
import { type Product, startProduct } from '../product.ts'
import { UNPACKED } from './kill-targets.ts'
import { startMosquitto } from './mosquitto.ts'
import { childrenOf, untilGone } from './processes.ts'

const root = join(import.meta.dirname, '..', '..')
const UNITS = 8

/** Two machines: each a console with its gateway, on one PostgreSQL and one broker. */
export type MachinesStage = {
  machines: [Machine, Machine]
  units: Credentials[]
  broker_port: number
  /** Where the database of both is. */
  database: { host: string; port: number; user: string; database: string }
  close: () => Promise<void>
}
export type Machine = {
  name: string
  product: () => Product
  url: () => string
  /** Starts it again on its folder and port; `tree` = another version. */
  start: (tree?: string) => Promise<void>
  /** Kills every process of it at once, as a power cut does. */
  killAll: () => Promise<void>
}

/** The engine of the harness: a database that no product started. */
export const startDatabase = async (data: string): Promise<ChildProcess> => {
  const child = fork(join(root, 'server/test/postgres-parent.ts'), [data], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

const machineOf = (name: string, folder: string, environment: Record<string, string>, http_port: number): Machine => {
  const data = join(folder, name)
  mkdirSync(data, { recursive: true })
  let product: Product | null = null
  const present = (): Product => {
    if (product === null) throw new Error(`machine ${name} was not started`)
    return product
  }
  return {
    name,
    product: present,
    url: () => present().url,
    start: async (tree) => {
      product = await startProduct({
        mode: 'serve',
        data,
        http_port,
        environment,
        ...(tree === undefined ? {} : { tree }),
      })
    },
    killAll: async () => {
      const pid = present().process.pid ?? 0
      const all = [pid, ...childrenOf(pid)]
      for (const one of all) process.kill(one, 'SIGKILL')
      await untilGone(all, 5_000)
    },
  }
}

/** Makes units by the demo, then starts both machines on its database, of this version or another one. */
export const openMachines = async (tree?: string): Promise<MachinesStage> => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-machines-'))
  chmodSync(folder, 0o755)
  const broker = await startMosquitto(folder)
  const seeded = join(folder, 'seeded')
  const shared = {
    ...UNPACKED,
    MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    HEATFLEET_SECRET_KEY: randomBytes(32).toString('hex'),
    HEATFLEET_EXPORTS: join(folder, 'exports'),
    HEATFLEET_FIRMWARE: join(folder, 'firmware'),
  }
  const version = tree === undefined ? {} : { tree }
  const demo = await startProduct({ mode: 'start', data: seeded, demo: UNITS, environment: shared, ...version })
  // Written by the product itself for its simulator.
  const fleet = JSON.parse(readFileSync(join(seeded, 'demo', 'fleet.json'), 'utf8')) as { units: Credentials[] }
  await demo.stop()
  const postgres = await startDatabase(seeded)
  const host = join(seeded, 'pg-socket')
  const environment = {
    ...shared,
    DATABASE_URL: `postgres://heatfleet@localhost/heatfleet?host=${encodeURIComponent(host)}`,
  }
  const machines: [Machine, Machine] = [
    machineOf('a', folder, environment, await freePort()),
    machineOf('b', folder, environment, await freePort()),
  ]
  for (const machine of machines) await machine.start(tree)
  return {
    machines,
    units: fleet.units.slice(0, UNITS),
    broker_port: broker.port,
    database: { host, port: 5432, user: 'heatfleet', database: 'heatfleet' },
    close: async () => {
      await Promise.all(machines.map((machine) => machine.product().stop()))
      const pid = postgres.pid ?? 0
      const engines = childrenOf(pid)
      postgres.kill('SIGKILL')
      for (const one of engines) process.kill(one, 'SIGINT')
      await untilGone([pid, ...engines], 10_000)
      broker.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
