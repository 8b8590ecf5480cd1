import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { generateFleet } from './fleet.ts'
import { type Started, start } from './processes.ts'
import { type Place, type Product, SECRET_KEY_HEX, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome } from './result.ts'

type TableBackupSize = { devices: number; segments_mb: number }

const FOLDER = join(import.meta.dirname, '..', '..', 'server', 'src', 'start')
const PASSPHRASE = 'a drill of the house'
const MB = 1024 * 1024
/** A segment of a day, as the compaction makes it. */
const SEGMENT_BYTES = 8_000
/** Whatever the size of the database. */
const MEMORY_MAX_MB = 400

type Step = { name: string; seconds: number; memory_mb: number; mb_per_s: number }

/**
 * The rows of a database are backed up through DATABASE_URL while the product runs on it, and restored into an empty one. Beside it, in
 * the same run: the files of the same database, as they are backed up without DATABASE_URL.
 */
export const measureTableBackup = (size: TableBackupSize, place: Place, say: (line: string) => void) =>
  withProduct({ ...place, data_dir: join(place.data_dir, 'data') }, {}, async (product) => {
    const store = join(place.data_dir, 'backups')
    mkdirSync(store, { mode: 0o755 })
    const run = (name: string, mb: number, words: readonly string[], database: string | null): Promise<Step> =>
      measureStep({ name, mb, words, say }, product, place, database)
    const empty = await run('rows of an empty database', 0, ['backup-main.ts', '--to', join(store, 'empty')], OWN)
    await generateFleet(product.client, size.devices)
    await fillSegments(product.client, size.segments_mb)
    const { rows } = await product.client.query<{ mb: number; segments: number }>(
      `select pg_database_size(current_database()) / 1048576.0::float8 as mb, (select count(*)::int from report_chunks) as segments`,
    )
    const { mb, segments } = rows[0] ?? { mb: 0, segments: 0 }
    say(`${size.devices} devices, ${segments} segments, ${mb.toFixed(0)} MB`)
    await product.client.query('create database restored template template0')
    const [tables, files] = [join(store, 'tables'), join(store, 'files')]
    const backup = await run('rows: backup', mb, ['backup-main.ts', '--to', tables], OWN)
    const verify = await run('rows: verify', mb, ['backup-main.ts', '--verify', tables], OWN)
    const restore = await run(
      'rows: restore',
      mb,
      ['restore-main.ts', '--from', tables, '--into', join(store, 'into-tables')],
      'restored',
    )
    const beside = await run('files: backup', mb, ['backup-main.ts', '--to', files], null)
    const restored = await run(
      'files: restore',
      mb,
      ['restore-main.ts', '--from', files, '--into', join(store, 'into-files')],
      null,
    )
    const steps = [empty, backup, verify, restore, beside, restored]
    return {
      workload: 'backup',
      ...size,
      machine: await describeMachine(product.client),
      database_mb: Math.round(mb),
      rows: rowsOf(tables),
      backup_mb: { tables: sizeMb(tables), files: sizeMb(files) },
      /** What the process that copied the rows took beyond one that copied none. */
      grown_mb: backup.memory_mb - empty.memory_mb,
      steps,
      outcomes: [backup, verify, restore].map(({ name, memory_mb }) =>
        atMost(`${name}: memory in MB`, memory_mb, MEMORY_MAX_MB),
      ) satisfies Outcome[],
    }
  })

/** The database of the product itself, by its address. */
const OWN = 'heatfleet'

const fillSegments = async (client: pg.Client, segments_mb: number): Promise<void> => {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from devices')
  const devices = rows[0]?.n ?? 1
  const segments = Math.ceil((segments_mb * MB) / SEGMENT_BYTES)
  for (const month of ['01', '02'])
    await client.query(
      `create table report_chunks_2026${month} partition of report_chunks for values from ('2026-${month}-01') to ('2026-${month === '01' ? '02' : '03'}-01')`,
    )
  // Segments are compressed already, so what stands for them is random: 32 bytes at a time.
  await client.query(
    `insert into report_chunks (device_id, day, part, layout_id, first_at, last_at, reports, body)
     select 1 + n % $1::int, date '2026-01-01' + (n / $1::int) % 59, n / $1::int / 59, 1, now(), now(), 1440,
       (select string_agg(sha256(int8send(n * 1000::bigint + k)), '') from generate_series(1, $3::int / 32) k)
     from generate_series(0, $2::int - 1) n`,
    [devices, segments, SEGMENT_BYTES],
  )
}

type Command = { name: string; mb: number; words: readonly string[]; say: (line: string) => void }

/** Runs a command of the product to its end, and looks at its largest resident memory. */
const measureStep = async (
  { name, mb, words, say }: Command,
  { socket_dir }: Product,
  { data_dir, is_pinned }: Place,
  database: string | null,
): Promise<Step> => {
  const [file = '', ...rest] = words
  const address = { DATABASE_URL: `postgres://heatfleet@localhost/${database}?host=${encodeURIComponent(socket_dir)}` }
  const env = {
    ...process.env,
    HEATFLEET_DATA: join(data_dir, 'data'),
    HEATFLEET_SECRET_KEY: SECRET_KEY_HEX,
    HEATFLEET_BACKUP_PASSPHRASE: PASSPHRASE,
    ...(database === null ? {} : address),
  }
  const began_ms = performance.now()
  const started = start([process.execPath, join(FOLDER, file), ...rest], is_pinned ? 'measured' : null, { env })
  const memory_mb = await untilEnded(started)
  const seconds = (performance.now() - began_ms) / 1_000
  if (started.child.exitCode !== 0) throw new Error(`${name} failed:\n${started.output()}`)
  if (words[0] === 'restore-main.ts' && !started.output().includes('have the rows and checksums of the backup'))
    throw new Error(`${name} compared nothing:\n${started.output()}`)
  const step = { name, seconds: Number(seconds.toFixed(1)), memory_mb, mb_per_s: Math.round(mb / seconds) }
  say(`${name}: ${step.seconds} s, ${step.mb_per_s} MB/s, ${memory_mb} MB of memory`)
  return step
}

const untilEnded = async ({ child, pid }: Started): Promise<number> => {
  let most = 0
  while (child.exitCode === null && child.signalCode === null) {
    most = Math.max(most, peakMb(pid))
    await pause(50)
  }
  return most
}

const peakMb = (pid: number): number => {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    // It has just ended.
    return 0
  }
}

const rowsOf = (folder: string): number => {
  // Written by the product that is measured.
  const { tables } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { tables: { rows: string }[] }
  return tables.reduce((sum, { rows }) => sum + Number(rows), 0)
}

const sizeMb = (folder: string): number =>
  Math.round(readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / MB)
