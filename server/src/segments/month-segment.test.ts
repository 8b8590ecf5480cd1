import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeReport, encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_DAY, anyDay } from '../../test/any-day.ts'
import { SegmentCorruption } from './byte-io.ts'
import { bodyColumnOf, MONTH_REPORTS_MAX, openMonth, openWholeMonth, writeMonth } from './month-segment.ts'
import { columnsOfReports, concatColumns, type TimedReport } from './report-columns.ts'
import { openSegment } from './segment-read.ts'
import { writeSegment } from './segment-write.ts'

const DAY_MS = 86_400_000
const head = { device_id: 4_711, day_ms: ANY_DAY, layout_id: 3 }
const bytesOf = (reports: readonly TimedReport[]) =>
  reports.map(({ at_ms, report }) => `${at_ms} ${Buffer.from(encodeReport(report)).toString('hex')}`)
const expected = (reports: readonly TimedReport[]) => ({ ...head, reports: reports.length })

/** Days that follow each other. */
const anyDays = fc
  .array(anyDay, { minLength: 1, maxLength: 4 })
  .map((days) => days.map((day, at) => day.map(({ at_ms, report }) => ({ at_ms: at_ms + at * DAY_MS, report }))))

describe('a month segment', () => {
  it('gives back every report of its days bit by bit, whatever blocks they carry', () => {
    fc.assert(
      fc.property(anyDays, (days) => {
        const opened = days.map((reports, at) => {
          const of_day = { ...head, day_ms: ANY_DAY + at * DAY_MS }
          return openSegment(writeSegment(of_day, reports), { ...of_day, reports: reports.length })
        })
        const reports = days.flat()
        const month = writeMonth(head, concatColumns(opened.map((segment) => segment.columns())))
        expect(bytesOf(openWholeMonth(month, expected(reports)).unpack())).toEqual(bytesOf(reports))
      }),
      { seed: 20_261_128, numRuns: 150 },
    )
  })

  it('gives back the same through reports and through columns', () => {
    const { frames } = GOLDEN
    const reports = frames.flatMap(({ at_ms, hex }) => {
      const decoded = decodeReport(Buffer.from(hex, 'hex'))
      return decoded.ok ? [{ at_ms, report: decoded.report }] : []
    })
    const month = writeMonth(head, columnsOfReports(reports))
    expect(month.head.toString('hex')).toBe(GOLDEN.head)
    expect(month.body.toString('hex')).toBe(GOLDEN.body)
    const stored = { head: Buffer.from(GOLDEN.head, 'hex'), body: Buffer.from(GOLDEN.body, 'hex') }
    expect(bytesOf(openWholeMonth(stored, expected(reports)).unpack())).toEqual(bytesOf(reports))
  })

  it('reads one column without the others', () => {
    const [reports] = fc.sample(
      anyDay.filter((each) => each.some(({ report }) => report.blocks.some(({ data }) => data.length > 0))),
      { numRuns: 1, seed: 5 },
    )
    if (reports === undefined) throw new Error('no reports')
    const month = writeMonth(head, columnsOfReports(reports))
    const opened = openMonth(month.head, expected(reports))
    const { column, from, bytes } = opened.rangeOf(bodyColumnOf({ register: 0 }))
    const segment = opened.open(new Map([[column, month.body.subarray(from, from + bytes)]]))
    expect(segment.words(0)).toEqual(openWholeMonth(month, expected(reports)).words(0))
    expect(() => segment.seqs()).toThrow('not fetched')
  })

  it('finds every flipped bit, in the head and in the column that is read', () => {
    const [reports = []] = fc.sample(anyDay, { numRuns: 1, seed: 7 })
    const month = writeMonth(head, columnsOfReports(reports))
    for (const part of ['head', 'body'] as const)
      for (let bit = 0; bit < month[part].length * 8; bit++) {
        const damaged = { ...month, [part]: Buffer.from(month[part]) }
        damaged[part][bit >> 3] = (damaged[part][bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => openWholeMonth(damaged, expected(reports)).columns()).toThrow(SegmentCorruption)
      }
  })

  it('refuses another identity, disorder and too many reports', () => {
    const [reports = []] = fc.sample(
      anyDay.filter(({ length }) => length > 3),
      { numRuns: 1, seed: 9 },
    )
    const columns = columnsOfReports(reports)
    const month = writeMonth(head, columns)
    for (const wrong of [{ device_id: 1 }, { layout_id: 1 }, { reports: 1 }, { day_ms: ANY_DAY + DAY_MS }])
      expect(() => openMonth(month.head, { ...expected(reports), ...wrong })).toThrow(SegmentCorruption)
    expect(() => writeMonth(head, { ...columns, at_ms: columns.at_ms.toReversed() })).toThrow(RangeError)
    expect(() => writeMonth(head, { ...columns, at_ms: new Float64Array(MONTH_REPORTS_MAX + 1) })).toThrow(RangeError)
  })
})

/** A month as it was first written: what is stored must stay readable. */
const GOLDEN = JSON.parse(readFileSync(join(import.meta.dirname, 'golden/month.json'), 'utf8')) as {
  frames: { at_ms: number; hex: string }[]
  head: string
  body: string
}
