import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type BackupSource, createBackup } from '../src/backup/create-backup.ts'
import type { Manifest } from '../src/backup/manifest.ts'
import { readTableFigures } from '../src/backup/store.ts'
import { beginCompaction, ensureSegmentPartitions } from '../src/compaction/store.ts'
import { ensurePartitions, partitionOf } from '../src/ingest/partitions.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type ConnectionOptions, clientConfig } from '../src/platform/db.ts'
import { assertSecretKey } from '../src/start/store-secret-key.ts'
import { useDatabase } from './database.ts'
import { fillTables } from './fill-tables.ts'
import { reportBytes } from './report-bytes.ts'
import { SMALL_FLEET_KEY, seedSmallFleet } from './small-fleet.ts'
import { createFromTemplate, dropDatabase } from './test-cluster.ts'

export const PASSPHRASE = 'warm water in winter'
export const FIRST_MS = Date.UTC(2026, 0, 10)
export const REPORTS = 3_000
/** Larger than any piece, and nothing that compression makes small: a process can be killed in the middle of it. */
const SEGMENT_BYTES = 4_000_000
const DAY_MS = 86_400_000
export const deps = { clock: systemClock, print: () => {} }

/** Runs statements on a connection of its own. */
export const onDatabase = async <Result>(
  connection: ConnectionOptions,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client(clientConfig(connection))
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Rows and checksums of all tables. */
export const figuresOf = (connection: ConnectionOptions) =>
  onDatabase(connection, async (client) => {
    await client.query('begin isolation level repeatable read')
    return await readTableFigures(client)
  })

/**
 * Call once at the top of a test file: a database that the product does not own with a row in nearly every table, and a backup of it
 * (`whole`). What it gives is filled before the first `beforeAll` of the file.
 */
export const useTableBackup = () => {
  const cluster = inject('postgres')
  const database = useDatabase()
  /** Owner of a database, with no other right: what a hosted PostgreSQL gives. */
  const owner = `plain_${randomBytes(6).toString('hex')}`
  const used: string[] = []
  // Filled just below, before anything reads it.
  const made = {} as { root: string; source: BackupSource; whole: string; manifest: Manifest }

  /** A new database with nothing in it. */
  const emptyDatabase = async (of: 'plain owner' | 'superuser' = 'plain owner'): Promise<ConnectionOptions> => {
    const name = `restored_${randomBytes(6).toString('hex')}`
    used.push(name)
    const connection = await createFromTemplate(cluster, name, 'template0')
    if (of === 'superuser') return connection
    await database.pool.query(`alter database ${name} owner to ${owner}`)
    return { ...connection, user: owner }
  }
  beforeAll(async () => {
    const root = mkdtempSync(join(tmpdir(), 'heatfleet-tables-'))
    await database.pool.query(`create role ${owner} login`)
    await seedSmallFleet(database.db)
    await assertSecretKey(database.db, SMALL_FLEET_KEY)
    await onDatabase(database.connection, fillTables)
    await fillHistory(database)
    const source = sourceIn(join(root, 'data'), database.connection)
    const whole = join(root, 'whole')
    const manifest = await createBackup(source, whole, PASSPHRASE, deps)
    Object.assign(made, { root, source, whole, manifest })
  })
  afterAll(async () => {
    for (const name of used) await dropDatabase(cluster, name)
    await database.pool.query(`drop role ${owner}`)
    rmSync(made.root, { recursive: true, force: true })
  })
  /** Starts a command of the product with the settings of an installation on an external database. */
  const launch = (file: string, words: readonly string[], connection: ConnectionOptions, env = {}): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, '..', 'src', 'start', file), ...words], {
      cwd: made.root,
      env: {
        PATH: process.env.PATH ?? '',
        HEATFLEET_DATA: made.source.data_dir,
        HEATFLEET_BACKUP_PASSPHRASE: PASSPHRASE,
        DATABASE_URL: `postgres://${connection.user}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host ?? '')}`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  /** Runs it to its end. */
  const run = async (...[file, words, connection, env]: Parameters<typeof launch>) => {
    const child = launch(file, words, connection, env)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => (output += piece.toString()))
    const [code] = await once(child, 'close')
    return { code: code as number, output }
  }
  return { database, made, emptyDatabase, launch, run }
}

const sourceIn = (data_dir: string, connection: ConnectionOptions): BackupSource => {
  mkdirSync(join(data_dir, 'keys'), { recursive: true })
  writeFileSync(join(data_dir, 'keys', 'instance'), 'small\n')
  writeFileSync(join(data_dir, 'keys', 'secret-key'), `${SMALL_FLEET_KEY.toString('hex')}\n`)
  mkdirSync(join(data_dir, 'firmware'))
  writeFileSync(join(data_dir, 'firmware', '1.bin'), randomBytes(300_000))
  return {
    connection,
    cluster_dir: null,
    data_dir,
    firmware_folder: join(data_dir, 'firmware'),
    exports_folder: join(data_dir, 'exports'),
    secret_key_hex: SMALL_FLEET_KEY.toString('hex'),
    product: '0.1.0',
    postgres_major: 18,
  }
}

/** Raw reports of two days, one of which is being compacted, and a compacted month. */
const fillHistory = async ({ pool, connection }: ReturnType<typeof useDatabase>): Promise<void> => {
  const days = [FIRST_MS, FIRST_MS + DAY_MS].map((at_ms) => partitionOf(at_ms, 'day'))
  await ensurePartitions(pool, days)
  await ensureSegmentPartitions(pool, [FIRST_MS])
  await pool.query(
    `insert into report_hot (device_id, at, layout_id, raw)
     select d.device_id, to_timestamp($1) + n * interval '1 minute', (select min(layout_id) from product_versions), $2
     from (select device_id from devices order by 1 limit 3) d, generate_series(0, $3::int - 1) n`,
    [FIRST_MS / 1_000, reportBytes(FIRST_MS, { 14: 1, 18: 300 }), REPORTS / 3],
  )
  await pool.query(
    `insert into report_chunks (device_id, day, part, layout_id, first_at, last_at, reports, body)
     select device_id, '2026-01-11', 0, 1, now(), now(), 1, $1 from devices limit 2`,
    [randomBytes(SEGMENT_BYTES)],
  )
  const day = { partition: days[1] ?? '', source: 'report_packing_1', now: new Date(FIRST_MS) }
  const [from, to] = [new Date(FIRST_MS + DAY_MS), new Date(FIRST_MS + 2 * DAY_MS)]
  await onDatabase(connection, (sql) => beginCompaction(sql, { ...day, from, to }))
}
