import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { historyRequest } from '../../../test/history-request.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { readConfig } from '../../config.ts'
import type { ExportPage } from './page.ts'
import { runExport } from './run-export.ts'
import type { ExportSources, StreamedExport } from './source.ts'
import { cancelExport } from './store.ts'

const database = useDatabase()
let fleet: SmallFleet
let folder: string
let uid: number
let id: number

const request = historyRequest(['p'])

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  uid = fleet.accounts.admin
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heatfleet-exports-'))
  const { rows } = await database.pool.query<{ export_id: string }>(
    `insert into export_jobs (uid, kind, input, format, file_name) values ($1, $2, $3, 'csv', 'x.csv') returning export_id`,
    [uid, request.kind, JSON.stringify({ ask: request, permissions: ['history:export', 'history:view'] })],
  )
  id = Number(rows[0]?.export_id)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const record = async () => {
  const { rows } = await database.pool.query<{ state: string; rows_done: number; reason: string | null }>(
    'select state, rows_done::int, reason from export_jobs where export_id = $1',
    [id],
  )
  return rows[0]
}

const PAGES = 5
const ROWS = 3
/** Pages that say their own number, in the same columns one after the other; `before` is called before each. */
const pagesWith = (before: (page: number) => Promise<void>, counted: number): StreamedExport<'device-history'> => ({
  needs: 'history:export',
  count: async () => counted,
  columnTexts: async () => [{ key: 'p', title: 'P' }],
  async *stream(readCaller): AsyncGenerator<ExportPage<'device-history'>> {
    const values = new Float64Array(ROWS)
    for (let page = 0; page < PAGES; page++) {
      await before(page)
      await readCaller()
      values.fill(page)
      yield { rows: ROWS, columns: { p: { kind: 'numbers', values } } }
    }
  },
})

type How = {
  settings?: NodeJS.ProcessEnv
  signal?: AbortSignal
  counted?: number
  elapsed?: () => number
}

const run = (
  before: (page: number) => Promise<void>,
  { settings = {}, signal = new AbortController().signal, counted = PAGES * ROWS, ...means }: How = {},
) =>
  runExport(
    {
      database,
      clock: createMovedClock(Date.UTC(2026, 10, 22)),
      config: readConfig(settings),
      log: pino({ level: 'silent' }),
      exports_folder: folder,
      ...means,
      sources: { 'device-history': pagesWith(before, counted) } as Partial<ExportSources> as ExportSources, // only its kind is requested
    },
    id,
    signal,
  )

describe('an export that comes in columns', () => {
  it.each([
    ['once a second', 400, [0, 0, 0, 9, 9]],
    ['after each page, where pages take longer', 1_500, [0, 3, 6, 9, 12]],
  ])('reports its progress %s, and ends with all of them', async (_, page_ms, expected) => {
    const reported: unknown[] = []
    let elapsed_ms = 0
    await run(
      async () => {
        reported.push((await record())?.rows_done)
        elapsed_ms += page_ms
      },
      { elapsed: () => elapsed_ms },
    )
    expect(reported).toEqual(expected)
    expect(await record()).toEqual({ state: 'done', rows_done: PAGES * ROWS, reason: null })
    const lines = readFileSync(join(folder, `${id}.csv`), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines.slice(1)).toEqual(['0', '0', '0', '1', '1', '1', '2', '2', '2', '3', '3', '3', '4', '4', '4'])
  })

  it('that is cancelled is read no further, and leaves no file', async () => {
    const requested: number[] = []
    await run(async (page) => {
      requested.push(page)
      if (page === 2) await cancelExport(database.db, { uid, api_token_id: null }, id, new Date())
    })
    expect(requested).toEqual([0, 1, 2])
    expect(await record()).toMatchObject({ state: 'cancelled' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('fails when the right is taken meanwhile, and leaves no file', async () => {
    const setRole = (role_id: number) =>
      database.db.updateTable('accounts').set({ role_id }).where('uid', '=', uid).execute()
    const { role_id } = await database.db
      .selectFrom('accounts')
      .select('role_id')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    const { role_id: bare } = await database.db
      .insertInto('roles')
      .values({ role_name: 'Looks only', permissions: ['history:view'], data_scope: 'all' })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    await run(async (page) => {
      if (page === 3) await setRole(bare)
    })
    await setRole(role_id)
    expect(await record()).toMatchObject({ state: 'failed', reason: 'no_permission', rows_done: 9 })
    expect(readdirSync(folder)).toEqual([])
  })

  it('waits for the next process when this one stops, and leaves no file', async () => {
    const stopping = new AbortController()
    await run(
      async (page) => {
        if (page === 1) stopping.abort()
      },
      { signal: stopping.signal },
    )
    expect(await record()).toMatchObject({ state: 'queued' })
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['whose reading breaks off', {}, 'export_failed'],
    ['with more rows than are allowed and were counted', { HEATFLEET_EXPORT_ROWS: '14' }, 'export_too_large'],
  ])('%s fails, and leaves no short file', async (_, settings, reason) => {
    const breakOff = async (page: number): Promise<void> => {
      if (page === PAGES - 1 && reason === 'export_failed') throw new Error('the database went away')
    }
    await run(breakOff, { settings, counted: 1 })
    expect(await record()).toMatchObject({ state: 'failed', reason, rows_done: 12 })
    expect(readdirSync(folder)).toEqual([])
  })
})
