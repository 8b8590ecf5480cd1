import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { copyRows } from './copy-rows.ts'
import { canPin, pinThisProcess } from './cores.ts'
import { childRunning } from './cpu-time.ts'
import { compareLines, exportOnce, type Question } from './export-once.ts'
import { percentile, type Spread, spreadOf } from './figures.ts'
import { generateFleet } from './fleet-generator.ts'
import { watchMemory } from './grown-memory.ts'
import { describeMachine, loadNow, type Machine } from './machine.ts'
import { giveSecret, SECRET_KEY_HEX } from './module-secret.ts'
import { type MeasuredProduct, startProduct } from './product-process.ts'
import { runPsql } from './psql-copy.ts'
import { startRemoteFleet } from './remote-fleet.ts'
import { type MeasuredPoint, measuredPoints, valueAt } from './report-signals.ts'
import { signIn } from './signed-in.ts'
import { storeReports, untilPacked } from './stored-history.ts'

export type ExportAsk = {
  /** Units of one file, at most five, and their days at a report a minute. */
  units: number
  days: number
  repeats: number
  /** Modules that report meanwhile, and their reports a second together. */
  sessions: number
  rate: number
  data_dir: string
  say: (line: string) => void
}

const FIGURES = [
  'csv_s',
  'csv_rows_a_second',
  'csv_first_byte_ms',
  'psql_s',
  'share_of_psql',
  'xlsx_s',
  'xlsx_rows_a_second',
  'xlsx_first_byte_ms',
  'grown_mb',
  'puback_p99_alone_ms',
  'puback_p99_meanwhile_ms',
  'puback_p99_psql_ms',
] as const
type Figures = Record<(typeof FIGURES)[number], number>

