import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { fillTables } from '../../test/fill-tables.ts'
import { reportBytes } from '../../test/report-bytes.ts'
import {
  deps,
  FIRST_MS,
  figuresOf,
  onDatabase,
  PASSPHRASE,
  REPORTS,
  useTableBackup,
} from '../../test/table-backup-case.ts'
import { ensurePartitions, partitionOf } from '../ingest/partitions.ts'
import { acquireCompactionLock } from '../platform/compaction-lock.ts'
import { type ConnectionOptions, openDatabase } from '../platform/db.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { migrate, readMigrations } from '../platform/migrate.ts'
import { dumpSchema } from '../platform/schema-dump.ts'
import { createBackup } from './create-backup.ts'
import { findLastBackup } from './last-backup.ts'
import { restoreTables } from './restore-tables.ts'
import { listSequences, listStoredTables } from './store-tables.ts'
import { verifyBackup } from './verify-backup.ts'

const DAY_MS = 86_400_000
/** Advisory locks of this database; other tests have theirs on the same cluster. */
const ADVISORY = `select from pg_locks where locktype = 'advisory'
  and database = (select oid from pg_database where datname = current_database())`
const { database, made, emptyDatabase, launch, run } = useTableBackup()

const schemaOf = async (connection: ConnectionOptions): Promise<string> => {
  const opened = openDatabase(connection)
  try {
    return await dumpSchema(opened.pool)
  } finally {
    await opened.close()
  }
}

const partitionsOf = (connection: ConnectionOptions) =>
  onDatabase(connection, async (client) =>
    (await listStoredTables(client)).filter(({ partition }) => partition !== null),
  )

