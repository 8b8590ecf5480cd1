import { expect, test } from 'vitest'
import { handOnNewest } from './newest-read.ts'

/** Begins all reads in turn, ends them in another order, and says what was handed on. */
const handedOn = async (order: readonly number[]): Promise<number[]> => {
  const handed: number[] = []
  const play = handOnNewest<number>((value) => handed.push(value))
  const reads = order.map(() => Promise.withResolvers<number>())
  const plays = reads.map(({ promise }) => play(() => promise))
  for (const at of order) {
    reads[at]?.resolve(at)
    await plays[at]
  }
  return handed
}

test.each([
  { answered: [0, 1, 2], handed: [0, 1, 2] },
  { answered: [1, 0, 2], handed: [1, 2] },
  { answered: [2, 0, 1], handed: [2] },
  { answered: [0, 2, 1], handed: [0, 2] },
])('of reads answered in the order $answered the newest counts: $handed', async ({ answered, handed }) => {
  expect(await handedOn(answered)).toEqual(handed)
})

test('a read that fails says so and holds nobody up', async () => {
  const handed: string[] = []
  const play = handOnNewest<string>((value) => handed.push(value))
  await expect(play(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  await play(async () => 'read again')
  expect(handed).toEqual(['read again'])
})
