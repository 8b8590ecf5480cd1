import type { Block } from '@heatfleet/modbus/point.ts'
import { describe, expect, test } from 'vitest'
import { mergeLatestBlock } from './advance-state.ts'
import type { LatestBlock } from './latest-blocks.ts'

const block = (start: number, words: number[], data = bytesOf(words)): Block => ({
  slave: 1,
  fn: 3,
  start,
  quantity: words.length,
  status: 0,
  data,
})
const bits = (start: number, data: number[]): Block => ({
  ...block(start, [], Uint8Array.from(data)),
  fn: 1,
  quantity: 8,
})
const bytesOf = (words: number[]) => Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255]))
const read = (latest: readonly LatestBlock[]) =>
  latest.map((entry) => [entry.block.start, Buffer.from(entry.block.data).toString('hex'), entry.at_s])

describe('newest blocks', () => {
  test.each([
    [
      'a part goes into the block that holds it, whose rest stays as old as it was',
      [block(198, [1, 2, 3]), block(199, [9])],
      [[198, '000100090003', 10]],
    ],
    [
      'a whole takes the place of its parts',
      [block(198, [1]), block(300, [4]), block(200, [2]), block(197, [0, 5, 6, 7, 8])],
      [
        [300, '0004', 20],
        [197, '00000005000600070008', 40],
      ],
    ],
    [
      'the same block again keeps its place',
      [block(198, [1]), block(300, [4]), block(198, [2])],
      [
        [198, '0002', 30],
        [300, '0004', 20],
      ],
    ],
    [
      'one of another slave is another one',
      [block(198, [1]), { ...block(198, [2]), slave: 2 }],
      [
        [198, '0001', 10],
        [198, '0002', 20],
      ],
    ],
    [
      'bits stand beside words',
      [block(0, [1]), bits(0, [7])],
      [
        [0, '0001', 10],
        [0, '07', 20],
      ],
    ],
    [
      'bits are distinguished by their start alone',
      [bits(0, [7]), bits(8, [1]), bits(0, [6])],
      [
        [0, '06', 30],
        [8, '01', 20],
      ],
    ],
  ])('%s', (_, blocks, expected) => {
    const latest: LatestBlock[] = []
    for (const [at, one] of blocks.entries()) mergeLatestBlock(latest, one, (at + 1) * 10)
    expect(read(latest)).toEqual(expected)
  })
})
