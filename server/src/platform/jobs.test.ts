import pg from 'pg'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, inject, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { systemClock } from './clock.ts'
import { clientConfig } from './db.ts'
import { meterJobs } from './job-meter.ts'
import { addJob, startJobs, type Tasks } from './jobs.ts'

const database = useDatabase()
const warned: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(line) })

let stop = async (): Promise<void> => {}
afterEach(async () => {
  await stop()
  stop = async () => {}
  warned.length = 0
})
const start = async (tasks: Tasks): Promise<void> => {
  const jobs = await startJobs({ database, clock: systemClock, log, job_meter: meterJobs(new Registry()) }, tasks)
  stop = jobs.stop
}
const add = (task: string) => addJob(database.db, { task, payload: {}, queue: task, key: task })
const jobsLeft = async (): Promise<number> =>
  (await database.pool.query('select 1 from graphile_worker._private_jobs')).rowCount ?? 0

/** The database refuses everybody until `back`: all connections are ended, and none is accepted. */
const takeAway = async (): Promise<{ back: () => Promise<void> }> => {
  const name = database.connection.database
  const admin = new pg.Client({ ...clientConfig(inject('postgres')), database: 'postgres' })
  await admin.connect()
  await admin.query(`alter database ${name} with allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  return {
    back: async () => {
      await admin.query(`alter database ${name} with allow_connections true`)
      await admin.end()
    },
  }
}

it('a job whose end could not be written because the database was away is run again, and others after it', async () => {
  let runs = 0
  let others = 0
  const away: Awaited<ReturnType<typeof takeAway>>[] = []
  await start({
    long: {
      run: async () => {
        runs += 1
        // It ends while the database is away.
        if (runs === 1) away.push(await takeAway())
      },
    },
    other: {
      run: async () => {
        others += 1
      },
    },
  })
  await add('long')
  await eventually(() => warned.some((line) => line.includes('Failed to complete jobs'))).toBe(true)
  for (const { back } of away) await back()
  await eventually(() => runs).toBe(2)
  await add('other')
  await eventually(() => others).toBe(1)
  await eventually(jobsLeft).toBe(0)
})

it('workers that cannot start yet are stopped all the same', async () => {
  let runs = 0
  const away: Awaited<ReturnType<typeof takeAway>>[] = []
  await start({
    long: {
      run: async () => {
        runs += 1
        away.push(await takeAway())
      },
    },
  })
  await add('long')
  await eventually(() => warned.some((line) => line.includes('background jobs cannot start yet'))).toBe(true)
  await stop()
  stop = async () => {}
  for (const { back } of away) await back()
  expect(runs).toBe(1)
})
