import { expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { ensurePartitions, partitionOf, timesOf } from './partitions.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const database = useDatabase()

const store = async (times: readonly number[]): Promise<{ partition: string; at: Date }[]> => {
  const { rows } = await database.pool.query(
    `insert into report_hot (device_id, at, layout_id, raw)
     select 1, at, 1, '' from unnest($1::timestamptz[]) at returning tableoid::regclass::text as partition, at`,
    [times.map((at) => new Date(at).toISOString())],
  )
  return rows
}

test('a partition is named for its UTC day, or its hour, from which its time is parsed', () => {
  const at_ms = Date.UTC(2026, 0, 1) - 1
  expect(partitionOf(at_ms, 'day')).toBe('report_hot_20251231')
  expect(partitionOf(at_ms, 'hour')).toBe('report_hot_2025123123')
  expect(timesOf('report_hot_20251231')).toEqual({ from_ms: Date.UTC(2025, 11, 31), to_ms: Date.UTC(2026, 0, 1) })
  expect(timesOf('report_hot_2025123123')).toEqual({ from_ms: at_ms + 1 - HOUR_MS, to_ms: at_ms + 1 })
  expect([timesOf('report_hot_test'), timesOf('report_hot_20269999'), timesOf('devices')]).toEqual([null, null, null])
})

test.each(['day', 'hour'] as const)('reports of any time find their partition, one a %s', async (span) => {
  const midnight = span === 'day' ? Date.UTC(2026, 2, 1) : Date.UTC(2024, 2, 1)
  const count = span === 'day' ? 401 : 30
  const times = Array.from({ length: count }, (_, n) => midnight - n * (span === 'day' ? DAY_MS : HOUR_MS))
  const around = times.flatMap((at) => [at - 1, at])
  await ensurePartitions(database.pool, new Set(around.map((at) => partitionOf(at, span))))
  const rows = await store(around)
  expect(rows.length).toBe(around.length)
  for (const { partition, at } of rows) expect(partition).toBe(partitionOf(at.getTime(), span))
})

test('two processes that make the same partition at once both go on', async () => {
  const names = ['report_hot_20260501', 'report_hot_20260502']
  await Promise.all([ensurePartitions(database.pool, names), ensurePartitions(database.pool, names)])
  const made = await database.pool.query(
    `select 1 from pg_class where relname like 'report\\_hot\\_202605%' and relkind = 'r'`,
  )
  expect(made.rowCount).toBe(2)
})

test('a change between days and hours finds room beside what is there', async () => {
  const noon = Date.UTC(2026, 6, 1, 12)
  await ensurePartitions(database.pool, [partitionOf(noon, 'hour')])
  await ensurePartitions(database.pool, [partitionOf(noon, 'day')])
  await ensurePartitions(database.pool, [partitionOf(noon + DAY_MS, 'day')])
  await ensurePartitions(database.pool, [partitionOf(noon + DAY_MS, 'hour')])
  const rows = await store([noon, noon + HOUR_MS, noon + DAY_MS])
  expect(rows.map(({ partition }) => partition)).toEqual([
    'report_hot_2026070112',
    'report_hot_2026070113',
    'report_hot_20260702',
  ])
})
