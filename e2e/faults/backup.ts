import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { ADMIN_PASSWORD, type Product, startProduct } from '../product.ts'
import type { Checks } from './checks.ts'
import { UNPACKED } from './kill-targets.ts'
import { type Ledger, openLedger, type Sender, startSender } from './ledger.ts'
import { isAlive, postgresPid, untilGone } from './processes.ts'
import { type ServedFleet, serveFleet } from './served-fleet.ts'
import { compare, embeddedConnection } from './stored.ts'

const root = join(import.meta.dirname, '..', '..')
const UNITS = 12
const SENDERS = 8
/** Eight senders make some 250 reports a second. */
const INTERVAL_MS = 30
const REPORTS_AGO_S = 3 * 86_400
const FLIPS = 12
const PASSPHRASE = 'a drill of the house'
/** The log is archived so often. */
const LOG_EVERY_S = 3
/** Rounds from which on a run is a measurement: until then the loss is printed only. */
const ROUNDS_THAT_JUDGE_TIME = 10
/** Whatever the size of the database. */
const MEMORY_MAX_MB = 400

type Ended = { code: number | null; output: string; seconds: number; memory_mb: number }
type Load = { ledgers: Ledger[]; senders: Sender[]; first_ts: number }
type Figures = { backup_s: number[]; restore_s: number[]; memory_mb: number[]; mb: number[]; rows: number[] }

/**
 * R18: the product is backed up while modules report, its backup process is killed at random moments, bits of the backup are
 * flipped; each backup is restored into an empty folder, on which the product starts and shows every report that was
 * acknowledged before the backup began.
 */
export const backupRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('backup', UNITS, () => () => {}, settingsOf)
  const store = storeOf(fleet.data)
  const began_s = Math.floor(Date.now() / 1_000)
  const load = startLoad(fleet, began_s - REPORTS_AGO_S)
  const figures: Figures = { backup_s: [], restore_s: [], memory_mb: [], mb: [], rows: [] }
  const total = { killed: 0, taken: 0, flips: 0, missed: 0, lost: 0, invented: 0, acked: 0, unequal: 0 }
  try {
    mkdirSync(store, { recursive: true })
    await wait(2_000)
    for (let round = 0; round < rounds; round += 1) {
      const killed = await killOne(fleet, join(store, `killed-${round}`))
      total.killed += 1
      if (killed) total.taken += 1
      const backup = join(store, `round-${round}`)
      const before = load.ledgers.map((ledger) => ({ ...ledger, acked: new Set(ledger.acked) }))
      const made = await run(['backup-main.ts', '--to', backup], fleet.data)
      if (made.code !== 0) throw new Error(`the backup failed: ${made.output}`)
      figures.backup_s.push(made.seconds)
      figures.memory_mb.push(made.memory_mb)
      figures.mb.push(sizeMb(backup))
      figures.rows.push(Number(/, (\d+) rows, made/.exec(made.output)?.[1] ?? Number.NaN))
      const flips = await flipBits(backup, fleet.data, round === 0 ? FLIPS : 2)
      total.flips += flips.tried
      total.missed += flips.missed
      const into = join(store, `data-${round}`)
      const restored = await run(['restore-main.ts', '--from', backup, '--into', into], fleet.data)
      if (restored.code !== 0) throw new Error(`the restore failed: ${restored.output}`)
      figures.restore_s.push(restored.seconds)
      if (!restored.output.includes('have the rows and checksums of the backup')) total.unequal += 1
      const seen = await seenIn(into, before, load.first_ts, began_s)
      total.lost += seen.lost
      total.invented += seen.invented
      total.acked += seen.acked
      rmSync(into, { recursive: true })
      rmSync(backup, { recursive: true })
    }
    judge(total, figures, rounds, checks)
    await loseTheMachine(fleet, load, began_s, rounds, checks)
  } finally {
    await Promise.all(load.senders.map((sender) => sender.stop()))
    await fleet.close()
    rmSync(store, { recursive: true, force: true })
  }
}

