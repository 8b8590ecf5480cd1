import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { buildUrl } from '@heatfleet/contract/client.ts'
import type { ExportFormat, ExportRecord } from '@heatfleet/contract/exports.ts'
import type pg from 'pg'
import { copyRows } from './copy-rows.ts'
import { canPin, pinThisProcess } from './cores.ts'
import { type Spread, spreadOf } from './figures.ts'
import { generateFleet } from './fleet-generator.ts'
import { watchMemory } from './grown-memory.ts'
import { describeMachine, loadNow, type Machine } from './machine.ts'
import { giveSecret, SECRET_KEY_HEX } from './module-secret.ts'
import { storeReports, untilPacked } from './packed-history.ts'
import { type MeasuredProduct, startProduct } from './product-process.ts'
import { runPsql } from './psql-copy.ts'
import { type RemoteFleet, startRemoteFleet } from './remote-fleet.ts'
import { type MeasuredPoint, measuredPoints, valueAt } from './report-signals.ts'
import { type SignedIn, signIn } from './signed-in.ts'

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
  ingest: { sessions: number; rate: number }
  figures: Record<(typeof FIGURES)[number], Spread>
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const SESSIONS_FROM = 10
const REPORTS_MAX = 20_000
/** Of so many lines of a file one is compared. */
const COMPARED_EVERY = 97
const DONE_MAX_MS = 300_000

/**
 * W6: the history of some units as a file, through the job and its download as a person gets it, in turns with `psql` writing the same rows
 * out of a plain table of the same database. Refuses a file that is short or tells other values. Judges no time.
 */
export const measureExport = async (ask: ExportAsk): Promise<ExportResult> => {
  const before = loadNow()
  if (canPin()) pinThisProcess()
  const settings = {
    HEATFLEET_SECRET_KEY: SECRET_KEY_HEX,
    HEATFLEET_PACK_AFTER_MIN: '0',
    HEATFLEET_PACK_EVERY_S: '1',
    HEATFLEET_EXPORT_ROWS: '1048575',
  }
  const product = await startProduct(ask.data_dir, { is_pinned: canPin(), settings })
  try {
    const client = await product.connect()
    try {
      return { ...(await measureOn(ask, product, client)), load: { before, after: loadNow() } }
    } finally {
      await client.end()
    }
  } finally {
    await product.stop()
  }
}

