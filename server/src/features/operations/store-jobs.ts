import type { Job, JobState } from '@heatfleet/contract/operations/jobs.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables> | Transaction<Tables>

type JobRow = Omit<Job, 'created_time' | 'due_time' | 'started_time'> & {
  created_at: Date
  run_at: Date
  locked_at: Date | null
}

const STATE = sql<JobState>`case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'failed'
  when last_error is not null then 'retrying'
  when run_at > now() then 'planned' else 'waiting' end`

const ERROR_CHARS_MAX = 500

/** The first jobs of the queue: failed, running, retrying, waiting, planned ones. */
export const listJobs = async (db: Db, limit: number): Promise<JobRow[]> => {
  const { rows } = await sql<JobRow>`
    select id::int as job_id, task_identifier as task, ${STATE} as state, created_at, run_at, locked_at,
      attempts::int as attempts, max_attempts::int as attempts_max, left(last_error, ${ERROR_CHARS_MAX}::int) as error
    from graphile_worker.jobs
    order by array_position(array['failed', 'running', 'retrying', 'waiting', 'planned'], ${STATE}), run_at, id
    limit ${limit}`.execute(db)
  return rows
}

export const countJobs = async (db: Db): Promise<Record<JobState, number>> => {
  const { rows } = await sql<{ state: JobState; jobs: number }>`
    select ${STATE} as state, count(*)::int as jobs from graphile_worker.jobs group by 1`.execute(db)
  const counts = { running: 0, waiting: 0, retrying: 0, failed: 0, planned: 0 }
  for (const { state, jobs } of rows) counts[state] = jobs
  return counts
}

/** Tasks that run on schedule, with their last run. */
export const listSchedule = async (db: Db): Promise<{ task: string; last_at: Date | null }[]> => {
  const { rows } = await sql<{ task: string; last_at: Date | null }>`
    select identifier as task, last_execution as last_at
    from graphile_worker._private_known_crontabs order by identifier`.execute(db)
  return rows
}

export const findJobState = async (db: Db, job_id: number): Promise<{ task: string; state: JobState } | null> => {
  const { rows } = await sql<{ task: string; state: JobState }>`
    select task_identifier as task, ${STATE} as state from graphile_worker.jobs where id = ${job_id}`.execute(db)
  return rows[0] ?? null
}

/** Makes a job due now with all its attempts; false = it runs by now, or is gone. */
export const rescheduleJob = async (db: Db, job_id: number): Promise<boolean> => {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(array[${job_id}::bigint], run_at => now(), attempts => 0)`.execute(
    db,
  )
  return rows.length > 0
}

/** Removes a job; false = it runs by now, or is gone. */
export const removeJob = async (db: Db, job_id: number): Promise<boolean> => {
  const { rows } = await sql`select id from graphile_worker.complete_jobs(array[${job_id}::bigint])`.execute(db)
  return rows.length > 0
}
