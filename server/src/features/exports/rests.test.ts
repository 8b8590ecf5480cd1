import { expect, it } from 'vitest'
import { createRests } from './rests.ts'

/** What is rested after pieces of work of so many ms; time goes on by work and by rest alone. */
const restsAfter = async (percent: number, works_ms: readonly number[]): Promise<number[]> => {
  let now_ms = 5_000
  const rested: number[] = []
  const rest = createRests({
    percent,
    now: () => now_ms,
    rest: async (ms) => {
      rested.push(ms)
      now_ms += ms
    },
  })
  for (const work_ms of works_ms) {
    now_ms += work_ms
    await rest()
  }
  return rested
}

it.each([
  ['in proportion to the work, without the rests before', 60, [10, 20, 100], [6, 12, 60]],
  ['longer than the work, where so much is asked', 200, [10, 20], [20, 40]],
  ['not at all', 0, [10, 20], []],
  ['not after next to no work', 60, [0, 0.4], []],
  ['a second at most', 100, [60_000], [1_000]],
])('rests %s', async (_, percent, works_ms, rests_ms) => {
  expect(await restsAfter(percent, works_ms)).toEqual(rests_ms)
})
