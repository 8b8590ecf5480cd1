import { z } from 'zod'
import { endpoints } from '../endpoint.ts'

const Time = z.iso.datetime()
const Count = z.number().int()

/** `off` = not applicable in this installation, or unknown at the moment. */
const CHECK_STATES = ['ok', 'warn', 'bad', 'off'] as const
export type CheckState = (typeof CHECK_STATES)[number]

/** What is looked at, the most important first. */
export const CHECKS = [
  'database',
  'migrations',
  'gateway',
  'broker',
  'ingest_queue',
  'ingest_lag',
  'connections',
  'dead_letters',
  'disk',
  'backup',
  'compaction',
  'damaged_segments',
  'worker',
  'waiting_jobs',
  'failed_jobs',
  'database_connections',
  'long_transaction',
  'clock',
  'certificate',
  'replication',
] as const
export type CheckName = (typeof CHECKS)[number]

/** In what a check counts; the console writes value and limit with it. */
export const CHECK_UNITS = {
  database: 'ms',
  migrations: null,
  gateway: 's',
  broker: null,
  ingest_queue: 'count',
  ingest_lag: 'ms',
  connections: 'count',
  dead_letters: 'count',
  disk: 'MB',
  backup: 'h',
  compaction: 'h',
  damaged_segments: 'count',
  worker: 's',
  waiting_jobs: 's',
  failed_jobs: 'count',
  database_connections: 'count',
  long_transaction: 's',
  clock: 'ms',
  certificate: 'days',
  replication: 'count',
} as const satisfies Record<CheckName, string | null>

const Check = z.object({
  check: z.enum(CHECKS),
  state: z.enum(CHECK_STATES),
  /** In the unit of {@link CHECK_UNITS}; null = there is no number, or it is not known. */
  value: z.number().nullable(),
  /** Where the warning begins. */
  limit: z.number().nullable(),
})
export type Check = z.output<typeof Check>

/** Figures of the last hour, a minute each; null = nothing was measured then. */
const Curve = z.array(z.number().nullable())
export const CURVES = ['connections', 'reports_per_s', 'lag_ms', 'refused_per_min', 'sockets', 'calls_per_s'] as const
export type CurveName = (typeof CURVES)[number]

/** What the gateway refused since it started. */
const REFUSAL_KINDS = ['report', 'message', 'log_in', 'publish', 'connection'] as const

export const Operations = z.object({
  as_of: Time,
  checks: z.array(Check),
  versions: z.object({
    product: z.string(),
    node: z.string(),
    postgres: z.string(),
    /** The last migration that ran. */
    schema: z.string(),
    embedded: z.boolean(),
    external_broker: z.boolean(),
  }),
  /** Processes with their memory; `seen_time` null = it never reported. */
  nodes: z.array(
    z.object({
      role: z.enum(['console', 'gateway']),
      started_time: Time.nullable(),
      seen_time: Time.nullable(),
      memory_bytes: z.number().nullable(),
    }),
  ),
  traffic: z.object({
    connections: Count.nullable(),
    connections_max: Count,
    reports_per_s: z.number().nullable(),
    queue: Count.nullable(),
    queue_max: Count,
    /** From the arrival of a report to its acknowledgement, mean of the last seconds. */
    lag_ms: z.number().nullable(),
    sockets: Count.nullable(),
    calls_per_s: z.number().nullable(),
    refused_per_min: z.number().nullable(),
  }),
  curves: z.object({
    connections: Curve,
    reports_per_s: Curve,
    lag_ms: Curve,
    refused_per_min: Curve,
    sockets: Curve,
    calls_per_s: Curve,
  } satisfies Record<CurveName, typeof Curve>),
  refusals: z.array(z.object({ kind: z.enum(REFUSAL_KINDS), reason: z.string(), count: Count })),
  /** Frames that could not be stored, by product; product_key null = of modules that are no device. */
  decode_errors: z.array(
    z.object({
      product_key: z.string().nullable(),
      product_name: z.string(),
      product_english_name: z.string(),
      units: Count,
      last_hour: Count,
      last_day: Count,
    }),
  ),
  history: z.object({
    raw_partitions: Count,
    waiting_merges: Count,
    damaged_chunks: Count,
    packed_reports: z.number(),
    last_packed_time: Time.nullable(),
    /** Start of the oldest raw day (hour) that is not compacted yet. */
    oldest_raw_time: Time.nullable(),
    /** First month in the compacted history, `2025-11`. */
    oldest_month: z.string().nullable(),
    /** 0 = for ever. */
    history_days: Count,
  }),
  /** As this machine knows it: another one may make the backups of a shared database. */
  backup: z.object({
    /** When it is made every day, UTC, `02:30`; null = there is no schedule. */
    daily_at: z.string().nullable(),
    /** Of the last that succeeded; null = none did yet. */
    last: z
      .object({
        created_time: Time,
        seconds: z.number(),
        bytes: z.number(),
        /** null = its rows were not counted. */
        rows: z.number().nullable(),
        folder: z.string(),
      })
      .nullable(),
    /** Why the last try failed; null = it succeeded, or there was none. */
    failure: z.string().nullable(),
  }),
  database: z.object({
    bytes: z.number(),
    connections: Count,
    connections_max: Count,
    /** The largest tables with their indexes and partitions. */
    tables: z.array(z.object({ table: z.string(), bytes: z.number(), rows: z.number(), partitions: Count })),
  }),
})
export type Operations = z.output<typeof Operations>

