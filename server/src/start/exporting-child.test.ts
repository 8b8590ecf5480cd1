import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { untilGiven } from '../../test/eventually.ts'
import { fileOf, findOwn, linesOf, outcomeOf, requestFor, runExport } from '../../test/export-steps.ts'
import { readConfig } from '../config.ts'
import type { SupervisedChild } from '../platform/child-process.ts'
import { meterJobs } from '../platform/job-meter.ts'
import { startExporting } from './exporting-child.ts'

const database = useDatabase()
const metrics = new Registry()
const job_meter = meterJobs(metrics)
let console_: TestConsole
let logs: string
let exporting: SupervisedChild | null = null

/** The process itself, on the folder from which the console gives files out. */
const start = (): SupervisedChild => {
  const files = { log: join(logs, 'exporting.log'), output: join(logs, 'exporting.out.log') }
  const context = { exports_folder: console_.exports_folder, job_meter, log: pino({ level: 'silent' }) }
  exporting = startExporting(readConfig({}), database.connection, files, context)
  return exporting
}

const figureOf = async (name: string, labels: Record<string, string>): Promise<number> => {
  const { values } = (await metrics.getSingleMetric(name)?.get()) ?? { values: [] }
  const isAsked = (given: object) => Object.entries(labels).every(([key, value]) => Object(given)[key] === value)
  return values.find((one) => isAsked(one.labels))?.value ?? 0
}

beforeAll(async () => {
  await seedSmallFleet(database.db)
})
beforeEach(async () => {
  logs = mkdtempSync(join(tmpdir(), 'heatfleet-exporting-'))
  console_ = await startConsole(database, {}, { writes_exports: false })
})
afterEach(async () => {
  await exporting?.stop()
  exporting = null
  await console_.close()
  rmSync(logs, { recursive: true, force: true })
})

it('files are written by a process of their own, and counted by this one', async () => {
  const { call } = await console_.signIn('admin')
  const { export_id } = await call(api.exportCreate, requestFor())
  expect(await findOwn(call, export_id)).toMatchObject({ state: 'queued' })
  start()
  const { rows_done } = await outcomeOf(call, export_id)
  expect(linesOf(await fileOf(call, export_id))).toHaveLength(1 + rows_done)
  await untilGiven(async () => expect(await figureOf('heatfleet_jobs_total', { task: 'export', result: 'ok' })).toBe(1))
  expect(await figureOf('heatfleet_jobs_running', { task: 'export' })).toBe(0)
})

it('a killed one is followed by another, and what it was at is begun anew', async () => {
  const { call, uid } = await console_.signIn('admin')
  const first = start()
  await runExport(call)
  const pid = first.pid() ?? 0
  // What a kill in the middle leaves: a running record, and a job whose worker is no more.
  const { export_id } = await call(api.exportCreate, { body: { ...requestFor().body, file_name: 'again' } })
  await outcomeOf(call, export_id)
  // The worker releases job and queue after the export is recorded; a queue still locked by it would hide what is tested.
  await untilGiven(async () => {
    const { rows } = await database.pool.query(
      `select 1 from graphile_worker._private_jobs where locked_by is not null`,
    )
    expect(rows).toEqual([])
  })
  await database.pool.query(
    `with left_over as (update export_jobs set state = 'running', finished_at = null where export_id = $1)
     select graphile_worker.add_job('export', json_build_object('export_id', $1::int), queue_name => 'export-' || $2,
       job_key => 'export-' || $1, run_at => now() + interval '1 hour')`,
    [export_id, uid],
  )
  await database.pool.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = 'dead', attempts = 1`,
  )
  process.kill(pid, 'SIGKILL')
  expect(await outcomeOf(call, export_id)).toMatchObject({ state: 'done' })
  expect(first.pid()).not.toBe(pid)
})
