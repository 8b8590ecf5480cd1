import type pg from 'pg'
import { copyRows } from './copy-rows.ts'
import { type MeasuredPoint, valueAt } from './report-signals.ts'

const MINUTE_MS = 60_000

/** The table the field keeps its values in. */
export const ROW_VALUES = 'bench_values'

/**
 * The shape peers keep values in: a row each, in the order in which they come, those of all units among each other, under the index by which
 * they are asked for, which grows with them. Gives how many rows.
 */
export const storeRowValues = async (
  client: pg.Client,
  units: number,
  points: readonly MeasuredPoint[],
  from_ms: number,
  to_ms: number,
): Promise<number> => {
  await client.query(
    `create table ${ROW_VALUES} (device_id int, key int, ts bigint, value double precision, primary key (device_id, key, ts))`,
  )
  function* cells() {
    for (let at_ms = from_ms; at_ms < to_ms; at_ms += MINUTE_MS)
      for (let unit = 1; unit <= units; unit += 1)
        for (const [key, point] of points.entries()) {
          const value = valueAt(unit, point, at_ms)
          if (value !== null) yield [unit, key, at_ms, value]
        }
  }
  return copyRows(client, ROW_VALUES, ['device_id', 'key', 'ts', 'value'], cells())
}

/** Extremes of one bucket of one point. */
export type RowBucket = { key: number; at: number; low: number; high: number }

/** What the product is asked, asked of the table: extremes and average of each bucket. */
export const askRowValues = async (
  client: pg.Client,
  { unit, keys, from_ms, to_ms, bucket_ms }: BucketQuestion,
): Promise<RowBucket[]> => {
  const { rows } = await client.query<RowBucket>({
    name: 'bench_values',
    text: `select key, (ts / $5 * $5)::float8 as at, min(value) as low, max(value) as high, avg(value) from ${ROW_VALUES}
      where device_id = $1 and key < $2 and ts >= $3 and ts < $4 group by 1, 2 order by 1, 2`,
    values: [unit, keys, from_ms, to_ms, bucket_ms],
  })
  return rows
}

/** The first `keys` points of one unit in a period, in buckets of one length. */
export type BucketQuestion = { unit: number; keys: number; from_ms: number; to_ms: number; bucket_ms: number }
