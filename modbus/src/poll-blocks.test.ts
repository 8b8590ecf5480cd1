import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { wordsOf } from './data-type.ts'
import type { DataType } from './point.ts'
import { type PlanRules, type PolledPoint, planBlocks, READ_MAX } from './poll-blocks.ts'

const RULES: PlanRules = { gap_max: 4, alone: [], blocks_max: 16 }
const at = (address: number, change: Partial<PolledPoint> = {}): PolledPoint => ({
  key: `p${address}`,
  slave: 1,
  address,
  query_cmd: 3,
  data_type: 'u16',
  reg_len: 1,
  period_s: 60,
  bulk: true,
  ...change,
})
const planned = (points: PolledPoint[], rules: Partial<PlanRules> = {}) =>
  planBlocks(points, { ...RULES, ...rules }).map(
    ({ slave, fn, start, quantity, period_s }) =>
      `${slave === 1 ? '' : `@${slave} `}${fn}:${start}+${quantity}/${period_s}`,
  )

describe('the reads of a product', () => {
  it.each<[string, PolledPoint[], Partial<PlanRules>, string[]]>([
    ['neighbours are one read', [at(1), at(0)], {}, ['3:0+2/60']],
    ['a small gap is read along', [at(0), at(5)], {}, ['3:0+6/60']],
    ['a large one is not', [at(0), at(6)], {}, ['3:0+1/60', '3:6+1/60']],
    ['functions apart', [at(0), at(0, { query_cmd: 4 })], {}, ['3:0+1/60', '4:0+1/60']],
    ['slaves apart', [at(0), at(1, { slave: 7 }), at(2)], {}, ['3:0+3/60', '@7 3:1+1/60']],
    ['slaves never joined', [at(0), at(0, { slave: 7 })], { blocks_max: 1 }, ['3:0+1/60', '@7 3:0+1/60']],
    ['tiers apart', [at(0), at(1, { period_s: 300 })], {}, ['3:0+1/60', '3:1+1/300']],
    ['a shared register at the faster pace', [at(0), at(0, { period_s: 15 })], {}, ['3:0+1/15']],
    ['two words are never torn', [at(0, { data_type: 'u32_be' }), at(1)], {}, ['3:0+2/60']],
    [
      'an unfriendly register by itself',
      [at(0), at(1, { bulk: false }), at(2)],
      {},
      ['3:0+1/60', '3:1+1/60', '3:2+1/60'],
    ],
    [
      'an unfriendly range one by one',
      [at(0), at(1), at(2)],
      { alone: [{ fn: 3, start: 1, end: 2 }] },
      ['3:0+1/60', '3:1+1/60', '3:2+1/60'],
    ],
    [
      'no gap over an unfriendly register',
      [at(0), at(2)],
      { alone: [{ fn: 3, start: 1, end: 1 }] },
      ['3:0+1/60', '3:2+1/60'],
    ],
    ['joined when the plan is full', [at(0), at(20), at(90)], { blocks_max: 2 }, ['3:0+21/60', '3:90+1/60']],
    ['calculated points are not read', [at(0, { data_type: 'calc' })], {}, []],
  ])('%s', (_, points, rules, blocks) => {
    expect(planned(points, rules)).toEqual(blocks)
  })

  it('a read ends at the limit of one request', () => {
    expect(planned(Array.from({ length: 126 }, (_, i) => at(i)))).toEqual(['3:0+125/60', '3:125+1/60'])
  })

  const point = fc
    .record({
      address: fc.integer({ min: 0, max: 400 }),
      query_cmd: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
      data_type: fc.constantFrom<DataType>('u16', 's16', 'bit', 'u32_be', 'float32_le', 'calc'),
      slave: fc.constantFrom(1, 1, 7),
      period_s: fc.constantFrom(15, 60, 300),
      bulk: fc.boolean(),
    })
    .map((part): PolledPoint => ({ key: 'p', reg_len: 1, ...part }))
  const rules = fc.record({
    gap_max: fc.integer({ min: 0, max: 40 }),
    blocks_max: fc.integer({ min: 1, max: 40 }),
    alone: fc.array(
      fc
        .tuple(
          fc.constantFrom(3 as const, 4 as const),
          fc.integer({ min: 0, max: 400 }),
          fc.integer({ min: 0, max: 9 }),
        )
        .map(([fn, start, more]) => ({ fn, start, end: start + more })),
      { maxLength: 3 },
    ),
  })

  test('whatever the points: each lies whole in one block that is fast enough, and every block is a lawful read', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), rules, (points, given) => {
        const blocks = planBlocks(points, given)
        for (const { slave, query_cmd, address, data_type, period_s } of points) {
          if (data_type === 'calc') continue
          const words = query_cmd <= 2 ? 1 : wordsOf(data_type)
          const block = blocks.find(
            (b) =>
              b.slave === slave && b.fn === query_cmd && b.start <= address && address + words <= b.start + b.quantity,
          )
          expect(block?.period_s ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(period_s)
        }
        blocks.forEach((block, i) => {
          const next = blocks[i + 1]
          expect(block.quantity).toBeLessThanOrEqual(block.fn <= 2 ? READ_MAX.bits : READ_MAX.registers)
          if (next?.fn === block.fn && next.slave === block.slave)
            expect(next.start).toBeGreaterThanOrEqual(block.start + block.quantity)
          // A block that touches a range read one by one is the read of what needs it, and nothing more.
          for (const { fn, start, end } of given.alone) {
            if (fn !== block.fn || block.start > end || block.start + block.quantity <= start) continue
            const needed = new Set(
              points
                .filter(
                  ({ slave, query_cmd, data_type }) =>
                    slave === block.slave && query_cmd === fn && data_type !== 'calc',
                )
                .flatMap(({ address, data_type }) => (wordsOf(data_type) === 2 ? [address, address + 1] : [address])),
            )
            for (let register = block.start; register < block.start + block.quantity; register++)
              expect(needed.has(register)).toBe(true)
          }
        })
      }),
      { numRuns: 300 },
    )
  })
})
