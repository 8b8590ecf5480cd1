import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createByteReader, createByteWriter, SegmentCorruption } from './byte-io.ts'
import { readColumn, writeColumn } from './column-codec.ts'

const written = (values: Uint32Array): Uint8Array => {
  const writer = createByteWriter()
  writeColumn(writer, values)
  return writer.done()
}
const roundTrip = (values: Uint32Array): Uint32Array => readColumn(createByteReader(written(values)), values.length)
const ramp = (count: number, step: number) => Uint32Array.from({ length: count }, (_, i) => (i * step) >>> 0)

describe('a column', () => {
  it.each([
    ['nothing', new Uint32Array(), 0],
    ['one value', Uint32Array.of(7), 2],
    ['one value all day', new Uint32Array(1440).fill(65_535), 4],
    ['a counter that rises evenly', ramp(1440, 1), 400],
    ['two states', Uint32Array.from({ length: 1440 }, (_, i) => Number(i > 700)), 8],
  ])('of %s is short', (_, values, bytes_max) => {
    expect(written(values).length).toBeLessThanOrEqual(bytes_max)
    expect(roundTrip(values)).toEqual(values)
  })

  it.each([
    ['leaps over the whole range', Uint32Array.of(0, 0xffff_ffff, 0, 0x8000_0000, 0x7fff_ffff, 1)],
    ['every width of difference', Uint32Array.from({ length: 66 }, (_, i) => 2 ** (i % 33) - 1)],
    ['a block and one', ramp(65, 3)],
    ['a block and two', ramp(66, 3)],
    ['one leap among equal values', Uint32Array.from({ length: 500 }, (_, i) => (i === 250 ? 60_000 : 12))],
    ['times that go on past 16 bits', ramp(1440, 60_000)],
  ])('comes back with %s', (_, values) => expect(roundTrip(values)).toEqual(values))

  it('comes back whatever it holds', () => {
    const word = fc.oneof(fc.nat(3), fc.nat(0xffff), fc.nat(0xffff_ffff))
    const run = fc.tuple(word, fc.integer({ min: 1, max: 200 }))
    const runs = fc
      .array(run, { maxLength: 20 })
      .map((all) => all.flatMap(([value, n]) => Array<number>(n).fill(value)))
    fc.assert(
      fc.property(fc.oneof(fc.array(word, { maxLength: 400 }), runs), (list) => {
        const values = Uint32Array.from(list)
        expect(roundTrip(values)).toEqual(values)
      }),
      { seed: 20_261_121, numRuns: 400 },
    )
  })

  it.each([
    ['an unknown kind', [9], 1],
    ['no bytes', [], 1],
    ['a run of no length', [1, 2, 0], 4],
    ['a run beyond the end', [1, 2, 5], 4],
    ['more than 32 bits', [2, 1, 33], 4],
    ['too few bits', [2, 1, 16, 1], 4],
    ['a number that never ends', [0, 255, 255, 255, 255, 255, 255], 4],
  ])('of %s is refused', (_, bytes, count) => {
    expect(() => readColumn(createByteReader(Uint8Array.from(bytes)), count)).toThrow(SegmentCorruption)
  })
})
