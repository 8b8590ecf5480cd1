import type { VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { ConsoleBus } from './platform/bus.ts'
import type { Clock } from './platform/clock.ts'
import type { Connections } from './platform/db.ts'
import type { JobMeter } from './platform/jobs.ts'

/** What `/readyz` tells: which parts of the product stand. */
export type Readiness = { database: boolean; broker: boolean; migrations: boolean }

/**
 * Everything the console process is made of, put together by main.ts. A function takes the few parts it uses:
 * `type Deps = Pick<AppContext, 'database' | 'clock'>`.
 */
export type AppContext = {
  config: Config
  clock: Clock
  /** 32 bytes: seals the secrets of devices, and whatever else must not lie open in the database. */
  secret_key: Buffer
  database: Connections
  /** The line to the gateway process. */
  bus: ConsoleBus
  /** Tells the simulator which virtual units there are to be; the last word counts. */
  playUnits: (units: VirtualFleet['units']) => void
  /** Structured log; never a secret. */
  log: Logger
  metrics: Registry
  /** Counts the background jobs. */
  job_meter: JobMeter
  /** Asked at each `/readyz`; cheap. */
  ready: () => Readiness | Promise<Readiness>
  /** The running build is for customers: answers are not parsed again, and errors tell nothing of the inside. */
  production: boolean
  /** Absolute folder of exported files; made when first needed. */
  exports_folder: string
  /** Whether this process writes them too, as in tests; else a process of their own does (exporting/main.ts). */
  writes_exports: boolean
  /** Folder of the built console; null = this process serves no console (development: vite does). */
  console_folder: string | null
}