export type ExportResult = {
  workload: 'w6'
  date: string
  machine: Machine
  load: { before: number; after: number }
  rows: number
  points: number
  csv_bytes: number
  repeats: number
  ingest: { sessions: number; rate: number; generator_share: number }
  figures: Record<(typeof FIGURES)[number], Spread>
  /** Of all turns together: acknowledged reports, and what 99 of 100 of them took at most. */
  puback: Record<'alone' | 'meanwhile' | 'psql', { reports: number; p99_ms: number }>
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const SESSIONS_FROM = 10
const REPORTS_MAX = 3_000
const WARM_UP_S = 2
/** Seconds in which modules report and nothing else is done. */
const ALONE_S = 5

/**
 * W6: the history of some units as a file, through the job and its download as a person gets it, in turns with `psql` writing the same rows
 * out of a plain table of the same database. Refuses a file that is short or tells other values. Judges no time.
 */
export const measureExport = async (ask: ExportAsk): Promise<ExportResult> => {
  const before = loadNow()
  if (canPin()) pinThisProcess()
  // Packed at once, then measured as people run it: a packing that looks each second would take its share of both sides.
  const packs = { HEATFLEET_PACK_AFTER_MIN: '0', HEATFLEET_PACK_EVERY_S: '1' }
  const filled = await onProduct(ask, packs, (_, client) => fill(ask, client))
  const result = await onProduct(ask, {}, (product, client) => measureOn(ask, filled, product, client))
  return { ...result, load: { before, after: loadNow() } }
}

type Task<Done> = (product: MeasuredProduct, client: pg.Client) => Promise<Done>

const onProduct = async <Done>({ data_dir }: ExportAsk, more: Record<string, string>, task: Task<Done>) => {
  const settings = { HEATFLEET_SECRET_KEY: SECRET_KEY_HEX, HEATFLEET_EXPORT_ROWS: '1048575', ...more }
  const product = await startProduct(data_dir, { is_pinned: canPin(), settings })
  try {
    const client = await product.connect()
    try {
      return await task(product, client)
    } finally {
      await client.end()
    }
  } finally {
    await product.stop()
  }
}

/** What is to be asked for, and the modules that report meanwhile. */
type Filled = { question: Question; dids: string[]; secret_hex: string }

/** Stores and packs the reports, and the same rows for the peer. */
const fill = async ({ units, days, sessions, say }: ExportAsk, client: pg.Client): Promise<Filled> => {
  await generateFleet(client, Math.max(sessions + SESSIONS_FROM, 100), Date.now())
  const secret_hex = await giveSecret(client)
  const to_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const from_ms = to_ms - days * DAY_MS
  const points = await measuredPoints(client)
  const rows = await storeReports(client, units, from_ms, to_ms)
  await untilPacked(client)
  await storePeer(client, units, points, from_ms, to_ms)
  await client.query('vacuum analyze')
  say(`${rows} rows stored and packed`)
  const { rows: devices } = await client.query<{ mac: string }>('select mac from devices order by device_id')
  const macs = devices.slice(0, units).map(({ mac }) => mac)
  const dids = devices.slice(SESSIONS_FROM, SESSIONS_FROM + sessions).map(({ mac }) => mac)
  return { question: { macs, points, from_ms, to_ms, rows }, dids, secret_hex }
}

const measureOn = async (
  ask: ExportAsk,
  { question, dids, secret_hex }: Filled,
  product: MeasuredProduct,
  client: pg.Client,
): Promise<Omit<ExportResult, 'load'>> => {
  const { repeats, say } = ask
  const { points, rows } = question
  const fleet_ask = { dids, secret_hex, port: product.mqtt_port, has_sink: false }
  const fleet = await startRemoteFleet(fleet_ask, Math.floor(Date.now() / 1_000) - 3_600, REPORTS_MAX)
  try {
    const admin = await signIn(product.url, 'admin')
    // The file is asked for and fetched from the one, and written by the other.
    const writers = [product.pid, childRunning(product.pid, 'exporting/main.ts')]
    const turns: Figures[] = []
    const took = { alone: [], meanwhile: [], psql: [] } as Record<'alone' | 'meanwhile' | 'psql', Float64Array[]>
    let csv_bytes = 0
    let generator_share = 0
    // Both sides write their file while the same reports come in. The first of them are not counted: after a silence they are slow by themselves.
    const during = async <Done>(phase: keyof typeof took, task: () => Promise<Done>) => {
      await fleet.run(WARM_UP_S, ask.rate)
      const { done, figures } = await fleet.during(ask.rate, task)
      took[phase].push(figures.took_ms)
      generator_share = Math.max(generator_share, Number(figures.generator_share.toPrecision(3)))
      return { done, p99_ms: figures.p99_ms }
    }
    for (let turn = 0; turn < repeats; turn += 1) {
      const alone = await during('alone', () => pause(ALONE_S * 1_000))
      const grown = watchMemory(writers)
      const { done: csv, p99_ms } = await during('meanwhile', () => exportOnce(product.url, admin, question, 'csv'))
      const grown_mb = grown()
      csv_bytes = csv.file.length
      await compareLines(csv.file, question)
      const psql = await during('psql', () => runPsql(product.socket_dir, join(ask.data_dir, 'peer.csv')))
      const psql_s = psql.done
      const xlsx = await exportOnce(product.url, admin, question, 'xlsx')
      turns.push({
        csv_s: csv.took_s,
        csv_rows_a_second: rows / csv.took_s,
        csv_first_byte_ms: csv.first_byte_ms,
        psql_s,
        share_of_psql: psql_s / csv.took_s,
        xlsx_s: xlsx.took_s,
        xlsx_rows_a_second: rows / xlsx.took_s,
        xlsx_first_byte_ms: xlsx.first_byte_ms,
        grown_mb,
        puback_p99_alone_ms: alone.p99_ms,
        puback_p99_meanwhile_ms: p99_ms,
        puback_p99_psql_ms: psql.p99_ms,
      })
      say(
        `turn ${turn + 1}: CSV ${csv.took_s.toFixed(1)} s, psql ${psql_s.toFixed(1)} s, XLSX ${xlsx.took_s.toFixed(1)} s`,
      )
    }
    const spread = (figure: (typeof FIGURES)[number]): Spread => spreadOf(turns.map((turn) => turn[figure]))
    return {
      workload: 'w6',
      date: new Date().toISOString(),
      machine: await describeMachine(client),
      rows,
      points: points.length,
      csv_bytes,
      repeats,
      ingest: { sessions: ask.sessions, rate: ask.rate, generator_share },
      puback: { alone: together(took.alone), meanwhile: together(took.meanwhile), psql: together(took.psql) },
      // Each of the names.
      figures: Object.fromEntries(FIGURES.map((name) => [name, spread(name)])) as ExportResult['figures'],
    }
  } finally {
    fleet.close()
  }
}

/** The acknowledgements of all turns as one. */
const together = (turns: readonly Float64Array[]): { reports: number; p99_ms: number } => {
  const all = Float64Array.from(turns.flatMap((took_ms) => [...took_ms])).sort()
  return { reports: all.length, p99_ms: Number(percentile(all, 99).toPrecision(3)) }
}

/** The same rows with their values in columns: what `psql` reads costs it nothing to decode. */
const storePeer = async (
  client: pg.Client,
  units: number,
  points: readonly MeasuredPoint[],
  from_ms: number,
  to_ms: number,
): Promise<void> => {
  const columns = points.map((_, at) => `p${at}`)
  await client.query(
    `create table bench_export (at timestamptz, device_id int, ${columns.map((name) => `${name} float8`).join(', ')})`,
  )
  function* cells() {
    for (let unit = 1; unit <= units; unit += 1)
      for (let at_ms = from_ms; at_ms < to_ms; at_ms += MINUTE_MS)
        yield [new Date(at_ms), unit, ...points.map((point) => valueAt(unit, point, at_ms))]
  }
  await copyRows(client, 'bench_export', ['at', 'device_id', ...columns], cells())
}
