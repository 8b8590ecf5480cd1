import { expect, test } from 'vitest'
import { encodeReportCopy } from './report-copy.ts'

test('a row is the bytes COPY (format binary) takes', () => {
  const copy = encodeReportCopy([
    { device_id: 7, at_ms: Date.UTC(2000, 0, 1) + 1, layout_id: 3, raw: Uint8Array.of(0xab) },
  ])
  expect(copy.toString('hex')).toBe(
    '5047434f50590aff0d0a00' +
      '0000000000000000' +
      '0004' +
      '0000000400000007' +
      '0000000800000000000003e8' +
      '0000000400000003' +
      '00000001ab' +
      'ffff',
  )
})
