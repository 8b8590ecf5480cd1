import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type pg from 'pg'
import { generateFleet } from './fleet.ts'
import { prepareCall, sender, timesOf } from './http-load.ts'
import { segmentBytesOf } from './packed-history.ts'
import { type Place, type Session, signIn, withProduct } from './product.ts'
import { type MeasuredPoint, measuredPoints, minutesOf, reportedPoints, VALUES_PER_REPORT, valueAt } from './reports.ts'
import { atMost, describeMachine, type Outcome, percentile, spreadsOf } from './result.ts'
import { COMPACT_AT_ONCE, storeHistory, untilMonthsAreMade } from './stored-history.ts'
import { startVictoriaMetrics, type TimeSeriesPeer } from './victoria-metrics.ts'

/** `units` store their reports; the first is asked for. */
type QuestionsSize = { units: number; days: number; repeats: number }

const DAY_MS = 86_400_000
const UNIT = 1
const QUERIES_PER_TURN = 20
const EMPTY_DROPPED_MS = 3_000

type Question = { points: number; days: number; is_raw: boolean }

/**
 * W2 and W3 as questions of a growing length about one unit: as a curve of 1,000 px and as raw rows, in turns with VictoriaMetrics, which
 * holds the same values. Refuses a wrong answer: every extreme is compared with what the unit reported.
 */
export const measureQuestions = async (
  { units, days, repeats }: QuestionsSize,
  place: Place,
  say: (line: string) => void,
) => {
  const to_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const from_ms = to_ms - days * DAY_MS
  const { points, reports, compacted_in_s, bytes } = await withProduct(place, COMPACT_AT_ONCE, ({ client }) =>
    fill(client, units, from_ms, to_ms),
  )
  const values = reports * VALUES_PER_REPORT
  const bytes_a_value = { product: bytes / values, victoria_metrics: Number.NaN }
  say(`${reports} reports stored and compacted: ${bytes_a_value.product.toFixed(4)} bytes a value`)
  const peer = await startVictoriaMetrics(place.is_pinned)
  try {
    if (peer !== null) {
      await peer.store(units, reportedPoints(points), from_ms, to_ms)
      bytes_a_value.victoria_metrics = (await peer.settledBytes()) / values
      say(`VictoriaMetrics: ${bytes_a_value.victoria_metrics.toFixed(4)} bytes a value`)
    }
    return await withProduct(place, {}, async ({ client, url }) => {
      const session = await signIn(url, 'admin')
      const { rows } = await client.query<{ mac: string }>('select mac from devices where device_id = $1', [UNIT])
      const unit = { mac: rows[0]?.mac ?? '', points, to_ms }
      const questions = []
      for (const length of [1, 7, 30, 365].filter((each) => each <= days))
        for (const count of [1, points.length])
          for (const is_raw of length * count > 365 ? [false] : [false, true]) {
            const question = { points: count, days: length, is_raw }
            const measured = await askInTurns(url, session, peer, unit, question, repeats)
            questions.push(measured)
            say(
              `${measured.name}: ${measured.product_p50_ms.median} ms, VictoriaMetrics ${measured.peer_p50_ms.median} ms`,
            )
          }
      return {
        workload: 'segments',
        units,
        days,
        reports,
        values,
        compacted_in_s,
        bytes_a_value,
        machine: await describeMachine(client),
        questions,
        outcomes: [
          atMost('bytes a value, index included', bytes_a_value.product, days > 31 ? 0.17 : 0.2),
          ...(peer === null
            ? []
            : questions.map(({ name, product_p50_ms, peer_p50_ms }) =>
                atMost(`${name}: p50 in ms, at most VictoriaMetrics's`, product_p50_ms.median, peer_p50_ms.median),
              )),
        ] satisfies Outcome[],
      }
    })
  } finally {
    await peer?.stop()
  }
}

