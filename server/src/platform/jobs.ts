import { Logger as GraphileLogger, parseCrontab, type Runner, run, runMigrations } from 'graphile-worker'
import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { AppContext } from '../app-context.ts'
import type { Tables } from './tables.ts'

/** Runs one job. It ends soon after `signal`, in a state from which it can be restarted. */
export type Task = (payload: unknown, signal: AbortSignal) => Promise<void>

/** The tasks of this process by name; those with a `crontab` (five fields, UTC) also run on schedule. */
export type Tasks = Readonly<Record<string, { run: Task; crontab?: string }>>

/** Jobs that run at the same time. */
const CONCURRENCY = 2
/** Attempts of a job whose task throws: refusals are not errors, so the cause is usually the database. */
const ATTEMPTS_MAX = 3
/** New jobs are notified at once; the next job of a named queue, and missed notifications, are found by polling. */
const POLL_MS = 1_000

/**
 * Enqueues a job in the caller's transaction. Jobs of one `queue` run one after the other; a job replaces a waiting one
 * with the same `key`. It runs at once, or after `delay_ms` by the clock of the database.
 */
export const addJob = async (
  db: Kysely<Tables> | Transaction<Tables>,
  job: { task: string; payload: object; queue: string; key: string; delay_ms?: number },
): Promise<void> => {
  await sql`select graphile_worker.add_job(${job.task}, payload => ${JSON.stringify(job.payload)}::json,
    queue_name => ${job.queue}, max_attempts => ${ATTEMPTS_MAX}::int, job_key => ${job.key},
    run_at => now() + ${job.delay_ms ?? 0} * interval '1 millisecond')`.execute(db)
}

/**
 * Unlocks the jobs of dead workers. Call before {@link startJobs}: the tasks of a data folder belong to one process, so any
 * earlier worker is dead.
 */
export const freeJobs = async (db: Kysely<Tables>, tasks: Tasks): Promise<void> => {
  await sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs
    where locked_by is not null and task_identifier = any(${Object.keys(tasks)}::text[])))`.execute(db)
}

/** Migrates the tables of the queue library, in their own schema. */
export const migrateJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool })

/** How a job ended. */
export type JobResult = 'ok' | 'error'
/** Called when a job begins and ends. */
export type JobMeter = { began: (task: string) => void; ended: (task: string, result: JobResult) => void }

/** Counts jobs in the metrics of the console process, wherever they run. */
export const meterJobs = (metrics: Registry): JobMeter => {
  const ended = new Counter({
    name: 'heatfleet_jobs_total',
    help: 'Ended background jobs by task and result',
    labelNames: ['task', 'result'],
    registers: [metrics],
  })
  const running = new Gauge({
    name: 'heatfleet_jobs_running',
    help: 'Background jobs that run now, by task',
    labelNames: ['task'],
    registers: [metrics],
  })
  return {
    began: (task) => running.inc({ task }),
    ended: (task, result) => {
      ended.inc({ task, result })
      running.dec({ task })
    },
  }
}

/** Starts the workers; `stop` aborts the running tasks by their signal and waits for them. */
export const startJobs = async (
  { database, log, job_meter }: Pick<AppContext, 'database' | 'log' | 'job_meter'>,
  tasks: Tasks,
): Promise<{ stop: () => Promise<void> }> => {
  const stopping = new AbortController()
  const counted =
    (name: string, task: Task) =>
    async (payload: unknown): Promise<void> => {
      job_meter.began(name)
      let result: JobResult = 'error'
      try {
        await task(payload, stopping.signal)
        result = 'ok'
      } finally {
        job_meter.ended(name, result)
      }
    }
  const crontab = Object.entries(tasks).flatMap(([name, task]) =>
    task.crontab === undefined ? [] : [`${task.crontab} ${name} ?max=${ATTEMPTS_MAX}`],
  )
  const runner: Runner = await run({
    pgPool: database.pool,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new GraphileLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ from: 'jobs' }, message)
    }),
    taskList: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, counted(name, task.run)])),
    parsedCronItems: parseCrontab(crontab.join('\n')),
  })
  // Any other end than `stop` is a bug or a lost database; readiness reports the latter.
  runner.promise.catch((error: unknown) => log.error({ error }, 'background jobs ended'))
  return {
    stop: async () => {
      stopping.abort()
      await runner.stop().catch((error: unknown) => log.warn({ error }, 'background jobs did not end cleanly'))
    },
  }
}
