import { expect, test } from 'vitest'
import { batchLookups } from './batched-lookups.ts'

/** Look-ups whose queries end when they are told to. */
const held = (keys_max: number) => {
  const queries: { keys: string[]; end: () => void; fail: () => void }[] = []
  const find = batchLookups<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const end = () => resolve(keys.filter((key) => key !== 'none').map((key) => [key, `row of ${key}`] as const))
        queries.push({ keys, end, fail: () => reject(new Error('the database is away')) })
      }),
    keys_max,
  )
  const started = async (count: number) => {
    while (queries.length < count) await new Promise(setImmediate)
    return queries[count - 1]
  }
  return { find, queries, started }
}

test('keys of one turn are one query; those that come while it runs are the next', async () => {
  const { find, queries, started } = held(100)
  const first = Promise.all([find('a'), find('b'), find('a')])
  const one = await started(1)
  const second = Promise.all([find('c'), find('none'), find('a')])
  await new Promise(setImmediate)
  expect(queries).toHaveLength(1)
  one?.end()
  expect(await first).toEqual(['row of a', 'row of b', 'row of a'])
  ;(await started(2))?.end()
  expect(await second).toEqual(['row of c', undefined, 'row of a'])
  expect(queries.map(({ keys }) => keys)).toEqual([
    ['a', 'b'],
    ['c', 'none', 'a'],
  ])
})

test('a query has no more keys than allowed', async () => {
  const { find, queries, started } = held(2)
  const found = Promise.all(['a', 'b', 'c', 'd', 'e'].map(find))
  for (const count of [1, 2, 3]) (await started(count))?.end()
  expect(await found).toHaveLength(5)
  expect(queries.map(({ keys }) => keys)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

test('a query that fails fails its own keys; the next one is asked', async () => {
  const { find, started } = held(100)
  const first = expect(find('a')).rejects.toThrow('the database is away')
  const one = await started(1)
  const second = find('b')
  one?.fail()
  await first
  ;(await started(2))?.end()
  expect(await second).toBe('row of b')
})

test('after a pause the next look-up starts anew', async () => {
  const { find, started } = held(100)
  for (const count of [1, 2, 3]) {
    const found = find(`key ${count}`)
    ;(await started(count))?.end()
    expect(await found).toBe(`row of key ${count}`)
  }
})
