import { expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { readBinaryRows } from './binary-rows.ts'

const database = useDatabase()
const ask = (question: string) => readBinaryRows(database.pool, question)
/** Rows of one value each, of so many bytes from a first one on, going round. */
const bytesFrom = (first: number, rows: number, bytes: number) =>
  `select (select string_agg(set_byte('\\x00', 0, (${first} + n + i) % 256), '' order by i) from generate_series(1, ${bytes}) i)
   from generate_series(1, ${rows}) n order by n`
const expected = (first: number, rows: number, bytes: number) =>
  Array.from({ length: rows }, (_, n) => [
    Buffer.from(Array.from({ length: bytes }, (_, i) => (first + n + 1 + i + 1) % 256)),
  ])

it('gives every byte as it is, and what is null', async () => {
  const { rows } = await ask(`select '\\x00ff0a0d5c'::bytea, null::int, 7::int4, ''::bytea`)
  expect(rows).toEqual([[Buffer.of(0, 255, 10, 13, 92), null, Buffer.of(0, 0, 0, 7), Buffer.alloc(0)]])
  expect((await ask('select 1 where false')).rows).toEqual([])
})

it('gives an answer of many pieces, larger than its place is at first', async () => {
  expect((await ask(bytesFrom(0, 40, 20_000))).rows).toEqual(expected(0, 40, 20_000))
})

it('gives each of several answers its own place, until it is free', async () => {
  const firsts = Array.from({ length: 12 }, (_, n) => n * 17)
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(firsts.map((first) => ask(bytesFrom(first, 3, 5_000))))
    for (const [n, { rows }] of answers.entries()) expect(rows).toEqual(expected(firsts[n] ?? 0, 3, 5_000))
    for (const { free } of answers) free()
  }
})

it('tells a question that fails, also after its first rows, and keeps no connection', async () => {
  for (let time = 0; time < 25; time++)
    await expect(ask('select 1 / (500 - n) from generate_series(1, 1000) n')).rejects.toThrow('division by zero')
  expect((await ask('select 1::int4')).rows).toEqual([[Buffer.of(0, 0, 0, 1)]])
})
