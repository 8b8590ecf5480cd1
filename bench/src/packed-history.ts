import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import type pg from 'pg'
import { percentile, type Spread, spreadOf } from './figures.ts'
import { generateFleet } from './fleet-generator.ts'
import { askUnderIngest, type UnderIngest } from './history-under-ingest.ts'
import { openLean } from './lean-connection.ts'
import { type LinePeer, startLinePeers } from './line-peers.ts'
import { describeMachine, loadNow, type Machine } from './machine.ts'
import { giveSecret, SECRET_KEY_HEX } from './module-secret.ts'
import { type MeasuredProduct, startProduct } from './product-process.ts'
import { type MeasuredPoint, measuredPoints, reportedPoints, VALUES_A_REPORT } from './report-signals.ts'
import { askRowValues, type BucketQuestion, ROW_VALUES, type RowBucket, storeRowValues } from './row-values.ts'
import { type SignedIn, signIn } from './signed-in.ts'
import { storeReports, untilPacked } from './stored-history.ts'
import { timesOf } from './times-of.ts'

export type HistoryAsk = {
  /** Units whose reports are stored and packed. */
  units: number
  days: number
  repeats: number
  /** Modules that report while the month is asked for. */
  sessions: number
  data_dir: string
  /** With the peers that are installed, and with the machine made to forget its files; else beside the table alone. */
  is_whole: boolean
  say: (line: string) => void
}

/** A question asked of all sides, in turns. */
export type QuestionResult = {
  name: string
  values: number
  product_p50_ms: Spread
  product_p99_ms: Spread
  /** The row-per-value table first. */
  peers: { name: string; p50_ms: Spread }[]
  /** The row-per-value table's time over the product's, of each turn. */
  times_the_rows: Spread
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
  /** All that is at rest over the values in it: the same values on all sides. */
  bytes_a_value: { product: number; peers: { name: string; bytes: number }[] }
  /** The first question of units whose history nobody read since the machine forgot its files; null = it may not be told to. */
  cold: { asks: number; p50_ms: number; p99_ms: number } | null
  questions: QuestionResult[]
  /** The month again, beside reports that come in. */
  under_ingest: UnderIngest
}

const DAY_MS = 86_400_000
const MONTH_DAYS = 30
/** The product is asked so often in a turn; peers, which take longer, less. */
const ASKS_A_TURN = 50
const PEER_ASKS_A_TURN = 5
const ROWS = 'a row a value'

/**
 * W2 and W3: reports at one a minute are stored raw, packed by the product itself, and asked for over HTTP; beside it the row-per-value table of the
 * field in the same database, and the stores of time series that are installed. Refuses a wrong answer: every bucket's extremes are compared with the
 * table's. Judges no time.
 */
export const measureHistory = async (ask: HistoryAsk): Promise<HistoryResult> => {
  const before = loadNow()
  const to_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const lines = ask.is_whole ? await startLinePeers() : []
  try {
    const packs = { HEATFLEET_PACK_AFTER_MIN: '0', HEATFLEET_PACK_EVERY_S: '1' }
    const filled = await onProduct(ask, packs, (_, client) => fill(ask, lines, client, to_ms))
    const forgets = ask.is_whole && forgetFiles()
    const asked = await onProduct(ask, {}, (product, client) =>
      measureOn(ask, { ...filled, lines, to_ms, forgets }, product, client),
    )
    const { points: _, secret_hex: __, ...stored } = filled
    return {
      workload: 'w2 w3',
      date: new Date().toISOString(),
      units: ask.units,
      days: ask.days,
      ...stored,
      ...asked,
      load: { before, after: loadNow() },
    }
  } finally {
    for (const { stop } of lines) await stop()
  }
}

type Task<Done> = (product: MeasuredProduct, client: pg.Client) => Promise<Done>

