import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  /** The run ends behind so many of the six stages; with `--data` the next run goes on there. */
  stages: number
}

/** Between two rows whose times tell how much was lost. */
const MARK_EVERY_MS = 100
/** From this size on the times of a restore have a target. */
const LARGE_MB = 10_000
const RESTORE_MAX_S = 600

/**
 * The machine is lost: the product runs on its embedded database with scheduled backups and an archived log, is killed with everything it has, and is
 * restored from the store into an empty folder. RPO = age of the newest committed row that is missing; RTO = from the restore command to the first
 * `/readyz` of the restored product. Before, the backup is proved and restored as it is, and every table is compared by rows and checksum.
 */
export const measureLostMachine = async (size: LostMachineSize, place: Place, say: (line: string) => void) => {
  const data = { ...place, data_dir: join(place.data_dir, 'data') }
  const store = join(place.data_dir, 'backups')
  mkdirSync(store, { mode: 0o755, recursive: true })
  const settings = {
    HEATFLEET_BACKUP_TO: store,
    HEATFLEET_BACKUP_AT: halfADayFromNow(),
    HEATFLEET_BACKUP_LOG_S: String(size.log_s),
    HEATFLEET_BACKUP_PASSPHRASE: PASSPHRASE,
  }
  const stage = openStages(join(place.data_dir, 'stages.json'), size.stages)
  const filled = await stage('filled', () => fill(size, place, settings, say))
  const mb = filled?.mb ?? 0
  const run = (name: string, ...words: string[]): Promise<Step> => runStep({ name, mb, words, settings }, place, say)
  const backup = await stage('backup', () => withProduct(data, settings, () => run('backup', 'backup-main.ts')))
  const from = backup === null ? '' : newestBackup(store)
  const verify = await stage('verify', () => run('verify', 'backup-main.ts', '--verify', from))
  const restore = await stage('restore', async () => {
    const into = join(place.data_dir, 'compared')
    const step = await run('restore and compare', 'restore-main.ts', '--from', from, '--into', into)
    rmSync(into, { recursive: true })
    return step
  })
  const lost = await stage('lost', async () => {
    const found = await withProduct(data, settings, async (product) => ({
      segments: await countSegments(product.client),
      marks: await markUntilLost(product, size.log_s),
    }))
    rmSync(data.data_dir, { recursive: true })
    return found
  })
  const again = await stage('restored', async () => {
    const restored = { ...place, data_dir: join(place.data_dir, 'restored') }
    const began_ms = performance.now()
    const into = ['--into', restored.data_dir, '--until', 'latest']
    const step = await run('restore after the loss', 'restore-main.ts', '--from', from, ...into)
    return withProduct(restored, {}, async ({ client }) => {
      const rto_s = Number(((performance.now() - began_ms) / 1_000).toFixed(1))
      return { rto_s, step, segments: await countSegments(client), marks: await newestMark(client) }
    })
  })
  const steps = [backup, verify, restore, again?.step].filter((step) => step != null)
  return {
    workload: 'recovery',
    ...size,
    machine: filled?.machine ?? (await withProduct(data, {}, ({ client }) => describeMachine(client))),
    database_mb: mb,
    ...(backup === null ? {} : { backup_mb: sizeMb(from) }),
    steps,
    ...outcomesOf(size, mb, { steps, restore, lost, again }),
  }
}

type Found = { segments: number; marks: Marks }
type Done = {
  steps: readonly Step[]
  restore: Step | null
  lost: Found | null
  again: (Found & { rto_s: number }) | null
}

const outcomesOf = ({ log_s }: LostMachineSize, mb: number, { steps, restore, lost, again }: Done) => {
  const rpo_s = lost === null || again === null ? null : (lost.marks.newest_ms - again.marks.newest_ms) / 1_000
  const outcomes: Outcome[] = []
  if (lost !== null && again !== null && rpo_s !== null)
    outcomes.push(
      atMost('committed rows lost, in seconds of them', rpo_s, 2 * log_s),
      atMost('marks lost before the last archived one', again.marks.newest - again.marks.count, 0),
      atMost('segments missing', Math.abs(lost.segments - again.segments), 0),
    )
  if (mb >= LARGE_MB && restore !== null)
    outcomes.push(atMost('restore and compare: seconds', restore.seconds, RESTORE_MAX_S))
  if (mb >= LARGE_MB && again !== null)
    outcomes.push(atMost('restore command to ready: seconds', again.rto_s, RESTORE_MAX_S))
  outcomes.push(...steps.map(({ name, memory_mb }) => atMost(`${name}: memory in MB`, memory_mb, MEMORY_MAX_MB)))
  return { ...(rpo_s === null ? {} : { rpo_s: Number(rpo_s.toFixed(1)), rto_s: again?.rto_s }), outcomes }
}

/** The schedule makes no backup meanwhile: that of the measurement would share the disk with it. */
const halfADayFromNow = (): string => new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 16)

/**
 * Fills the database, without an archive: what fills it is none of the product's work. The schedule counts the backup of the
 * empty database as that of the day.
 */
const fill = (size: LostMachineSize, place: Place, settings: Record<string, string>, say: (line: string) => void) =>
  withProduct({ ...place, data_dir: join(place.data_dir, 'data') }, {}, async ({ client }) => {
    await runStep({ name: 'backup of an empty database', mb: 0, words: ['backup-main.ts'], settings }, place, say)
    await generateFleet(client, size.devices)
    await fillSegments(client, size.segments_mb)
    await client.query('create table marks (mark int primary key, at timestamptz not null)')
    // Otherwise the database would do it while the backup is measured.
    await client.query('vacuum (freeze, analyze)')
    const { rows } = await client.query<{ mb: number }>(
      'select round(pg_database_size(current_database()) / 1048576.0)::int as mb',
    )
    const mb = rows[0]?.mb ?? 0
    say(`${size.devices} devices, ${mb} MB`)
    return { mb, machine: await describeMachine(client) }
  })

/** Runs each stage once: a file keeps what it returned. Null = it is behind the last stage of this run. */
const openStages = (file: string, last: number) => {
  // Written below.
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {}
  let count = 0
  return async <Result>(name: string, run: () => Promise<Result>): Promise<Result | null> => {
    count += 1
    if (!(name in kept)) {
      if (count > last) return null
      kept[name] = await run()
      writeFileSync(file, JSON.stringify(kept, null, 2))
    }
    return kept[name] as Result // Of this stage, by its name.
  }
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
const markUntilLost = async (product: Product, log_s: number): Promise<Marks> => {
  const until_ms = performance.now() + (2 + Math.random()) * log_s * 1_000
  let mark = 0
  while (performance.now() < until_ms) {
    mark += 1
    await product.client.query('insert into marks (mark, at) values ($1, clock_timestamp())', [mark])
    await pause(MARK_EVERY_MS)
  }
  const marks = await newestMark(product.client)
  product.client.on('error', () => {})
  process.kill(product.pid, 'SIGKILL')
  process.kill(product.postmaster_pid, 'SIGQUIT')
  return marks
}
