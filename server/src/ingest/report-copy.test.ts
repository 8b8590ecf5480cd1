import { describe, expect, test } from 'vitest'
import type { LatestBlock } from './latest-blocks.ts'
import { layOver } from './lay-over.ts'
import { dayOf, partitionOf } from './partitions.ts'
import { createRepeats } from './repeats.ts'
import { encodeReportCopy } from './report-copy.ts'

test('a row is the bytes COPY (format binary) takes', () => {
  const copy = encodeReportCopy([
    { device_id: 7, at_ms: Date.UTC(2000, 0, 1) + 1, layout_id: 3, raw: Uint8Array.of(0xab) },
  ])
  expect(copy.toString('hex')).toBe(
    '5047434f50590aff0d0a00' +
      '0000000000000000' +
      '0004' +
      '0000000400000007' +
      '0000000800000000000003e8' +
      '0000000400000003' +
      '00000001ab' +
      'ffff',
  )
})

test('a partition is named for its UTC day', () => {
  expect(partitionOf(dayOf(Date.UTC(2026, 0, 1) - 1))).toBe('report_hot_20251231')
})

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

describe('repeats', () => {
  test('a repeat of a report on its way waits for it; of a stored one it is known for ten minutes', () => {
    const repeats = createRepeats()
    const acknowledged: string[] = []
    const judge = (now_ms: number, name: string) => repeats.judge(1, 42, now_ms, () => acknowledged.push(name))
    expect(judge(0, 'first')).toBe('new')
    expect(judge(1, 'second')).toBe('waiting')
    for (const acknowledge of repeats.settle(1, 42, 2)) acknowledge()
    expect(acknowledged).toEqual(['second'])
    expect(judge(599_000, 'third')).toBe('stored')
    expect(judge(600_003, 'fourth')).toBe('new')
    repeats.forget(1, 42)
    expect(judge(600_004, 'fifth')).toBe('new')
  })
})
