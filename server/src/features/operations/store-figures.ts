import type pg from 'pg'
import { SEGMENT_TABLES } from '../../platform/stored-segments.ts'

type Sql = Pick<pg.Pool, 'query'>

/** What the database says of itself. */
type DatabaseFigures = {
  /** Time of the database, unix ms. */
  now_ms: number
  postgres: string
  schema: string
  connections: number
  connections_max: number
  /** Streaming replicas attached to it. */
  replicas: number
  /** Age of the oldest open transaction, seconds. */
  transaction_s: number
}

/** One round trip of about a millisecond. */
export const readDatabaseFigures = async (sql: Sql): Promise<DatabaseFigures> => {
  const { rows } = await sql.query<DatabaseFigures>(
    `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
       current_setting('server_version') as postgres,
       (select name from schema_migrations order by number desc limit 1) as schema,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
       current_setting('max_connections')::int as connections_max,
       (select count(*)::int from pg_stat_replication) as replicas,
       coalesce((select extract(epoch from max(clock_timestamp() - xact_start)) from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend'
           and pid <> pg_backend_pid()), 0)::float8 as transaction_s`,
  )
  const [figures] = rows
  if (figures === undefined) throw new Error('The database answered with no row.')
  return figures
}

type JobFigures = {
  /** How long the job that is due for longest has been waiting, seconds. */
  waiting_s: number
  failed: number
  /** Since when the newest run of a scheduled task, seconds; null = none ran yet. */
  scheduled_s: number | null
}

export const readJobFigures = async (sql: Sql): Promise<JobFigures> => {
  const { rows } = await sql.query<JobFigures>(
    `select coalesce(max(extract(epoch from now() - run_at)) filter
         (where run_at <= now() and attempts < max_attempts and locked_at is null), 0)::float8 as waiting_s,
       (count(*) filter (where attempts >= max_attempts and locked_at is null))::int as failed,
       (select extract(epoch from now() - max(last_execution))::float8
         from graphile_worker._private_known_crontabs) as scheduled_s
     from graphile_worker.jobs`,
  )
  return rows[0] ?? { waiting_s: 0, failed: 0, scheduled_s: null }
}

type TableSize = { table: string; bytes: number; rows: number; partitions: number }
type Sizes = { bytes: number; tables: TableSize[] }

const TABLES_SHOWN = 15

/** The largest tables, each with its indexes and partitions; rows as of the last analysis. Some ten milliseconds. */
export const readSizes = async (sql: Sql): Promise<Sizes> => {
  const { rows } = await sql.query<TableSize & { all_bytes: number }>(
    `select root.relname as table, sum(pg_total_relation_size(part.oid))::float8 as bytes,
       sum(greatest(part.reltuples, 0))::float8 as rows,
       (count(*) filter (where part.oid <> root.oid))::int as partitions,
       pg_database_size(current_database())::float8 as all_bytes
     from pg_class part
     join pg_namespace n on n.oid = part.relnamespace and n.nspname = 'public'
     left join pg_inherits i on i.inhrelid = part.oid
     join pg_class root on root.oid = coalesce(i.inhparent, part.oid)
     where part.relkind in ('r', 'p')
     group by root.oid, root.relname order by bytes desc limit ${TABLES_SHOWN}`,
  )
  return {
    bytes: rows[0]?.all_bytes ?? 0,
    tables: rows.map(({ table, bytes, rows: count, partitions }) => ({ table, bytes, rows: count, partitions })),
  }
}

type HistoryFigures = {
  raw_partitions: number
  damaged_chunks: number
  waiting_merges: number
  packed_reports: number
  last_packed_at: Date | null
  /** First month of the compacted history, `2025-11`. */
  oldest_month: string | null
  /** Names of the raw partitions, the oldest first. */
  partitions: string[]
}

/** How far compaction is; a few milliseconds. */
export const readHistoryFigures = async (sql: Sql): Promise<HistoryFigures> => {
  const { rows } = await sql.query<HistoryFigures>(
    `select (select count(*)::int from pg_inherits
         where inhparent in ('report_hot'::regclass, 'report_packing'::regclass)) as raw_partitions,
       (select count(*)::int from damaged_chunks) as damaged_chunks,
       (select count(*)::int from chunk_merges) as waiting_merges,
       (select coalesce(sum(reports), 0)::float8 from packing_progress) as packed_reports,
       (select max(finished_at) from packing_progress) as last_packed_at,
       (select substr(month, 1, 4) || '-' || substr(month, 5) from (
         select min(right(c.relname::text, 6)) as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = any($1::regclass[])) oldest) as oldest_month,
       (select coalesce(array_agg(c.relname::text order by c.relname), '{}') from pg_inherits i
         join pg_class c on c.oid = i.inhrelid where i.inhparent = 'report_hot'::regclass) as partitions`,
    [[...SEGMENT_TABLES]],
  )
  const [figures] = rows
  if (figures === undefined) throw new Error('The database answered with no row.')
  return figures
}
