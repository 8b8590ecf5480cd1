import { expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { readBinaryRows } from './binary-rows.ts'

const database = useDatabase()
const read = (query: string) => readBinaryRows(database.pool, query)
/** Rows of one value each, `bytes` long, counting up from `first` modulo 256. */
const bytesFrom = (first: number, rows: number, bytes: number) =>
  `select (select string_agg(set_byte('\\x00', 0, (${first} + n + i) % 256), '' order by i) from generate_series(1, ${bytes}) i)
   from generate_series(1, ${rows}) n order by n`
const expected = (first: number, rows: number, bytes: number) =>
  Array.from({ length: rows }, (_, n) => [
    Buffer.from(Array.from({ length: bytes }, (_, i) => (first + n + 1 + i + 1) % 256)),
  ])

it('reads every byte unchanged, empty values and nulls', async () => {
  const rows = await read(`select '\\x00ff0a0d5c'::bytea, null::int, 7::int4, ''::bytea`)
  expect(rows).toEqual([[Buffer.of(0, 255, 10, 13, 92), null, Buffer.of(0, 0, 0, 7), Buffer.alloc(0)]])
  expect(await read('select 1 where false')).toEqual([])
})

it('reads rows that arrive in many pieces', async () => {
  expect(await read(bytesFrom(0, 40, 20_000))).toEqual(expected(0, 40, 20_000))
})

it('reads in parallel', async () => {
  const firsts = Array.from({ length: 12 }, (_, n) => n * 17)
  const results = await Promise.all(firsts.map((first) => read(bytesFrom(first, 3, 5_000))))
  expect(results).toEqual(firsts.map((first) => expected(first, 3, 5_000)))
})

it('rejects when the query fails, also after its first rows, and leaks no connection', async () => {
  for (let time = 0; time < 25; time++)
    await expect(read('select 1 / (500 - n) from generate_series(1, 1000) n')).rejects.toThrow('division by zero')
  expect(await read('select 1::int4')).toEqual([[Buffer.of(0, 0, 0, 1)]])
})
