import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { systemClock } from './clock.ts'
import { periodOf, repairTimes, watchSetBack } from './job-clock.ts'
import { meterJobs } from './job-meter.ts'
import { addJob, startJobs, type Tasks } from './jobs.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Jobs of the schedule run when their minute is over by the database's clock, which is not set. */
const AGO_MS = 5 * MINUTE_MS
/** Half a second before a minute begins. */
const BEFORE_A_MINUTE_MS = 59_500

const database = useDatabase()
const log = pino({ level: 'silent' })
let stop = async (): Promise<void> => {}
afterEach(async () => {
  await stop()
  stop = async () => {}
  vi.useRealTimers()
  await database.pool.query(
    'truncate graphile_worker._private_jobs, graphile_worker._private_known_crontabs, graphile_worker._private_job_queues',
  )
})

/** The machine's clock, whose time goes on: only its hands are set. */
const setClock = (now_ms: number): void => {
  vi.useRealTimers()
  const real_ms = Date.now()
  const real = Date.now.bind(Date)
  vi.useFakeTimers({ toFake: ['Date'], now: now_ms })
  const offset_ms = now_ms - real_ms
  tick = () => vi.setSystemTime(real() + offset_ms)
}
let tick = (): void => {}
const clock = {
  ...systemClock,
  now: () => {
    tick()
    return Date.now()
  },
}

const startTasks = async (tasks: Tasks): Promise<void> => {
  const jobs = await startJobs({ database, clock, log, job_meter: meterJobs(new Registry()) }, tasks)
  stop = jobs.stop
}

const counters = () => {
  const ran = { by_minute: 0, by_hour: 0 }
  const count = (name: keyof typeof ran) => async () => {
    ran[name] += 1
  }
  return { ran, count }
}

describe('background jobs under a clock that is set', () => {
  it('back by an hour: the schedule goes on within the minute, and by the hour nothing runs twice', async () => {
    const minute_ms = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - AGO_MS
    const { ran, count } = counters()
    const at = new Date(minute_ms + MINUTE_MS)
    setClock(minute_ms + BEFORE_A_MINUTE_MS)
    const ticking = setInterval(() => tick(), 20)
    const hourly = `${at.getUTCMinutes()} * * * *`
    await startTasks({
      by_minute: { crontab: '* * * * *', run: count('by_minute') },
      by_hour: { crontab: hourly, run: count('by_hour') },
    })
    await eventually(() => ran).toEqual({ by_minute: 1, by_hour: 1 })
    setClock(minute_ms + BEFORE_A_MINUTE_MS - HOUR_MS - 10_000)
    await eventually(() => ran.by_minute).toBe(2)
    expect(ran.by_hour).toBe(1)
    clearInterval(ticking)
  })

  it('forward by an hour: what was due meanwhile runs, the hourly once', async () => {
    const minute_ms = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - AGO_MS
    const { ran, count } = counters()
    setClock(minute_ms + BEFORE_A_MINUTE_MS - HOUR_MS)
    const ticking = setInterval(() => tick(), 20)
    await startTasks({
      by_minute: { crontab: '* * * * *', run: count('by_minute') },
      by_hour: {
        crontab: `${(new Date(minute_ms).getUTCMinutes() + 30) % 60} * * * *`,
        run: count('by_hour'),
      },
    })
    setClock(minute_ms + BEFORE_A_MINUTE_MS)
    await eventually(() => ran.by_minute).toBeGreaterThanOrEqual(60)
    expect(ran.by_hour).toBe(1)
    clearInterval(ticking)
  })

  it('a job that was added in the future keeps its delay alone, and one that failed then is tried at once', async () => {
    for (const task of ['delayed', 'failed', 'right'])
      await addJob(database.db, { task, payload: {}, queue: task, key: task, delay_ms: 5_000 })
    await database.pool.query(
      `update graphile_worker._private_jobs set created_at = created_at + interval '1 hour', run_at = run_at + interval '1 hour',
         attempts = case key when 'failed' then 1 else 0 end where key in ('delayed', 'failed')`,
    )
    await repairTimes(database.pool, { delayed: {}, failed: {}, right: {} }, Date.now())
    const { rows } = await database.pool.query<{ key: string; wait_s: number }>(
      'select key, extract(epoch from run_at - created_at)::float as wait_s from graphile_worker._private_jobs order by key',
    )
    expect(rows.map(({ key, wait_s }) => [key, Math.round(wait_s)])).toEqual([
      ['delayed', 5],
      ['failed', 0],
      ['right', 5],
    ])
    const ahead = await database.pool.query(
      `select 1 from graphile_worker._private_jobs where run_at > now() + interval '1 minute'`,
    )
    expect(ahead.rowCount).toBe(0)
  })

  it('a clock that was a year ahead before a restart does not keep the schedule for a year', async () => {
    const tasks = { 'by-day': { crontab: '17 4 * * *' }, 'by-minute': { crontab: '* * * * *' } }
    const now_ms = Date.now()
    const executed = { 'by-day': now_ms + 365 * 24 * HOUR_MS, 'by-minute': now_ms + MINUTE_MS / 2 }
    for (const [name, at_ms] of Object.entries(executed))
      await database.pool.query(
        'insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ($1, $2, $2)',
        [name, new Date(at_ms)],
      )
    await repairTimes(database.pool, tasks, now_ms)
    const { rows } = await database.pool.query<{ identifier: string; last_execution: Date }>(
      'select identifier, last_execution from graphile_worker._private_known_crontabs order by 1',
    )
    expect(rows.map(({ identifier, last_execution }) => [identifier, last_execution.getTime()])).toEqual([
      ['by-day', now_ms],
      ['by-minute', executed['by-minute']],
    ])
  })

  it.each([
    ['* * * * *', MINUTE_MS],
    ['*/10 * * * *', 10 * MINUTE_MS],
    ['37 * * * *', HOUR_MS],
    ['40 3 * * *', 24 * HOUR_MS],
  ])('%s runs every %d ms', (crontab, period_ms) => {
    expect(periodOf(crontab)).toBe(period_ms)
  })

  it('is noticed once, by a minute or more', () => {
    let [now_ms, elapsed_ms] = [1_000_000_000, 0]
    const wasSetBack = watchSetBack({ now: () => now_ms }, () => elapsed_ms)
    const pass = (by_ms: number, set_ms = 0): boolean => {
      elapsed_ms += by_ms
      now_ms += by_ms + set_ms
      return wasSetBack()
    }
    expect([pass(10_000), pass(10_000, -HOUR_MS), pass(10_000), pass(10_000, HOUR_MS), pass(10_000, -30_000)]).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
  })
})
