import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'

const Time = z.iso.datetime()

/** `waiting` = due, `planned` = due later, `retrying` = failed and tried again by itself, `failed` = given up. */
export const JOB_STATES = ['running', 'waiting', 'retrying', 'failed', 'planned'] as const
export type JobState = (typeof JOB_STATES)[number]

/** A background job. */
export const Job = z.object({
  job_id: RowId,
  task: z.string(),
  state: z.enum(JOB_STATES),
  created_time: Time,
  due_time: Time,
  /** Since when it runs. */
  started_time: Time.nullable(),
  attempts: z.number().int(),
  attempts_max: z.number().int(),
  error: z.string().nullable(),
})
export type Job = z.output<typeof Job>

const One = z.object({ job_id: RowId })

/** The queue of background jobs: look at it, run failed ones again, discard them. */
export const systemJobs = endpoints({
  systemJobs: {
    method: 'GET',
    path: '/system/jobs',
    kind: 'read',
    of: 'system-job',
    needs: 'ops:view',
    about: 'unscoped',
    result: z.object({
      counts: z.object({
        running: z.number().int(),
        waiting: z.number().int(),
        retrying: z.number().int(),
        failed: z.number().int(),
        planned: z.number().int(),
      } satisfies Record<JobState, z.ZodType>),
      /** Failed ones first, then running, retrying, waiting and planned ones. */
      jobs: z.array(Job),
      /** Tasks that run on schedule. */
      schedule: z.array(z.object({ task: z.string(), last_time: Time.nullable() })),
    }),
    fails: [],
    says: `The queue of background jobs with the first ${LIMITS.jobs_listed_max} of them.`,
    example: {
      counts: { running: 0, waiting: 0, retrying: 0, failed: 1, planned: 0 },
      jobs: [
        {
          job_id: 40,
          task: 'run-batch',
          state: 'failed',
          created_time: '2026-11-26T17:00:00.000Z',
          due_time: '2026-11-26T17:00:00.000Z',
          started_time: null,
          attempts: 3,
          attempts_max: 3,
          error: 'connection terminated',
        },
      ],
      schedule: [{ task: 'end-virtual-units', last_time: '2026-11-26T17:00:00.000Z' }],
    },
  },
  jobRetry: {
    method: 'POST',
    path: '/system/job-retry',
    kind: 'change',
    of: 'system-job',
    needs: 'ops:maintain',
    about: 'unscoped',
    body: One,
    result: One,
    fails: ['job_gone', 'job_running'],
    says: 'Runs a job now, with all its attempts before it.',
    example: { job_id: 40 },
  },
  jobDiscard: {
    method: 'POST',
    path: '/system/job-discard',
    kind: 'change',
    of: 'system-job',
    needs: 'ops:maintain',
    about: 'unscoped',
    body: One,
    result: One,
    fails: ['job_gone', 'job_running', 'job_not_failed'],
    says: 'Removes a job that failed for good.',
    example: { job_id: 40 },
  },
})
