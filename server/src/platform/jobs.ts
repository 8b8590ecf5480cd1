import { setTimeout as wait } from 'node:timers/promises'
import { Logger as GraphileLogger, parseCrontab, type Runner, run, runMigrations } from 'graphile-worker'
import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { AppContext } from '../app-context.ts'
import type { Tables } from './tables.ts'

/** Runs one job. It ends soon after `signal`, in a state from which it can be restarted. */
export type Task = (payload: unknown, signal: AbortSignal) => Promise<void>

type JobsDeps = Pick<AppContext, 'database' | 'log' | 'job_meter'>

/** The tasks of this process by name; those with a `crontab` (five fields, UTC) also run on schedule. */
export type Tasks = Readonly<Record<string, { run: Task; crontab?: string }>>

/** Jobs that run at the same time. */
const CONCURRENCY = 2
/** Attempts of a job whose task throws: refusals are not errors, so the cause is usually the database. */
const ATTEMPTS_MAX = 3
/** New jobs are notified at once; the next job of a named queue, and missed notifications, are found by polling. */
const POLL_MS = 1_000
/** Workers that ended because the database was away are started again so often until it is back. */
const RESTART_MS = 1_000
/**
 * Without a delay, however short, the library neither waits for the end of a job to be written nor tells when that fails: the
 * job would stay locked by a worker that lives, and the unheard error would end the process.
 */
const REPORT_LOST_ENDS = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

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

/**
 * Starts the workers; `stop` aborts the running tasks by their signal and waits for them. A worker that could not write the
 * end of a job ends with all others, as its job would stay locked: when the database is there again all start anew, and that
 * job is run again.
 */
export const startJobs = async (deps: JobsDeps, tasks: Tasks): Promise<{ stop: () => Promise<void> }> => {
  const stopping = new AbortController()
  let workers = await startWorkers(deps, tasks)
  const supervise = async (): Promise<void> => {
    for (;;) {
      await workers.ended
      const next = await restartWorkers(deps, tasks, stopping.signal)
      if (next === null) return
      workers = next
      // Stopped while they started: nobody else knows of them.
      if (stopping.signal.aborted) await workers.stop()
    }
  }
  const supervised = supervise()
  return {
    stop: async () => {
      stopping.abort()
      await workers.stop()
      await supervised
    },
  }
}

/** One life of the workers. */
type Workers = {
  stop: () => Promise<void> /** Resolves once they ended, for whatever reason, and no task runs any more. */
  ended: Promise<void>
}

const startWorkers = async ({ database, log, job_meter }: JobsDeps, tasks: Tasks): Promise<Workers> => {
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  const runMetered = async (name: string, task: Task, payload: unknown): Promise<void> => {
    job_meter.began(name)
    let result: JobResult = 'error'
    try {
      await task(payload, ending.signal)
      result = 'ok'
    } finally {
      job_meter.ended(name, result)
    }
  }
  const tracked =
    (name: string, task: Task) =>
    (payload: unknown): Promise<void> => {
      const run_ = runMetered(name, task, payload).finally(() => running.delete(run_))
      running.add(run_)
      return run_
    }
  const crontab = Object.entries(tasks).flatMap(([name, task]) =>
    task.crontab === undefined ? [] : [`${task.crontab} ${name} ?max=${ATTEMPTS_MAX}`],
  )
  const runner: Runner = await run({
    pgPool: database.pool,
    noHandleSignals: true,
    logger: new GraphileLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ from: 'jobs' }, message)
    }),
    preset: { worker: { concurrentJobs: CONCURRENCY, pollInterval: POLL_MS, ...REPORT_LOST_ENDS } },
    taskList: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, tracked(name, task.run)])),
    parsedCronItems: parseCrontab(crontab.join('\n')),
  })
  const untilEnded = async (): Promise<void> => {
    await runner.promise.catch((error: unknown) => log.warn({ error }, 'background jobs ended'))
    ending.abort()
    await Promise.allSettled(running)
  }
  return {
    ended: untilEnded(),
    stop: async () => {
      ending.abort()
      // Refused when they have just ended by themselves.
      await runner.stop().catch((error: unknown) => log.warn({ error }, 'background jobs did not end cleanly'))
    },
  }
}

/** Workers in place of those that ended, however long the database is away; null = stopped meanwhile. */
const restartWorkers = async (deps: JobsDeps, tasks: Tasks, stopping: AbortSignal): Promise<Workers | null> => {
  while (!stopping.aborted) {
    await wait(RESTART_MS, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) break
    try {
      await freeJobs(deps.database.db, tasks)
      const workers = await startWorkers(deps, tasks)
      deps.log.info('background jobs started again')
      return workers
    } catch (error) {
      deps.log.warn({ error }, 'background jobs cannot start yet')
    }
  }
  return null
}