const nothing = Array.from({ length: 60 }, () => null)
const example: Operations = {
  as_of: '2026-11-26T18:00:00.000Z',
  checks: [{ check: 'disk', state: 'ok', value: 81_920, limit: 2_000 }],
  versions: {
    product: '0.1.0',
    node: 'v24.11.0',
    postgres: '18.1',
    schema: '0072_firmware.sql',
    embedded: true,
    external_broker: false,
  },
  nodes: [
    {
      role: 'gateway',
      started_time: '2026-11-26T08:00:00.000Z',
      seen_time: '2026-11-26T17:59:58.000Z',
      memory_bytes: 148_000_000,
    },
  ],
  traffic: {
    connections: 200,
    connections_max: 18_000,
    reports_per_s: 3.4,
    queue: 0,
    queue_max: 20_000,
    lag_ms: 9,
    sockets: 4,
    calls_per_s: 1.2,
    refused_per_min: 0,
  },
  curves: {
    connections: nothing,
    reports_per_s: nothing,
    lag_ms: nothing,
    refused_per_min: nothing,
    sockets: nothing,
    calls_per_s: nothing,
  },
  refusals: [{ kind: 'log_in', reason: 'unknown_device', count: 3 }],
  decode_errors: [
    {
      product_key: 'r290-monobloc',
      product_name: 'R290 整体式热泵',
      product_english_name: 'R290 monobloc',
      units: 1,
      last_hour: 0,
      last_day: 2,
    },
  ],
  history: {
    raw_partitions: 2,
    waiting_merges: 0,
    damaged_chunks: 0,
    packed_reports: 12_000_000,
    last_packed_time: '2026-11-26T01:05:00.000Z',
    oldest_raw_time: '2026-11-26T00:00:00.000Z',
    oldest_month: '2025-11',
    history_days: 0,
  },
  backup: {
    daily_at: '02:30',
    last: {
      created_time: '2026-11-26T02:30:00.000Z',
      seconds: 41.2,
      bytes: 601_000_000,
      rows: 1_204_311,
      folder: '/backup/heatfleet-2026-11-26T02-30-00Z',
    },
    failure: null,
  },
  database: {
    bytes: 912_000_000,
    connections: 14,
    connections_max: 100,
    tables: [{ table: 'report_chunks', bytes: 500_000_000, rows: 70_000, partitions: 13 }],
  },
}

/** How the installation itself is doing (product 3.40 "Operations"). */
export const operations = endpoints({
  operations: {
    method: 'GET',
    path: '/system/operations',
    kind: 'read',
    of: 'operations',
    needs: 'ops:view',
    about: 'unscoped',
    result: Operations,
    fails: [],
    says: 'Health checks, traffic, queue, storage and versions of the installation; at most a second old, sizes a minute.',
    example,
  },
})
