import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BucketFigure } from './bucket-figures.ts'
import { evenBuckets } from './buckets.ts'
import { type CurveOptions, createCurve } from './reduce.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 14)
const raw: CurveOptions = { bucketOf: null, figure: 'average', period_ms: 0, rows_max: 1_000 }
/** Rows as minutes since the start and value. */
const curveOf = (options: Partial<CurveOptions>, rows: readonly (readonly [minute: number, value: number])[]) => {
  const curve = createCurve({ ...raw, ...options })
  for (const [minute, value] of rows) curve.add(START + minute * MINUTE, value)
  const { t, v, min, max } = curve.columns()
  return t.map((at, row) => [(at - START) / MINUTE, v[row], min?.[row], max?.[row]])
}
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, index) => [from + index * step, 1] as const)
const gapsOf = (rows: ReturnType<typeof curveOf>) =>
  rows.filter(([, value]) => value === null).map(([minute]) => minute)

describe('reducing a curve', () => {
  it('keeps rows as they were reported', () => {
    expect(
      curveOf({}, [
        [0, 1],
        [1, 5],
        [2, 3],
      ]),
    ).toEqual([
      [0, 1, undefined, undefined],
      [1, 5, undefined, undefined],
      [2, 3, undefined, undefined],
    ])
  })

  it('gives each bucket its average and its true extremes', () => {
    expect(
      curveOf({ bucketOf: evenBuckets(5 * MINUTE) }, [
        [0, 10],
        [1, 90],
        [2, 20],
        [5, -4],
        [9, 4],
      ]),
    ).toEqual([
      [0, 40, 10, 90],
      [5, 0, -4, 4],
    ])
  })

  it('shows the newest of a counter or a state, not an average that never was', () => {
    expect(
      curveOf({ bucketOf: evenBuckets(5 * MINUTE), figure: 'last' }, [
        [0, 100],
        [1, 101],
        [4, 103],
        [6, 107],
      ]),
    ).toEqual([
      [0, 103, 100, 103],
      [5, 107, 107, 107],
    ])
  })

  it('leaves out what comes late, and counts repeats once', () => {
    const late = [0, 1, 1, 0, 2].map((minute) => [minute, minute + 1] as const)
    expect(curveOf({}, late).map(([, value]) => value)).toEqual([1, 2, 3])
    const repeated = [[0, 1] as const, ...[3, 3, 3].map((value) => [1, value] as const)]
    expect(curveOf({ bucketOf: evenBuckets(5 * MINUTE) }, repeated)).toEqual([[0, 2, 1, 3]])
  })

  it.each<[string, Partial<CurveOptions>, unknown[][]]>([
    [
      'as reported',
      {},
      [
        [0, 20, undefined, undefined],
        [1, 45, undefined, undefined],
      ],
    ],
    ['in buckets', { bucketOf: evenBuckets(5 * MINUTE) }, [[0, 30, 20, 45]]],
    ['of a state', { bucketOf: evenBuckets(5 * MINUTE), figure: 'last' }, [[0, 45, 20, 45]]],
  ])('shows the last of two values of one time and loses neither to the extremes, %s', (_, options, expected) => {
    const rows = [
      [0, 20],
      [1, 40],
      [1, 45],
    ] as const
    expect(curveOf(options, rows)).toEqual(expected)
  })

  it('loses no extreme and invents none, whatever was reported when', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.double({ noNaN: true, min: -1e9, max: 1e9 }))
    const bucket = fc.constantFrom(1, 2, 15, 60, 1_440)
    const any = fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 400 }), minutes: bucket })
    const evaluate = ({ rows, minutes }: { rows: [number, number][]; minutes: number }) => {
      const ordered = rows.toSorted(([a], [b]) => a - b)
      const buckets = Map.groupBy(ordered, ([minute]) => Math.floor(minute / minutes) * minutes)
      const curve = curveOf({ bucketOf: evenBuckets(minutes * MINUTE), rows_max: 10_000 }, ordered)
      const drawn = curve.filter(([, value]) => value !== null)
      expect(drawn.map(([at, , min, max]) => [at, min, max])).toEqual(
        [...buckets].map(([at, inside]) => {
          const values = inside.map(([, value]) => value)
          return [at, Math.min(...values), Math.max(...values)]
        }),
      )
    }
    fc.assert(fc.property(any, evaluate), { numRuns: 300, seed: 7 })
  })

  it('refuses more rows than fit', () => {
    const curve = createCurve({ ...raw, rows_max: 2 })
    expect([0, 1, 2].map((minute) => curve.add(START + minute * MINUTE, 1))).toEqual([true, true, false])
    expect(curve.rows()).toBe(2)
  })
})

