import type pg from 'pg'
import type { Clock } from './clock.ts'

/** A clock that was set back by less is waited for: the schedule goes by the minute anyway. */
const SET_BACK_MIN_MS = 60_000
const MINUTE_MS = 60_000
/** A task that ran so many of its periods in the future is taken for one that will not run in time; one that ran less far is left alone, or it would run twice. */
const MISSED_PERIODS_MAX = 2

/**
 * Says whether the machine's clock was set back since it was last asked: the schedule of the queue library stands still until its next minute comes
 * round again. `elapsed` counts ms and is never set.
 */
export const watchSetBack = (
  { now }: Pick<Clock, 'now'>,
  elapsed: () => number = () => performance.now(),
): (() => boolean) => {
  let offset_ms = now() - elapsed()
  return () => {
    const before_ms = offset_ms
    offset_ms = now() - elapsed()
    return before_ms - offset_ms >= SET_BACK_MIN_MS
  }
}

/** Longest time between two runs of a crontab (five fields), ms; a day for whatever is not by the minute or hour. */
export const periodOf = (crontab: string): number => {
  const [minute = '', hour = ''] = crontab.split(' ')
  const step = /^\*(?:\/(\d+))?$/.exec(minute)
  if (hour !== '*') return 24 * 60 * MINUTE_MS
  return step === null ? 60 * MINUTE_MS : Number(step[1] ?? 1) * MINUTE_MS
}

/**
 * What a clock that was ahead left behind, made right by the clock of now: a task that "ran" later than its next time would not run until then, a job
 * that was added in the future would wait for it, and one that a dead worker held then would be held. Changes nothing while clocks are right.
 */
export const repairTimes = async (
  pool: pg.Pool,
  tasks: Readonly<Record<string, { crontab?: string }>>,
  now_ms: number,
): Promise<void> => {
  const scheduled = Object.entries(tasks).flatMap(([name, { crontab }]) =>
    crontab === undefined ? [] : [{ name, latest: new Date(now_ms + MISSED_PERIODS_MAX * periodOf(crontab)) }],
  )
  await pool.query(
    `update graphile_worker._private_known_crontabs known set last_execution = $3
     from unnest($1::text[], $2::timestamptz[]) as task (name, latest)
     where known.identifier = task.name and known.last_execution > task.latest`,
    [scheduled.map(({ name }) => name), scheduled.map(({ latest }) => latest), new Date(now_ms)],
  )
  // Times of jobs are of the database's clock. Each keeps its delay; an attempt that failed is made at once.
  await pool.query(
    `update graphile_worker._private_jobs job set created_at = now(), locked_at = least(locked_at, now()),
       run_at = now() + case when attempts = 0 then greatest(run_at - created_at, interval '0') else interval '0' end
     from graphile_worker._private_tasks task
     where task.id = job.task_id and task.identifier = any($1::text[]) and created_at > now() + interval '1 minute'`,
    [Object.keys(tasks)],
  )
}