const onProduct = async <Done>({ data_dir }: HistoryAsk, settings: Record<string, string>, task: Task<Done>) => {
  const product = await startProduct(data_dir, { settings: { HEATFLEET_SECRET_KEY: SECRET_KEY_HEX, ...settings } })
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

const fill = async (
  { units, days, sessions, say }: HistoryAsk,
  lines: readonly LinePeer[],
  client: pg.Client,
  to_ms: number,
) => {
  await generateFleet(client, Math.max(units + sessions, 100), Date.now())
  const secret_hex = await giveSecret(client)
  const from_ms = to_ms - days * DAY_MS
  const points = await measuredPoints(client)
  const reports = await storeReports(client, units, from_ms, to_ms)
  say(`${reports} reports stored`)
  const began = performance.now()
  await untilPacked(client)
  const packed_in_s = Math.round((performance.now() - began) / 1_000)
  const all = reportedPoints(points)
  const rows = await storeRowValues(client, units, all, from_ms, to_ms)
  say(`${rows} values stored a row each`)
  await client.query('vacuum analyze')
  const values = reports * VALUES_A_REPORT
  const peers = [{ name: ROWS, bytes: (await bytesOf(client, ROW_VALUES)) / rows }]
  for (const peer of lines) {
    await peer.store(units, all, from_ms, to_ms)
    say(`${peer.name}: stored`)
    peers.push({ name: peer.name, bytes: (await peer.settledBytes()) / rows })
  }
  const bytes_a_value = { product: (await bytesOf(client, 'report_chunks')) / values, peers }
  say(
    `packed in ${packed_in_s} s; bytes a value: ${bytes_a_value.product.toFixed(3)}; ${peers.map(({ name, bytes }) => `${name} ${bytes.toFixed(2)}`).join(', ')}`,
  )
  return { points, secret_hex, reports, values, packed_in_s, bytes_a_value }
}

/** Makes the machine forget what it read of files; false where that is not allowed. */
const forgetFiles = (): boolean => {
  try {
    spawnSync('sync')
    writeFileSync('/proc/sys/vm/drop_caches', '3')
    return true
  } catch {
    return false
  }
}

type Stage = {
  points: readonly MeasuredPoint[]
  lines: readonly LinePeer[]
  secret_hex: string
  to_ms: number
  forgets: boolean
}

const measureOn = async (
  { units, days, repeats, sessions, say }: HistoryAsk,
  { points, lines, secret_hex, to_ms, forgets }: Stage,
  product: MeasuredProduct,
  client: pg.Client,
): Promise<Pick<HistoryResult, 'machine' | 'cold' | 'questions' | 'under_ingest'>> => {
  const person = await signIn(product.url, 'admin')
  const { rows } = await client.query<{ mac: string }>('select mac from devices order by device_id limit $1', [
    units + sessions,
  ])
  const all = rows.map(({ mac }) => mac)
  const macs = all.slice(0, units)
  const month = { name: `12 points, ${Math.min(MONTH_DAYS, days)} days`, points, days: Math.min(MONTH_DAYS, days) }
  const cold = forgets ? await askCold(person, macs, { ...month, to_ms }) : null
  const questions: QuestionResult[] = []
  for (const question of [month, { name: `1 point, ${days} days`, points: points.slice(0, 1), days }]) {
    const about = { ...question, to_ms, mac: macs[0] ?? '', repeats }
    questions.push(await askInTurns(person, client, lines, about))
    say(`${question.name}: done`)
  }
  const { send, close } = await sendOf(person, macs[0] ?? '', { ...month, to_ms })
  await timesOf(send, ASKS_A_TURN)
  const ask = { dids: all.slice(units), secret_hex, repeats, asks: ASKS_A_TURN, send }
  const under_ingest = await askUnderIngest(ask, product)
  close()
  return { machine: await describeMachine(client), cold, questions, under_ingest }
}

type Question = { name: string; points: readonly MeasuredPoint[]; days: number; to_ms: number }

const bodyOf = (mac: string, { points, days, to_ms }: Question) => ({
  macs: [mac],
  points: points.map(({ key }) => key),
  from: new Date(to_ms - days * DAY_MS).toISOString(),
  to: new Date(to_ms).toISOString(),
  width_px: 1_000,
})

const ADDRESS = '127.0.0.1'

const sendOf = async (person: SignedIn, mac: string, question: Question) =>
  openLean(person.shotOf({ endpoint: api.historyData, query: {}, body: bodyOf(mac, question) }), ADDRESS)

/** The code is warm by the first unit, the data of the others is not. */
const askCold = async (
  person: SignedIn,
  [first = '', ...others]: readonly string[],
  question: Question,
): Promise<HistoryResult['cold']> => {
  const warm = await sendOf(person, first, question)
  await timesOf(warm.send, ASKS_A_TURN)
  warm.close()
  const took_ms: number[] = []
  for (const mac of others) {
    const { send, close } = await sendOf(person, mac, question)
    took_ms.push(...(await timesOf(send, 1)))
    close()
  }
  const sorted = took_ms.sort((a, b) => a - b)
  return { asks: sorted.length, p50_ms: percentile(sorted, 50), p99_ms: percentile(sorted, 99) }
}

const askInTurns = async (
  person: SignedIn,
  client: pg.Client,
  lines: readonly LinePeer[],
  { mac, repeats, ...question }: Question & { mac: string; repeats: number },
): Promise<QuestionResult> => {
  const { name, points, days, to_ms } = question
  const first = await person.call(api.historyData, { body: bodyOf(mac, question) })
  const asked: BucketQuestion = {
    unit: 1,
    keys: points.length,
    from_ms: to_ms - days * DAY_MS,
    to_ms,
    bucket_ms: first.bucket_s * 1_000,
  }
  compare(name, first.series, await askRowValues(client, asked))
  const sides = [
    { name: ROWS, ask: () => askRowValues(client, asked) },
    ...lines.map((peer) => ({ name: peer.name, ask: () => peer.ask(asked) })),
  ]
  const { send, close } = await sendOf(person, mac, question)
  await timesOf(send, ASKS_A_TURN)
  const p50: number[] = []
  const p99: number[] = []
  const theirs: number[][] = sides.map(() => [])
  for (let turn = 0; turn < repeats; turn++) {
    const own = await timesOf(send, ASKS_A_TURN)
    p50.push(percentile(own, 50))
    p99.push(percentile(own, 99))
    for (const [at, { ask }] of sides.entries()) theirs[at]?.push(percentile(await timesOf(ask, PEER_ASKS_A_TURN), 50))
  }
  close()
  return {
    name,
    values: first.series.length * days * 1_440,
    product_p50_ms: spreadOf(p50),
    product_p99_ms: spreadOf(p99),
    peers: sides.map((side, at) => ({ name: side.name, p50_ms: spreadOf(theirs[at] ?? []) })),
    times_the_rows: spreadOf(p50.map((own, turn) => (theirs[0]?.[turn] ?? 0) / own)),
  }
}

const bytesOf = async (client: pg.Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size($1::regclass))::float8 as bytes
     from pg_partition_tree($1::regclass)`,
    [table],
  )
  return rows[0]?.bytes ?? 0
}

/** Every bucket of every point, with the extremes of all its values. */
const compare = (name: string, series: readonly HistorySeries[], buckets: readonly RowBucket[]): void => {
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
