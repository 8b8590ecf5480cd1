import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { operations as calls, Operations } from '@heatfleet/contract/operations/operations.ts'
import type { AppContext } from '../../app-context.ts'
import { findLastBackup, type LastBackup } from '../../backup/last-backup.ts'
import type { Handlers } from '../../handler.ts'
import { timesOf } from '../../ingest/partitions.ts'
import { productVersion } from '../../platform/product-version.ts'
import { createCached } from './cached.ts'
import { type CheckInput, evaluateChecks } from './rules.ts'
import { createSamples } from './samples.ts'
import { countDeadLettersByProduct } from './store-dead-letters.ts'
import { readDatabaseFigures, readHistoryFigures, readJobFigures, readSizes } from './store-figures.ts'

type Deps = Pick<AppContext, 'config' | 'clock' | 'database' | 'bus' | 'log' | 'metrics' | 'ready' | 'production'>

/** However many screens are open, the database is read so often, in ms. */
const READ_EVERY_MS = 1_000
const HISTORY_EVERY_MS = 10_000
const SIZES_EVERY_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const MB = 1024 * 1024

/** How the installation itself is doing. */
export const operationsHandlers = (deps: Deps) => {
  const { config, clock, database, metrics } = deps
  const { db, pool } = database
  const samples = createSamples(deps)
  const started_ms = clock.now()
  const version = productVersion()

  const readDatabase = createCached(clock, READ_EVERY_MS, async () => {
    const before_ms = clock.now()
    const figures = await readDatabaseFigures(pool)
    const after_ms = clock.now()
    return {
      ...figures,
      took_ms: after_ms - before_ms,
      clock_ms: Math.abs(figures.now_ms - (before_ms + after_ms) / 2),
    }
  })
  const readJobs = createCached(clock, READ_EVERY_MS, () => readJobFigures(pool))
  const readErrors = createCached(clock, HISTORY_EVERY_MS, () => countDeadLettersByProduct(db, new Date(clock.now())))
  const readHistory = createCached(clock, HISTORY_EVERY_MS, () => readHistoryFigures(pool))
  const readTables = createCached(clock, SIZES_EVERY_MS, () => readSizes(pool))
  const readCertificate = createCached(clock, SIZES_EVERY_MS, async () => certificateEnd(config.HEATFLEET_MQTTS_CERT))
  const readBackup = createCached(clock, HISTORY_EVERY_MS, async () => findLastBackup(resolve(config.HEATFLEET_DATA)))
  const readReadiness = createCached(clock, READ_EVERY_MS, async () => deps.ready())
  const read = createCached(clock, READ_EVERY_MS, async (): Promise<Operations> => {
    const [base, jobs, errors, history, sizes, certificate_ms, last_backup, readiness, disk_free] = await Promise.all([
      readDatabase(),
      readJobs(),
      readErrors(),
      readHistory(),
      readTables(),
      readCertificate(),
      readBackup(),
      readReadiness(),
      metrics.getSingleMetric('heatfleet_disk_free_bytes')?.get(),
    ])
    const now_ms = clock.now()
    const last = samples.last()
    const gateway = samples.gateway()
    const oldest = history.partitions.flatMap((name) => timesOf(name) ?? [])[0] ?? null
    const free_bytes = disk_free?.values[0]?.value
    const input: CheckInput = {
      database_ms: base.took_ms,
      migrated: readiness.migrations,
      gateway_ready: readiness.broker,
      gateway_seen_s: gateway === null ? null : (now_ms - gateway.seen_ms) / 1_000,
      queue: samples.queue(),
      queue_max: config.HEATFLEET_INGEST_QUEUE,
      lag_ms: last?.lag_ms ?? null,
      connections: last?.connections ?? null,
      connections_max: config.HEATFLEET_MQTT_CONNECTIONS,
      dead_letters: errors.reduce((sum, { last_hour }) => sum + last_hour, 0),
      disk_free_mb: free_bytes === undefined ? null : Math.floor(free_bytes / MB),
      disk_least_mb: config.HEATFLEET_DISK_WARN_MB,
      backup_h: last_backup?.success ? (now_ms - Date.parse(last_backup.success.created)) / HOUR_MS : null,
      backup_failed: (last_backup?.failure ?? null) !== null,
      // An external database may be backed up by its own means, or by the console of another machine.
      backup_expected:
        config.HEATFLEET_BACKUP_TO !== undefined || (deps.production && config.DATABASE_URL === undefined),
      compaction_late_h:
        oldest === null
          ? 0
          : Math.max(0, now_ms - oldest.to_ms - config.HEATFLEET_COMPACT_AFTER_MIN * MINUTE_MS) / HOUR_MS,
      damaged_segments: history.damaged_chunks,
      job_waiting_s: jobs.waiting_s,
      job_scheduled_s: jobs.scheduled_s,
      jobs_failed: jobs.failed,
      database_connections: base.connections,
      database_connections_max: base.connections_max,
      transaction_s: base.transaction_s,
      clock_ms: base.clock_ms,
      certificate_days: certificate_ms === null ? null : (certificate_ms - now_ms) / DAY_MS,
      replicas: base.replicas,
    }
    return {
      as_of: timeOf(now_ms),
      checks: evaluateChecks(input),
      versions: {
        product: version,
        node: process.version,
        postgres: base.postgres,
        schema: base.schema,
        embedded: config.DATABASE_URL === undefined,
        external_broker: config.MQTT_URL !== undefined,
      },
      nodes: [
        {
          role: 'console',
          started_time: timeOf(started_ms),
          seen_time: timeOf(now_ms),
          memory_bytes: process.memoryUsage.rss(),
        },
        {
          role: 'gateway',
          started_time: gateway?.started_ms === null || gateway === null ? null : timeOf(gateway.started_ms),
          seen_time: gateway === null ? null : timeOf(gateway.seen_ms),
          memory_bytes: gateway?.memory_bytes ?? null,
        },
      ],
      traffic: {
        connections: last?.connections ?? null,
        connections_max: input.connections_max,
        reports_per_s: last?.reports_per_s ?? null,
        queue: input.queue,
        queue_max: input.queue_max,
        lag_ms: input.lag_ms,
        sockets: last?.sockets ?? null,
        calls_per_s: last?.calls_per_s ?? null,
        refused_per_min: last?.refused_per_min ?? null,
      },
      curves: samples.curves(),
      refusals: samples.refusals(),
      decode_errors: errors,
      history: {
        raw_partitions: history.raw_partitions,
        waiting_merges: history.waiting_merges,
        damaged_chunks: history.damaged_chunks,
        packed_reports: history.packed_reports,
        last_packed_time: history.last_packed_at?.toISOString() ?? null,
        oldest_raw_time: oldest === null ? null : timeOf(oldest.from_ms),
        oldest_month: history.oldest_month,
        history_days: config.HEATFLEET_HISTORY_DAYS,
      },
      backup: backupOf(config, last_backup),
      database: {
        bytes: sizes.bytes,
        connections: base.connections,
        connections_max: base.connections_max,
        tables: sizes.tables,
      },
    }
  })
  return { operations: () => read() } satisfies Pick<Handlers, keyof typeof calls>
}

const backupOf = (
  { HEATFLEET_BACKUP_TO, HEATFLEET_BACKUP_AT }: AppContext['config'],
  last: LastBackup | null,
): Operations['backup'] => ({
  daily_at: HEATFLEET_BACKUP_TO === undefined ? null : HEATFLEET_BACKUP_AT,
  last: last?.success
    ? {
        created_time: last.success.created,
        seconds: last.success.seconds,
        bytes: last.success.bytes,
        rows: last.success.rows === null ? null : Number(last.success.rows),
        folder: last.success.folder,
      }
    : null,
  failure: last?.failure ?? null,
})

const timeOf = (at_ms: number): string => new Date(at_ms).toISOString()

/** When the certificate expires, unix ms; null = there is none, or it cannot be read. */
const certificateEnd = (file: string | undefined): number | null => {
  if (file === undefined) return null
  try {
    return Date.parse(new X509Certificate(readFileSync(file)).validTo)
  } catch {
    // The gateway refuses to start with it; here it is only unknown.
    return null
  }
}