const storeOf = (data: string): string => `${data}-store`

const settingsOf = (data: string): Record<string, string> => ({
  HEATFLEET_BACKUP_TO: join(storeOf(data), 'daily'),
  HEATFLEET_BACKUP_LOG_S: String(LOG_EVERY_S),
  HEATFLEET_BACKUP_PASSPHRASE: PASSPHRASE,
})

/** Kills all of the product and restores it from the last scheduled backup and the archived log: the loss is what came since. */
const loseTheMachine = async (
  fleet: ServedFleet,
  load: Load,
  began_s: number,
  rounds: number,
  checks: Checks,
): Promise<void> => {
  const { data, product } = fleet
  const made = await run(['backup-main.ts'], data)
  if (made.code !== 0) throw new Error(`the scheduled backup failed: ${made.output}`)
  const ackedCount = () => load.ledgers.reduce((sum, { acked }) => sum + acked.size, 0)
  const before = ackedCount()
  const from_ms = performance.now()
  await wait(3 * LOG_EVERY_S * 1_000)
  process.kill(product.process.pid ?? 0, 'SIGKILL')
  const postgres = postgresPid(data)
  process.kill(postgres, 'SIGINT')
  const each_s = (ackedCount() - before) / ((performance.now() - from_ms) / 1_000)
  await Promise.all([untilGone([postgres], 20_000), ...load.senders.map((sender) => sender.stop())])
  const daily = join(storeOf(data), 'daily')
  const newest = readdirSync(daily)
    .filter((name) => name.endsWith('Z'))
    .sort()
    .at(-1)
  const into = join(storeOf(data), 'latest')
  const from = join(daily, newest ?? '')
  const restored = await run(['restore-main.ts', '--from', from, '--into', into, '--until', 'latest'], data)
  if (restored.code !== 0) throw new Error(`the restore failed: ${restored.output}`)
  const { acked, lost, invented } = await seenIn(into, load.ledgers, load.first_ts, began_s)
  const lost_s = lost / each_s
  const is_judged = rounds >= ROUNDS_THAT_JUDGE_TIME
  checks.expect(
    `the whole machine is lost: what the log held, archived every ${LOG_EVERY_S} s, is there`,
    acked - lost > before && (!is_judged || lost_s <= 2 * LOG_EVERY_S),
    `${lost} of ${acked} acknowledged reports lost, ${lost_s.toFixed(1)} s of them; restored in ${restored.seconds.toFixed(1)} s`,
  )
  checks.expect('nothing is in it that was not sent, the log included', invented === 0, `${invented} invented`)
}

const judge = (
  total: Record<'killed' | 'taken' | 'flips' | 'missed' | 'lost' | 'invented' | 'acked' | 'unequal', number>,
  figures: Figures,
  rounds: number,
  checks: Checks,
): void => {
  const { killed, taken, flips, missed, lost, invented, acked, unequal } = total
  const most = (values: readonly number[]): number => Math.max(...values)
  checks.note(
    `${rounds} restored, at most ${most(figures.rows)} rows, ${most(figures.mb).toFixed(1)} MB, backup ${most(figures.backup_s).toFixed(1)} s, ` +
      `restore ${most(figures.restore_s).toFixed(1)} s, ${most(figures.memory_mb)} MB of memory; ${acked} reports acknowledged before, ${lost} lost; ${flips} bits flipped, ${killed} killed`,
  )
  checks.expect('a backup that was killed is never taken for one', taken === 0, `${taken} of ${killed} taken`)
  checks.expect('every flipped bit is refused', missed === 0, `${missed} of ${flips} missed`)
  checks.expect('every restored table has the rows and checksums of the backup', unequal === 0, `${unequal} unequal`)
  checks.expect(
    'the product starts on it with every report acknowledged before',
    acked > 0 && lost === 0,
    `${lost} lost`,
  )
  checks.expect('nothing is in it that was not sent', invented === 0, `${invented} invented`)
  checks.expect(
    `a backup takes at most ${MEMORY_MAX_MB} MB of memory`,
    most(figures.memory_mb) <= MEMORY_MAX_MB,
    `${most(figures.memory_mb)} MB`,
  )
}

