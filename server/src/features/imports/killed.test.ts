import { api } from '@heatfleet/contract/api.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../../test/console-world.ts'
import { useDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { finishDraft, freshImei, importOutcome } from '../../../test/imports-case.ts'
import { type SmallFleet, seedSmallFleet } from '../../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let console_: TestConsole

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})
afterEach(() => console_.close())

/** More than one part. */
const LINES = 2_600

const draftOf = async (from: number) => {
  const { call } = await console_.signIn('admin')
  const macs = Array.from({ length: LINES }, (_, at) => freshImei(from + at))
  const body = { product_key: fleet.product_key, rows: macs.map((mac) => ({ mac })) }
  const { import_id } = await call(api.importCheck, { body })
  return { call, import_id, macs }
}
const countOf = async (macs: readonly string[]): Promise<number> => {
  const { n } = await database.db
    .selectFrom('devices')
    .where('mac', 'in', macs)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

it('an import that is killed when most of it is written leaves nothing behind, and can be started again', async () => {
  console_ = await startConsole(database)
  const { call, import_id, macs } = await draftOf(10_000)
  // The last line waits for this transaction: the import stands still in its second part.
  const blocker = await database.pool.connect()
  await blocker.query('begin')
  await blocker.query(
    `insert into devices (mac, device_name, product_key, agent_path, net, secret_sealed, import_time)
     values ($1, '', $2, '/', '4g', '', now())`,
    [macs.at(-1), fleet.product_key],
  )
  await call(api.importStart, { params: { id: import_id } })
  await eventually(async () => (await call(api.importInfo, { params: { id: import_id } })).progress).toBe(2_500)
  const killed = await database.pool.query<{ done: boolean }>(
    `select pg_terminate_backend(pid) as done from pg_locks
     where locktype = 'advisory' and classid = 1 and objid = 5424001001 - 4294967296 and granted`,
  )
  expect(killed.rows).toEqual([{ done: true }])
  await blocker.query('rollback')
  blocker.release()
  expect(await importOutcome(call, import_id)).toMatchObject({
    state: 'failed',
    reason: 'system_exception',
    progress: 0,
  })
  expect(await countOf(macs)).toBe(0)
  expect(await finishDraft(call, import_id)).toMatchObject({ state: 'done', imported: LINES, progress: LINES })
  expect(await countOf(macs)).toBe(LINES)
})

it('an import whose process was killed is taken up by the next process', async () => {
  console_ = await startConsole(database)
  const { import_id, macs } = await draftOf(20_000)
  await console_.close()
  // What kill -9 leaves: a running batch of which nothing is committed, a locked job whose worker is no more.
  await database.pool.query(
    `update device_imports set state = 'running', started_at = now(), progress = 2500 where import_id = $1`,
    [import_id],
  )
  await database.pool.query(
    `select graphile_worker.add_job('device-import', json_build_object('import_id', $1::int), queue_name => 'device-import',
       job_key => 'device-import-' || $1)`,
    [import_id],
  )
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1`,
  )
  await database.pool.query(`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'dead'`)
  console_ = await startConsole(database)
  const { call } = await console_.signIn('admin')
  expect(await importOutcome(call, import_id)).toMatchObject({ state: 'done', imported: LINES })
  expect(await countOf(macs)).toBe(LINES)
})
