import { describe, expect, test } from 'vitest'
import type { Layout } from '../products/public.ts'
import { createGrowingCounters } from './growing-counters.ts'

/** A counter of one register in tenths. */
const layoutWith = (wraps_at: number | null): Layout =>
  ({
    byKey: new Map([['e', { key: 'e', wraps_at, formulas: { read: 'raw*0.1', write: null, display: null } }]]),
  }) as never // the parts that are read

const grown = (wraps_at: number | null, ...batches: number[][]): number[] => {
  const counters = createGrowingCounters(['e'])
  counters.learn(layoutWith(wraps_at))
  return batches.flatMap((values) => {
    const column = Float64Array.from(values)
    const none = { at_ms: new Float64Array(column.length), identities: new Uint32Array(column.length), quality: [] }
    counters.grow({ ...none, values: [column] })
    return [...column].map((value) => Math.round(value * 10) / 10)
  })
}

describe('a counter of one register', () => {
  test.each([
    ['counts on', 65_536, [[6_500, 6_550]], [6_500, 6_550]],
    ['begins again at 65,536 and grows on', 65_536, [[6_550, 6_553.5, 0, 1]], [6_550, 6_553.5, 6_553.6, 6_554.6]],
    ['grows on from batch to batch, twice', 65_536, [[6_550], [3, 6_549], [2]], [6_550, 6_556.6, 13_102.6, 13_109.2]],
    ['that was cleared counts from there', 65_536, [[3_000, 1, 5]], [3_000, 1, 5]],
    ['that steps back stays where it is', 65_536, [[6_550, 2, 1.9]], [6_550, 6_555.6, 6_555.5]],
    ['that was cleared after its end counts from there', 65_536, [[6_550, 2, 3_000, 0]], [6_550, 6_555.6, 9_553.6, 0]],
    ['of no known end stays as reported', null, [[6_550, 0, 1]], [6_550, 0, 1]],
    ['of four digits ends at 10,000', 10_000, [[999, 1]], [999, 1_001]],
  ])('%s', (_, wraps_at, batches, expected) => {
    expect(grown(wraps_at, ...batches)).toEqual(expected)
  })

  test('leaves values alone that were not reported', () => {
    expect(grown(65_536, [6_550, Number.NaN, 1])).toEqual([6_550, Number.NaN, 6_554.6])
  })
})
