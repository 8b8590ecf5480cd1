import type { VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'
import type { PlantedEvents } from '@heatfleet/contract/simulator/planted-events.ts'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { ConsoleBus } from './platform/bus.ts'
import type { Clock } from './platform/clock.ts'
import type { Connections } from './platform/db.ts'
import type { JobMeter } from './platform/job-meter.ts'

/** The answer of `/readyz`: which parts of the product are ready. */
export type Readiness = { database: boolean; broker: boolean; migrations: boolean }

/**
 * Dependencies of the console process, created by start/run.ts. A function takes the few parts it uses:
 * `type Deps = Pick<AppContext, 'database' | 'clock'>`.
 */
export type AppContext = {
  config: Config
  clock: Clock
  /** 32 bytes: encrypts device secrets and other secrets in the database. */
  secret_key: Buffer
  database: Connections
  /** The channel to the gateway process. */
  bus: ConsoleBus
  /** Sets the virtual units that the simulator runs; of reads that overlap the newest counts. */
  playUnits: (read: () => Promise<VirtualFleet['units']>) => Promise<void>
  /** Sets what is planted at simulated units; of reads that overlap the newest counts. */
  playEvents: (read: () => Promise<PlantedEvents['planted']>) => Promise<void>
  /** Structured log; never a secret. */
  log: Logger
  metrics: Registry
  /** Counts the background jobs. */
  job_meter: JobMeter
  /** Called by each `/readyz`; cheap. */
  ready: () => Readiness | Promise<Readiness>
  /** Runs a call; gives it up when the database stops answering before its end. */
  whileDatabaseAnswers: <T>(call: () => Promise<T>) => Promise<T>
  /** Production: answers are not validated again, and errors reveal nothing internal. */
  production: boolean
  /** Absolute folder of exported files; created on first use. */
  exports_folder: string
  /** Absolute folder of firmware images and of uploads; created on first use. */
  firmware_folder: string
  /** Whether this process writes them too, as in tests; else a process of their own does (exporting/main.ts). */
  writes_exports: boolean
  /** Folder of the built console; null = this process serves no console (development: vite does). */
  console_folder: string | null
}
