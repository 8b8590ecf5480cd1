import { describe, expect, it } from 'vitest'
import { createPointStatistics, type StatisticsKind } from './point-statistics.ts'

const MINUTE = 60_000
const figuresOf = (
  kind: StatisticsKind,
  rows: readonly (readonly [minute: number, value: number])[],
  end_minute: number,
) => {
  const tally = createPointStatistics(kind, MINUTE)
  for (const [minute, value] of rows) tally.add(minute * MINUTE, value)
  return tally.figures(end_minute * MINUTE)
}

describe('figures of a quantity', () => {
  it('weight each value by its duration', () => {
    const figures = figuresOf(
      'quantity',
      [
        [0, 20],
        [1, 20],
        [2, 30],
        [3, 50],
      ],
      4,
    )
    expect(figures).toMatchObject({ known_ms: 4 * MINUTE, min: 20, max: 50, average: 30, median: 25, last: 50 })
  })
  it('do not hold a value over a gap', () => {
    const rows = [
      [0, 10],
      [1, 10],
      [2, 10],
      [3, 10],
      [500, 90],
      [501, 90],
    ] as const
    expect(figuresOf('quantity', rows, 502)).toMatchObject({ known_ms: 8 * MINUTE, average: 30, median: 10 })
  })
  it('count what is replaced in the same second among the extremes alone', () => {
    const figures = figuresOf(
      'quantity',
      [
        [0, 20],
        [0, 99],
        [0, 30],
        [1, 30],
      ],
      2,
    )
    expect(figures).toMatchObject({ min: 20, max: 99, average: 30, median: 30 })
  })
  it('without values are null', () => {
    expect(figuresOf('quantity', [], 10)).toEqual({
      kind: 'quantity',
      known_ms: 0,
      last: null,
      min: null,
      max: null,
      average: null,
      median: null,
      distribution: { from: 0, width: 1, ms: [] },
    })
  })
  it('of a single report are that report', () => {
    expect(figuresOf('quantity', [[5, 21.5]], 5)).toMatchObject({
      known_ms: 0,
      average: 21.5,
      median: 21.5,
      last: 21.5,
    })
  })
})

describe('figures of a counter', () => {
  it.each([
    [
      'are how much it rose',
      [
        [0, 100],
        [1, 101],
        [2, 104],
      ],
      { first: 100, last: 104, rise: 4 },
    ],
    [
      'count from zero after a restart',
      [
        [0, 100],
        [1, 105],
        [2, 2],
        [3, 3],
      ],
      { first: 100, last: 3, rise: 8 },
    ],
    [
      'reach over silences',
      [
        [0, 100],
        [900, 130],
      ],
      { first: 100, last: 130, rise: 30 },
    ],
    ['without values are null', [], { first: null, last: null, rise: null }],
  ] as const)('%s', (_, rows, expected) => {
    expect(figuresOf('counter', rows, 1_000)).toMatchObject(expected)
  })
})

describe('figures of a state', () => {
  it('give duration and number of occurrences of each state, the longest first', () => {
    const { states } = figuresOf(
      'state',
      [
        [0, 0],
        [1, 1],
        [2, 1],
        [3, 0],
        [4, 2],
        [5, 0],
      ],
      8,
    ) as { states: unknown }
    expect(states).toEqual([
      { value: 0, ms: 5 * MINUTE, times: 3 },
      { value: 1, ms: 2 * MINUTE, times: 1 },
      { value: 2, ms: MINUTE, times: 1 },
    ])
  })
})