describe('gaps of a curve', () => {
  it.each([
    ['a silence of more than three intervals is one', {}, [...every(1, 0, 10), ...every(1, 20, 30)], [10]],
    ['three intervals are none', {}, [...every(1, 0, 10), ...every(1, 12, 20)], []],
    ['a block that is read every five minutes has none', {}, every(5, 0, 100), []],
    [
      'a fast look at a unit makes none of the usual pace',
      { period_ms: MINUTE },
      [...every(1 / 12, 0, 30), ...every(1, 30, 60)],
      [],
    ],
    [
      'history that came at five minutes has none before reports of one',
      {},
      [...every(5, 0, 100), ...every(1, 100, 400)],
      [],
    ],
    ['nor where a module slows down', {}, [...every(1, 0, 300), ...every(5, 300, 400)], []],
    ['nothing before the first row', {}, every(1, 500, 510), []],
    [
      'an empty bucket inside a silence is one',
      { bucketOf: evenBuckets(5 * MINUTE) },
      [...every(1, 0, 20), ...every(1, 60, 80)],
      [20],
    ],
    ['buckets finer than the reports are none', { bucketOf: evenBuckets(MINUTE) }, every(5, 0, 60), []],
    [
      'neighbouring buckets are joined',
      { bucketOf: evenBuckets(30 * MINUTE) },
      [...every(1, 0, 20), ...every(1, 40, 60)],
      [],
    ],
  ] as const)('%s', (_, options, rows, gaps) => {
    expect(gapsOf(curveOf(options, rows))).toEqual(gaps)
  })

  it('stand in every column', () => {
    expect(curveOf({ bucketOf: evenBuckets(MINUTE) }, [...every(1, 0, 3), ...every(1, 30, 31)]).at(3)).toEqual([
      3,
      null,
      null,
      null,
    ])
  })

  it.each<[BucketFigure, (number | null)[]]>([
    ['average', [3, 30]],
    ['first', [2, 60]],
    ['last', [6, 0]],
    ['min', [1, 0]],
    ['max', [6, 60]],
    ['sum', [9, 60]],
    // 2 for one minute, 1 for three, 6 for one; then 6 for one minute (until 60 comes), 60 for three, 0 for none.
    ['time_weighted', [2.2, 46.5]],
    // 2 -> 1: a step back, nothing rose; 1 -> 6: 5. Then 54, and began again.
    ['difference', [5, 54]],
  ])('shows of a bucket its %s', (figure, figures) => {
    const rows = curveOf({ bucketOf: evenBuckets(5 * MINUTE), figure, period_ms: MINUTE }, [
      [0, 2],
      [1, 1],
      [4, 6],
      [6, 60],
      [9, 0],
    ])
    expect(rows.map(([, value]) => value)).toEqual(figures)
  })

  it.each<[BucketFigure, number]>([
    ['time_weighted', 10],
    ['difference', 0],
    ['sum', 10],
  ])('knows the %s of a single value', (figure, expected) => {
    expect(curveOf({ bucketOf: evenBuckets(5 * MINUTE), figure }, [[1, 10]])).toEqual([[0, expected, 10, 10]])
  })

  it('holds a value for three expected intervals at most', () => {
    const rows = curveOf({ bucketOf: evenBuckets(60 * MINUTE), figure: 'time_weighted', period_ms: MINUTE }, [
      [0, 100],
      [50, 0],
      [51, 0],
    ])
    expect(rows[0]?.[1]).toBe(75)
  })

  it('counts what a counter rose across the border of buckets once', () => {
    const rows = curveOf({ bucketOf: evenBuckets(5 * MINUTE), figure: 'difference' }, [
      [0, 100],
      [4, 103],
      [6, 110],
      [12, 111],
    ])
    expect(rows.map(([, value]) => value)).toEqual([3, 7, 1])
  })
})

