import { NO_FLAGS } from '@heatfleet/contract/device-protocol/report.ts'
import { compileDecoder } from '@heatfleet/modbus/decoder.ts'
import { planPoints } from '@heatfleet/modbus/plan.ts'
import type { Point } from '@heatfleet/modbus/point.ts'
import { readBy, testPoint } from '@heatfleet/modbus/test/test-point.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ANY_DAY } from '../../../test/any-day.ts'
import { blockOf } from '../../../test/report-bytes.ts'
import { openMonth, openWholeMonth, writeMonth } from '../../segments/month-segment.ts'
import { SLOT_MS } from '../../segments/month-summary.ts'
import { columnsOfReports, type TimedReport } from '../../segments/report-columns.ts'
import { createBatchBuffers } from './batch.ts'
import { evenBuckets } from './buckets.ts'
import { pointReaderOf } from './point-reader.ts'
import { createCurve } from './reduce.ts'
import { decodeSegment } from './segment-batch.ts'
import { columnsOfSlots, type ValueSlot, valueSlotsOf } from './value-slots.ts'

const point = (key: string, data_type: Point['data_type'], address: number, read: string, invalid: number[] = []) =>
  testPoint({ key, data_type, address, formulas: readBy(read), invalid })

const POINTS: readonly Point[] = [
  point('plain', 'u16', 5, 'raw'),
  point('falling', 's16', 6, '20-raw*0.1'),
  point('broken', 's16', 5, 'raw*0.1', [0x7fff]),
  point('curved', 'u16', 6, '100/raw'),
  point('slow', 's16', 7, 'raw*0.5'),
]
const LAYOUT = {
  needs: new Map(planPoints(POINTS).points.map(({ point: { key }, needs }) => [key, needs])),
  byKey: new Map(POINTS.map((each) => [each.key, each])),
  decoderOf: (only: readonly string[]) => {
    const own = compileDecoder(POINTS, { only: [...only] })
    if (!own.ok) throw new Error('the points do not compile')
    return own.decoder
  },
}
const HEAD = { device_id: 7, day_ms: ANY_DAY, layout_id: 3 }

/** Pseudo-random numbers below `below`: thousands of words from one seed. */
const numbersOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const anyMonth = fc.record({
  seed: fc.nat(0xffff_ffff),
  base: fc.constantFrom(0, 300, 0x7ff0, 0x8000, 0xfff0),
  range: fc.constantFrom(1, 40, 3_000),
  interval_ms: fc.constantFrom(60_000, 600_000, 1_000_000),
  /** One in so many values is far from the others: 0 = none. */
  outliers: fc.constantFrom(0, 500),
  sentinel: fc.boolean(),
  pauses: fc.boolean(),
})

type AnyMonth = typeof anyMonth extends fc.Arbitrary<infer Month> ? Month : never

const reportsOf = ({ seed, base, range, interval_ms, outliers, sentinel, pauses }: AnyMonth) => {
  const next = numbersOf(seed)
  const reports: TimedReport[] = []
  let at_ms = ANY_DAY + next(SLOT_MS)
  for (let n = 0; n < 2_100; n++) {
    const word = (): number => {
      if (sentinel && next(900) === 0) return 0x7fff
      return (base + (outliers > 0 && next(outliers) === 0 ? 20_000 : next(range))) & 0xffff
    }
    const fast = blockOf({ 5: word(), 6: word() })
    const blocks = n % 5 === 0 ? [fast, blockOf({ 7: word() })] : [fast]
    const head = { type: 1 as const, seq: n, ts: Math.floor(at_ms / 1_000), flags: NO_FLAGS, rssi_dbm: null, csq: null }
    reports.push({ at_ms, report: { ...head, blocks } })
    at_ms += interval_ms + (pauses && next(700) === 0 ? SLOT_MS * (1 + next(4)) : next(2) * 1_000)
    if (at_ms >= ANY_DAY + 31 * 86_400_000) break
  }
  return reports
}

it('slots give every curve of long buckets as the rows do: no extreme is lost, gaps are the same', async () => {
  let by_slots = 0
  await fc.assert(
    fc.asyncProperty(anyMonth, fc.constantFrom(1, 2, 14), async (month, slots_a_bucket) => {
      const reports = reportsOf(month)
      const expected = { ...HEAD, reports: reports.length }
      const stored = writeMonth(HEAD, columnsOfReports(reports))
      const opened = openMonth(stored.head, expected)
      const whole = openWholeMonth(stored, expected)
      for (const { key } of POINTS) {
        const reader = pointReaderOf(LAYOUT, [key])
        const [column = null] = columnsOfSlots(opened, reader, 0) ?? []
        const single = reader.single_register.get(0)
        const { summary } = opened
        if (column === null || single === undefined || summary === null) {
          // Fewer reports than a summary is made for.
          expect(reports.length).toBeLessThan(2_000)
          continue
        }
        const { from, bytes } = summary.rangeOf(column)
        const words = summary.wordsOf(column, stored.body.subarray(from, from + bytes))
        const slots = valueSlotsOf(single, HEAD.day_ms, summary.timesOf(column), words)
        if (slots === null) continue
        by_slots += 1
        const rows = await decodeSegment(whole, reader, {
          buffers: createBatchBuffers({ points: 1, with_quality: false }),
          is_only: true,
        })
        for (const figure of ['average', 'last', 'min', 'max', 'sum'] as const) {
          const make = () =>
            createCurve({
              bucketOf: evenBuckets(SLOT_MS * slots_a_bucket),
              figure,
              period_ms: month.interval_ms,
              rows_max: Number.POSITIVE_INFINITY,
            })
          const [of_rows, of_slots] = [make(), make()]
          of_rows.addAll(rows.at_ms, rows.values[0] ?? new Float64Array())
          for (const slot of slots) of_slots.addSlot(slot)
          const [one, other] = [of_rows.columns(), of_slots.columns()]
          expect({ t: other.t, min: other.min, max: other.max }).toEqual({ t: one.t, min: one.min, max: one.max })
          for (const [row, value] of one.v.entries()) {
            expect(other.v[row] === null).toBe(value === null)
            if (value !== null) expect(other.v[row]).toBeCloseTo(value, 5)
          }
        }
      }
    }),
    { seed: 20_261_128, numRuns: 60 },
  )
  expect(by_slots).toBeGreaterThan(100)
}, 120_000)

it('refuses words whose values are on no straight line, and takes those that are', () => {
  const reader = pointReaderOf(LAYOUT, ['plain', 'broken', 'curved'])
  const slotsOf = (index: number, least: number, greatest: number): readonly ValueSlot[] | null => {
    const single = reader.single_register.get(index)
    if (single === undefined) throw new Error('no such point')
    const one = (value: number) => Uint32Array.of(value)
    return valueSlotsOf(
      single,
      ANY_DAY,
      { count: one(2), first: one(0), last: one(60_000), interval: one(60_000) },
      {
        least: Int32Array.of(least),
        greatest: Int32Array.of(greatest),
        last: Int32Array.of(least),
        sum: Float64Array.of(least + greatest),
      },
    )
  }
  expect(slotsOf(0, 3, 9)).toMatchObject([{ least: 3, greatest: 9, sum: 12, last: 3, count: 2 }])
  // An unsigned point of words that were summarized as signed ones.
  expect(slotsOf(0, -3, 9)).toBeNull()
  expect(slotsOf(1, -30, 90)).toMatchObject([{ least: -3, greatest: 9, sum: expect.closeTo(6) }])
  expect(slotsOf(1, 5, 0x7fff)).toBeNull()
  expect(slotsOf(2, 1, 3)).toBeNull()
})
