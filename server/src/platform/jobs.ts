import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import {
  Logger as GraphileLogger,
  parseCrontab,
  type Runner,
  run,
  runMigrations,
  type WorkerEvents,
} from 'graphile-worker'
import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { AppContext } from '../app-context.ts'
import { repairTimes, watchSetBack } from './job-clock.ts'
import type { JobResult } from './job-meter.ts'
import type { Tables } from './tables.ts'

/** Runs one job. It ends soon after `signal`, in a state from which it can be restarted. */
type Task = (payload: unknown, signal: AbortSignal) => Promise<void>

type JobsDeps = Pick<AppContext, 'database' | 'clock' | 'log' | 'job_meter'>

/** The tasks of this process by name; those with a `crontab` (five fields, UTC) also run on schedule. */
export type Tasks = Readonly<Record<string, { run: Task; crontab?: string }>>

/** Jobs that run at the same time. */
const CONCURRENCY = 2
/** Attempts of a job whose task throws: refusals are not errors, so the cause is usually the database. */
const ATTEMPTS_MAX = 3
/** New jobs are notified at once; the next job of a named queue, and missed notifications, are found by polling. */
const POLL_MS = 1_000
/** Jobs of workers that died on another machine are taken over so often, ... */
const FREE_EVERY_MS = 10_000
/** ... once they are locked for so long: a worker that just began may not hold its name yet. */
const FREE_AFTER_S = 5
/** Advisory locks: names of workers, processes that run, processes that start. */
const [WORKER_NAMES, PRESENCES, START_TURNS] = [5_424_001_101, 5_424_001_102, 5_424_001_103] as const
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
 * Unlocks the jobs of dead workers, on whichever machine they were: a live one holds the lock of its name ({@link startWorkers}). That a process
 * died is no failed attempt of its job.
 */
export const freeJobs = (db: Kysely<Tables>, tasks: Tasks, locked_for_s = 0): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ locked_by: string; job_ids: string[] }>`with held as materialized (
      select locked_by, array_agg(id) as job_ids from graphile_worker.jobs
      where locked_by is not null and task_identifier = any(${Object.keys(tasks)}::text[])
        and locked_at <= now() - ${locked_for_s} * interval '1 second'
      group by locked_by
    ) select * from held where pg_try_advisory_xact_lock(hashtextextended(locked_by, ${WORKER_NAMES}))`.execute(trx)
    if (rows.length === 0) return
    await sql`select graphile_worker.force_unlock_workers(${rows.map((row) => row.locked_by)}::text[])`.execute(trx)
    await sql`select graphile_worker.reschedule_jobs(${rows.flatMap((row) => row.job_ids)}::bigint[], attempts => 0)`.execute(
      trx,
    )
  })

/** Which processes share tasks: those of several machines run the same. */
type JobsOf = 'console' | 'exporting'

/** Runs `start` while no process of this kind starts on another machine; `is_alone` = none of them runs. */
export const startInTurn = async <Result>(
  pool: pg.Pool,
  of: JobsOf,
  start: (is_alone: boolean) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, $2))', [of, START_TURNS])
    const { rows } = await client.query<{ is_alone: boolean }>(
      `select case when pg_try_advisory_lock(hashtextextended($1, $2))
         then pg_advisory_unlock(hashtextextended($1, $2)) else false end as is_alone`,
      [of, PRESENCES],
    )
    return await start(rows[0]?.is_alone === true)
  } finally {
    // With its connection the turn ends too.
    client.release(true)
  }
}

/** Migrates the tables of the queue library, in their own schema. */
export const migrateJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool })

/**
 * Starts the workers; `stop` aborts the running tasks by their signal and waits for them. A worker that could not write the
 * end of a job ends with all others, as its job would stay locked: when the database is there again all start anew, and that
 * job is run again. So they do when the machine's clock was set back, and what runs then runs to its end beside them.
 */