const fill = async (client: pg.Client, units: number, from_ms: number, to_ms: number) => {
  await generateFleet(client, 100)
  const points = await measuredPoints(client)
  const { reports } = await storeHistory(client, units, from_ms, to_ms)
  const began = performance.now()
  await untilMonthsAreMade(client)
  const compacted_in_s = Math.round((performance.now() - began) / 1_000)
  // Behind the last month, the compaction drops the tables of days that are empty.
  await pause(EMPTY_DROPPED_MS)
  // As autovacuum does some minutes later: what was put into longer segments leaves its place. A month is made once; here, where a year of
  // days comes in minutes, it is made several times, and its place is as large.
  await client.query('vacuum report_chunks')
  await client.query('vacuum full report_month_parts')
  await client.query('vacuum full report_months')
  const bytes = await segmentBytesOf(client)
  return { points, reports, compacted_in_s, bytes }
}

type Unit = { mac: string; points: readonly MeasuredPoint[]; to_ms: number }

const askInTurns = async (
  url: string,
  session: Session,
  peer: TimeSeriesPeer | null,
  { mac, points, to_ms }: Unit,
  { points: keys, days, is_raw }: Question,
  repeats: number,
) => {
  const from_ms = to_ms - days * DAY_MS
  const body = {
    macs: [mac],
    points: points.slice(0, keys).map(({ key }) => key),
    from: new Date(from_ms).toISOString(),
    to: new Date(to_ms).toISOString(),
    width_px: 1_000,
    resolution: is_raw ? ('raw' as const) : ('auto' as const),
  }
  const { bucket_s, series, truncated } = await session.call(api.historyData, { body })
  for (const [at, { t, v, min, max }] of series.entries())
    compareWithTruth({ t, least: min ?? v, most: max ?? v, bucket_s }, points[at], [
      from_ms,
      truncated ? (t.at(-1) ?? 0) + 1 : to_ms,
    ])
  const ours = sender(prepareCall(url, session, api.historyData, { body }))
  const asked = { unit: UNIT, keys, from_ms, to_ms }
  const theirs = async () =>
    bucket_s === 0 ? peer?.queryRaw(asked) : peer?.query({ ...asked, bucket_ms: bucket_s * 1_000 })
  await timesOf(ours, QUERIES_PER_TURN)
  await timesOf(theirs, QUERIES_PER_TURN / 2)
  const turns = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const took = await timesOf(ours, QUERIES_PER_TURN)
    turns.push({
      product_p50_ms: percentile(took, 50),
      product_p99_ms: percentile(took, 99),
      peer_p50_ms: percentile(await timesOf(theirs, QUERIES_PER_TURN), 50),
    })
  }
  return {
    name: `${keys} point${keys === 1 ? '' : 's'}, ${days} day${days === 1 ? '' : 's'}, ${is_raw ? 'raw rows' : 'curve'}`,
    bucket_s,
    truncated,
    ...spreadsOf(turns),
  }
}

type Answer = {
  t: readonly number[]
  least: readonly (number | null)[]
  most: readonly (number | null)[]
  bucket_s: number
}

/** The least and greatest of each bucket (or each row) must be those of the reported values. */
const compareWithTruth = (
  { t, least, most, bucket_s }: Answer,
  point: MeasuredPoint | undefined,
  [from_ms, to_ms]: readonly [number, number],
): void => {
  if (point === undefined) throw new Error('a curve that was not asked for')
  const bucket_ms = Math.max(1, bucket_s * 1_000)
  const truth = new Map<number, [number, number]>()
  for (const at_ms of minutesOf(from_ms, to_ms)) {
    const value = valueAt(UNIT, point, at_ms)
    if (value === null) continue
    const bucket = Math.floor(at_ms / bucket_ms) * bucket_ms
    const [low, high] = truth.get(bucket) ?? [value, value]
    truth.set(bucket, [Math.min(low, value), Math.max(high, value)])
  }
  for (const [row, at_ms] of t.entries()) {
    const [low = Number.NaN, high = Number.NaN] = truth.get(at_ms) ?? []
    if (Math.abs(low - (least[row] ?? Number.NaN)) > 1e-6 || Math.abs(high - (most[row] ?? Number.NaN)) > 1e-6)
      throw new Error(`${point.key}: ${least[row]} to ${most[row]} at ${at_ms}, reported were ${low} to ${high}`)
  }
  if (t.length !== truth.size) throw new Error(`${point.key}: ${t.length} rows of ${truth.size}`)
}
