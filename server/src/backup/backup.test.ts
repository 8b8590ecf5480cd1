import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportBytes } from '../../test/report-bytes.ts'
import { SMALL_FLEET_KEY, seedSmallFleet } from '../../test/small-fleet.ts'
import { ensurePartitions, partitionOf } from '../ingest/partitions.ts'
import { systemClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { migrate } from '../platform/migrate.ts'
import { deriveKey } from './backup-key.ts'
import { type BackupSource, createBackup } from './create-backup.ts'
import { dropOldBackups, listBackups, nameOfBackup } from './kept-backups.ts'
import { findManifest, type Manifest, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { readTableFigures } from './store.ts'
import { verifyBackup } from './verify-backup.ts'

const PASSPHRASE = 'warm water in winter'
/** Each starts an engine or two. */
const SLOW = { timeout: 300_000 }
const DAY_MS = 86_400_000
const REPORTS = 3_000
const FIRMWARE = randomBytes(700_000)
const deps = { clock: systemClock, print: () => {} }

let root = ''
let engine: EmbeddedPostgres
let database: Database
let source: BackupSource
let whole = ''
let whole_manifest: Manifest

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'heatfleet-backup-'))
  chmodSync(root, 0o755)
  const data_dir = join(root, 'data')
  mkdirSync(data_dir, { mode: 0o755 })
  engine = await startEmbeddedPostgres({ data_dir, durable: false })
  database = openDatabase(engine.connection)
  await migrate(database.pool)
  await migrateJobs(database.pool)
  await seedSmallFleet(database.db)
  const { rows } = await database.pool.query<{ id: number }>('select device_id as id from devices order by 1 limit 3')
  const first_ms = Date.UTC(2026, 0, 10)
  await ensurePartitions(database.pool, [partitionOf(first_ms, 'day'), partitionOf(first_ms + DAY_MS, 'day')])
  const layouts = await database.pool.query<{ id: number }>('select min(layout_id)::int as id from product_versions')
  for (const { id } of rows)
    await database.pool.query(
      `insert into report_hot (device_id, at, layout_id, raw)
       select $1, to_timestamp($2) + n * interval '1 minute', $3, $4 from generate_series(0, $5::int - 1) n`,
      [id, first_ms / 1_000, layouts.rows[0]?.id ?? 1, reportBytes(first_ms, { 14: 1, 18: 300 }), REPORTS / 3],
    )
  mkdirSync(join(data_dir, 'keys'))
  writeFileSync(join(data_dir, 'keys', 'instance'), 'small\n')
  mkdirSync(join(data_dir, 'firmware', 'uploads'), { recursive: true })
  writeFileSync(join(data_dir, 'firmware', '1.bin'), FIRMWARE)
  source = {
    connection: engine.connection,
    cluster_dir: engine.cluster_dir,
    data_dir,
    firmware_folder: join(data_dir, 'firmware'),
    exports_folder: join(data_dir, 'exports'),
    secret_key_hex: SMALL_FLEET_KEY.toString('hex'),
    product: '0.1.0',
    postgres_major: 18,
  }
  whole = join(root, 'whole')
  whole_manifest = await createBackup(source, whole, PASSPHRASE, deps)
}, 300_000)
afterAll(async () => {
  await database.close()
  await engine.stop()
  rmSync(root, { recursive: true, force: true })
})

const figuresOf = async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('begin isolation level repeatable read')
  const figures = await readTableFigures(client)
  await client.end()
  return figures
}

/** Reads a restored folder again, apart from what the restore compared. */
const onRestored = async <T>(data_dir: string, look: (connection: pg.ClientConfig) => Promise<T>): Promise<T> => {
  const restored = await startEmbeddedPostgres({ data_dir, durable: false })
  try {
    return await look(restored.connection)
  } finally {
    await restored.stop()
  }
}

