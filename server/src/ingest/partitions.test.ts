import { expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { dayOf, ensurePartitions, partitionOf } from './partitions.ts'

const DAY_MS = 86_400_000
const database = useDatabase()

test('a partition is named for its UTC day', () => {
  expect(partitionOf(dayOf(Date.UTC(2026, 0, 1) - 1))).toBe('report_hot_20251231')
})

test('reports on both sides of midnight, and of any of 400 days back, find their partition', async () => {
  const midnight = Date.UTC(2026, 2, 1)
  const times = Array.from({ length: 401 }, (_, day) => midnight - day * DAY_MS).flatMap((at) => [at - 1, at])
  await ensurePartitions(database.pool, new Set(times.map(dayOf)))
  const rows = await database.pool.query(
    `insert into report_hot (device_id, at, layout_id, raw)
     select 1, at, 1, '' from unnest($1::timestamptz[]) at returning tableoid::regclass::text as partition, at`,
    [times.map((at) => new Date(at).toISOString())],
  )
  expect(rows.rowCount).toBe(times.length)
  for (const { partition, at } of rows.rows) expect(partition).toBe(partitionOf(dayOf(at.getTime())))
})

test('two processes that make the same partition at once both go on', async () => {
  const days = ['2026-05-01', '2026-05-02']
  await Promise.all([ensurePartitions(database.pool, days), ensurePartitions(database.pool, days)])
  const made = await database.pool.query(
    `select 1 from pg_class where relname like 'report\\_hot\\_202605%' and relkind = 'r'`,
  )
  expect(made.rowCount).toBe(2)
})
