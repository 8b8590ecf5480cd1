import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { systemJobs } from '@heatfleet/contract/operations/jobs.ts'
import type { AppContext } from '../../app-context.ts'
import type { AuditNote, Handlers } from '../../handler.ts'
import { countJobs, findJobState, listJobs, listSchedule, removeJob, rescheduleJob } from './store-jobs.ts'

type Deps = Pick<AppContext, 'database'>

/** The queue of background jobs: list, run again, discard. */
export const systemJobHandlers = ({ database: { db } }: Deps) => {
  /** A job that does not run, or a refusal. */
  const readJob = async (job_id: number, note: (note: AuditNote) => void) => {
    const job = await findJobState(db, job_id)
    note({ object: `job ${job_id}`, ...(job === null ? {} : { detail: { task: job.task } }) })
    if (job === null) throw new Refusal('job_gone')
    if (job.state === 'running') throw new Refusal('job_running')
    return job
  }
  return {
    systemJobs: async () => {
      const [counts, jobs, schedule] = await Promise.all([
        countJobs(db),
        listJobs(db, LIMITS.jobs_listed_max),
        listSchedule(db),
      ])
      return {
        counts,
        jobs: jobs.map(({ created_at, run_at, locked_at, ...job }) => ({
          ...job,
          created_time: created_at.toISOString(),
          due_time: run_at.toISOString(),
          started_time: locked_at?.toISOString() ?? null,
        })),
        schedule: schedule.map(({ task, last_at }) => ({ task, last_time: last_at?.toISOString() ?? null })),
      }
    },

    jobRetry: async ({ body: { job_id } }, { note }) => {
      await readJob(job_id, note)
      if (!(await rescheduleJob(db, job_id))) throw new Refusal('job_running')
      return { job_id }
    },

    jobDiscard: async ({ body: { job_id } }, { note }) => {
      const { state } = await readJob(job_id, note)
      if (state !== 'failed') throw new Refusal('job_not_failed')
      if (!(await removeJob(db, job_id))) throw new Refusal('job_running')
      return { job_id }
    },
  } satisfies Pick<Handlers, keyof typeof systemJobs>
}
