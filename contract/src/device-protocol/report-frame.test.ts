import { sealWithCrc } from '@heatfleet/modbus/crc.ts'
import vectors from '@heatfleet/modbus/golden/protocol-vectors.json' with { type: 'json' }
import { fromHex, toHex } from '@heatfleet/modbus/hex.ts'
import { describe, expect, test } from 'vitest'
import { buildPayload } from './json-payload.ts'
import { NO_FLAGS, type Report } from './report.ts'
import { decodeReport, encodeReport } from './report-frame.ts'
import { decodeJsonReport, encodeJsonReport } from './report-json.ts'

const bytesOf = (hex: string) => fromHex(hex) ?? new Uint8Array()

const cyclic: Report = {
  type: 1,
  seq: 0x012c,
  ts: 0x6955b900,
  flags: { ...NO_FLAGS, cyclic: true },
  rssi_dbm: -71,
  csq: 21,
  blocks: [
    {
      slave: 1,
      fn: 3,
      start: 14,
      quantity: 10,
      status: 0,
      data: bytesOf('011901e5000000080143001602c10002fffc00e5'),
    },
  ],
}
const timeout: Report = {
  ...cyclic,
  seq: 0x012d,
  ts: 0x6955b93c,
  flags: { ...NO_FLAGS, cyclic: true, bus_down: true },
  blocks: [{ slave: 1, fn: 3, start: 0, quantity: 50, status: 0xe0, data: new Uint8Array() }],
}

describe('binary block report', () => {
  test.each([
    ['of one block of ten registers', vectors.blk_report, cyclic],
    ['of a bus that does not answer', vectors.blk_report_timeout, timeout],
  ])('the golden report %s is read and written byte for byte', (_, vector, report) => {
    expect(decodeReport(bytesOf(vector.hex))).toEqual({ ok: true, report })
    expect(toHex(encodeReport(report))).toBe(vector.hex)
    expect(encodeReport(report)).toHaveLength(vector.len)
  })

  test('unknown signal values travel as -128 and 99', () => {
    const report = { ...cyclic, rssi_dbm: null, csq: null }
    const bytes = encodeReport(report)
    expect([bytes[11], bytes[12]]).toEqual([0x80, 99])
    expect(decodeReport(bytes)).toEqual({ ok: true, report })
  })

  const patched = (at: number, ...values: number[]) => {
    const bytes = bytesOf(vectors.blk_report.hex)
    bytes.set(values, at)
    return sealWithCrc(bytes)
  }
  const timeoutPatched = (at: number, ...values: number[]) => {
    const bytes = bytesOf(vectors.blk_report_timeout.hex)
    bytes.set(values, at)
    return sealWithCrc(bytes)
  }
  const cut = (by: number) => sealWithCrc(bytesOf(vectors.blk_report.hex).slice(0, 44 - by))
  const grown = sealWithCrc(Uint8Array.from([...bytesOf(vectors.blk_report.hex), 0]))

  test.each([
    ['too_short', new Uint8Array(15)],
    ['bad_magic', patched(0, 0x47)],
    ['bad_version', patched(2, 2)],
    ['bad_crc', bytesOf(`${vectors.blk_report.hex.slice(0, -2)}00`)],
    ['bad_type', patched(3, 4)],
    ['reserved_flags', patched(10, 0x41)],
    ['too_many_blocks', patched(13, 17)],
    ['bad_length', patched(13, 2)],
    ['bad_length', patched(13, 0)],
    ['bad_length', cut(1)],
    ['bad_length', grown],
    ['bad_function', patched(15, 5)],
    ['bad_status', patched(20, 0x0c)],
    ['bad_status', patched(20, 0xe4)],
    ['quantity_mismatch', patched(18, 0, 11)],
    ['quantity_mismatch', patched(15, 1)],
    ['bad_quantity', patched(18, 0, 0)],
    ['bad_quantity', patched(18, 0, 126)],
    ['bad_quantity', timeoutPatched(16, 0xff, 0xff)],
    ['data_with_error', patched(20, 0xe0)],
  ])('is refused as %s', (reason, bytes) => {
    expect(decodeReport(bytes)).toEqual({ ok: false, reason })
  })

  test('a report we build wrongly ourselves is a bug and throws', () => {
    const [block] = cyclic.blocks
    if (block === undefined) throw new Error('no block')
    expect(() => encodeReport({ ...cyclic, blocks: Array(17).fill(block) })).toThrow(RangeError)
    expect(() => encodeReport({ ...cyclic, blocks: [{ ...block, quantity: 9 }] })).toThrow('quantity_mismatch')
  })

  test('reading at an offset of a larger buffer gives the same report', () => {
    const buffer = new Uint8Array(60)
    buffer.set(bytesOf(vectors.blk_report.hex), 7)
    expect(decodeReport(buffer.subarray(7, 51))).toEqual({ ok: true, report: cyclic })
  })
})

describe('JSON block report', () => {
  test.each([
    ['cyclic', cyclic],
    ['time-out', timeout],
    ['replayed', { ...cyclic, type: 3, flags: { ...NO_FLAGS, replay: true } } satisfies Report],
    ['asked for', { ...cyclic, type: 2, rssi_dbm: null, csq: null } satisfies Report],
  ])('a %s report survives the way there and back', (_, report) => {
    expect(decodeJsonReport(buildPayload(encodeJsonReport(report)))).toEqual({ ok: true, report })
  })

  test('has the field names of the protocol', () => {
    expect(encodeJsonReport(cyclic)).toEqual({
      v: 1,
      s: 300,
      ts: 0x6955b900,
      fl: 1,
      rssi: -71,
      csq: 21,
      b: [{ a: 1, f: 3, s: 14, q: 10, st: 0, d: '011901e5000000080143001602c10002fffc00e5' }],
    })
  })

  const json = encodeJsonReport(cyclic)
  const [block] = json.b
  test.each([
    ['bad_json', new TextEncoder().encode('{"v":1')],
    ['bad_json', Uint8Array.of(0xff, 0xfe)],
    ['too_long', new Uint8Array(8193)],
    ['bad_shape', buildPayload({ ...json, v: 2 })],
    ['bad_shape', buildPayload({ ...json, b: Array(17).fill(block) })],
    ['bad_hex', buildPayload({ ...json, b: [{ ...block, d: '0x' }] })],
    ['bad_function', buildPayload({ ...json, b: [{ ...block, f: 6 }] })],
    ['quantity_mismatch', buildPayload({ ...json, b: [{ ...block, q: 9 }] })],
    ['data_with_error', buildPayload({ ...json, b: [{ ...block, st: 0xe0 }] })],
  ])('is refused as %s', (reason, payload) => {
    expect(decodeJsonReport(payload)).toMatchObject({ ok: false, reason })
  })
})
