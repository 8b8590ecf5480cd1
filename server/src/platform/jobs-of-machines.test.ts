import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { systemClock } from './clock.ts'
import { meterJobs } from './job-meter.ts'
import { addJob, freeJobs, startInTurn, startJobs, type Tasks } from './jobs.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })
let stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops) await stop()
  stops = []
})
const start = async (tasks: Tasks) => {
  const jobs = await startJobs({ database, clock: systemClock, log, job_meter: meterJobs(new Registry()) }, tasks)
  stops.push(jobs.stop)
  return jobs
}
const add = (task: string) => addJob(database.db, { task, payload: {}, queue: task, key: task })
const lockedBy = async (): Promise<string[]> =>
  (
    await database.pool.query<{ locked_by: string }>(
      'select locked_by from graphile_worker.jobs where locked_by is not null',
    )
  ).rows.map(({ locked_by }) => locked_by)

it('a job that another machine is at is left to it; that of a dead one is run again', async () => {
  let runs = 0
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const tasks: Tasks = {
    long: {
      run: async () => {
        runs += 1
        await held
      },
    },
  }
  await start(tasks)
  await add('long')
  await eventually(lockedBy).toHaveLength(1)
  const before = await lockedBy()
  // Another console starts.
  await freeJobs(database.db, tasks)
  expect(await lockedBy()).toEqual(before)
  expect(runs).toBe(1)
  release()
  await eventually(lockedBy).toEqual([])
  // Locked by a worker that nobody has: its process was killed.
  await database.pool.query('update graphile_worker._private_jobs set locked_by = $1, locked_at = now()', ['pool-dead'])
  await add('long')
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now(), attempts = 3`,
  )
  await freeJobs(database.db, tasks)
  await eventually(
    async () => (await database.pool.query('select 1 from graphile_worker._private_jobs')).rowCount,
  ).toBe(0)
  expect(runs).toBe(2)
})

it('a process knows when it starts whether it is alone, and two never start at once', async () => {
  const seen: boolean[] = []
  // The database lets go of the process of the test before a moment after it has ended.
  await eventually(() => startInTurn(database.pool, 'console', (is_alone) => Promise.resolve(is_alone))).toBe(true)
  await startInTurn(database.pool, 'console', async (is_alone) => {
    seen.push(is_alone)
    return start({})
  })
  await startInTurn(database.pool, 'console', (is_alone) => Promise.resolve(seen.push(is_alone)))
  await startInTurn(database.pool, 'exporting', (is_alone) => Promise.resolve(seen.push(is_alone)))
  for (const stop of stops) await stop()
  stops = []
  await eventually(() => startInTurn(database.pool, 'console', (is_alone) => Promise.resolve(is_alone))).toBe(true)
  expect(seen).toEqual([true, false, true])
})
