import { randomBytes } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { parseCsvObjects } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileOf, findOwn, linesOf, outcomeOf, requestFor, runExport } from '../../../test/export-steps.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { writePages } from './write-pages.ts'

const { database, fleet, console_ } = useFleetConsole()
let admin: Call
let city: Call

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  city = (await console_.signIn('city_a1')).call
})

/** Devices whose names are these texts, with an IMEI-like id each, of province B. */
const addDevices = async (names: readonly string[], tag: string): Promise<void> => {
  const { agent_id, agent_path } = fleet.distributors.B
  await database.db
    .insertInto('devices')
    .values(
      names.map((device_name) => ({
        mac: `a4c1${randomBytes(4).toString('hex')}`,
        device_name,
        product_key: fleet.product_key,
        agent_id,
        agent_path,
        net: 'wifi' as const,
        secret_sealed: Buffer.alloc(1),
        import_time: new Date('2026-01-15T20:00:00Z'),
        import_tag: tag,
      })),
    )
    .execute()
}

describe('an export of the device list', () => {
  it('becomes a file with the requested columns, its codes as texts, its times in the requested zone', async () => {
    const record = await runExport(admin)
    expect(record).toMatchObject({ state: 'done', rows_done: 6, rows_total: 6, reason: null })
    expect(record.file_name).toMatch(/^devices-\d{4}-\d\d-\d\d-\d{4}\.csv$/)
    const lines = linesOf(await fileOf(admin, record.export_id))
    expect(lines[0]).toBe('"IMEI / MAC","Device name","Status","Times online","Imported"')
    expect(lines).toHaveLength(7)
    // A long number that is a name stays text; 08:00 UTC is 16:00 in Shanghai.
    expect(lines[1]).toBe(`"\t${fleet.devices[0]?.mac}","House 1","Never online",0,"2026-01-15 16:00:00"`)
  })

  it('is also requested in the form of older consoles, whose own titles and texts are ignored', async () => {
    const columns = [
      { key: 'device_name', title: '=1+1' },
      { key: 'online_status', title: 'x'.repeat(500), words: { never: 'never ever' } },
    ]
    // No console of today sends this.
    const record = await runExport(admin, requestFor({ columns: columns as never }))
    const [header, first] = linesOf(await fileOf(admin, record.export_id))
    expect(header).toBe('"Device name","Status"')
    expect(first).toBe('"House 1","Never online"')
  })

  it('holds what the scope of the person holds, and nothing else', async () => {
    const record = await runExport(city)
    const text = await fileOf(city, record.export_id)
    const inside = fleet.devices.filter(({ at }) => at === 'A1' || at === 'A11').map(({ mac }) => mac)
    expect(fleet.devices.filter(({ mac }) => text.includes(mac)).map(({ mac }) => mac)).toEqual(inside)
    expect(record.rows_done).toBe(inside.length)
  })

  it('filters as the list does, without devices released by hand', async () => {
    const [first, second, third] = fleet.devices.map(({ mac }) => mac)
    const macs = [first, second, third].map(String)
    const record = await runExport(admin, requestFor({ filter: { macs, except_macs: [String(second)] } }))
    const text = await fileOf(admin, record.export_id)
    expect(macs.filter((mac) => text.includes(mac))).toEqual([first, third])
  })

  it('goes through all pages, each device once', async () => {
    await addDevices(
      Array.from({ length: 2_345 }, (_, at) => `Row ${at}`),
      'many',
    )
    const record = await runExport(admin, requestFor({ filter: { import_tag: 'many' } }))
    const lines = linesOf(await fileOf(admin, record.export_id)).slice(1)
    expect(record).toMatchObject({ rows_done: 2_345, rows_total: 2_345 })
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(2_345)
  })

  it('is sent as an attachment that no cache keeps and no browser guesses at', async () => {
    const { export_id } = await runExport(admin, requestFor({ file_name: '设备/../x' }))
    const { token } = await console_.signIn('admin')
    const response = await fetch(`${console_.base_url}/JCloud/export/${export_id}/file`, {
      headers: { key: 'heatfleet-console', token },
    })
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="export"; filename\*=UTF-8''%E8%AE%BE%E5%A4%87x-/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Number(response.headers.get('content-length'))).toBe((await response.arrayBuffer()).byteLength)
  })
})

/** What spreadsheets would run, break on, or mangle. */
const NASTY = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '  =cmd|calc',
  '＝1+1',
  '=HYPERLINK("http://x","y")',
  'a "quoted" name',
  'two\nlines',
  'comma, semicolon; tab\t',
  '863412060123455',
  '-5',
  '1e5',
]

