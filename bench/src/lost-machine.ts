import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { fillSegments, MEMORY_MAX_MB, PASSPHRASE, runStep, type Step, sizeMb } from './backup-steps.ts'
import { generateFleet } from './fleet.ts'
import { type Place, type Product, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome } from './result.ts'

type LostMachineSize = {
  devices: number
  segments_mb: number
  /** The log of the database is archived so often: HEATFLEET_BACKUP_LOG_S. */
  log_s: number
}

/** Between two rows whose times tell how much was lost. */
const MARK_EVERY_MS = 100

/**
 * The machine is lost: the product runs on its embedded database with scheduled backups and an archived log, is killed with everything it has, and is
 * restored from the store into an empty folder. RPO = age of the newest committed row that is missing; RTO = from the loss to the first
 * `/readyz` of the restored product. Before, the backup is proved and restored as it is, and every table is compared by rows and checksum.
 */
export const measureLostMachine = async (size: LostMachineSize, place: Place, say: (line: string) => void) => {
  const data = { ...place, data_dir: join(place.data_dir, 'data') }
  const store = join(place.data_dir, 'backups')
  mkdirSync(store, { mode: 0o755 })
  // Without an archive: what fills the database is none of the product's work.
  const { mb, machine } = await withProduct(data, {}, async ({ client }) => {
    await generateFleet(client, size.devices)
    await fillSegments(client, size.segments_mb)
    await client.query('create table marks (mark int primary key, at timestamptz not null)')
    return { mb: await databaseMb(client), machine: await describeMachine(client) }
  })
  say(`${size.devices} devices, ${mb} MB`)
  const settings = {
    HEATFLEET_BACKUP_TO: store,
    HEATFLEET_BACKUP_LOG_S: String(size.log_s),
    HEATFLEET_BACKUP_PASSPHRASE: PASSPHRASE,
  }
  const run = (name: string, ...words: string[]): Promise<Step> => runStep({ name, mb, words, settings }, place, say)
  const lost = await withProduct(data, settings, async (product) => {
    const backup = await run('backup', 'backup-main.ts')
    const from = newestBackup(store)
    const verify = await run('verify', 'backup-main.ts', '--verify', from)
    const into = join(place.data_dir, 'compared')
    const restore = await run('restore and compare', 'restore-main.ts', '--from', from, '--into', into)
    rmSync(into, { recursive: true })
    const segments = await countSegments(product.client)
    const marks = await markUntilLost(product, size.log_s)
    return { ...marks, from, segments, steps: [backup, verify, restore] }
  })
  // It is lost.
  rmSync(data.data_dir, { recursive: true })
  const restored = { ...place, data_dir: join(place.data_dir, 'restored') }
  const latest = await run(
    'restore after the loss',
    'restore-main.ts',
    '--from',
    lost.from,
    '--into',
    restored.data_dir,
    '--until',
    'latest',
  )
  const again = await withProduct(restored, {}, async ({ client }) => {
    const rto_s = (performance.now() - lost.at_ms) / 1_000
    return { rto_s, segments: await countSegments(client), marks: await newestMark(client) }
  })
  const rpo_s = (lost.marks.newest_ms - again.marks.newest_ms) / 1_000
  say(`lost ${rpo_s.toFixed(1)} s, ready after ${again.rto_s.toFixed(1)} s`)
  const steps = [...lost.steps, latest]
  return {
    workload: 'recovery',
    ...size,
    machine,
    database_mb: mb,
    backup_mb: sizeMb(lost.from),
    rpo_s: Number(rpo_s.toFixed(1)),
    rto_s: Number(again.rto_s.toFixed(1)),
    steps,
    outcomes: [
      atMost('committed rows lost, in seconds of them', rpo_s, 2 * size.log_s),
      atMost('marks lost before the last archived one', again.marks.newest - again.marks.count, 0),
      atMost('segments missing', Math.abs(lost.segments - again.segments), 0),
      ...steps.map(({ name, memory_mb }) => atMost(`${name}: memory in MB`, memory_mb, MEMORY_MAX_MB)),
    ] satisfies Outcome[],
  }
}

const databaseMb = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ mb: number }>(
    'select round(pg_database_size(current_database()) / 1048576.0)::int as mb',
  )
  return rows[0]?.mb ?? 0
}

const newestBackup = (store: string): string => {
  const [newest] = readdirSync(store)
    .filter((name) => name.endsWith('Z'))
    .sort()
    .reverse()
  if (newest === undefined) throw new Error(`${store} has no backup`)
  return join(store, newest)
}

const countSegments = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from report_chunks')
  return rows[0]?.n ?? 0
}

type Marks = { count: number; newest: number; newest_ms: number }

/** Marks are numbered from 1 without a gap. */
const newestMark = async (client: pg.Client): Promise<Marks> => {
  const { rows } = await client.query<Marks>(
    `select count(*)::int as count, coalesce(max(mark), 0) as newest, coalesce(extract(epoch from max(at)) * 1000, 0)::float8 as newest_ms from marks`,
  )
  return rows[0] ?? { count: 0, newest: 0, newest_ms: 0 }
}

/** Commits rows while the log is archived at least twice, then kills the product and its database at a random moment. */
const markUntilLost = async (product: Product, log_s: number): Promise<{ marks: Marks; at_ms: number }> => {
  const until_ms = performance.now() + (2 + Math.random()) * log_s * 1_000
  let mark = 0
  while (performance.now() < until_ms) {
    mark += 1
    await product.client.query('insert into marks (mark, at) values ($1, clock_timestamp())', [mark])
    await pause(MARK_EVERY_MS)
  }
  const marks = await newestMark(product.client)
  product.client.on('error', () => {})
  const at_ms = performance.now()
  process.kill(product.pid, 'SIGKILL')
  process.kill(product.postmaster_pid, 'SIGQUIT')
  return { marks, at_ms }
}
