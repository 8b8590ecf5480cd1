import { CHECKS, type Check, type CheckName, type CheckState } from '@heatfleet/contract/operations/operations.ts'

/** What the checks are made from; null = not known at the moment. */
export type CheckInput = {
  /** Round trip of a query; null = no answer. */
  database_ms: number | null
  migrated: boolean
  gateway_ready: boolean
  /** Age of the gateway's last metrics, seconds. */
  gateway_seen_s: number | null
  queue: number | null
  queue_max: number
  lag_ms: number | null
  connections: number | null
  connections_max: number
  /** Of the last hour. */
  dead_letters: number
  disk_free_mb: number | null
  disk_least_mb: number
  /** Age of the last backup that succeeded, hours; null = there is none. */
  backup_h: number | null
  backup_failed: boolean
  /** Whether one is missed: where a schedule is set, and in production of the embedded database. */
  backup_expected: boolean
  /** How long the oldest raw partition is overdue, hours; 0 = in time. */
  compaction_late_h: number | null
  damaged_segments: number
  job_waiting_s: number
  /** Age of the newest run of a scheduled task, seconds. */
  job_scheduled_s: number | null
  jobs_failed: number
  database_connections: number
  database_connections_max: number
  transaction_s: number
  /** Difference between the clocks of this process and the database, ms. */
  clock_ms: number | null
  /** Days until the certificate of MQTT over TLS expires; null = there is none. */
  certificate_days: number | null
  replicas: number
}

/** Where a check warns, and where it is bad. A lower bound counts downwards. */
type Bounds = { warn: number; bad: number; below?: boolean }

const stateOf = (value: number, { warn, bad, below = false }: Bounds): CheckState => {
  const sign = below ? -1 : 1
  if (value * sign >= bad * sign) return 'bad'
  return value * sign >= warn * sign ? 'warn' : 'ok'
}

const measured = (value: number | null, bounds: Bounds): Omit<Check, 'check'> => ({
  state: value === null ? 'off' : stateOf(value, bounds),
  value,
  limit: bounds.warn,
})

const yes = (is_ok: boolean): Omit<Check, 'check'> => ({ state: is_ok ? 'ok' : 'bad', value: null, limit: null })

/** The gateway sends its metrics every five seconds. */
const GATEWAY_SEEN_S = { warn: 15, bad: 60 } as const
/** A task is scheduled every five minutes. */
const SCHEDULED_S = { warn: 900, bad: 3_600 } as const

/** Made daily, and a large one takes some minutes. */
const BACKUP_H = { warn: 26, bad: 74 } as const

const RULES: Readonly<Record<CheckName, (of: CheckInput) => Omit<Check, 'check'>>> = {
  database: ({ database_ms }) =>
    database_ms === null ? { state: 'bad', value: null, limit: 200 } : measured(database_ms, { warn: 200, bad: 2_000 }),
  migrations: ({ migrated }) => yes(migrated),
  gateway: ({ gateway_seen_s }) =>
    gateway_seen_s === null
      ? { state: 'bad', value: null, limit: GATEWAY_SEEN_S.warn }
      : measured(gateway_seen_s, GATEWAY_SEEN_S),
  broker: ({ gateway_ready }) => yes(gateway_ready),
  ingest_queue: ({ queue, queue_max }) => measured(queue, { warn: queue_max / 2, bad: queue_max }),
  ingest_lag: ({ lag_ms }) => measured(lag_ms, { warn: 2_000, bad: 30_000 }),
  connections: ({ connections, connections_max }) =>
    measured(connections, { warn: connections_max * 0.9, bad: connections_max }),
  dead_letters: ({ dead_letters }) => measured(dead_letters, { warn: 1, bad: 500 }),
  disk: ({ disk_free_mb, disk_least_mb }) =>
    measured(disk_free_mb, { warn: disk_least_mb, bad: disk_least_mb / 4, below: true }),
  backup: ({ backup_h, backup_failed, backup_expected }) => {
    if (backup_h === null)
      return { state: backup_failed ? 'bad' : backup_expected ? 'warn' : 'off', value: null, limit: BACKUP_H.warn }
    const { state, value, limit } = measured(backup_h, BACKUP_H)
    return { state: backup_failed ? 'bad' : backup_expected ? state : 'ok', value, limit }
  },
  compaction: ({ compaction_late_h }) => measured(compaction_late_h, { warn: 3, bad: 48 }),
  damaged_segments: ({ damaged_segments }) => measured(damaged_segments, { warn: 1, bad: 1 }),
  worker: ({ job_scheduled_s }) => measured(job_scheduled_s, SCHEDULED_S),
  waiting_jobs: ({ job_waiting_s }) => measured(job_waiting_s, { warn: 300, bad: 3_600 }),
  failed_jobs: ({ jobs_failed }) => measured(jobs_failed, { warn: 1, bad: 100 }),
  database_connections: ({ database_connections, database_connections_max }) =>
    measured(database_connections, { warn: database_connections_max * 0.8, bad: database_connections_max * 0.95 }),
  long_transaction: ({ transaction_s }) => measured(transaction_s, { warn: 900, bad: 7_200 }),
  clock: ({ clock_ms }) => measured(clock_ms, { warn: 2_000, bad: 60_000 }),
  certificate: ({ certificate_days }) => measured(certificate_days, { warn: 30, bad: 7, below: true }),
  // Whether an installation should have replicas is its operator's decision: never more than a number.
  replication: ({ replicas }) => ({ state: replicas === 0 ? 'off' : 'ok', value: replicas, limit: null }),
}

/** Each health check with its state. Pure. */
export const evaluateChecks = (input: CheckInput): Check[] =>
  CHECKS.map((check) => {
    const { state, value, limit } = RULES[check](input)
    return { check, state, value: rounded(value), limit: rounded(limit) }
  })

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)
