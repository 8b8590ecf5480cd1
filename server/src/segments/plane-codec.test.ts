import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SegmentCorruption } from './byte-io.ts'
import { readPlanes, writePlanes } from './plane-codec.ts'

const roundTrip = (values: Uint32Array): Uint32Array => readPlanes(writePlanes(values), values.length)

/** A sensor of a unit: a daily wave, a shorter one, noise. */
const sensor = (count: number): Uint32Array =>
  Uint32Array.from({ length: count }, (_, row) =>
    Math.round(450 + Math.sin(row / 230) * 200 + Math.sin(row / 17) * 60 + ((Math.imul(row, 0x9e37_79b1) >>> 16) % 7)),
  )

describe('a column of byte planes', () => {
  it('gives back any numbers', () => {
    const any = fc.oneof(
      fc.array(fc.nat(0xffff_ffff), { maxLength: 200 }),
      fc.array(fc.nat(0xffff), { maxLength: 200 }),
      fc.array(fc.nat(3), { maxLength: 400 }),
      fc.array(fc.constantFrom(0, 0xffff, 0x7fff, 0x8000), { maxLength: 300 }),
    )
    fc.assert(
      fc.property(any, (numbers) => {
        const values = Uint32Array.from(numbers)
        expect(roundTrip(values)).toEqual(values)
      }),
      { seed: 20_261_128, numRuns: 500 },
    )
  })

  it.each([
    ['a sensor', sensor(20_000)],
    ['a sensor that is read every fifth minute', sensor(40_000).filter((_, row) => row % 5 === 0)],
    [
      'a sensor at the ends of its register',
      sensor(5_000).map((value, row) => (row % 97 === 0 ? 0xffff : value & 0xffff)),
    ],
    ['a straight line', Uint32Array.from({ length: 9_000 }, (_, row) => row * 7)],
    ['times with few gaps', Uint32Array.from({ length: 9_000 }, (_, row) => row * 60_000 + (row > 4_000 ? 7_000 : 0))],
    ['sequence numbers', Uint32Array.from({ length: 9_000 }, (_, row) => (60_000 + row) & 0xffff)],
    ['times with a jitter', Uint32Array.from({ length: 9_000 }, (_, row) => row * 60_000 + ((row * 7) % 3) * 1_000)],
    ['all bits', Uint32Array.from({ length: 9_000 }, (_, row) => Math.imul(row, 0x9e37_79b1) >>> 0)],
  ])('gives back %s', (_, values) => {
    expect(roundTrip(values)).toEqual(values)
  })

  it('stores a noisy sensor in half a byte a value, regular times in nothing', () => {
    const values = sensor(40_000)
    expect(writePlanes(values).length / values.length).toBeLessThan(0.5)
    // As exactly as the noise allows, though the shorter wave has few values.
    const seldom = values.filter((_, row) => row % 5 === 0)
    expect(writePlanes(seldom).length / seldom.length).toBeLessThan(0.42)
    expect(writePlanes(Uint32Array.from({ length: 40_000 }, (_, row) => row * 60_000)).length).toBeLessThan(100)
  })

  it('refuses what it cannot have written', () => {
    const bytes = writePlanes(sensor(1_000))
    for (const [wrong, count] of [
      [bytes, 999],
      [bytes, 1_001],
      [bytes.subarray(0, bytes.length - 1), 1_000],
      [Buffer.from([9, 1]), 5],
      [Buffer.alloc(0), 5],
    ] as const)
      expect(() => readPlanes(wrong, count)).toThrow(SegmentCorruption)
  })
})
