import { describe, expect, test } from 'vitest'
import type { LatestBlock } from './latest-blocks.ts'
import { layOver } from './lay-over.ts'

describe('newest blocks', () => {
  const block = (start: number, words: number[]) => ({
    slave: 1,
    fn: 3 as const,
    start,
    quantity: words.length,
    status: 0,
    data: Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255])),
  })
  const kept = (latest: Map<string, LatestBlock>) =>
    [...latest.values()].map((entry) => [entry.block.start, Buffer.from(entry.block.data).toString('hex'), entry.at_s])

  test('a part goes into the block that holds it, a whole takes the place of its parts', () => {
    const latest = new Map<string, LatestBlock>()
    layOver(latest, block(198, [1, 2, 3]), 10)
    layOver(latest, block(199, [9]), 20)
    expect(kept(latest)).toEqual([[198, '000100090003', 10]])
    layOver(latest, block(197, [0, 5, 6, 7, 8]), 30)
    expect(kept(latest)).toEqual([[197, '00000005000600070008', 30]])
  })
})
