import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { AppContext } from '../app-context.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db.ts'
import { meterJobs } from '../platform/job-meter.ts'
import { openMetrics } from '../platform/metrics.ts'
import { firmwareFolderOf } from './firmware-folder.ts'
import type { Gateway } from './gateway-child.ts'
import { type ReadinessWatch, readinessOf } from './readiness.ts'
import type { Mode } from './run.ts'

type Parts = {
  mode: Mode
  config: Config
  data_dir: string
  secret_key_hex: string
  database: Database
  watch: ReadinessWatch
  gateway: Gateway
  playUnits: AppContext['playUnits']
  playEvents: AppContext['playEvents']
  log: Logger
  console_folder: string | null
}

/** What the whole console process shares. */
export const contextOf = ({
  mode,
  config,
  data_dir,
  secret_key_hex,
  database,
  watch,
  gateway,
  playUnits,
  playEvents,
  log,
  console_folder,
}: Parts): AppContext => {
  const metrics = openMetrics()
  gateway.bus.subscribe((message) => {
    if (message.kind === 'metrics') metrics.setGatewayMetrics(message.metrics)
  })
  return {
    config,
    clock: systemClock,
    secret_key: Buffer.from(secret_key_hex, 'hex'),
    database,
    bus: gateway.bus,
    playUnits,
    playEvents,
    log,
    metrics: metrics.registry,
    job_meter: meterJobs(metrics.registry),
    ready: () => readinessOf(watch, gateway),
    whileDatabaseAnswers: watch.during,
    production: mode === 'serve',
    exports_folder: resolve(config.HEATFLEET_EXPORTS ?? join(data_dir, 'exports')),
    firmware_folder: firmwareFolderOf(config, data_dir),
    writes_exports: false,
    console_folder,
  }
}