const measureOn = async (
  ask: ExportAsk,
  product: MeasuredProduct,
  client: pg.Client,
): Promise<Omit<ExportResult, 'load'>> => {
  const { units, days, repeats, say } = ask
  await generateFleet(client, Math.max(ask.sessions + SESSIONS_FROM, 100), Date.now())
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
  const dids = devices.slice(SESSIONS_FROM, SESSIONS_FROM + ask.sessions).map(({ mac }) => mac)
  const fleet_ask = { dids, secret_hex, port: product.mqtt_port, has_sink: false }
  const fleet = await startRemoteFleet(fleet_ask, Math.floor(Date.now() / 1_000) - 3_600, REPORTS_MAX)
  try {
    const admin = await signIn(product.url, 'admin')
    const question = { macs, points, from_ms, to_ms, rows }
    const turns: Figures[] = []
    let csv_bytes = 0
    for (let turn = 0; turn < repeats; turn += 1) {
      const alone = await fleet.run(3, ask.rate)
      const grown = watchMemory(product.pid)
      const meanwhile = keepReporting(fleet, ask.rate)
      const csv = await exportOnce(product.url, admin, question, 'csv')
      const p99_ms = await meanwhile()
      const grown_mb = grown()
      csv_bytes = csv.bytes
      const psql_s = await runPsql(product.socket_dir, join(ask.data_dir, 'peer.csv'))
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
      ingest: { sessions: ask.sessions, rate: ask.rate },
      // Each of the names.
      figures: Object.fromEntries(FIGURES.map((name) => [name, spread(name)])) as ExportResult['figures'],
    }
  } finally {
    fleet.close()
  }
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

type Question = { macs: string[]; points: readonly MeasuredPoint[]; from_ms: number; to_ms: number; rows: number }

/** From the wish to the last byte that a person gets. */
const exportOnce = async (
  product_url: string,
  admin: SignedIn,
  question: Question,
  format: ExportFormat,
): Promise<{ took_s: number; first_byte_ms: number; bytes: number }> => {
  const { macs, points, from_ms, to_ms, rows } = question
  const keys = points.map(({ key }) => key)
  const [from, to] = [new Date(from_ms).toISOString(), new Date(to_ms).toISOString()]
  const began = performance.now()
  const asked = await admin.call(api.exportCreate, {
    body: {
      kind: 'device-history',
      format,
      file_name: 'bench',
      time_zone: 'UTC',
      language: 'en',
      columns: ['mac', 'time', ...keys].map((key) => ({ key, title: key })),
      filter: { macs, points: keys, from, to, aggregate: 'auto', resolution: 'raw' },
    },
  })
  const record = await untilDone(admin, asked.export_id)
  if (record.rows_done !== rows) throw new Error(`the file has ${record.rows_done} rows, not ${rows}`)
  const asks_ms = performance.now()
  const { headers } = admin.shotOf({ endpoint: api.exportList, query: {}, body: undefined })
  const url = `${product_url}${buildUrl(api.exportFile, { params: { id: asked.export_id } })}`
  const answer = await fetch(url, { headers })
  if (!answer.ok || answer.body === null) throw new Error(`no file: HTTP ${answer.status}`)
  let first_byte_ms = 0
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body) {
    if (first_byte_ms === 0) first_byte_ms = performance.now() - asks_ms
    chunks.push(chunk)
  }
  const took_s = (performance.now() - began) / 1_000
  const file = Buffer.concat(chunks)
  if (file.length !== record.file_bytes) throw new Error(`${file.length} bytes came of ${String(record.file_bytes)}`)
  if (format === 'csv') await compareLines(file, question)
  return { took_s, first_byte_ms, bytes: file.length }
}

const untilDone = async ({ call }: SignedIn, id: number): Promise<ExportRecord> => {
  for (let waited_ms = 0; waited_ms < DONE_MAX_MS; waited_ms += 50) {
    const { list } = await call(api.exportList)
    const record = list.find(({ export_id }) => export_id === id)
    if (record?.state === 'done') return record
    if (record?.state === 'failed') throw new Error(`the export failed: ${String(record.reason)}`)
    await pause(50)
  }
  throw new Error('the export was not done in time')
}

/** All lines counted, some compared value by value. */
const compareLines = async (file: Buffer, { macs, points, from_ms, to_ms, rows }: Question): Promise<void> => {
  const of_unit = (to_ms - from_ms) / MINUTE_MS
  let line = -1
  for await (const text of createInterface({ input: Readable.from(file) })) {
    if (line >= 0 && line % COMPARED_EVERY === 0) {
      const unit = Math.floor(line / of_unit)
      const at_ms = from_ms + (line % of_unit) * MINUTE_MS
      const values = points.map((point) => String(valueAt(unit + 1, point, at_ms) ?? ''))
      const time = new Date(at_ms).toISOString().slice(0, 19).replace('T', ' ')
      const expected = [macs[unit], time, ...values].join(',')
      const got = text.replaceAll('"', '').replaceAll('\t', '')
      if (got !== expected) throw new Error(`line ${line}: ${got} instead of ${expected}`)
    }
    line += 1
  }
  if (line !== rows) throw new Error(`the file has ${line} lines, not ${rows}`)
}

/** Modules report until the answer is called; gives their PUBACK p99. */
const keepReporting = (fleet: RemoteFleet, rate: number): (() => Promise<number>) => {
  let is_over = false
  const worst: number[] = []
  const running = (async () => {
    while (!is_over) worst.push((await fleet.run(1, rate)).p99_ms)
  })()
  running.catch(() => {})
  return async () => {
    is_over = true
    await running
    return worst.sort((a, b) => a - b)[Math.floor(worst.length / 2)] ?? 0
  }
}
