import { NO_FLAGS } from '@heatfleet/contract/device-protocol/report.ts'
import { compileDecoder } from '@heatfleet/modbus/decoder.ts'
import { planPoints } from '@heatfleet/modbus/plan.ts'
import type { DataType, Point } from '@heatfleet/modbus/point.ts'
import { readBy, testPoint } from '@heatfleet/modbus/test/test-point.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ANY_DAY, anyDay } from '../../../test/any-day.ts'
import { openSegment } from '../../segments/segment-read.ts'
import { writeSegment } from '../../segments/segment-write.ts'
import { createBatchBuffers } from './batch.ts'
import { pointReaderOf } from './point-reader.ts'
import { decodeSegment } from './segment-batch.ts'

const point = (key: string, data_type: DataType, address: number, more: Partial<Point> = {}): Point =>
  testPoint({ key, data_type, address, ...more })
const read = (formula: string) => ({ formulas: readBy(formula) })

/** Points of one register, several registers, bits, coils, and calculated ones. */
const POINTS: readonly Point[] = [
  point('plain', 'u16', 5),
  point('signed', 's16', 6, read('raw*0.1')),
  point('low', 'u8_low', 5, { invalid: [7] }),
  point('one_bit', 'bit', 7, { bit: 3 }),
  point('wide', 'u32_be', 8, { reg_len: 2 }),
  point('input', 'u16', 3, { query_cmd: 4, ...read('100/raw') }),
  point('coil', 'bool', 2, { query_cmd: 1 }),
  point('sum', 'calc', 0, read('plain+signed')),
  point('end', 'u16', 41),
]

const layoutOf = (points: readonly Point[]) => ({
  byKey: new Map(points.map((one) => [one.key, one])),
  needs: new Map(planPoints(points).points.map(({ point: { key }, needs }) => [key, needs])),
  decoderOf: (keys: readonly string[]) => {
    const compiled = compileDecoder(points, { only: keys })
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
    return compiled.decoder
  },
})
/** The same and a meter at slave 16, which days have beside the board at 1. */
const POINTS_OF_TWO_SLAVES: readonly Point[] = [
  ...POINTS,
  point('meter', 'u16', 5, { slave: 16 }),
  point('meter_wide', 'u64_le_swapped', 8, { slave: 16, reg_len: 4 }),
  point('both', 'calc', 0, read('plain+meter')),
]

it.each([
  ['one slave', POINTS],
  ['two slaves', POINTS_OF_TWO_SLAVES],
])(
  'points of a compacted day equal those decoded from the reports, also with overlapping blocks: %s',
  async (_, points) => {
    const layout = layoutOf(points)
    const KEYS = points.map(({ key }) => key)
    const decoder = layout.decoderOf(KEYS)
    const buffers = createBatchBuffers({ points: KEYS.length, with_quality: false })
    await fc.assert(
      fc.asyncProperty(anyDay, async (reports) => {
        const head = { device_id: 4_711, day_ms: ANY_DAY, layout_id: 3 }
        const segment = openSegment(writeSegment(head, reports), { ...head, reports: reports.length })
        // The buffers still hold what stood in them.
        buffers.releaseAll()
        const batch = await decodeSegment(segment, pointReaderOf(layout, KEYS), { buffers, is_only: true })
        const expected = new Float64Array(KEYS.length)
        for (const [row, { report }] of reports.entries()) {
          decoder.decodeInto(report.blocks, expected)
          expect(batch.values.map((column) => column[row])).toEqual([...expected])
        }
      }),
      { seed: 20_261_122, numRuns: 300 },
    )
  },
)

it('a version decodes its points by its own formulas, independent of cached values of other versions', async () => {
  const head = { device_id: 4_711, day_ms: ANY_DAY, layout_id: 3 }
  const data = Uint8Array.from([0, 50])
  const blocks = [{ slave: 1, fn: 3 as const, start: 5, quantity: 1, status: 0, data }]
  const about = { type: 1 as const, seq: 1, rssi_dbm: null, csq: null, flags: { ...NO_FLAGS, cyclic: true }, blocks }
  const reports = [{ at_ms: ANY_DAY, report: { ...about, ts: ANY_DAY / 1_000 } }]
  const bytes = writeSegment(head, reports)
  const readBy = async (formula: string) => {
    const reader = pointReaderOf(layoutOf([point('plain', 'u16', 5, read(formula))]), ['plain'])
    const buffers = createBatchBuffers({ points: 1, with_quality: false })
    const batch = await decodeSegment(openSegment(bytes, { ...head, reports: 1 }), reader, { buffers, is_only: true })
    return batch.values[0]?.[0]
  }
  expect([await readBy('raw'), await readBy('raw*0.1'), await readBy('raw')]).toEqual([50, 5, 50])
})
