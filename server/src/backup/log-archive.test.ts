import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { migrate } from '../platform/migrate.ts'
import { createBackup } from './create-backup.ts'
import { archiveLog, dropOldLog, listArchived, nextOf, openArchive, segmentOf } from './log-archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { dropLogSlot, ensureLogSlot } from './store-log.ts'

const PASSPHRASE = 'warm water in winter'
/** Each starts an engine or two. */
const SLOW = { timeout: 300_000 }
const deps = { clock: systemClock, print: () => {} }

it.each([
  ['000000010000000000000001', '000000010000000000000002'],
  ['0000000100000000000000FF', '000000010000000100000000'],
  ['00000002000000FF000000FF', '000000020000010000000000'],
])('after the file %s of the log comes %s', (name, next) => {
  expect(nextOf(name)).toBe(next)
})

it.each([
  ['0/3000718', 1, '000000010000000000000003'],
  ['1A/FF000000', 2, '000000020000001A000000FF'],
])('the LSN %s of timeline %i is in %s', (lsn, timeline, name) => {
  expect(segmentOf(lsn, timeline)).toBe(name)
})

describe('the archived log', SLOW, () => {
  let root = ''
  let folder = ''
  let backup = ''
  let engine: EmbeddedPostgres
  let database: Database
  let key: Buffer
  let between_ms = 0
  let restores = 0
  let last_segment = ''

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'heatfleet-log-'))
    chmodSync(root, 0o755)
    const data_dir = join(root, 'data')
    mkdirSync(data_dir, { mode: 0o755 })
    engine = await startEmbeddedPostgres({ data_dir, durable: false })
    database = openDatabase(engine.connection)
    await migrate(database.pool)
    await database.pool.query('create table written (n int primary key, at timestamptz not null)')
    folder = join(root, 'log')
    backup = join(root, 'backup')
    key = await openArchive(folder, PASSPHRASE)
    expect(await ensureLogSlot(database.pool)).toBe('new')
    await insert(1, 100)
    const manifest = await createBackup(
      {
        connection: engine.connection,
        cluster_dir: engine.cluster_dir,
        data_dir,
        firmware_folder: join(data_dir, 'firmware'),
        exports_folder: join(data_dir, 'exports'),
        secret_key_hex: '00'.repeat(32),
        product: '0.1.0',
        postgres_major: 18,
      },
      backup,
      PASSPHRASE,
      deps,
    )
    last_segment = segmentOf(manifest.lsn ?? '', manifest.timeline ?? 0)
    await insert(101, 200)
    await archive()
    await wait(50)
    between_ms = Date.now()
    await wait(50)
    await insert(201, 300)
    await archive()
    // Never archived: lost, and nothing else.
    await insert(301, 400)
  }, 300_000)
  afterAll(async () => {
    await database.close()
    await engine.stop()
    rmSync(root, { recursive: true, force: true })
  })

  const insert = (from: number, to: number) =>
    database.pool.query('insert into written select n, clock_timestamp() from generate_series($1::int, $2::int) n', [
      from,
      to,
    ])
  const archive = () => archiveLog(database.pool, engine.cluster_dir, folder, key)
  /** Rows of the table in a folder restored so far. */
  const restoredUntil = async (until: string): Promise<unknown> => {
    restores += 1
    const into = join(root, `restored-${restores}`)
    await restoreBackup(backup, into, PASSPHRASE, deps, { until, folder })
    const restored = await startEmbeddedPostgres({ data_dir: into, durable: false })
    const client = new pg.Client(restored.connection)
    await client.connect()
    const { rows } = await client.query('select count(*)::int as rows, max(n) as last from written')
    await client.end()
    await restored.stop()
    return rows[0]
  }

  it('is replayed to its end: what was archived is there, what was not is not', async () => {
    expect(await restoredUntil('latest')).toEqual({ rows: 300, last: 300 })
  })

  it('is replayed to a time', async () => {
    expect(await restoredUntil(new Date(between_ms).toISOString())).toEqual({ rows: 200, last: 200 })
  })

  it('is left out without a wish for it', async () => {
    expect(await restoredUntil('backup')).toEqual({ rows: 100, last: 100 })
  })

  it('that ends before the wished time says so', async () => {
    await expect(restoredUntil('2090-01-01T00:00:00.000Z')).rejects.toThrow('The archived log ends before 2090-01-01')
  })

  it('is encrypted under the passphrase it was begun with, and a changed byte is refused', async () => {
    await expect(openArchive(folder, 'another passphrase')).rejects.toThrow('is not the one the log in')
    const name = listArchived(folder).find((one) => one > last_segment) ?? ''
    const file = join(folder, `${name}.log`)
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(200) ^ 4, 200)
    writeFileSync(file, bytes)
    await expect(restoredUntil('latest')).rejects.toThrow(`${name}.log is damaged`)
    bytes.writeUInt8(bytes.readUInt8(200) ^ 4, 200)
    writeFileSync(file, bytes)
  })

  it('is kept by the database only until it is archived, and dropped with the backups that need it', async () => {
    const slots = async () =>
      (await database.pool.query<{ lsn: string }>('select restart_lsn::text as lsn from pg_replication_slots')).rows
    const [before] = await slots()
    expect(await archive()).toBeGreaterThan(0)
    const [after] = await slots()
    expect(after?.lsn).not.toBe(before?.lsn)
    expect(await ensureLogSlot(database.pool)).toBe('kept')
    expect(dropOldLog(folder, last_segment)).toBeGreaterThan(0)
    expect(listArchived(folder).every((name) => name >= last_segment)).toBe(true)
    await dropLogSlot(database.pool)
    expect(await slots()).toEqual([])
    expect(existsSync(join(folder, 'key.json'))).toBe(true)
  })
})
