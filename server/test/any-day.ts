import { flagsOf } from '@heatfleet/contract/device-protocol/report.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import fc from 'fast-check'
import type { TimedReport } from '../src/segments/report-columns.ts'

/** The day its reports lie in. */
export const ANY_DAY = Date.UTC(2026, 10, 20)

const anyBlock = fc
  .record({
    slave: fc.constantFrom(1, 16),
    fn: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
    start: fc.nat(40),
    quantity: fc.integer({ min: 1, max: 20 }),
    status: fc.constantFrom(0, 0, 0, 2, 0xe0),
    seed: fc.uint8Array({ minLength: 40, maxLength: 40 }),
  })
  .map(({ seed, ...block }): Block => {
    const bytes = block.status !== 0 ? 0 : block.fn <= 2 ? Math.ceil(block.quantity / 8) : block.quantity * 2
    return { ...block, data: seed.slice(0, bytes) }
  })
const anyReport = fc
  .record({
    offset_ms: fc.nat(86_399_999),
    type: fc.constantFrom(1 as const, 2 as const, 3 as const),
    seq: fc.nat(0xffff),
    ts: fc.oneof(fc.constant(0), fc.nat(0xffff_ffff)),
    flags: fc.nat(63).map(flagsOf),
    rssi_dbm: fc.option(fc.integer({ min: -127, max: 127 })),
    csq: fc.option(fc.nat(98)),
    blocks: fc.array(anyBlock, { maxLength: 5 }),
  })
  .map(({ offset_ms, ...report }): TimedReport => ({ at_ms: ANY_DAY + offset_ms, report }))
/** Some reports of one day in the order of their time, whatever blocks they carry: overlapping, failed, of bits and of words. */
export const anyDay = fc
  .array(anyReport, { minLength: 1, maxLength: 60 })
  .map((reports) => reports.toSorted((a, b) => a.at_ms - b.at_ms))
