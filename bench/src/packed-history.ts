import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import type pg from 'pg'
import { copyRows } from './copy-rows.ts'
import { percentile, type Spread, spreadOf } from './figures.ts'
import { generateFleet } from './fleet-generator.ts'
import { describeMachine, loadNow, type Machine } from './machine.ts'
import { type MeasuredProduct, startProduct } from './product-process.ts'
import { type MeasuredPoint, measuredPoints, reportsOf, VALUES_A_REPORT, valueAt } from './report-signals.ts'
import { signIn } from './signed-in.ts'

export type HistoryAsk = {
  /** Units whose reports are stored and packed. */
  units: number
  days: number
  repeats: number
  data_dir: string
  say: (line: string) => void
}

/** A question asked of both sides, in turns. */
export type QuestionResult = {
  name: string
  values: number
  product_p50_ms: Spread
  product_p99_ms: Spread
  peer_p50_ms: Spread
  /** The peer's time over the product's, of each turn. */
  times_the_peer: Spread
}

export type HistoryResult = {
  workload: 'w2 w3'
  date: string
  machine: Machine
  load: { before: number; after: number }
  units: number
  days: number
  reports: number
  values: number
  packed_in_s: number
  /** All of the table at rest over the values in it: the product's whole history, the peer's one unit and 12 points. */
  bytes_a_value: { product: number; peer: number }
  questions: QuestionResult[]
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const ASKS_A_TURN = 10
const PACKED_MAX_MS = 30 * 60_000

/**
 * W2 and W3: reports at one a minute are stored raw, packed by the product itself, and asked for over HTTP; beside it the row-per-value table of the
 * field in the same database. Refuses a wrong answer: every bucket's extremes are compared. Judges no time.
 */
export const measureHistory = async (ask: HistoryAsk): Promise<HistoryResult> => {
  const before = loadNow()
  const product = await startProduct(ask.data_dir, {
    settings: { HEATFLEET_PACK_AFTER_MIN: '0', HEATFLEET_PACK_EVERY_S: '1' },
  })
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
  { units, days, repeats, say }: HistoryAsk,
  product: MeasuredProduct,
  client: pg.Client,
): Promise<Omit<HistoryResult, 'load'>> => {
  await generateFleet(client, Math.max(units, 100), Date.now())
  const to_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const from_ms = to_ms - days * DAY_MS
  const points = await measuredPoints(client)
  const reports = await storeReports(client, units, from_ms, to_ms)
  say(`${reports} reports stored`)
  const began = performance.now()
  await untilPacked(client)
  const packed_in_s = Math.round((performance.now() - began) / 1_000)
  const peer_rows = await storePeer(client, points, from_ms, to_ms)
  await client.query('vacuum analyze')
  const values = reports * VALUES_A_REPORT
  const bytes_a_value = {
    product: (await bytesOf(client, 'report_chunks')) / values,
    peer: (await bytesOf(client, 'bench_values')) / peer_rows,
  }
  say(
    `packed in ${packed_in_s} s; ${bytes_a_value.product.toFixed(3)} bytes a value, the peer ${bytes_a_value.peer.toFixed(1)}`,
  )
  const questions = [
    { name: `12 points, ${Math.min(30, days)} days`, points, days: Math.min(30, days) },
    { name: `1 point, ${days} days`, points: points.slice(0, 1), days },
  ]
  const results: QuestionResult[] = []
  for (const question of questions) {
    results.push(await askInTurns(product, client, { ...question, to_ms, repeats }))
    say(`${question.name}: done`)
  }
  return {
    workload: 'w2 w3',
    date: new Date().toISOString(),
    machine: await describeMachine(client),
    units,
    days,
    reports,
    values,
    packed_in_s,
    bytes_a_value,
    questions: results,
  }
}

/** Stores the reports of all units as the gateway does, day by day. */
export const storeReports = async (
  client: pg.Client,
  units: number,
  from_ms: number,
  to_ms: number,
): Promise<number> => {
  const { rows } = await client.query<{ layout_id: number }>('select layout_id from products where built_in')
  const layout_id = rows[0]?.layout_id ?? 0
  let count = 0
  for (let day_ms = from_ms; day_ms < to_ms; day_ms += DAY_MS) {
    const [name, from, to] = [digits(day_ms), new Date(day_ms).toISOString(), new Date(day_ms + DAY_MS).toISOString()]
    // The packing may have taken the day before away already; this one it leaves alone until the commit.
    await client.query('begin')
    await client.query(`create table report_hot_${name} partition of report_hot
      (check (at >= '${from}' and at < '${to}')) for values from ('${from}') to ('${to}')`)
    count += await copyRows(
      client,
      `report_hot_${name}`,
      ['device_id', 'at', 'layout_id', 'raw'],
      rowsOf(units, day_ms, layout_id),
    )
    await client.query('commit')
  }
  return count
}

function* rowsOf(units: number, day_ms: number, layout_id: number) {
  for (let unit = 1; unit <= units; unit++)
    for (const { at_ms, raw } of reportsOf(unit, day_ms, day_ms + DAY_MS)) yield [unit, new Date(at_ms), layout_id, raw]
}

/** The shape peers keep values in: one row each. Only the first unit and the points asked for: more would take hours. */
const storePeer = async (
  client: pg.Client,
  points: readonly MeasuredPoint[],
  from_ms: number,
  to_ms: number,
): Promise<number> => {
  await client.query('create table bench_values (device_id int, key int, ts bigint, value double precision)')
  function* cells() {
    for (let at_ms = from_ms; at_ms < to_ms; at_ms += MINUTE_MS)
      for (const [key, point] of points.entries()) {
        const value = valueAt(1, point, at_ms)
        if (value !== null) yield [1, key, at_ms, value]
      }
  }
  const rows = await copyRows(client, 'bench_values', ['device_id', 'key', 'ts', 'value'], cells())
  await client.query('alter table bench_values add primary key (device_id, key, ts)')
  return rows
}

export const untilPacked = async (client: pg.Client): Promise<void> => {
  for (let waited_ms = 0; waited_ms < PACKED_MAX_MS; waited_ms += 500) {
    const { rows } = await client.query<{ left: number }>(
      `select (select count(*) from pg_inherits where inhparent = 'report_packing'::regclass)::int
        + (select count(*) from report_hot)::int as left`,
    )
    if (rows[0]?.left === 0) return
    await pause(500)
  }
  throw new Error('the reports were not packed in time')
}

const bytesOf = async (client: pg.Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size($1::regclass))::float8 as bytes
     from pg_partition_tree($1::regclass)`,
    [table],
  )
  return rows[0]?.bytes ?? 0
}

type Question = { name: string; points: readonly MeasuredPoint[]; days: number; to_ms: number; repeats: number }

const askInTurns = async (
  product: MeasuredProduct,
  client: pg.Client,
  { name, points, days, to_ms, repeats }: Question,
): Promise<QuestionResult> => {
  const { call } = await signIn(product.url, 'admin')
  const { rows } = await client.query<{ mac: string }>('select mac from devices where device_id = 1')
  const body = {
    macs: [rows[0]?.mac ?? ''],
    points: points.map(({ key }) => key),
    from: new Date(to_ms - days * DAY_MS).toISOString(),
    to: new Date(to_ms).toISOString(),
    width_px: 1_000,
  }
  const ours = () => call(api.historyData, { body })
  const first = await ours()
  const theirs = () => askPeer(client, points.length, to_ms - days * DAY_MS, to_ms, first.bucket_s * 1_000)
  compare(name, first.series, await theirs())
  const [product_p50, product_p99, peer_p50, ratio]: number[][] = [[], [], [], []]
  for (let turn = 0; turn < repeats; turn++) {
    const [own, peer] = [await timesOf(ours), await timesOf(theirs)]
    product_p50?.push(percentile(own, 50))
    product_p99?.push(percentile(own, 99))
    peer_p50?.push(percentile(peer, 50))
    ratio?.push(percentile(peer, 50) / percentile(own, 50))
  }
  return {
    name,
    values: first.series.length * days * 1_440,
    product_p50_ms: spreadOf(product_p50 ?? []),
    product_p99_ms: spreadOf(product_p99 ?? []),
    peer_p50_ms: spreadOf(peer_p50 ?? []),
    times_the_peer: spreadOf(ratio ?? []),
  }
}

const timesOf = async (task: () => Promise<unknown>): Promise<number[]> => {
  const took_ms: number[] = []
  for (let n = 0; n < ASKS_A_TURN; n++) {
    const began = performance.now()
    await task()
    took_ms.push(performance.now() - began)
  }
  return took_ms.sort((a, b) => a - b)
}

type PeerBucket = { key: number; at: number; low: number; high: number }

const askPeer = async (
  client: pg.Client,
  keys: number,
  from_ms: number,
  to_ms: number,
  bucket_ms: number,
): Promise<PeerBucket[]> => {
  const { rows } = await client.query<PeerBucket>(
    `select key, (ts / $5 * $5)::float8 as at, min(value) as low, max(value) as high, avg(value) from bench_values
     where device_id = 1 and key < $1 and ts >= $2 and ts < $3 and $4 group by 1, 2 order by 1, 2`,
    [keys, from_ms, to_ms, true, bucket_ms],
  )
  return rows
}

/** Every bucket of every point, with the extremes of all its values. */
const compare = (name: string, series: readonly HistorySeries[], buckets: readonly PeerBucket[]): void => {
  let at = 0
  for (const { t, v, min, max } of series)
    for (const [row, time] of t.entries()) {
      if (v[row] === null) continue
      const bucket = buckets[at++]
      const is_same =
        bucket !== undefined && bucket.at === time && near(bucket.low, min?.[row]) && near(bucket.high, max?.[row])
      if (!is_same) throw new Error(`${name}: the product's bucket of ${time} is not the peer's`)
    }
  if (at !== buckets.length || at === 0) throw new Error(`${name}: ${at} buckets, the peer has ${buckets.length}`)
}

const near = (one: number, other: number | null | undefined): boolean =>
  typeof other === 'number' && Math.abs(one - other) < 1e-6

const digits = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10).replaceAll('-', '')
