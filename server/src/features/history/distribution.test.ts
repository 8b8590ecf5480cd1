import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distributionOf, medianOf } from './distribution.ts'
import { niceStep } from './nice-steps.ts'
import { createValueWeights, type Weights } from './value-weights.ts'

const each = (values: readonly number[]): Weights => values.map((value) => [value, 10] as const)
const steps = (from: number, step: number, count: number): Weights =>
  each(Array.from({ length: count }, (_, index) => Math.round((from + index * step) * 1e6) / 1e6))

describe('the classes of a distribution', () => {
  it.each<[string, Weights, { from: number; width: number; classes: number }]>([
    ['of nothing are none', [], { from: 0, width: 1, classes: 0 }],
    ['of one value are one', each([35.2]), { from: 35, width: 1, classes: 1 }],
    ['of tenths are as wide as a round number of them', steps(30, 0.1, 101), { from: 30, width: 0.5, classes: 21 }],
    ['of halves hold whole halves', steps(-4, 0.5, 9), { from: -4, width: 0.5, classes: 9 }],
    ['of whole numbers are never narrower', steps(0, 1, 5), { from: 0, width: 1, classes: 5 }],
    ['of a board that counts in twos hold whole twos', steps(0, 2, 31), { from: 0, width: 10, classes: 7 }],
    ['reach below zero', steps(-12, 1, 31), { from: -12, width: 2, classes: 16 }],
    ['of large numbers are large', steps(0, 250, 41), { from: 0, width: 500, classes: 21 }],
  ])('%s', (_, weights, expected) => {
    const { from, width, ms } = distributionOf(weights)
    expect({ from, width, classes: ms.length }).toEqual(expected)
  })
  it('hold a value at their lower end, and the highest value too', () => {
    expect(distributionOf(each([0, 1, 1.9, 2, 2.1, 20])).ms.slice(0, 3)).toEqual([10, 20, 20])
    expect(distributionOf(each([0, 0.1, 0.2, 0.3])).ms).toEqual([10, 10, 10, 10])
  })
  it('lose no time, and are few, whatever comes', () => {
    const value = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: -32_768, max: 65_535 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(value, fc.integer({ min: 0, max: 100_000 })), { maxLength: 300 }), (put) => {
        const weights = createValueWeights()
        for (const [at, ms] of put) weights.add(at, ms)
        const { ms } = distributionOf(weights.sorted())
        expect(ms.length).toBeLessThanOrEqual(22)
        expect(ms.reduce((sum, part) => sum + part, 0)).toBe(put.reduce((sum, [, part]) => sum + part, 0))
      }),
      { seed: 20_261_122 },
    )
  })
})

describe('the median', () => {
  it.each<[string, Weights, number | null]>([
    ['of nothing is not known', [], null],
    [
      'is weighed by time',
      [
        [1, 10],
        [2, 100],
        [9, 10],
      ],
      2,
    ],
    [
      'lies between two values that share the time',
      [
        [1, 10],
        [3, 10],
      ],
      2,
    ],
    ['of a value that did not stand yet is that value', [[7, 0]], 7],
  ])('%s', (_, weights, expected) => {
    expect(medianOf(weights)).toBe(expected)
  })
})

describe('steps', () => {
  it.each([
    [0.06, 0.1],
    [0.1, 0.1],
    [0.11, 0.2],
    [3, 5],
    [5, 5],
    [7, 10],
    [1_200, 2_000],
    [0, 1],
    [Number.NaN, 1],
  ])('not below %s are %s', (least, step) => {
    expect(niceStep(least)).toBe(step)
  })
})

describe('the values of a quantity', () => {
  it('are rounded to a thousandth of their range when there are too many, without losing duration', () => {
    const weights = createValueWeights()
    for (let value = 0; value < 20_000; value++) weights.add(value / 7, 3)
    const sorted = weights.sorted()
    expect(sorted.length).toBeLessThanOrEqual(5_000)
    expect(sorted.reduce((sum, [, ms]) => sum + ms, 0)).toBe(60_000)
    expect(Math.abs((medianOf(sorted) ?? 0) - 10_000 / 7)).toBeLessThan(5)
  })
})