describe('a backup of an external database', () => {
  it('is restored by its owner alone: every row, key, file, partition, index and trigger is as it was', async () => {
    expect((await verifyBackup(made.whole, PASSPHRASE)).tables?.length).toBeGreaterThan(100)
    expect(made.manifest).toMatchObject({ lsn: null, timeline: null })
    const [to, into] = [await emptyDatabase(), join(made.root, 'restored')]
    await restoreTables(made.whole, into, PASSPHRASE, to, deps)
    const before = await figuresOf(made.source.connection)
    expect(await figuresOf(to)).toEqual(before)
    const filled = before.filter(({ rows }) => rows !== '0')
    expect(filled.length).toBeGreaterThan(90)
    const stored = before.filter(({ table }) => /^public\.report_(hot|packing)/.test(table))
    expect(stored.reduce((sum, { rows }) => sum + Number(rows), 0)).toBe(REPORTS)
    expect(await schemaOf(to)).toBe(await schemaOf(made.source.connection))
    expect(await partitionsOf(to)).toEqual(await partitionsOf(made.source.connection))
    expect(await onDatabase(to, listSequences)).toEqual(await onDatabase(made.source.connection, listSequences))
    expect(
      readFileSync(join(into, 'firmware', '1.bin')).equals(readFileSync(join(made.source.firmware_folder, '1.bin'))),
    ).toBe(true)
    expect(readFileSync(join(into, 'keys', 'secret-key'), 'utf8')).toBe(`${made.source.secret_key_hex}\n`)
    expect(statSync(join(into, 'keys', 'secret-key')).mode & 0o077).toBe(0)
    expect(existsSync(join(into, 'pg'))).toBe(false)
    expect(readdirSync(made.root).filter((name) => name.includes('restoring'))).toEqual([])
  })

  it('is usable once restored: references and triggers work, numbers go on, the program starts on it', async () => {
    const to = await emptyDatabase()
    await restoreTables(made.whole, join(made.root, 'used'), PASSPHRASE, to, deps)
    const opened = openDatabase(to)
    try {
      expect(await migrate(opened.pool)).toEqual([])
      await migrateJobs(opened.pool)
      const next = `insert into distributors (agent_name, agent_level, parent_id, agent_path, country, region_code)
        select 'New ' || count(*), 1, null, '/' || count(*) || '/', 'CN', '310000' from distributors returning agent_id`
      const { rows } = await opened.pool.query<{ agent_id: number }>(next)
      const { rows: most } = await database.pool.query<{ most: number }>(
        'select max(agent_id) as most from distributors',
      )
      expect(rows[0]?.agent_id).toBeGreaterThan(most[0]?.most ?? 0)
      await expect(opened.pool.query('delete from audit_log')).rejects.toThrow()
      await expect(opened.pool.query('update devices set agent_id = 999999')).rejects.toThrow(/foreign key/)
    } finally {
      await opened.close()
    }
  })

  it('that is made while rows are written and partitions made has those of one moment', async () => {
    const inserted = `insert into report_hot (device_id, at, layout_id, raw)
      select min(device_id), to_timestamp($1), 1, $2 from devices`
    let is_over = false
    const writer = (async () => {
      for (let n = 0; !is_over; n += 1) {
        const at_ms = FIRST_MS + 10 * DAY_MS + n * 3_600_000
        await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
        await database.pool.query(inserted, [at_ms / 1_000, reportBytes(at_ms, { 14: 1 })])
        await wait(1)
      }
    })()
    const manifest = await createBackup(made.source, join(made.root, 'busy'), PASSPHRASE, deps)
    is_over = true
    await writer
    const to = await emptyDatabase()
    // Compares every table with the counts and checksums of the manifest.
    await restoreTables(join(made.root, 'busy'), join(made.root, 'busy-restored'), PASSPHRASE, to, deps)
    const after = await figuresOf(made.source.connection)
    const count = (of: readonly { table: string; rows: string }[]) =>
      of.filter(({ table }) => table.startsWith('public.report_hot')).reduce((sum, { rows }) => sum + Number(rows), 0)
    expect(count(manifest.tables ?? [])).toBeLessThan(count(after))
  })

  it('waits for the compaction, and keeps no partition from it afterwards', async () => {
    const to = join(made.root, 'waited')
    await onDatabase(made.source.connection, async (compaction) => {
      expect(await acquireCompactionLock(compaction)).toBe(true)
      const backup = createBackup(made.source, to, PASSPHRASE, deps)
      await expect.poll(async () => (await database.pool.query(`${ADVISORY} and not granted`)).rowCount).toBe(1)
      expect(existsSync(to)).toBe(false)
      await compaction.query('select pg_advisory_unlock_all()')
      await backup
    })
    expect(existsSync(to)).toBe(true)
    await onDatabase(made.source.connection, async (compaction) =>
      expect(await acquireCompactionLock(compaction)).toBe(true),
    )
  })

  it('locks no table but the one it copies, and fails when the database is migrated meanwhile', async () => {
    const to = join(made.root, 'migrated')
    await onDatabase(made.source.connection, async (holder) => {
      await holder.query('begin; lock table upgrades in access exclusive mode')
      const backup = createBackup(made.source, to, PASSPHRASE, deps).then(
        () => 'made',
        (error: Error) => error.message,
      )
      const waiting = `select from pg_locks where relation = 'upgrades'::regclass and not granted`
      await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
      // All of these are in the snapshot: some were copied, some are not yet.
      const changed = ['accounts', 'devices', 'report_chunks', 'webhooks', 'schema_migrations'].join(', ')
      await database.pool.query(
        `begin; set local lock_timeout = 5000; lock table ${changed} in share row exclusive mode;
         lock table accounts, webhooks in access exclusive mode;
         insert into schema_migrations (number, name, checksum) values (9999, 'next', 'x'); commit`,
      )
      await holder.query('commit')
      expect(await backup).toContain('was migrated while it was backed up')
    })
    await database.pool.query('delete from schema_migrations where number = 9999')
    expect(existsSync(to)).toBe(false)
  })

  it('of an older schema is restored with it, and the next start migrates it', async () => {
    const connection = await emptyDatabase('superuser')
    const all = readMigrations()
    const opened = openDatabase(connection)
    await migrate(opened.pool, all.slice(0, -1))
    await migrateJobs(opened.pool)
    await onDatabase(connection, fillTables)
    await opened.close()
    await createBackup({ ...made.source, connection }, join(made.root, 'older'), PASSPHRASE, deps)
    const to = await emptyDatabase()
    await restoreTables(join(made.root, 'older'), join(made.root, 'older-restored'), PASSPHRASE, to, deps)
    const restored = openDatabase(to)
    try {
      expect(await migrate(restored.pool)).toEqual([all.at(-1)?.name])
    } finally {
      await restored.close()
    }
  })

  it('whose process is killed leaves nothing that is taken for one, and nothing in the database', async () => {
    const to = join(made.root, 'killed')
    const child = launch('backup-main.ts', ['--to', to], made.source.connection)
    const gone = once(child, 'exit')
    const part = join(made.root, `killed.unfinished-${child.pid}`, 'tables.part')
    while (child.exitCode === null && (statSync(part, { throwIfNoEntry: false })?.size ?? 0) === 0) await wait(1)
    expect(child.exitCode).toBeNull()
    child.kill('SIGKILL')
    await gone
    expect(existsSync(to)).toBe(false)
    await expect(verifyBackup(join(part, '..'), PASSPHRASE)).rejects.toThrow('is no backup')
    await expect.poll(async () => (await database.pool.query(ADVISORY)).rowCount).toBe(0)
    await createBackup(made.source, to, PASSPHRASE, deps)
    expect(readdirSync(made.root).filter((name) => name.startsWith('killed.unfinished'))).toEqual([])
  })

  it('is made by the schedule, which says when and how large; another secret key is refused and noted', async () => {
    const env = { HEATFLEET_BACKUP_TO: join(made.root, 'daily') }
    const first = await run('backup-main.ts', [], made.source.connection, env)
    expect(first).toMatchObject({ code: 0 })
    const [name = ''] = readdirSync(join(made.root, 'daily'))
    expect(findLastBackup(made.source.data_dir)).toMatchObject({
      failure: null,
      success: { folder: join(made.root, 'daily', name) },
    })
    expect(Number(findLastBackup(made.source.data_dir)?.success?.rows)).toBeGreaterThan(REPORTS)
    const other = await run('backup-main.ts', [], made.source.connection, {
      ...env,
      HEATFLEET_SECRET_KEY: 'ab'.repeat(32),
    })
    expect(other).toMatchObject({ code: 1, output: expect.stringContaining('not the one this database was made with') })
    expect(findLastBackup(made.source.data_dir)).toMatchObject({
      failure: expect.stringContaining('not the one this database'),
      success: { folder: join(made.root, 'daily', name) },
    })
    const away = await run('backup-main.ts', [], { ...made.source.connection, database: 'nowhere' }, env)
    expect(away).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^DATABASE_URL: the database at .* cannot be reached/),
    })
  })
})