describe('a backup', SLOW, () => {
  it('is proved and restored: every row, key and file is as it was', async () => {
    expect((await verifyBackup(whole, PASSPHRASE)).tables?.length).toBeGreaterThan(100)
    const into = join(root, 'restored')
    await restoreBackup(whole, into, PASSPHRASE, deps)
    const before = await figuresOf(engine.connection)
    expect(await onRestored(into, figuresOf)).toEqual(before)
    const stored = before.filter(({ table }) => table.startsWith('public.report_hot'))
    expect(stored.reduce((sum, { rows }) => sum + Number(rows), 0)).toBe(REPORTS)
    expect(readFileSync(join(into, 'firmware', '1.bin')).equals(FIRMWARE)).toBe(true)
    expect(existsSync(join(into, 'firmware', 'uploads'))).toBe(true)
    expect(readFileSync(join(into, 'keys', 'secret-key'), 'utf8')).toBe(`${source.secret_key_hex}\n`)
    expect(readFileSync(join(into, 'keys', 'instance'), 'utf8')).toBe('small\n')
    expect(statSync(join(into, 'keys', 'secret-key')).mode & 0o077).toBe(0)
    expect(readdirSync(root).filter((name) => name.includes('restoring'))).toEqual([])
  })

  it('shows no name and no key of what is in it', () => {
    for (const { part } of whole_manifest.parts) {
      const bytes = readFileSync(join(whole, `${part}.part`))
      expect(bytes.includes(source.secret_key_hex)).toBe(false)
      expect(bytes.includes('province_a')).toBe(false)
    }
  })

  it('that is made while rows are written is restored with exactly those of one moment', async () => {
    await database.pool.query('create table busy (n bigint primary key, note text)')
    let is_over = false
    let written = 0
    const writers = [0, 1, 2].map(async (writer) => {
      for (let n = 0; !is_over; n += 1) {
        await database.pool.query(`insert into busy values ($1, repeat('x', 500))`, [n * 3 + writer])
        if (n % 7 === 0) await database.pool.query('update busy set note = $2 where n = $1', [n * 3 + writer, `${n}`])
        written += 1
        await wait(1)
      }
    })
    const manifest = await createBackup(source, join(root, 'busy'), PASSPHRASE, deps)
    is_over = true
    await Promise.all(writers)
    const rows = Number(manifest.tables?.find(({ table }) => table === 'public.busy')?.rows)
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThanOrEqual(written)
    // Compares every table with the counts and checksums of the manifest.
    await restoreBackup(join(root, 'busy'), join(root, 'busy-restored'), PASSPHRASE, deps)
    await database.pool.query('drop table busy')
  })

  it('whose process is killed at any moment leaves nothing that is taken for one', async () => {
    for (const bytes of [1, 2_000_000]) {
      const to = join(root, `killed-${bytes}`)
      const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'start', 'backup-main.ts'), '--to', to], {
        cwd: root,
        env: { PATH: process.env.PATH ?? '', HEATFLEET_DATA: source.data_dir, HEATFLEET_BACKUP_PASSPHRASE: PASSPHRASE },
        stdio: 'ignore',
      })
      const gone = once(child, 'exit')
      const part = join(root, `killed-${bytes}.unfinished-${child.pid}`, 'database.part')
      while (child.exitCode === null && (statSync(part, { throwIfNoEntry: false })?.size ?? 0) < bytes) await wait(2)
      child.kill('SIGKILL')
      await gone
      if (!existsSync(to)) await expect(verifyBackup(join(part, '..'), PASSPHRASE)).rejects.toThrow('is no backup')
    }
    await expect
      .poll(async () => (await database.pool.query('select slot_name from pg_replication_slots')).rows)
      .toEqual([])
    const again = join(root, 'killed-1')
    if (!existsSync(again)) await createBackup(source, again, PASSPHRASE, deps)
    expect(readdirSync(root).filter((name) => name.startsWith('killed-1.unfinished'))).toEqual([])
  })

  it('is not written over anything', async () => {
    await expect(createBackup(source, whole, PASSPHRASE, deps)).rejects.toThrow('is not empty')
    await expect(createBackup(source, join(root, 'short'), 'too short', deps)).rejects.toThrow('at least 12')
    expect(existsSync(join(root, 'short'))).toBe(false)
  })
})

