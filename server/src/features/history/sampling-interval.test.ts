import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSamplingInterval } from './sampling-interval.ts'

/** Runs of equal spacings: so many, of so many seconds. */
type Run = readonly [times: number, interval_s: number]

it.each<[string, Run[], number, number]>([
  ['nothing yet', [], 0, 0],
  ['always the same', [[40, 60]], 60, 60],
  [
    'a change just now',
    [
      [40, 60],
      [2, 10],
    ],
    60,
    60,
  ],
  [
    'a change that lasts',
    [
      [40, 60],
      [5, 10],
    ],
    60,
    10,
  ],
  [
    'most are short',
    [
      [5, 300],
      [6, 60],
    ],
    60,
    60,
  ],
])('%s', (_, runs, usual_s, recent_s) => {
  const interval = createSamplingInterval()
  for (const [times, interval_s] of runs) for (let n = 0; n < times; n++) interval.add(interval_s * 1_000)
  expect([interval.overall(), interval.recent()]).toEqual([usual_s * 1_000, recent_s * 1_000])
})

it('learns a run of spacings as each of them', () => {
  const run = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(10, 60, 61, 300))
  fc.assert(
    fc.property(fc.array(run, { maxLength: 8 }), (runs) => {
      const [at_once, one_by_one] = [createSamplingInterval(), createSamplingInterval()]
      const all = runs.flatMap(([times, interval_s]) => Array.from({ length: times }, () => interval_s * 1_000))
      for (const [times, interval_s] of runs) at_once.add(interval_s * 1_000, times)
      for (const interval_ms of all) one_by_one.add(interval_ms)
      const sorted = all.toSorted((a, b) => a - b)
      const newest = all.slice(-5).toSorted((a, b) => a - b)
      expect(at_once.overall()).toBe(sorted[Math.ceil(sorted.length / 2) - 1] ?? 0)
      expect([one_by_one.overall(), one_by_one.recent()]).toEqual([at_once.overall(), at_once.recent()])
      expect(at_once.recent()).toBe(newest[newest.length >> 1] ?? 0)
    }),
    { seed: 20_261_123, numRuns: 1_000 },
  )
})