describe('rows taken as they come', () => {
  it.each(['average', 'first', 'last', 'min', 'max', 'sum', 'time_weighted', 'difference'] satisfies BucketFigure[])(
    'are the rows of the whole curve: %s',
    (figure) => {
      const report = fc.record({
        step: fc.constantFrom(0, 20_000, MINUTE, 9 * MINUTE, 600 * MINUTE),
        value: fc.nat(99),
      })
      fc.assert(
        fc.property(fc.array(report, { maxLength: 60 }), fc.nat(5), (reports, every_nth) => {
          const options = { ...raw, bucketOf: evenBuckets(5 * MINUTE), figure, period_ms: MINUTE }
          const [whole, going] = [createCurve(options), createCurve(options)]
          const taken: [number, number][] = []
          const take = (now_ms: number | null) => {
            const { t, v } = going.take(now_ms)
            taken.push(...t.map((at, row) => [at, v[row] ?? Number.NaN] as [number, number]))
          }
          let now_ms = START
          for (const [index, { step, value }] of reports.entries()) {
            now_ms += step
            // Another value of the same time may still come: nothing is taken before it.
            if (step > 0 && index % (every_nth + 1) === 0) take(now_ms)
            whole.add(now_ms, value)
            going.add(now_ms, value)
          }
          take(null)
          const { t, v } = whole.columns()
          expect(taken).toEqual(t.flatMap((at, row) => (v[row] === null ? [] : [[at, v[row]]])))
        }),
      )
    },
  )
})

describe('a column of values', () => {
  it.each(['average', 'first', 'last', 'min', 'max', 'sum', 'time_weighted', 'difference'] satisfies BucketFigure[])(
    'is taken as its values one by one: %s',
    (figure) => {
      const report = fc.record({
        step: fc.constantFrom(MINUTE, MINUTE, MINUTE, MINUTE, 0, 20_000, 9 * MINUTE, 600 * MINUTE),
        value: fc.oneof(
          { weight: 9, arbitrary: fc.nat(99) },
          fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
        ),
      })
      const query = fc.record({ reports: fc.array(report, { maxLength: 80 }), cut: fc.nat(80), rows_max: fc.nat(30) })
      fc.assert(
        fc.property(query, fc.boolean(), ({ reports, cut, rows_max }, is_raw) => {
          const bucketOf = is_raw ? null : evenBuckets(5 * MINUTE)
          const options = { ...raw, bucketOf, figure, period_ms: MINUTE, rows_max }
          const [one_by_one, columns] = [createCurve(options), createCurve(options)]
          let at_ms = START
          const times = Float64Array.from(reports, ({ step }) => (at_ms += step))
          const values = Float64Array.from(reports, ({ value }) => value)
          const is_taken = reports.every(
            ({ value }, row) => Number.isNaN(value) || one_by_one.add(times[row] ?? 0, value),
          )
          const addPart = (from: number, to?: number) =>
            columns.addAll(times.subarray(from, to), values.subarray(from, to))
          expect(is_raw && createCurve(options).wouldOverflow(times, values)).toBe(is_raw && !is_taken)
          expect(addPart(0, cut) && addPart(cut)).toBe(is_taken)
          expect(columns.columns()).toEqual(one_by_one.columns())
        }),
        { seed: 20_261_122, numRuns: 300 },
      )
    },
  )
})
