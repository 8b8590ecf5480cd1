import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { untilGiven } from '../../../test/eventually.ts'
import { fileOf, findOwn, linesOf, outcomeOf, requestFor, runExport } from '../../../test/export-steps.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let console_: TestConsole

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})
afterEach(() => console_.close())

const DAY_MS = 86_400_000

describe('limits of one file', () => {
  it.each([
    ['rows', { HEATFLEET_EXPORT_ROWS: '5' }],
    ['bytes', { HEATFLEET_EXPORT_MB: '0' }],
  ])('too many %s fail, and leave nothing behind', async (_, settings) => {
    console_ = await startConsole(database, settings)
    const { call } = await console_.signIn('admin')
    expect(await runExport(call)).toMatchObject({ state: 'failed', reason: 'export_too_large' })
    expect(readdirSync(console_.exports_folder)).toEqual([])
  })
})

describe('a process that was killed in the middle of an export', () => {
  it('is followed by one that begins it anew and clears away what was left', async () => {
    // What kill -9 leaves: a running record, a locked job whose worker is no more, a part of a file.
    const { rows } = await database.pool.query<{ export_id: string }>(
      `insert into export_jobs (uid, kind, input, format, file_name, state, rows_done, started_at)
       values ($1, 'device-list', $2, 'csv', 'devices.csv', 'running', 3, now()) returning export_id`,
      [
        fleet.accounts.city_a1,
        JSON.stringify({ ask: requestFor().body, permissions: ['device:view', 'device:export'] }),
      ],
    )
    const id = Number(rows[0]?.export_id)
    const queue = `export-${fleet.accounts.city_a1}`
    await database.pool.query(
      `select graphile_worker.add_job('export', json_build_object('export_id', $1::int), queue_name => $2,
         job_key => 'export-' || $1)`,
      [id, queue],
    )
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1`,
    )
    await database.pool.query(
      `update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'dead' where queue_name = $1`,
      [queue],
    )
    console_ = await startConsole(database, {}, {}, (folder) => {
      writeFileSync(join(folder, `${id}.csv.part`), 'half of')
      writeFileSync(join(folder, '77.xlsx'), 'no account requests it any more')
      writeFileSync(join(folder, 'notes.txt'), 'not ours')
    })
    const { call } = await console_.signIn('city_a1')
    expect(await outcomeOf(call, id)).toMatchObject({ state: 'done', rows_done: 3, rows_total: 3 })
    expect(linesOf(await fileOf(call, id))).toHaveLength(4)
    expect(readdirSync(console_.exports_folder).sort()).toEqual([`${id}.csv`, 'notes.txt'])
  })
})

describe('a file', () => {
  it('is deleted after the days of the setting, and its record says so', async () => {
    console_ = await startConsole(database, { HEATFLEET_EXPORT_DAYS: '2' })
    const { call } = await console_.signIn('admin')
    const { export_id, expires_at, finished_at } = await runExport(call)
    expect(Date.parse(String(expires_at)) - Date.parse(String(finished_at))).toBe(2 * DAY_MS)
    console_.jump(2 * DAY_MS + 60_000)
    await database.pool.query(`select graphile_worker.add_job('expire-exports')`)
    await untilGiven(() => expect(readdirSync(console_.exports_folder)).toEqual([]))
    const again = await console_.signIn('admin')
    expect(await findOwn(again.call, export_id)).toMatchObject({ state: 'expired' })
    expect(await codeOf(again.call(api.exportFile, { params: { id: export_id } }))).toBe('export_not_done')
    await again.call(api.exportRetry, { params: { id: export_id } })
    expect(await outcomeOf(again.call, export_id)).toMatchObject({ state: 'done' })
  })

  it('that was deleted by hand is expired at the next start, and can be made again', async () => {
    console_ = await startConsole(database)
    const { call } = await console_.signIn('admin')
    const { export_id } = await runExport(call)
    rmSync(join(console_.exports_folder, `${export_id}.csv`))
    expect(await codeOf(call(api.exportFile, { params: { id: export_id } }))).toBe('export_not_done')
    await console_.close()
    console_ = await startConsole(database)
    const again = await console_.signIn('admin')
    expect(await findOwn(again.call, export_id)).toMatchObject({ state: 'expired' })
    await again.call(api.exportRetry, { params: { id: export_id } })
    expect(await outcomeOf(again.call, export_id)).toMatchObject({ state: 'done' })
  })
})
