import { describe, expect, it } from 'vitest'
import { createReducer } from './reduce.ts'

const curve = (bucket_ms: number, rows: readonly (readonly [minute: number, value: number])[]) => {
  const reducer = createReducer(bucket_ms)
  for (const [minute, value] of rows) reducer.add(minute * 60_000, value)
  return reducer.finish()
}

describe('the reduction of a curve', () => {
  it('keeps the smallest and the largest value of each bucket', () => {
    const rows = Array.from(
      { length: 600 },
      (_, minute) => [minute, minute === 77 ? 99 : minute === 78 ? -40 : 20] as const,
    )
    const { v, min, max } = curve(3_600_000, rows)
    expect(v).toHaveLength(10)
    expect(max?.[1]).toBe(99)
    expect(min?.[1]).toBe(-40)
  })

  it('counts a report that was sent twice once', () => {
    expect(
      curve(0, [
        [0, 1],
        [1, 2],
        [1, 2],
        [2, 3],
      ]).v,
    ).toEqual([1, 2, 3])
  })

  it('draws silence of more than three spacings as a gap', () => {
    expect(
      curve(0, [
        [0, 1],
        [5, 1],
        [10, 1],
        [40, 1],
        [45, 1],
      ]).v,
    ).toEqual([1, 1, 1, null, 1, 1])
  })

  it.each([
    [
      'two missing reports',
      [
        [0, 1],
        [5, 1],
        [10, 1],
        [25, 1],
      ],
    ],
    [
      'minutes after the seconds of a live view',
      [
        [0, 1],
        [0.1, 1],
        [0.2, 1],
        [0.3, 1],
        [5.3, 1],
      ],
    ],
  ] as const)('takes %s for no gap', (_, rows) => {
    expect(curve(0, rows).v).not.toContain(null)
  })
})