export const startJobs = async (
  deps: JobsDeps,
  tasks: Tasks,
  of: JobsOf = 'console',
): Promise<{ stop: () => Promise<void> }> => {
  const stopping = new AbortController()
  const wasSetBack = watchSetBack(deps.clock)
  let workers = await startWorkers(deps, tasks, of)
  const left = new Set<Workers>()
  const leaveBehind = (former: Workers): void => {
    left.add(former)
    void former.leave().finally(() => left.delete(former))
  }
  const replaceWorkers = async (): Promise<void> => {
    const next = await startWorkers(deps, tasks, of)
    leaveBehind(workers)
    workers = next
    deps.log.warn('the clock was set back, the schedule of background jobs starts anew')
  }
  const takeOver = async (): Promise<void> => {
    let is_behind = false
    while (!stopping.signal.aborted) {
      await wait(FREE_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      is_behind = wasSetBack() || is_behind
      try {
        await freeJobs(deps.database.db, tasks, FREE_AFTER_S)
        await repairTimes(deps.database.pool, tasks, deps.clock.now())
        if (is_behind) await replaceWorkers()
        is_behind = false
      } catch (error) {
        deps.log.warn({ error }, 'jobs of other machines are looked at again')
      }
    }
  }
  const taking_over = takeOver()
  const supervise = async (): Promise<void> => {
    for (;;) {
      const current = workers
      await current.ended
      if (current !== workers) continue
      const next = await restartWorkers(deps, tasks, of, stopping.signal)
      if (next === null) return
      if (workers !== current) leaveBehind(workers)
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
      await taking_over
      // And those that began meanwhile.
      await Promise.all([workers, ...left].map((one) => one.stop()))
      await supervised
    },
  }
}

/** One life of the workers. */
type Workers = {
  stop: () => Promise<void>
  /** Takes no more jobs, and resolves when those that run came to their end. */
  leave: () => Promise<void>
  /** Resolves once they ended, for whatever reason, and no task runs any more. */
  ended: Promise<void>
}

/** A connection that holds the locks which say that these workers live; it ends with the process, wherever that is killed. */
const openHolder = async (pool: pg.Pool, of: JobsOf): Promise<pg.PoolClient> => {
  const client = await pool.connect()
  // A machine without power does not end its connections; ignored on a socket.
  await client.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3')
  await client.query('select pg_advisory_lock_shared(hashtextextended($1, $2))', [of, PRESENCES])
  return client
}

const startWorkers = async (deps: JobsDeps, tasks: Tasks, of: JobsOf): Promise<Workers> => {
  const { database, clock, log, job_meter } = deps
  await repairTimes(database.pool, tasks, clock.now())
  const ending = new AbortController()
  const holder = await openHolder(database.pool, of)
  const events: WorkerEvents = new EventEmitter()
  const failHold = (error: unknown): void => {
    log.warn({ error }, 'the connection that holds the names of workers broke')
    void runner?.stop().catch(() => {})
  }
  holder.on('error', failHold)
  /** Other machines leave the jobs of a held name alone. */
  const holdName = (name: string): void =>
    void holder.query('select pg_advisory_lock(hashtextextended($1, $2))', [name, WORKER_NAMES]).catch(failHold)
  events.on('pool:create', ({ workerPool }) => holdName(workerPool.id))
  let runner: Runner | null = null
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
  const started: Runner = await run({
    pgPool: database.pool,
    events,
    noHandleSignals: true,
    logger: new GraphileLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ from: 'jobs' }, message)
    }),
    preset: { worker: { concurrentJobs: CONCURRENCY, pollInterval: POLL_MS, ...REPORT_LOST_ENDS } },
    taskList: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, tracked(name, task.run)])),
    parsedCronItems: parseCrontab(crontab.join('\n')),
  }).catch((error: unknown) => {
    holder.release(true)
    throw error
  })
  runner = started
  const untilEnded = async (): Promise<void> => {
    await started.promise.catch((error: unknown) => log.warn({ error }, 'background jobs ended'))
    ending.abort()
    await Promise.allSettled(running)
    holder.off('error', failHold)
    holder.release(true)
  }
  const ended = untilEnded()
  let leaving: Promise<void> | null = null
  // Refused when they have just ended by themselves.
  const leave = (): Promise<void> =>
    (leaving ??= started
      .stop()
      .catch((error: unknown) => log.warn({ error }, 'background jobs did not end cleanly'))
      .then(() => ended))
  return {
    ended,
    leave,
    stop: () => {
      ending.abort()
      return leave()
    },
  }
}

/** Workers in place of those that ended, however long the database is away; null = stopped meanwhile. */
const restartWorkers = async (
  deps: JobsDeps,
  tasks: Tasks,
  of: JobsOf,
  stopping: AbortSignal,
): Promise<Workers | null> => {
  while (!stopping.aborted) {
    await wait(RESTART_MS, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) break
    try {
      await freeJobs(deps.database.db, tasks)
      const workers = await startWorkers(deps, tasks, of)
      deps.log.info('background jobs started again')
      return workers
    } catch (error) {
      deps.log.warn({ error }, 'background jobs cannot start yet')
    }
  }
  return null
}