describe('a text that looks like a formula', () => {
  beforeAll(() => addDevices(NASTY, 'nasty'))
  const nasty = (format: 'csv' | 'xlsx') =>
    requestFor({
      format,
      filter: { import_tag: 'nasty' },
      columns: ['device_name', 'online_times'],
    })

  it('is no formula in CSV, and stays readable', async () => {
    const record = await runExport(admin, nasty('csv'))
    const rows = parseCsvObjects<Record<string, string>>(await fileOf(admin, record.export_id), { header: true }).data
    const cells = rows.map((row) => row['Device name'] ?? '')
    expect(cells.filter((cell) => /^[\s\u200B]*[=+\-@＝]/u.test(cell))).toEqual([])
    expect(cells.map((cell) => cell.replace(/^'/, '').trim()).sort()).toEqual(NASTY.map((name) => name.trim()).sort())
    expect(rows.every((row) => row['Times online'] === '0')).toBe(true)
  })

  it('is a text cell in XLSX with every letter kept, and numbers are numbers', async () => {
    const record = await runExport(admin, nasty('xlsx'))
    const { blob } = await admin(api.exportFile, { params: { id: record.export_id } })
    const { sheets } = await readXlsx(new Uint8Array(await blob.arrayBuffer()))
    const rows = sheets[0]?.rows ?? []
    expect(rows[0]).toEqual(['Device name', 'Times online'])
    expect([...(sheets[0]?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
    expect(
      rows
        .slice(1)
        .map(([name]) => String(name))
        .sort(),
    ).toEqual([...NASTY].sort())
    expect(rows.slice(1).every(([, times]) => times === 0)).toBe(true)
  })
})

it('a title that looks like a formula, as a point of a product may have it, is a text cell in XLSX', async () => {
  const columns = [{ key: 'p', title: '=1+1' }]
  const pages = (async function* () {
    yield { rows: 1, columns: { p: { kind: 'same', cell: 1 } as const } }
  })()
  const pieces: Uint8Array[] = []
  for await (const bytes of writePages({ format: 'xlsx', time_zone: 'UTC', columns }, pages)) pieces.push(bytes)
  const { sheets } = await readXlsx(new Uint8Array(Buffer.concat(pieces)))
  expect(sheets[0]?.rows).toEqual([['=1+1'], [1]])
  expect([...(sheets[0]?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
})

describe('whose export it is', () => {
  it('of another account cannot be seen, cancelled, retried or downloaded', async () => {
    const { export_id } = await runExport(admin)
    expect((await city(api.exportList)).list.map((record) => record.export_id)).not.toContain(export_id)
    for (const endpoint of [api.exportCancel, api.exportRetry, api.exportFile] as const)
      expect(await codeOf(city(endpoint, { params: { id: export_id } }))).toBe('export_not_found')
  })

  it('needs the right of its kind', async () => {
    const { role_id } = await database.db
      .insertInto('roles')
      .values({ role_name: 'Looks only', permissions: ['device:view'], data_scope: 'all' })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    await database.db.updateTable('accounts').set({ role_id }).where('user_name', '=', 'auditor').execute()
    const { call } = await console_.signIn('auditor')
    expect(await codeOf(call(api.exportCreate, requestFor()))).toBe('no_permission')
  })

  it('runs with the rights and the scope of the moment it runs in', async () => {
    const { role_id } = await database.db
      .selectFrom('accounts')
      .select('role_id')
      .where('user_name', '=', 'province_b')
      .executeTakeFirstOrThrow()
    const { call } = await console_.signIn('province_b')
    const { export_id } = await runExport(call)
    const narrowed = await database.db
      .insertInto('roles')
      .values({ role_name: 'Narrow', permissions: ['device:view'], level: 'distributor' })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    const setRole = (to: number) =>
      database.db.updateTable('accounts').set({ role_id: to }).where('user_name', '=', 'province_b').execute()
    // Over, then again: a retry stands for what waited while the role was changed.
    await database.db
      .updateTable('export_jobs')
      .set({ state: 'expired' })
      .where('export_id', '=', String(export_id))
      .execute()
    await setRole(narrowed.role_id)
    await call(api.exportRetry, { params: { id: export_id } })
    expect(await outcomeOf(call, export_id)).toMatchObject({ state: 'failed', reason: 'no_permission' })
    await setRole(role_id)
    await call(api.exportRetry, { params: { id: export_id } })
    expect(await outcomeOf(call, export_id)).toMatchObject({ state: 'done' })
  })
})

describe('an open export', () => {
  /** Plays a worker that holds the queue of an account: what is wished meanwhile waits. */
  const holdQueue = async <T>(user_name: SmallAccount, work: () => Promise<T>): Promise<T> => {
    const queue_name = `export-${fleet.accounts[user_name]}`
    const holdBy = (holder: string | null) =>
      database.pool.query(
        `insert into graphile_worker._private_job_queues as queue (queue_name, locked_at, locked_by)
         values ($1, case when $2::text is not null then now() end, $2)
         on conflict (queue_name) do update set locked_at = excluded.locked_at, locked_by = excluded.locked_by`,
        [queue_name, holder],
      )
    await holdBy('test')
    try {
      return await work()
    } finally {
      await holdBy(null)
      // Any new job makes the workers look.
      await database.pool.query(`select graphile_worker.add_job('expire-exports')`)
    }
  }

  it('can be cancelled while it waits, and then never runs', async () => {
    const { call } = await console_.signIn('city_a2')
    const id = await holdQueue('city_a2', async () => {
      const { export_id } = await call(api.exportCreate, requestFor())
      expect(await codeOf(call(api.exportRetry, { params: { id: export_id } }))).toBe('export_not_over')
      expect(await codeOf(call(api.exportFile, { params: { id: export_id } }))).toBe('export_not_done')
      expect(await call(api.exportCancel, { params: { id: export_id } })).toMatchObject({ state: 'cancelled' })
      expect(await codeOf(call(api.exportCancel, { params: { id: export_id } }))).toBe('export_not_open')
      return export_id
    })
    // One that came later is done: the queue has passed the cancelled one.
    await runExport(call)
    expect(await findOwn(call, id)).toMatchObject({ state: 'cancelled', rows_done: 0 })
  })

  it('is one of few: beyond the limit a new one is refused', async () => {
    const { call } = await console_.signIn('county_a11')
    const first = await holdQueue('county_a11', async () => {
      const made: number[] = []
      for (let at = 0; at < LIMITS.export_open_max; at += 1)
        made.push((await call(api.exportCreate, requestFor())).export_id)
      expect(await codeOf(call(api.exportCreate, requestFor()))).toBe('export_queue_full')
      const [kept, ...others] = made
      // While all of them wait: one that is done cannot be cancelled.
      for (const id of others) await call(api.exportCancel, { params: { id } })
      return kept
    })
    expect(await outcomeOf(call, Number(first))).toMatchObject({ state: 'done' })
  })
})
