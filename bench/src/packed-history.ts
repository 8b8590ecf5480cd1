import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import type pg from 'pg'
import { generateFleet } from './fleet.ts'
import { prepareCall, sender, timesOf } from './http-load.ts'
import { connectModules } from './module-fleet.ts'
import { giveSecret, type Place, type Product, type Session, signIn, withProduct } from './product.ts'
import { type MeasuredPoint, measuredPoints, minutesOf, reportedPoints, VALUES_PER_REPORT, valueAt } from './reports.ts'
import { atLeast, atMost, describeMachine, type Outcome, percentile, spreadsOf } from './result.ts'
import { COMPACT_AT_ONCE, copyRows, storeHistory } from './stored-history.ts'

type HistorySize = {
  /** Units whose reports are stored and compacted. */
  units: number
  days: number
  repeats: number
  /** Modules that report while the month is queried. */
  sessions: number
}

const DAY_MS = 86_400_000
const MONTH_DAYS = 30
const QUERIES_PER_TURN = 50
/** The table takes longer. */
const PEER_QUERIES_PER_TURN = 5
/** Share of the highest rate at which reports come in meanwhile. */
const PACE = 0.7

/**
 * W2 and W3: reports at one a minute are stored, compacted by the product, and queried over HTTP; beside it the row-per-value table of
 * the field in the same database. Refuses a wrong answer: the extremes of every bucket are compared with the table's.
 */
export const measureHistory = async (size: HistorySize, place: Place, say: (line: string) => void) => {
  const to_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const { secret_hex, points, ...stored } = await withProduct(place, COMPACT_AT_ONCE, ({ client }) =>
    fill(client, size, to_ms, say),
  )
  const forgot = place.is_pinned && dropFileCache()
  return withProduct(place, {}, async (product) => {
    const { client, url } = product
    const session = await signIn(url, 'admin')
    const { rows } = await client.query<{ mac: string }>('select mac from devices order by device_id')
    const macs = rows.map(({ mac }) => mac)
    const query: Query = { points, days: Math.min(MONTH_DAYS, size.days), to_ms }
    const month = { ...query, name: `12 points, ${query.days} days` }
    const year = { ...query, name: `1 point, ${size.days} days`, points: points.slice(0, 1), days: size.days }
    const cold = forgot ? await queryCold(url, session, macs.slice(0, size.units), month) : null
    const questions = []
    for (const one of [month, year]) {
      questions.push(await queryInTurns(product, session, macs[0] ?? '', one, size.repeats))
      say(`${one.name}: done`)
    }
    const query_history = sender(historyCall(url, session, macs[0] ?? '', month))
    const modules = { macs: macs.slice(size.units, size.units + size.sessions), secret_hex }
    const under_ingest = await queryUnderIngest(product, modules, query_history, size.repeats)
    const [first, second] = questions
    return {
      workload: 'w2 w3',
      ...size,
      ...stored,
      machine: await describeMachine(client),
      /** The first query of units not queried since the page cache was dropped; null = dropping it is not permitted. */
      cold,
      questions,
      under_ingest,
      outcomes: [
        atMost('bytes a value, index included', stored.bytes_a_value.product, 0.25),
        atMost(`${month.name}: p99 in ms`, first?.product_p99_ms.median ?? Number.NaN, 15),
        ...(cold === null ? [] : [atMost(`${month.name}, cold: p99 in ms`, cold.p99_ms, 60)]),
        atMost(`${year.name}: p99 in ms`, second?.product_p99_ms.median ?? Number.NaN, 100),
        atLeast(`${month.name}: the table's time over ours`, first?.times_the_rows.median ?? Number.NaN, 50),
        atMost(`${month.name}: p99 while reports come in over p99 alone`, under_ingest.times_alone.median, 1.1),
      ] satisfies Outcome[],
    }
  })
}

const fill = async (client: pg.Client, size: HistorySize, to_ms: number, say: (line: string) => void) => {
  await generateFleet(client, Math.max(size.units + size.sessions, 100))
  const secret_hex = await giveSecret(client)
  const from_ms = to_ms - size.days * DAY_MS
  const points = await measuredPoints(client)
  const { reports, packed_in_s } = await storeHistory(client, size.units, from_ms, to_ms)
  say(`${reports} reports stored and compacted`)
  const rows = await storeRows(client, size.units, reportedPoints(points), from_ms, to_ms)
  await client.query('vacuum analyze')
  const values = reports * VALUES_PER_REPORT
  const peers = [{ name: 'a row a value', bytes: (await bytesOf(client, 'bench_values')) / rows }]
  const bytes_a_value = {
    product: (await segmentBytesOf(client)) / values,
    peers,
  }
  say(`${rows} values stored a row each; bytes a value ${bytes_a_value.product.toFixed(3)}`)
  return { points, secret_hex, reports, values, packed_in_s, bytes_a_value }
}

/** The table that the field keeps values in: a row each, in the order in which they come, under the index they are queried by. */
const storeRows = async (
  client: pg.Client,
  units: number,
  points: readonly MeasuredPoint[],
  from_ms: number,
  to_ms: number,
): Promise<number> => {
  await client.query(
    `create table bench_values (device_id int, key int, ts bigint, value float8, primary key (device_id, key, ts))`,
  )
  function* cells() {
    for (const at_ms of minutesOf(from_ms, to_ms))
      for (let unit = 1; unit <= units; unit += 1)
        for (const [key, point] of points.entries()) {
          const value = valueAt(unit, point, at_ms)
          if (value !== null) yield [unit, key, at_ms, value]
        }
  }
  return copyRows(client, 'bench_values', ['device_id', 'key', 'ts', 'value'], cells())
}