const startLoad = ({ units, product }: ServedFleet, first_ts: number): Load => {
  const chosen = units.slice(0, SENDERS)
  const ledgers = chosen.map(({ did }) => openLedger(did))
  const senders = chosen.map((unit, index) =>
    startSender(
      product.mqtt_port,
      unit,
      first_ts,
      { interval_ms: INTERVAL_MS },
      ledgers[index] ?? openLedger(unit.did),
    ),
  )
  return { ledgers, senders, first_ts }
}

const launch = (words: readonly string[], data: string): ChildProcess => {
  const [file = '', ...rest] = words
  return spawn(process.execPath, [join('server', 'src', 'start', file), ...rest], {
    cwd: root,
    env: { ...process.env, HEATFLEET_DATA: data, ...settingsOf(data) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command of the product to its end, and looks at its largest resident memory. */
const run = async (words: readonly string[], data: string): Promise<Ended> => {
  const began_ms = performance.now()
  const child = launch(words, data)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let memory_mb = 0
  const look = setInterval(() => (memory_mb = Math.max(memory_mb, peakMb(child.pid ?? 0))), 50)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(look)
  return { code, output, seconds: (performance.now() - began_ms) / 1_000, memory_mb }
}

const peakMb = (pid: number): number => {
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(peak ?? 0) / 1024)
  } catch {
    // It has just ended.
    return 0
  }
}

/** Kills a backup while it writes; true = what it left is taken for a backup. */
const killOne = async ({ data }: ServedFleet, to: string): Promise<boolean> => {
  const child = launch(['backup-main.ts', '--to', to], data)
  const gone = new Promise((resolve) => child.once('close', resolve))
  const part = join(`${to}.unfinished-${child.pid}`, 'database.part')
  const bytes = Math.floor(Math.random() * 3_000_000)
  while (isAlive(child.pid ?? 0) && (statSync(part, { throwIfNoEntry: false })?.size ?? -1) < bytes) await wait(2)
  child.kill('SIGKILL')
  await gone
  const left = [to, join(part, '..')].filter((folder) => existsSync(folder))
  const verified = await Promise.all(left.map((folder) => run(['backup-main.ts', '--verify', folder], data)))
  for (const folder of left) rmSync(folder, { recursive: true })
  return verified.some(({ code }) => code === 0)
}

/** Flips single bits in a backup, one at a time, and lets each be verified. */
const flipBits = async (backup: string, data: string, tries: number): Promise<{ tried: number; missed: number }> => {
  const files = readdirSync(backup)
  let missed = 0
  for (let tried = 0; tried < tries; tried += 1) {
    const file = join(backup, files[tried % files.length] ?? '')
    const bytes = readFileSync(file)
    const at = Math.floor(Math.random() * bytes.length)
    const bit = 1 << (tried % 8)
    const flip = () => {
      bytes.writeUInt8(bytes.readUInt8(at) ^ bit, at)
      writeFileSync(file, bytes)
    }
    flip()
    const { code, output } = await run(['backup-main.ts', '--verify', backup], data)
    if (code === 0 || !output.includes('damaged')) missed += 1
    flip()
  }
  return { tried: tries, missed }
}

/** Starts the product on a restored folder, signs in, and compares what it shows with what was acknowledged. */
const seenIn = async (data: string, ledgers: readonly Ledger[], first_ts: number, began_s: number) => {
  const product: Product = await startProduct({
    mode: 'serve',
    data,
    http_port: await freePort(),
    mqtt_port: await freePort(),
    environment: { ...UNPACKED, HEATFLEET_ADMIN_PASSWORD: ADMIN_PASSWORD },
  })
  try {
    return await compare(product.url, embeddedConnection(data), ledgers, first_ts, began_s - 60)
  } finally {
    await product.stop()
  }
}

const sizeMb = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1024 / 1024