describe('a restore refuses', SLOW, () => {
  const copyOfWhole = (): string => {
    const copy = join(root, `copy-${randomBytes(4).toString('hex')}`)
    cpSync(whole, copy, { recursive: true })
    return copy
  }
  const refusal = async (from: string, passphrase = PASSPHRASE): Promise<string> => {
    const into = join(root, 'refused')
    const reason = await restoreBackup(from, into, passphrase, deps).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    expect(existsSync(into), reason).toBe(false)
    expect(readdirSync(root).filter((name) => name.includes('restoring'))).toEqual([])
    return reason
  }
  const rewrite = async (change: Partial<Manifest>): Promise<string> => {
    const copy = copyOfWhole()
    writeManifest(copy, { ...whole_manifest, ...change }, await deriveKey(PASSPHRASE, whole_manifest.key))
    return copy
  }

  it('a wrong passphrase, in its own words', async () => {
    expect(await refusal(whole, 'another passphrase')).toBe(
      `The passphrase is not the one the backup in ${whole} was made with.`,
    )
  })

  it('a newer schema, with both names', async () => {
    const newer = await rewrite({ schema: { number: 9_999, name: '9999_next_year.sql', checksum: 'x' } })
    expect(await refusal(newer)).toMatch(/schema 9999_next_year.sql, which is newer than this program \(\d{4}_.*sql\)/)
  })

  it('another edition, another PostgreSQL, a format to come', async () => {
    expect(await refusal(await rewrite({ schema: { ...whole_manifest.schema, checksum: 'x' } }))).toContain('edition')
    expect(await refusal(await rewrite({ postgres_major: 19 }))).toContain('PostgreSQL 19, this program has 18')
  })

  it('rows that are not those of the manifest', async () => {
    const tables = whole_manifest.tables?.map((one) =>
      one.table === 'public.devices' ? { ...one, rows: `${Number(one.rows) + 1}` } : one,
    )
    expect(await refusal(await rewrite({ tables: tables ?? null }))).toMatch(
      /public.devices has \d+ rows, in the backup it had \d+/,
    )
  })

  it('a folder that is not empty, and one that is no backup', async () => {
    await expect(restoreBackup(whole, source.data_dir, PASSPHRASE, deps)).rejects.toThrow('is not empty')
    expect(await refusal(root)).toContain('is no backup')
  })

  it('a part that is missing', async () => {
    const copy = copyOfWhole()
    rmSync(join(copy, 'firmware.part'))
    expect(await refusal(copy)).toBe(`firmware.part is missing in ${copy}.`)
  })

  it('a bit flipped anywhere, and names the file', async () => {
    let seed = 20_261_127
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      return seed % below
    }
    const files = readdirSync(whole)
    const undetected: string[] = []
    const copy = copyOfWhole()
    const places = files.flatMap((name) => {
      const { size } = statSync(join(whole, name))
      const count = size > 1_000_000 ? 6 : 2
      return [0, size - 1, ...Array.from({ length: count }, () => random(size))].map((at) => ({ name, at }))
    })
    for (const { name, at } of places) {
      const file = join(copy, name)
      const bytes = readFileSync(file)
      const bit = 1 << random(8)
      bytes.writeUInt8(bytes.readUInt8(at) ^ bit, at)
      writeFileSync(file, bytes)
      const reason = await verifyBackup(copy, PASSPHRASE).then(
        () => 'whole',
        (error: Error) => error.message,
      )
      if (!/damaged/.test(reason) || !reason.includes(name.startsWith('manifest') ? 'manifest.' : name))
        undetected.push(`${name} byte ${at}: ${reason}`)
      bytes.writeUInt8(bytes.readUInt8(at) ^ bit, at)
      writeFileSync(file, bytes)
    }
    expect(undetected).toEqual([])
    expect(places.length).toBeGreaterThan(30)
    await verifyBackup(copy, PASSPHRASE)
  })
})

describe('the schedule', () => {
  it('keeps the newest, and nothing but its own is deleted', async () => {
    const folder = join(root, 'kept')
    const times = [1, 2, 3, 4].map((day) => Date.UTC(2026, 10, day, 2, 30))
    for (const at_ms of times) cpSync(whole, join(folder, nameOfBackup(at_ms)), { recursive: true })
    mkdirSync(join(folder, 'photographs'))
    const [gone, running] = [`${nameOfBackup(0)}.unfinished-4194305`, `${nameOfBackup(0)}.unfinished-${process.pid}`]
    for (const name of [gone, running]) mkdirSync(join(folder, name))
    expect(dropOldBackups(folder, 2)).toEqual([nameOfBackup(times[1] ?? 0), nameOfBackup(times[0] ?? 0), gone])
    expect(existsSync(join(folder, running))).toBe(true)
    expect(listBackups(folder)).toEqual([nameOfBackup(times[3] ?? 0), nameOfBackup(times[2] ?? 0)])
    expect(existsSync(join(folder, 'photographs'))).toBe(true)
    expect(findManifest(join(folder, 'photographs'))).toBeNull()
  })
})