/** Bytes of a partitioned table with its indexes. */
const bytesOf = async (client: pg.Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size($1::regclass))::float8 as bytes
     from pg_partition_tree($1::regclass)`,
    [table],
  )
  return rows[0]?.bytes ?? 0
}

/** Bytes of all compacted reports, days and months. */
export const segmentBytesOf = async (client: pg.Client): Promise<number> => {
  let bytes = 0
  for (const table of ['report_chunks', 'report_month_parts', 'report_months']) bytes += await bytesOf(client, table)
  return bytes
}

/** Makes the machine forget the files it read; false where that is not allowed. */
const dropFileCache = (): boolean => {
  try {
    spawnSync('sync')
    writeFileSync('/proc/sys/vm/drop_caches', '3')
    return true
  } catch {
    return false
  }
}

type Query = { points: readonly MeasuredPoint[]; days: number; to_ms: number }

const bodyOf = (mac: string, { points, days, to_ms }: Query) => ({
  macs: [mac],
  points: points.map(({ key }) => key),
  from: new Date(to_ms - days * DAY_MS).toISOString(),
  to: new Date(to_ms).toISOString(),
  width_px: 1_000,
})

const historyCall = (url: string, session: Session, mac: string, query: Query) =>
  prepareCall(url, session, api.historyData, { body: bodyOf(mac, query) })

/** The code is warm after the first unit, the data of the others is not. */
const queryCold = async (url: string, session: Session, macs: readonly string[], query: Query) => {
  const took_ms: number[] = []
  for (const [at, mac] of macs.entries()) {
    const took = await timesOf(sender(historyCall(url, session, mac, query)), at === 0 ? QUERIES_PER_TURN : 1)
    if (at > 0) took_ms.push(...took)
  }
  return { asks: took_ms.length, p50_ms: percentile(took_ms, 50), p99_ms: percentile(took_ms, 99) }
}

const queryInTurns = async (
  { url, client }: Product,
  session: Session,
  mac: string,
  query: Query & { name: string },
  repeats: number,
) => {
  const { bucket_s, series } = await session.call(api.historyData, { body: bodyOf(mac, query) })
  const queryTable = async (): Promise<Bucket[]> => {
    const { rows } = await client.query<Bucket>({
      name: 'bench_values',
      text: `select key, (ts / $4 * $4)::float8 as at, min(value) as low, max(value) as high, avg(value) from bench_values
        where device_id = 1 and key < $1 and ts >= $2 and ts < $3 group by 1, 2 order by 1, 2`,
      values: [query.points.length, query.to_ms - query.days * DAY_MS, query.to_ms, bucket_s * 1_000],
    })
    return rows
  }
  compareBuckets(query.name, series, await queryTable())
  const query_history = sender(historyCall(url, session, mac, query))
  await timesOf(query_history, QUERIES_PER_TURN)
  const turns = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const ours = await timesOf(query_history, QUERIES_PER_TURN)
    const rows_p50_ms = percentile(await timesOf(queryTable, PEER_QUERIES_PER_TURN), 50)
    const product_p50_ms = percentile(ours, 50)
    const times_the_rows = rows_p50_ms / product_p50_ms
    turns.push({ product_p50_ms, product_p99_ms: percentile(ours, 99), rows_p50_ms, times_the_rows })
  }
  return { name: query.name, values: series.length * query.days * 1_440, ...spreadsOf(turns) }
}

/** Extremes of one bucket of one point. */
type Bucket = { key: number; at: number; low: number; high: number }

/** Every bucket of every point must have the extremes of all its values. */
const compareBuckets = (name: string, series: readonly HistorySeries[], buckets: readonly Bucket[]): void => {
  const isNear = (one: number, other: number | null | undefined): boolean =>
    typeof other === 'number' && Math.abs(one - other) < 1e-6
  let at = 0
  for (const { t, v, min, max } of series)
    for (const [row, time] of t.entries()) {
      if (v[row] === null) continue
      const bucket = buckets[at++]
      if (bucket?.at !== time || !isNear(bucket.low, min?.[row]) || !isNear(bucket.high, max?.[row]))
        throw new Error(`${name}: the product's bucket of ${time} is not the table's`)
    }
  if (at !== buckets.length || at === 0) throw new Error(`${name}: ${at} buckets, the table has ${buckets.length}`)
}

/** One query in turns: with nothing else going on, and while modules report at 70 % of what the product takes. */
const queryUnderIngest = async (
  { mqtt_port }: Product,
  modules: { macs: string[]; secret_hex: string },
  query_history: () => Promise<unknown>,
  repeats: number,
) => {
  const from_s = Math.floor(Date.now() / 1_000) - 3_600
  const fleet = await connectModules({ ...modules, port: mqtt_port, has_sink: false, from_s, reports: 2_500 })
  try {
    await fleet.run(2, null)
    const most = await fleet.run(4, null)
    const rate = most.rate * PACE
    const turns = []
    for (let turn = 0; turn < repeats; turn += 1) {
      const alone = await timesOf(query_history, QUERIES_PER_TURN)
      const { done, figures } = await fleet.during(rate, () => timesOf(query_history, QUERIES_PER_TURN))
      const [alone_p99_ms, meanwhile_p99_ms] = [percentile(alone, 99), percentile(done, 99)]
      turns.push({
        alone_p50_ms: percentile(alone, 50),
        alone_p99_ms,
        meanwhile_p50_ms: percentile(done, 50),
        meanwhile_p99_ms,
        times_alone: meanwhile_p99_ms / alone_p99_ms,
        generator_share: figures.generator_share,
      })
    }
    const rates = { most_rate: Math.round(most.rate), rate: Math.round(rate) }
    return { sessions: modules.macs.length, ...rates, ...spreadsOf(turns) }
  } finally {
    fleet.close()
  }
}
