import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { putNumber } from './append-number.ts'
import { bytesOfText, emptyText } from './text-bytes.ts'

const written = (value: number): string => {
  const text = emptyText()
  putNumber(text, value)
  return bytesOfText(text).toString()
}

it.each([
  0,
  7,
  10,
  999,
  1_000,
  0.1,
  0.5,
  0.000_001,
  0.001,
  0.010_01,
  0.999_999,
  1.000_001,
  45.3,
  -12.75,
  2_147_483_647.5,
  999_999_999.999_999,
  1e9,
  1e15,
  1e21,
  1e-7,
  0.1 + 0.2,
  4_294_967_295,
  -0.25,
])('%d is written as its text', (value) => {
  expect(written(value)).toBe(String(value))
})

it('any number is written as its text', () => {
  const measured = fc
    .tuple(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), fc.nat(8))
    .map(([digits, decimals]) => digits / 10 ** decimals)
  const any = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(fc.oneof(measured, any), (value) => {
      expect(written(value)).toBe(String(value))
    }),
    { seed: 20_261_123, numRuns: propertyRuns(20_000) },
  )
})
