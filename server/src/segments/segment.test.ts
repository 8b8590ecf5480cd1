import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flagsOf, type Report } from '@heatfleet/contract/device-protocol/report.ts'
import { decodeReport, encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_DAY, anyDay } from '../../test/any-day.ts'
import { SegmentCorruption } from './byte-io.ts'
import type { TimedReport } from './report-columns.ts'
import { SEGMENT_REPORTS_MAX } from './segment.ts'
import { openSegment } from './segment-read.ts'
import { writeSegment } from './segment-write.ts'

const DAY = ANY_DAY
const head = { device_id: 4_711, day_ms: DAY, layout_id: 3 }

const roundTrip = (reports: readonly TimedReport[]): TimedReport[] =>
  openSegment(writeSegment(head, reports), { ...head, reports: reports.length }).unpack()
const bytesOf = (reports: readonly TimedReport[]) =>
  reports.map(({ at_ms, report }) => `${at_ms} ${Buffer.from(encodeReport(report)).toString('hex')}`)

/** A unit that reports two blocks, one every minute, the other every fifth. */
const quietDay = (count: number): TimedReport[] =>
  Array.from({ length: count }, (_, minute) => {
    const at_ms = DAY + minute * 60_000
    const words = (start: number, quantity: number): Block => {
      const data = Buffer.alloc(quantity * 2)
      for (let i = 0; i < quantity; i++) data.writeUInt16BE((400 + i * 7 + (i < 4 ? minute % 9 : 0)) & 0xffff, i * 2)
      return { slave: 1, fn: 3, start, quantity, status: 0, data }
    }
    const blocks = [words(0, 50), ...(minute % 5 === 0 ? [words(198, 7)] : [])]
    return {
      at_ms,
      report: { type: 1, seq: minute, ts: at_ms / 1000, flags: flagsOf(1), rssi_dbm: -71, csq: 21, blocks },
    }
  })

describe('a segment', () => {
  it('gives back every report bit by bit, whatever blocks they carry', () => {
    fc.assert(
      fc.property(anyDay, (reports) => {
        expect(bytesOf(roundTrip(reports))).toEqual(bytesOf(reports))
      }),
      { seed: 20_261_121, numRuns: 200 },
    )
  })

  it('holds a quiet day of a unit in a few bytes a report', () => {
    const reports = quietDay(1_440)
    expect(writeSegment(head, reports).length / reports.length).toBeLessThan(6)
    expect(bytesOf(roundTrip(reports))).toEqual(bytesOf(reports))
  })

  it('keeps a register that is reported every fifth time only for those times', () => {
    const segment = openSegment(writeSegment(head, quietDay(20)), { ...head, reports: 20 })
    expect(segment.words(0)).toHaveLength(20)
    expect(segment.words(50)).toHaveLength(4)
  })

  it('keeps both answers where a report carries a register twice', () => {
    const block = (word: number): Block => ({
      slave: 1,
      fn: 3,
      start: 5,
      quantity: 1,
      status: 0,
      data: Uint8Array.of(0, word),
    })
    const [first] = quietDay(1)
    const report = { ...(first?.report as Report), blocks: [block(1), block(2)] }
    expect(bytesOf(roundTrip([{ at_ms: DAY, report }]))).toEqual(bytesOf([{ at_ms: DAY, report }]))
  })

  it('that is damaged in any bit is found out', () => {
    const whole = writeSegment(head, quietDay(30))
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const damaged = Buffer.from(whole)
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => openSegment(damaged, { ...head, reports: 30 })).toThrow(SegmentCorruption)
    }
  })

  it('that is cut, prolonged or another one is found out', () => {
    const whole = writeSegment(head, quietDay(30))
    const looked_for = { ...head, reports: 30 }
    for (let length = 0; length < whole.length; length += 7)
      expect(() => openSegment(whole.subarray(0, length), looked_for)).toThrow(SegmentCorruption)
    expect(() => openSegment(Buffer.concat([whole, Buffer.of(0)]), looked_for)).toThrow(SegmentCorruption)
    for (const other of [{ device_id: 1 }, { day_ms: 0 }, { layout_id: 4 }, { reports: 29 }])
      expect(() => openSegment(whole, { ...looked_for, ...other })).toThrow(/another segment/)
  })

  it.each([
    ['no report', []],
    ['reports of another day', [{ ...quietDay(1)[0], at_ms: DAY - 1 }]],
    ['reports out of order', quietDay(2).toReversed()],
    ['more reports than its limit', Array.from({ length: SEGMENT_REPORTS_MAX + 1 }, () => quietDay(1)[0])],
  ])('is never made of %s', (_, reports) => {
    expect(() => writeSegment(head, reports as TimedReport[])).toThrow(RangeError)
  })
})

type Golden = { name: string; device_id: number; day: string; layout_id: number; segment: string; reports: string[] }

describe('a segment of an earlier build', () => {
  const golden = JSON.parse(readFileSync(join(import.meta.dirname, 'golden', 'segments.json'), 'utf8')) as Golden[]

  it.each(golden)('is still read: $name', ({ device_id, day, layout_id, segment, reports }) => {
    const looked_for = { device_id, day_ms: Date.parse(day), layout_id, reports: reports.length }
    const opened = openSegment(Buffer.from(segment, 'base64'), looked_for).unpack()
    expect(bytesOf(opened)).toEqual(reports)
    expect(reports.every((line) => decodeReport(Buffer.from(line.split(' ')[1] ?? '', 'hex')).ok)).toBe(true)
  })
})
