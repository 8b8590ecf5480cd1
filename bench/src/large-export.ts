import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { buildUrl } from '@heatfleet/contract/client.ts'
import { CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import type { ExportFormat } from '@heatfleet/contract/exports/exports.ts'
import type pg from 'pg'
import { generateFleet } from './fleet.ts'
import { connectModules } from './module-fleet.ts'
import { childRunning, run, watchMemory } from './processes.ts'
import { giveSecret, type Place, type Product, type Session, signIn, withProduct } from './product.ts'
import { type MeasuredPoint, measuredPoints, minutesOf, valueAt } from './reports.ts'
import { atLeast, atMost, describeMachine, type Outcome, percentile, type Spread, spreadsOf } from './result.ts'
import { COMPACT_AT_ONCE, copyRows, storeHistory } from './stored-history.ts'

type ExportSize = {
  /** Units of one file, at most five, and their days at a report a minute. */
  units: number
  days: number
  repeats: number
  /** Modules that report meanwhile, and their reports a second together. */
  sessions: number
  rate: number
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Devices from this one on have modules; those before have the history. */
const SESSIONS_FROM = 10
const ALL_ROWS = { HEATFLEET_EXPORT_ROWS: '1048575' }

/** What is exported, and how many rows that is. */
type Query = { macs: string[]; points: readonly MeasuredPoint[]; from_ms: number; to_ms: number; rows: number }

/**
 * W6: the history of some units as a file, through the job and its download, in turns with `psql` writing the same rows out of a plain
 * table of the same database (without `psql` alone). Refuses a file that is short or has other values.
 */
export const measureExport = async (size: ExportSize, place: Place, say: (line: string) => void) => {
  const filled = await withProduct(place, { ...COMPACT_AT_ONCE, ...ALL_ROWS }, async ({ client }) => {
    await generateFleet(client, Math.max(size.sessions + SESSIONS_FROM, 100))
    const secret_hex = await giveSecret(client)
    const to_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS
    const from_ms = to_ms - size.days * DAY_MS
    const points = await measuredPoints(client)
    const { reports: rows } = await storeHistory(client, size.units, from_ms, to_ms)
    await storeTable(client, size.units, points, from_ms, to_ms)
    await client.query('vacuum analyze')
    say(`${rows} rows stored and compacted`)
    const { rows: devices } = await client.query<{ mac: string }>('select mac from devices order by device_id')
    const macs = devices.map(({ mac }) => mac)
    const query: Query = { macs: macs.slice(0, size.units), points, from_ms, to_ms, rows }
    return { query, secret_hex, macs: macs.slice(SESSIONS_FROM, SESSIONS_FROM + size.sessions) }
  })
  return withProduct(place, ALL_ROWS, (product) => measureTurns(size, place, filled, product, say))
}

const measureTurns = async (
  { repeats, sessions, rate }: ExportSize,
  { data_dir, is_pinned }: Place,
  { query, ...modules }: { query: Query; macs: string[]; secret_hex: string },
  product: Product,
  say: (line: string) => void,
) => {
  const from_s = Math.floor(Date.now() / 1_000) - 3_600
  const fleet = await connectModules({ ...modules, port: product.mqtt_port, has_sink: false, from_s, reports: 3_000 })
  try {
    const admin = await signIn(product.url, 'admin')
    // One process creates and serves the export, the other writes it.
    const writers = [product.pid, childRunning(product.pid, 'exporting/main.ts')]
    const took_ms = { alone: [] as number[], meanwhile: [] as number[], psql: [] as number[] }
    let generator_share = 0
    const during = async <Done>(phase: keyof typeof took_ms, task: () => Promise<Done>) => {
      // The first reports after a silence are slow by themselves.
      await fleet.run(2, rate)
      const { done, figures } = await fleet.during(rate, task)
      took_ms[phase].push(...figures.took_ms)
      generator_share = Math.max(generator_share, figures.generator_share)
      return { done, p99_ms: percentile(figures.took_ms, 99) }
    }
    const turns = []
    let csv_bytes = 0
    for (let turn = 1; turn <= repeats; turn += 1) {
      const alone = await during('alone', () => pause(5_000))
      const grownMb = watchMemory(writers)
      const { done: csv, p99_ms } = await during('meanwhile', () => exportFile(product.url, admin, query, 'csv'))
      const grown_mb = grownMb()
      csv_bytes = csv.file.length
      await compareLines(csv.file, query)
      const psql = await during('psql', () => runPsql(product.socket_dir, join(data_dir, 'peer.csv'), is_pinned))
      const xlsx = await exportFile(product.url, admin, query, 'xlsx')
      turns.push({
        csv_s: csv.took_s,
        csv_rows_a_second: query.rows / csv.took_s,
        csv_first_byte_ms: csv.first_byte_ms,
        psql_s: psql.done,
        share_of_psql: psql.done / csv.took_s,
        xlsx_s: xlsx.took_s,
        xlsx_rows_a_second: query.rows / xlsx.took_s,
        xlsx_first_byte_ms: xlsx.first_byte_ms,
        grown_mb,
        puback_p99_alone_ms: alone.p99_ms,
        puback_p99_meanwhile_ms: p99_ms,
        puback_p99_psql_ms: psql.p99_ms,
      })
      say(
        `turn ${turn}: CSV ${csv.took_s.toFixed(1)} s, psql ${psql.done.toFixed(1)} s, XLSX ${xlsx.took_s.toFixed(1)} s`,
      )
    }
    const figures = spreadsOf(turns)
    const together = (all: number[]) => ({ reports: all.length, p99_ms: percentile(all, 99) })
    const puback = {
      alone: together(took_ms.alone),
      meanwhile: together(took_ms.meanwhile),
      psql: together(took_ms.psql),
    }
    return {
      workload: 'w6',
      machine: await describeMachine(product.client),
      rows: query.rows,
      points: query.points.length,
      csv_bytes,
      repeats,
      ingest: { sessions, rate, generator_share },
      puback,
      figures,
      outcomes: exportOutcomes(figures, puback),
    }
  } finally {
    fleet.close()
  }
}

type Puback = Record<'alone' | 'meanwhile', { reports: number }>
type EvaluatedFigures = Record<
  'share_of_psql' | 'grown_mb' | 'csv_first_byte_ms' | 'puback_p99_alone_ms' | 'puback_p99_meanwhile_ms',
  Spread
>

export const exportOutcomes = (f: EvaluatedFigures, { alone, meanwhile }: Puback): Outcome[] => [
  atLeast("CSV: psql's time over ours", f.share_of_psql.median, 0.6),
  atMost('memory of the processes that write and serve the file, MB more', f.grown_mb.median, 100),
  atMost('first byte in ms', f.csv_first_byte_ms.median, 300),
  // Of the middle turn: of all turns together a disturbed one would decide.
  atMost('PUBACK p99 meanwhile over alone', f.puback_p99_meanwhile_ms.median / f.puback_p99_alone_ms.median, 1.1),
  // Of few reports the slowest hundredth is chance.
  atLeast('reports acknowledged meanwhile, and alone', Math.min(meanwhile.reports, alone.reports), 2_000),
]

/** The same rows with their values in columns: `psql` has nothing to decode. */
const storeTable = async (
  client: pg.Client,
  units: number,
  points: readonly MeasuredPoint[],
  from_ms: number,
  to_ms: number,
): Promise<void> => {
  const columns = points.map((_, at) => `p${at}`)
  const types = columns.map((name) => `${name} float8`).join(', ')
  await client.query(`create table bench_export (at timestamptz, device_id int, ${types})`)
  function* cells() {
    for (let unit = 1; unit <= units; unit += 1)
      for (const at_ms of minutesOf(from_ms, to_ms))
        yield [new Date(at_ms), unit, ...points.map((point) => valueAt(unit, point, at_ms))]
  }
  await copyRows(client, 'bench_export', ['at', 'device_id', ...columns], cells())
}

/** `\copy` as anybody would write such a file (Debian: package postgresql-client); its seconds. */
const runPsql = async (socket_dir: string, file: string, is_pinned: boolean): Promise<number> => {
  const rows = 'select d.mac, b.* from bench_export b join devices d using (device_id)'
  const copy = `\\copy (${rows}) to '${file}' with csv header`
  const began = performance.now()
  const command = ['psql', '-h', socket_dir, '-U', 'heatfleet', '-q', '-c', copy, 'heatfleet']
  await run(command, is_pinned ? 'measuring' : null)
  rmSync(file)
  return (performance.now() - began) / 1_000
}

/** From the request to the last byte that a person downloads. */
const exportFile = async (base_url: string, { call, token }: Session, query: Query, format: ExportFormat) => {
  const keys = query.points.map(({ key }) => key)
  const [from, to] = [new Date(query.from_ms).toISOString(), new Date(query.to_ms).toISOString()]
  const began = performance.now()
  const { export_id } = await call(api.exportCreate, {
    body: {
      kind: 'device-history',
      format,
      file_name: 'bench',
      time_zone: 'UTC',
      language: 'en',
      columns: ['mac', 'time', ...keys],
      filter: { macs: query.macs, points: keys, from, to, aggregate: 'auto', resolution: 'raw' },
    },
  })
  const { rows_done, file_bytes } = await untilDone(call, export_id)
  if (rows_done !== query.rows) throw new Error(`the file has ${rows_done} rows, not ${query.rows}`)
  const downloaded_ms = performance.now()
  const url = `${base_url}${buildUrl(api.exportFile, { params: { id: export_id } })}`
  const answer = await fetch(url, { headers: { key: CONSOLE_APPLICATION_KEY, token } })
  if (!answer.ok || answer.body === null) throw new Error(`no file: HTTP ${answer.status}`)
  let first_byte_ms = 0
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body) {
    if (chunks.push(chunk) === 1) first_byte_ms = performance.now() - downloaded_ms
  }
  const took_s = (performance.now() - began) / 1_000
  const file = Buffer.concat(chunks)
  if (file.length !== file_bytes) throw new Error(`${file.length} bytes came of ${String(file_bytes)}`)
  return { took_s, first_byte_ms, file }
}

const DONE_MAX_MS = 300_000

const untilDone = async (call: Session['call'], id: number) => {
  for (let waited_ms = 0; waited_ms < DONE_MAX_MS; waited_ms += 50) {
    const { list } = await call(api.exportList)
    const record = list.find(({ export_id }) => export_id === id)
    if (record?.state === 'done') return record
    if (record?.state === 'failed') throw new Error(`the export failed: ${String(record.reason)}`)
    await pause(50)
  }
  throw new Error('the export was not done in time')
}

/** Every so many lines of a file one is compared. */
const COMPARED_EVERY = 97

/** Refuses a CSV file that is short or has other values: all lines are counted, some compared value by value. */
const compareLines = async (file: Buffer, { macs, points, from_ms, to_ms, rows }: Query): Promise<void> => {
  const rows_per_unit = (to_ms - from_ms) / MINUTE_MS
  let line = -1
  for await (const text of createInterface({ input: Readable.from(file) })) {
    if (line >= 0 && line % COMPARED_EVERY === 0) {
      const unit = Math.floor(line / rows_per_unit)
      const at_ms = from_ms + (line % rows_per_unit) * MINUTE_MS
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
